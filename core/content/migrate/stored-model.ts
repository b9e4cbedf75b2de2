// The stored facts of a content type or a component: its attributes with kinds and columns, former attributes, finished renames. A
// comparison with the schema shows new names, and values that would be lost. Pure; memory.ts stores the facts.
// Of a component `shared.link` whose attribute `href` became `url`, and which lost `size`:
//   {"uid":"shared.link","attributes":{"url":{"kind":"string","values":{"spec":{"kind":"string","length":255},"hidden":false},
//    "columns":["url"],"table":null}},"gone":{"size":{"kind":"integer",…}},"renamed":{"url":"href"},"type":null,
//    "entries":{"shape":"url:string","mixed":true}}
import { pendingColumn } from '../model/compiled/axis-kind';
import { columnsOf, isTableRelation } from '../model/compiled/columns';
import type { Attribute, Component, ContentType, Schema, Uid } from '../model/compiled/content-type';
import type { ValueSource } from './convert-value';
import { declaredMoves } from './field-moves';
import type { StoredLink } from './link-place';
import { declaredRenames, pendingRenames } from './renames';
import { entriesOf, type StoredEntries } from './reshape';
import { rulesOf, type StoredRules } from './stored-rules';

export interface StoredAttribute {
  /** Its type: `date`, `relation`; '' where it is not known. */
  readonly kind: string;
  /** Of a scalar: the form of its stored values; null where it is not known. */
  readonly values: ValueSource | null;
  /** Of a relation; null where it is not known. */
  readonly link: StoredLink | null;
  /** Of a component or a zone; null where it is not known. */
  readonly entries: StoredEntries | null;
  /** null where they are not known. */
  readonly rules: StoredRules | null;
  /** Of a content type: its columns. */
  readonly columns: readonly string[];
  /** The link table, for relations that have one. */
  readonly table: string | null;
}

/** An attribute of which only the name is known. */
export const UNKNOWN: StoredAttribute = {
  kind: '',
  values: null,
  link: null,
  entries: null,
  rules: null,
  columns: [],
  table: null,
};

export type StoredAttributes = Readonly<Record<string, StoredAttribute>>;

export interface StoredModel {
  readonly uid: Uid;
  readonly attributes: StoredAttributes;
  /** Attributes that are gone. Columns and entries keep their values until `quire migrate apply --drop`. */
  readonly gone: StoredAttributes;
  /** Declared renames that rows and entries have followed: former names by present names. */
  readonly renamed: Readonly<Record<string, string>>;
  /** null: a component. */
  readonly type: StoredType | null;
  /** null: a content type. */
  readonly entries: StoredShape | null;
}

/** The names that clients and tables depend on. */
export interface StoredType extends Pick<ContentType, (typeof IDENTITY)[number] | 'table'> {
  /** Every link table the type has had, those of attributes that are gone too. */
  readonly links: readonly string[];
  /** Columns of the table, and link tables, that plugins added: their values wait for a disabled plugin. */
  readonly brought: readonly string[];
  /** Names of the indexes of its table. */
  readonly indexes: readonly string[];
  /** By axis: the attributes that it shares. Absent in models of former versions. */
  readonly shared?: Readonly<Record<string, readonly string[]>>;
}

export const IDENTITY = ['kind', 'singularName', 'pluralName', 'collectionName'] as const;

export interface StoredShape {
  /** The attributes of an entry, in order, with their types. */
  readonly shape: string;
  /** Entries of another shape may be stored, so a read builds each entry anew. */
  readonly mixed: boolean;
}

export type StoredModels = ReadonlyMap<Uid, StoredModel>;

/** By table: columns that plugins added to it, and its indexes. */
export type TableFacts = ReadonlyMap<
  string,
  { readonly added: readonly string[]; readonly indexes: readonly string[] }
>;

/** Attributes can have names like `constructor`, which objects inherit. */
export const attributeIn = (attributes: StoredAttributes | undefined, name: string) =>
  attributes && Object.hasOwn(attributes, name) ? attributes[name] : undefined;

export const modelOf = (
  known: StoredModels,
  { uid, renamedFrom }: ContentType | Component,
): StoredModel | undefined => known.get(uid) ?? known.get(renamedFrom ?? '');

/** The models to store after the start with this schema. Models of removed types and components stay, because both may come back. */
export function nextModels(known: StoredModels, schema: Schema, facts: TableFacts): StoredModels {
  const next = new Map(known);
  for (const type of schema.types.values()) {
    const before = modelOf(known, type);
    if (isLeft(type, schema.types, known)) next.delete(type.renamedFrom);
    const own = storedTypeOf(type, before?.type ?? null, facts.get(type.table) ?? { added: [], indexes: [] });
    next.set(type.uid, { ...attributesOf(type, before), type: own, entries: null });
  }
  for (const component of schema.components.values()) {
    const before = modelOf(known, component);
    if (isLeft(component, schema.components, known)) next.delete(component.renamedFrom);
    const shape = shapeOf(component);
    const mixed = before?.entries ? before.entries.mixed || before.entries.shape !== shape : false;
    next.set(component.uid, { ...attributesOf(component, before), type: null, entries: { shape, mixed } });
  }
  return next;
}

