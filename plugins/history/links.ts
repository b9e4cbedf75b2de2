// The documents that states link: a reader sees links to documents that it may read, and a restored draft links documents that exist.
import {
  type AnyModel,
  type App,
  type Attribute,
  type Caller,
  inParts,
  type Schema,
  type Visibility,
} from '../../core';
import type { Json, State } from './types';

/** `api::tag.tag abc` */
export type KnownLinks = ReadonlySet<string>;

type Fields = { readonly [key: string]: Json };
const PAGE = 100;

export const linkKey = (type: string, documentId: string): string => `${type} ${documentId}`;

/** The links of an attribute: type and documentId. */
export function linksIn(
  attribute: Attribute,
  value: Json | undefined,
): { type: string; documentId: string }[] {
  if (attribute.kind !== 'relation' || value === undefined || value === null) return [];
  return [value].flat().flatMap((link) => {
    const one = link as string | Fields;
    if (typeof one === 'string')
      return attribute.target === null ? [] : [{ type: attribute.target, documentId: one }];
    const [type, documentId] = [one.type ?? one.__type ?? attribute.target, one.documentId ?? one.id];
    return typeof type === 'string' && typeof documentId === 'string' ? [{ type, documentId }] : [];
  });
}

/** Calls `take` for each attribute of the state, also in entries. */
export function eachAttribute(
  schema: Schema,
  model: AnyModel,
  state: Fields,
  take: (attribute: Attribute, value: Json) => void,
): void {
  for (const attribute of model.attributes.values()) {
    const value = Object.hasOwn(state, attribute.name) ? state[attribute.name] : undefined;
    if (value === undefined) continue;
    take(attribute, value);
    if (attribute.kind !== 'component' && attribute.kind !== 'zone') continue;
    for (const entry of [value].flat() as Fields[]) {
      const uid = attribute.kind === 'component' ? attribute.component : String(entry?.__component);
      const component = schema.components.get(uid);
      if (component && entry) eachAttribute(schema, component, entry, take);
    }
  }
}

export interface Reader {
  readonly caller: Caller;
  readonly visibility: Visibility;
}

export async function knownLinks(
  app: App,
  type: AnyModel,
  states: readonly State[],
  reader: Reader,
): Promise<KnownLinks> {
  const asked = new Map<string, Set<string>>();
  for (const state of states)
    eachAttribute(app.schema, type, state, (attribute, value) => {
      for (const link of linksIn(attribute, value)) {
        const ids = asked.get(link.type) ?? new Set();
        asked.set(link.type, ids.add(link.documentId));
      }
    });
  const known = new Set<string>();
  for (const [uid, ids] of asked) {
    const target = app.schema.types.get(uid);
    if (!target || !reader.visibility.canRead(target)) continue;
    const draft = reader.visibility.allows(`${uid}.readDraft`) ? { status: 'draft' as const } : {};
    await inParts([...ids], app.config.api.limits.arrayLimit, async (part) => {
      const filters = { documentId: { $in: part } };
      const words = { filters, fields: ['documentId'], sort: 'id', ...draft, ...reader };
      // A document has a row in each locale.
      for (let start = 0, isWhole = false; !isWhole; start += PAGE) {
        const asked = { ...words, ...anyPlace(target.axes), pagination: { start, limit: PAGE } };
        const found = await app.documents(uid).findMany(asked as object);
        for (const { documentId } of found) known.add(linkKey(uid, String(documentId)));
        isWhole = found.length < PAGE;
      }
    });
  }
  return known;
}

/** A document that only has a row in another locale is known, too. */
const anyPlace = (
  axes: readonly { readonly axis: { readonly name: string; readonly kind: string; readonly any: boolean } }[],
) =>
  Object.fromEntries(
    axes.flatMap(({ axis }) => (axis.kind === 'parallel' && axis.any ? [[axis.name, '*']] : [])),
  );
