// What a reader sees of a state: no private attributes, none that its role hides, and links to documents that it may read.
import type { AnyModel, Attribute, Schema, Visibility } from '../../core';
import { type KnownLinks, linkKey, linksIn } from './links';
import type { Json, State } from './types';

type Fields = { readonly [key: string]: Json };

export function revealed(
  schema: Schema,
  model: AnyModel,
  state: Fields,
  visibility: Visibility,
  known: KnownLinks,
): State {
  const shown: Record<string, Json> = {};
  if (typeof state.__component === 'string') shown.__component = state.__component;
  for (const attribute of model.attributes.values()) {
    const value = Object.hasOwn(state, attribute.name) ? state[attribute.name] : undefined;
    if (value === undefined || !isReadable(model, attribute, visibility)) continue;
    const seen = shownValue(schema, attribute, value, visibility, known);
    if (seen !== null) shown[attribute.name] = seen;
  }
  return shown;
}

export function isReadable(model: AnyModel, attribute: Attribute, visibility: Visibility): boolean {
  if (attribute.kind === 'waiting' || (attribute.kind === 'scalar' && attribute.type.secret)) return false;
  if (attribute.common.private && !visibility.readsPrivate?.(model)) return false;
  return visibility.readable(model, attribute);
}

function shownValue(
  schema: Schema,
  attribute: Attribute,
  value: Json,
  visibility: Visibility,
  known: KnownLinks,
): Json {
  switch (attribute.kind) {
    case 'relation': {
      const links = linksIn(attribute, value)
        .filter(({ type, documentId }) => known.has(linkKey(type, documentId)))
        .map(({ type, documentId }) => (attribute.target === null ? { type, documentId } : documentId));
      if (Array.isArray(value)) return links;
      return links[0] ?? null;
    }
    case 'component':
    case 'zone': {
      const one = (entry: Json): Json => {
        const fields = entry as Fields;
        const uid = attribute.kind === 'component' ? attribute.component : String(fields.__component);
        const component = schema.components.get(uid);
        return component ? revealed(schema, component, fields, visibility, known) : {};
      };
      return Array.isArray(value) ? value.map(one) : one(value);
    }
    default:
      return value;
  }
}

/** The path as far as the reader may know it; null: nothing of it. Inside an entry of a zone it ends at the entry. */
export function shownPath(
  schema: Schema,
  type: AnyModel,
  path: readonly (string | number)[],
  visibility: Visibility,
): string | null {
  let model: AnyModel | undefined = type;
  const shown: (string | number)[] = [];
  for (const key of path) {
    if (typeof key === 'number') {
      shown.push(key);
      continue;
    }
    const attribute: Attribute | undefined = model?.attributes.get(key);
    if (!model || !attribute) break;
    if (!isReadable(model, attribute, visibility)) return null;
    shown.push(key);
    model = attribute.kind === 'component' ? schema.components.get(attribute.component) : undefined;
    if (attribute.kind === 'scalar' || attribute.kind === 'relation') break;
  }
  return shown.join('.');
}
