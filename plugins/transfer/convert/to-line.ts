// A stored document → its line in an archive. Keys stand in the order of the content type, and null is left out, so that the same
// document has the same bytes on every database.

import type {
  AnyModel,
  Attribute,
  BulkLink,
  ContentType,
  ReadDocument,
  ReadRow,
  Schema,
} from '../../../core';
import type { DocumentLine, RowLine } from '../archive/format';
import { type LeavesOut, storedAttributes } from '../model-text';

type Values = Readonly<Record<string, unknown>>;

export function createLines(schema: Schema, leaves: LeavesOut) {
  const attributes = new Map<AnyModel, ReadonlyMap<string, Attribute>>();
  const attributesOf = (model: AnyModel): ReadonlyMap<string, Attribute> => {
    const known = attributes.get(model) ?? storedAttributes(model, leaves);
    attributes.set(model, known);
    return known;
  };

  function rowLine(type: ContentType, { id, axes, values, isPending, links }: ReadRow): RowLine {
    const written: Record<string, unknown> = {};
    const linked: Record<string, ReturnType<typeof linkLine>[]> = {};
    for (const attribute of attributesOf(type).values()) {
      if (attribute.kind === 'waiting') continue;
      if (attribute.kind === 'relation') {
        const own = links.filter((link) => link.attribute === attribute.name);
        if (own.length > 0)
          linked[attribute.name] = own.map((link) => linkLine(link, attribute.target === null));
        continue;
      }
      const value = valueLine(attribute, ownValue(values, attribute.column));
      if (value !== null) written[attribute.name] = value;
    }
    return {
      id,
      axes: Object.fromEntries(Object.entries(axes).sort(([a], [b]) => (a < b ? -1 : 1))),
      ...(isPending ? { pending: true } : {}),
      values: written,
      ...(Object.keys(linked).length > 0 ? { links: linked } : {}),
    } as RowLine;
  }

  function valueLine(attribute: Attribute, value: unknown): unknown {
    if (value === undefined || value === null) return null;
    if (attribute.kind === 'component') {
      const component = schema.components.get(attribute.component);
      if (!component) return null;
      const entries = (Array.isArray(value) ? value : [value]).map((each) =>
        entryLine(component, each as Values),
      );
      return attribute.repeatable ? entries : (entries[0] ?? null);
    }
    if (attribute.kind !== 'zone') return value;
    return (value as readonly Values[]).flatMap((entry) => {
      const component = schema.components.get(String(entry.__component));
      return component ? [{ __component: component.uid, ...entryLine(component, entry) }] : [];
    });
  }

  /** Attributes that the component lost are left out. */
  function entryLine(component: AnyModel, entry: Values): Values {
    const written: Record<string, unknown> = { id: entry.id };
    for (const attribute of attributesOf(component).values()) {
      const value = valueLine(attribute, ownValue(entry, attribute.name));
      if (value !== null) written[attribute.name] = value;
    }
    return written;
  }

  return (type: ContentType, { documentId, rows }: ReadDocument): DocumentLine => ({
    documentId,
    rows: rows.map((row) => rowLine(type, row)),
  });
}

const ownValue = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : null;

function linkLine({ type, document, pins, order, inverseOrder }: BulkLink, isTyped: boolean) {
  return {
    documentId: document,
    ...(isTyped ? { type } : {}),
    ...(Object.keys(pins).length > 0 ? { pins } : {}),
    order,
    inverseOrder,
  };
}
