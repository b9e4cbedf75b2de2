// The same form for what the model expects and what an answer contains: keys instead of ids, one spelling per value.
import { valueAt } from '../runner/captures';
import { KINDS, type KindName, type Part } from './kinds';
import type { Populate, Seen, View } from './model';
import { localeIn, type Status } from './stored';

interface Shape {
  readonly kind: KindName;
  readonly fields: readonly string[];
  readonly populate: readonly Populate[];
}

/** What the request asked for. */
export interface Asked {
  readonly locale: string | null;
  readonly status: Status | null;
}

type Form = Readonly<Record<string, unknown>>;

export function wantedForm(seen: Seen, view: View, shape: Shape, asked: Asked): Form {
  const { kind, fields, populate } = shape;
  const { links, mirrors, parts, hasDrafts, hasLocales } = KINDS[kind];
  const populated = (name: string): unknown => {
    const part = populate.find((one) => one.name === name);
    if (!part) return 'absent';
    if (parts[name]) return (seen.row.parts[name] ?? []).map(entryForm);
    const inner = { ...part, kind: links[name]?.to ?? mirrors[name]?.of ?? kind };
    const found = view.populated(seen, part).map((other) => wantedForm(other, view, inner, asked));
    return listForm(found, links[name]?.isMany !== false, part.sort === null && mirrors[name] !== undefined);
  };
  const system =
    fields.length > 0
      ? {}
      : {
          ...(hasLocales ? { locale: localeIn(kind, asked.locale) } : {}),
          ...(hasDrafts ? { isPublished: asked.status !== 'draft' } : {}),
        };
  return {
    key: seen.doc.key,
    ...system,
    ...valuesForm(kind, fields, (name) => seen.row.values[name]),
    ...Object.fromEntries(relatedNames(kind).map((name) => [name, populated(name)])),
  };
}

export function receivedForm(document: unknown, shape: Shape, keyOf: (id: unknown) => string): Form {
  const { kind, fields, populate } = shape;
  const { links, mirrors, parts, hasDrafts, hasLocales } = KINDS[kind];
  const received = (name: string): unknown => {
    const value = valueAt(document, name);
    const part = populate.find((one) => one.name === name);
    if (value === undefined || !part) return value === undefined ? 'absent' : value;
    if (parts[name]) return listIn(value).map(entryForm);
    const inner = { ...part, kind: links[name]?.to ?? mirrors[name]?.of ?? kind };
    const isMany = links[name]?.isMany !== false;
    const found = (isMany ? listIn(value) : oneIn(value)).map((other) => receivedForm(other, inner, keyOf));
    return listForm(found, isMany, part.sort === null && mirrors[name] !== undefined);
  };
  const system =
    fields.length > 0
      ? {}
      : {
          ...(hasLocales ? { locale: valueAt(document, 'locale') } : {}),
          ...(hasDrafts ? { isPublished: valueAt(document, 'publishedAt') !== null } : {}),
        };
  return {
    key: keyOf(valueAt(document, 'documentId')),
    ...system,
    ...valuesForm(kind, fields, (name) => valueAt(document, name), true),
    ...Object.fromEntries(relatedNames(kind).map((name) => [name, received(name)])),
  };
}

function relatedNames(kind: KindName): string[] {
  const { links, mirrors, parts } = KINDS[kind];
  return [...Object.keys(links), ...Object.keys(mirrors), ...Object.keys(parts)];
}

/** The order of an inverse side is not stated: sorted by key. */
function listForm(found: readonly Form[], isMany: boolean, isLoose: boolean): unknown {
  if (!isMany) return found[0] ?? null;
  return isLoose ? found.toSorted((left, right) => (String(left.key) < String(right.key) ? -1 : 1)) : found;
}

function valuesForm(
  kind: KindName,
  fields: readonly string[],
  given: (name: string) => unknown,
  isReceived = false,
): Form {
  const { attributes } = KINDS[kind];
  return Object.fromEntries(
    Object.keys(attributes).map((name) => {
      const isAsked = fields.length === 0 || fields.includes(name);
      return [name, isAsked || isReceived ? comparable(given(name), attributes[name]?.shape) : 'absent'];
    }),
  );
}

/** Numbers may be texts, and moments have several spellings. */
function comparable(value: unknown, shape?: string): unknown {
  if (value === undefined) return 'absent';
  if (typeof value !== 'string') return value;
  return shape === 'number' ? Number(value) : shape === 'moment' ? Date.parse(value) : value;
}

const ENTRY = ['__component', 'label', 'href', 'external', 'text', 'by', 'caption'];
const entryForm = (entry: Part | unknown): Form =>
  Object.fromEntries(
    ENTRY.map((name): [string, unknown] => [name, valueAt(entry, name)]).filter(
      ([, value]) => value !== undefined,
    ),
  );

/** A populated value may be wrapped: `{ "data": null }`. */
const inner = (value: unknown): unknown => {
  const data = valueAt(value, 'data');
  return data === undefined ? value : data;
};
function oneIn(value: unknown): readonly unknown[] {
  const one = inner(value);
  return one === null ? [] : [one];
}
function listIn(value: unknown): readonly unknown[] {
  const list = inner(value);
  return Array.isArray(list) ? list : [];
}
