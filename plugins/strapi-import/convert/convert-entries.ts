// Entries of components and zones → the JSON text of the column, at any depth. Entries keep their ids.

import {
  type AnyModel,
  type Attribute,
  type ContentType,
  componentsOf,
  isNested,
  type RelationAttribute,
  type Strictness,
} from '../../../core';
import type { SourceEntry, SourceItem } from '../source/source-document';
import { convertLinks, type DocumentLink, type LinkContext } from './convert-links';
import type { Tally } from './tally';
import { convertValue } from './value';

export interface EntryContext extends LinkContext {
  readonly owner: ContentType;
  readonly strictness: Strictness;
  readonly zone: string;
  readonly tally: Tally;
}

/** null: no entry. */
export function entriesText(
  attribute: Attribute,
  entries: readonly SourceEntry[],
  context: EntryContext,
): string | null {
  const isZone = attribute.kind === 'zone';
  const isMany = isZone || (attribute.kind === 'component' && attribute.repeatable);
  const allowed: readonly string[] = isNested(attribute) ? componentsOf(attribute) : [];
  const texts = entries.flatMap((entry) => {
    const component = context.schema.components.get(entry.component);
    if (!component || !allowed.includes(entry.component)) {
      context.tally.note(
        `${attribute.name} has an entry of ${entry.component}, which this attribute does not take`,
      );
      return [];
    }
    return [entryText(component, entry, isZone, context)];
  });
  if (!isMany) return texts[0] ?? null;
  return texts.length === 0 && !isZone ? '[]' : `[${texts.join(',')}]`;
}

function entryText(component: AnyModel, entry: SourceEntry, isZone: boolean, context: EntryContext): string {
  context.tally.entry(entry.id);
  let text = `{"id":${entry.id}`;
  for (const attribute of component.attributes.values()) {
    const value = childText(attribute, entry, context);
    if (value !== undefined) text += `,${JSON.stringify(attribute.name)}:${value}`;
  }
  return isZone ? `${text},"__component":${JSON.stringify(component.uid)}}` : `${text}}`;
}

function childText(attribute: Attribute, entry: SourceItem, context: EntryContext): string | undefined {
  switch (attribute.kind) {
    case 'scalar': {
      if (attribute.expression) return undefined;
      const raw = context.tally.valueOf(entry.row, attribute.name);
      const converted = convertValue(attribute, raw, context.strictness, context.zone);
      context.tally.add(attribute.name, converted);
      return converted.value === null ? 'null' : attribute.type.toJson(converted.value, attribute.options);
    }
    case 'relation':
      return attribute.holdsLinks ? linksText(attribute, entry, context) : undefined;
    case 'waiting':
      return undefined;
    default: {
      const own = entry.entries.get(attribute.name) ?? [];
      const isMany = attribute.kind === 'zone' || attribute.repeatable;
      return entriesText(attribute, own, context) ?? (isMany ? '[]' : 'null');
    }
  }
}

function linksText(attribute: RelationAttribute, entry: SourceItem, context: EntryContext): string {
  const given = entry.links.get(attribute.name) ?? [];
  const converted = convertLinks(context.owner, attribute, given, context);
  context.tally.links(converted);
  const texts = converted.links.map((link) => linkText(attribute, link));
  return attribute.many ? `[${texts.join(',')}]` : (texts[0] ?? 'null');
}

function linkText({ target }: RelationAttribute, { type, document, pins }: DocumentLink): string {
  if (target === null) return JSON.stringify({ __type: type, documentId: document, ...pins });
  return JSON.stringify(Object.keys(pins).length > 0 ? { documentId: document, ...pins } : document);
}