/** The rows and entries of the former uid follow the rename. Not if it has a new file, nor if the present uid had its own before. */
const isLeft = <T extends ContentType | Component>(
  owner: T,
  now: ReadonlyMap<Uid, unknown>,
  known: StoredModels,
): owner is T & { renamedFrom: Uid } =>
  owner.renamedFrom !== undefined && !now.has(owner.renamedFrom) && !known.has(owner.uid);

/** Do all stored entries of the component have the shape of the schema? */
export const isUniform =
  (models: StoredModels) =>
  (uid: Uid): boolean =>
    models.get(uid)?.entries?.mixed === false;

/** The models with changes to some of them. */
export const withModels = (
  models: StoredModels,
  change: (model: StoredModel) => Partial<StoredModel>,
): StoredModels => new Map([...models].map(([uid, model]) => [uid, { ...model, ...change(model) }]));

export const storedAttribute = (attribute: Attribute): StoredAttribute => ({
  kind: kindOf(attribute),
  values: valuesOf(attribute),
  link: linkOf(attribute),
  entries: entriesOf(attribute),
  rules: rulesOf(attribute),
  columns: columnsOf(attribute),
  table: isTableRelation(attribute) ? attribute.storage.table : null,
});

function attributesOf(owner: ContentType | Component, before: StoredModel | undefined) {
  const was: StoredAttributes = { ...before?.gone, ...before?.attributes };
  const moved = pendingRenames(before, owner).flatMap(({ from, late }) => (late ? [] : [from]));
  const gone = Object.keys(was).filter((name) => !owner.attributes.has(name) && !moved.includes(name));
  return {
    uid: owner.uid,
    // An attribute that waits for a plugin keeps its stored facts.
    attributes: recordOf([...owner.attributes.values()], (attribute) => [
      attribute.name,
      (attribute.kind === 'waiting' && attributeIn(was, attribute.name)) || storedAttribute(attribute),
    ]),
    gone: recordOf(gone.sort(), (name) => [name, was[name] as StoredAttribute]),
    renamed: {
      ...declaredRenames(owner),
      ...recordOf(declaredMoves(owner), ({ to, from }) => [to, from]),
    },
  };
}

function storedTypeOf(
  type: ContentType,
  before: StoredType | null,
  { added, indexes }: { readonly added: readonly string[]; readonly indexes: readonly string[] },
): StoredType {
  const own: string[] = [];
  const brought = [
    ...added,
    ...type.axes.flatMap(({ axis }) => (axis.kind === 'stages' ? [pendingColumn(axis)] : [])),
    ...type.tail.flatMap((field) => (field.expression || field.axis ? [] : [field.column])),
  ];
  const links: string[] = [];
  for (const attribute of type.attributes.values()) {
    const { columns, table } = storedAttribute(attribute);
    if (table) links.push(table);
    (type.brought.has(attribute.name) ? brought : own).push(...columns, ...(table ? [table] : []));
  }
  const { kind, singularName, pluralName, collectionName, table } = type;
  return {
    kind,
    singularName,
    pluralName,
    collectionName,
    table,
    links: [...new Set([...links, ...(before?.links ?? [])])],
    // A column that the type's own definition has now belongs to no plugin any more.
    brought: [...new Set([...brought, ...(before?.brought ?? [])])].filter((place) => !own.includes(place)),
    indexes,
    shared: recordOf(type.axes, ({ axis, shared }) => [
      axis.name,
      [...type.attributes.keys()].filter((name) => shared.has(name)),
    ]),
  };
}

function kindOf(attribute: Attribute): string {
  if (attribute.kind === 'waiting') return '';
  if (attribute.kind === 'zone') return 'dynamiczone';
  return attribute.kind === 'scalar' ? attribute.type.name : attribute.kind;
}

const valuesOf = (attribute: Attribute): ValueSource | null =>
  attribute.kind === 'scalar'
    ? { spec: attribute.type.column(attribute.options), hidden: attribute.type.secret === true }
    : null;

function linkOf(attribute: Attribute): StoredLink | null {
  if (attribute.kind !== 'relation') return null;
  const { relation, target, inverse, storage, holdsLinks: holds } = attribute;
  return { relation, target, inverse, storage, holds };
}

const shapeOf = ({ attributes }: Component): string =>
  [...attributes.values()]
    .filter(({ kind }) => kind !== 'waiting')
    .map(({ name, declaredType }) => `${name}:${declaredType}`)
    .join(',');

const recordOf = <T, V>(list: readonly T[], pair: (each: T) => [string, V]): Record<string, V> =>
  Object.fromEntries(list.map(pair));
