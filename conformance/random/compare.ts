// Gives expected and received answers the same form: keys instead of ids, one spelling per value.
import { valueAt } from '../wire/captures';
import { KINDS, type KindName, type Structure } from './kinds';
import { type Fragment, type Holder, holderOf, type Populate, type Seen, type View } from './model';
import { localeIn, type Status } from './stored';

export interface Shape extends Fragment {
  readonly kind: KindName;
}

type Form = Readonly<Record<string, unknown>>;
type KeyOf = (id: unknown) => string;

export function wantedForm(seen: Seen, view: View, shape: Shape, status: Status | null): Form {
  return {
    key: seen.doc.key,
    ...(shows(shape, 'locale') ? { locale: localeIn(shape.kind, seen.locale) } : {}),
    ...(shows(shape, 'publishedAt') ? { isPublished: status !== 'draft' } : {}),
    ...wantedContent(holderOf(seen), view, shape, status),
  };
}

function wantedContent(holder: Holder, view: View, fragment: Fragment, status: Status | null): Form {
  const { row, structure } = holder;
  const populated = (name: string): unknown => {
    const part = fragment.populate.find((one) => one.name === name);
    if (!part) return 'absent';
    const field = structure.parts[name];
    if (field) {
      const found = view.entries(holder, part);
      if (part.isCount) return { count: found.length };
      const entries = found.map((one) => ({
        ...(field.isZone ? { __component: one.entry.component } : {}),
        ...wantedContent(one, view, fragmentOf(part, one.entry.component), status),
      }));
      return field.isMany ? entries : (entries[0] ?? null);
    }
    const inner = { ...part, kind: kindOf(structure, name) };
    const others = view.populated(holder, part);
    if (part.isCount) return { count: others.length };
    const found = others.map((other) => wantedForm(other, view, inner, status));
    return listForm(found, isManyIn(structure, name), isLoose(structure, part));
  };
  return {
    ...valuesForm(structure, fragment.fields, (name) => row.values[name]),
    ...Object.fromEntries(relatedNames(structure).map((name) => [name, populated(name)])),
  };
}

export function receivedForm(document: unknown, shape: Shape, keyOf: KeyOf): Form {
  const published = valueAt(document, 'publishedAt');
  return {
    key: keyOf(valueAt(document, 'documentId')),
    ...(shows(shape, 'locale') ? { locale: valueAt(document, 'locale') } : {}),
    ...(shows(shape, 'publishedAt')
      ? { isPublished: published === undefined ? 'absent' : published !== null }
      : {}),
    ...receivedContent(document, KINDS[shape.kind], shape, keyOf),
  };
}

export function shows({ kind, fields }: Shape, name: 'locale' | 'publishedAt'): boolean {
  const { hasDrafts, hasLocales } = KINDS[kind];
  return (name === 'locale' ? hasLocales : hasDrafts) && (fields.length === 0 || fields.includes(name));
}

function receivedContent(holder: unknown, structure: Structure, { populate }: Fragment, keyOf: KeyOf): Form {
  const received = (name: string): unknown => {
    const value = valueAt(holder, name);
    const part = populate.find((one) => one.name === name);
    if (value === undefined || !part) return value === undefined ? 'absent' : value;
    if (part.isCount) return value;
    const field = structure.parts[name];
    const isMany = isManyIn(structure, name);
    const all = isMany ? listIn(value) : oneIn(value);
    if (field) {
      const entries = all.map((entry) => {
        const named = valueAt(entry, '__component');
        const component = field.isZone ? String(named) : (Object.keys(field.of)[0] ?? '');
        const of = field.of[component];
        const zoned = named === undefined ? {} : { __component: named };
        return of ? { ...zoned, ...receivedContent(entry, of, fragmentOf(part, component), keyOf) } : entry;
      });
      return isMany ? entries : (entries[0] ?? null);
    }
    const inner = { ...part, kind: kindOf(structure, name) };
    const found = all.map((other) => receivedForm(other, inner, keyOf));
    return listForm(found, isMany, isLoose(structure, part));
  };
  return {
    ...valuesForm(structure, [], (name) => valueAt(holder, name)),
    ...Object.fromEntries(relatedNames(structure).map((name) => [name, received(name)])),
  };
}

/** A component that `on` does not list shows its own fields. */
const fragmentOf = (part: Populate, component: string): Fragment =>
  part.on ? (part.on[component] ?? { fields: [], populate: [] }) : part;

function kindOf({ links, mirrors }: Structure, name: string): KindName {
  const kind = links[name]?.to ?? mirrors[name]?.of;
  if (!kind) throw new Error(`there is no relation ${name}`);
  return kind;
}

const isManyIn = ({ links, parts, mirrors }: Structure, name: string): boolean =>
  (links[name] ?? parts[name])?.isMany ?? !mirrors[name]?.isOne;

const relatedNames = ({ links, mirrors, parts }: Structure): string[] =>
  [links, mirrors, parts].flatMap((some) => Object.keys(some));

/** The specification states no order for an inverse side. */
const isLoose = ({ mirrors }: Structure, { name, sort }: Populate): boolean =>
  sort.length === 0 && mirrors[name] !== undefined;

function listForm(found: readonly Form[], isMany: boolean, isLoose: boolean): unknown {
  if (!isMany) return found[0] ?? null;
  return isLoose ? found.toSorted((left, right) => (String(left.key) < String(right.key) ? -1 : 1)) : found;
}

function valuesForm(
  { attributes }: Structure,
  fields: readonly string[],
  given: (name: string) => unknown,
): Form {
  return Object.fromEntries(
    Object.keys(attributes).map((name) => {
      const isAsked = fields.length === 0 || fields.includes(name);
      return [name, isAsked ? comparable(given(name), attributes[name]?.shape) : 'absent'];
    }),
  );
}

/** Numbers may be texts, and moments have several spellings. */
function comparable(value: unknown, shape?: string): unknown {
  if (value === undefined) return 'absent';
  if (typeof value !== 'string') return value;
  return shape === 'number' ? Number(value) : shape === 'moment' ? Date.parse(value) : value;
}

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
