// The body that writes a state again: all attributes that the caller may write. Links to documents that the caller does not find are left
// out. Entries are written as new ones, so an attribute stays as it is if its entries have values that the body cannot contain.
import {
  type AnyModel,
  type Attribute,
  componentsOf,
  isNested,
  type Schema,
  type Visibility,
} from '../../core';
import { type KnownLinks, linkKey, linksIn } from './links';
import type { Json } from './types';

type Fields = { readonly [key: string]: Json };

export interface RestoreTools {
  readonly schema: Schema;
  readonly visibility: Visibility;
  readonly known: KnownLinks;
}

/** Of the document, an attribute without a value gets null. Entries are new ones, so theirs are left out. */
export function restoreBody(tools: RestoreTools, model: AnyModel, state: Fields, isEntry = false): Fields {
  const body: Record<string, Json> = {};
  if (typeof state.__component === 'string') body.__component = state.__component;
  for (const attribute of model.attributes.values()) {
    if (!isRestored(tools, model, attribute)) continue;
    const value = Object.hasOwn(state, attribute.name) ? (state[attribute.name] ?? null) : null;
    if (value === null && isEntry) continue;
    body[attribute.name] = bodyValue(tools, attribute, value);
  }
  return body;
}

function isRestored(
  tools: RestoreTools,
  model: AnyModel,
  attribute: Attribute,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (!isWritten(attribute) || !mayWrite(tools, model, attribute)) return false;
  return (
    !isNested(attribute) ||
    componentsOf(attribute).every((uid) => {
      const component = seen.has(uid) ? undefined : tools.schema.components.get(uid);
      return [...(component?.attributes.values() ?? [])].every(
        (each) =>
          (each.kind === 'scalar' && each.system) ||
          (each.kind === 'relation' && !each.holdsLinks) ||
          isRestored(tools, component as AnyModel, each, new Set([...seen, uid])),
      );
    })
  );
}

/** Links to documents of a type that the caller cannot read stay as they are. */
function mayWrite({ schema, visibility }: RestoreTools, model: AnyModel, attribute: Attribute): boolean {
  if (!visibility.writable(model, attribute)) return false;
  const target = attribute.kind === 'relation' && schema.types.get(attribute.target ?? '');
  return !target || visibility.canRead(target);
}

function isWritten(attribute: Attribute): boolean {
  if (!attribute.writable || attribute.kind === 'waiting') return false;
  if (attribute.kind === 'scalar') return !attribute.system && !attribute.type.secret;
  return attribute.kind !== 'relation' || attribute.holdsLinks;
}

function bodyValue(tools: RestoreTools, attribute: Attribute, value: Json): Json {
  switch (attribute.kind) {
    case 'relation':
      return {
        set: linksIn(attribute, value)
          .filter(({ type, documentId }) => tools.known.has(linkKey(type, documentId)))
          .map(
            ({ type, documentId }): Json =>
              attribute.target === null ? { documentId, __type: type } : { documentId },
          ),
      };
    case 'component':
    case 'zone': {
      if (value === null) return attribute.kind === 'zone' || attribute.repeatable ? [] : null;
      const one = (entry: Json): Json => {
        const fields = entry as Fields;
        const uid = attribute.kind === 'component' ? attribute.component : String(fields.__component);
        const component = tools.schema.components.get(uid);
        return component ? restoreBody(tools, component, fields, true) : {};
      };
      return Array.isArray(value) ? value.map(one) : one(value);
    }
    default:
      return value;
  }
}
