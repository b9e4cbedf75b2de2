// The state of a row: its own content by attribute. Inverse sides of relations are content of other documents. Hashes of passwords are
// left out.
import type {
  AnyModel,
  Attribute,
  ContentType,
  RelationAttribute,
  Schema,
  SqlDialect,
  StoredRow,
  Tx,
} from '../../core';
import { type Change, deltaOf, isSame } from './delta';
import type { Json, State } from './types';

type Values = Readonly<Record<string, unknown>>;
type EntriesAttribute = Extract<Attribute, { kind: 'component' | 'zone' }>;

export interface StateTools {
  readonly schema: Schema;
  readonly dialect: SqlDialect;
  readonly tx: Tx;
}

/** What states of a type are made of. */
interface Parts {
  /** Values and entries, by their columns. */
  readonly contents: readonly (readonly [column: string, Attribute])[];
  /** The relations whose links the rows hold. */
  readonly relations: readonly RelationAttribute[];
  /** All columns that are looked at. */
  readonly columns: ReadonlySet<string>;
  /** The attributes of both. */
  readonly names: ReadonlySet<string>;
}

const parts = new WeakMap<ContentType, Parts>();

function partsOf(type: ContentType): Parts {
  const known = parts.get(type);
  if (known) return known;
  const attributes = [...type.attributes.values()];
  const contents = attributes.flatMap((attribute) => {
    const column = columnOf(attribute);
    return column === null ? [] : [[column, attribute] as const];
  });
  const relations = attributes.filter(
    (each): each is RelationAttribute => each.kind === 'relation' && each.holdsLinks,
  );
  const ofLinks = relations.flatMap(({ storage }) => (storage.kind === 'column' ? [storage.column] : []));
  const made = {
    contents,
    relations,
    columns: new Set([...contents.map(([column]) => column), ...ofLinks]),
    names: new Set([...contents.map(([, { name }]) => name), ...relations.map(({ name }) => name)]),
  };
  parts.set(type, made);
  return made;
}

function columnOf(attribute: Attribute): string | null {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.system || attribute.type.secret || attribute.expression ? null : attribute.column;
    case 'component':
    case 'zone':
      return attribute.column;
    default:
      return null;
  }
}

/** The attributes of a type that its states can have. */
export const heldNames = (type: ContentType): ReadonlySet<string> => partsOf(type).names;

export const columnsOf = (type: ContentType): ReadonlySet<string> => partsOf(type).columns;

export async function stateOf(tools: StateTools, type: ContentType, row: StoredRow): Promise<State> {
  return { ...contentOf(tools.schema, type, row.values), ...(await linksIn(tools, type, row)) };
}

/** The part of a state that the columns of a row do not always have. A promise only if it is read. */
export function linksIn(
  tools: StateTools,
  type: ContentType,
  { id, values }: StoredRow,
): State | Promise<State> {
  const state: Record<string, Json> = {};
  const others: RelationAttribute[] = [];
  for (const relation of partsOf(type).relations) {
    const { name, storage } = relation;
    if (storage.kind !== 'column' || storage.typeColumn !== null) others.push(relation);
    else if (jsonOf(values[storage.column]) !== null) state[name] = jsonOf(values[storage.column]);
  }
  return others.length === 0 ? state : readLinks(tools, type.table, id, others, state);
}

async function readLinks(
  tools: StateTools,
  table: string,
  rowId: number,
  relations: readonly RelationAttribute[],
  state: Record<string, Json>,
): Promise<State> {
  for (const relation of relations) {
    const links = await linksOf(relation, rowId, table, tools);
    if (links !== null) state[relation.name] = links;
  }
  return state;
}

/** Changes of values and entries. Only attributes whose columns differ are looked into. */
export function contentDelta(schema: Schema, type: ContentType, from: Values, to: Values): Change[] {
  const changes: Change[] = [];
  for (const [column, attribute] of partsOf(type).contents) {
    if (from[column] === to[column] || isSameValue(schema, attribute, from, to)) continue;
    const before = storedValue(schema, attribute, from) ?? undefined;
    const after = storedValue(schema, attribute, to) ?? undefined;
    if (before !== after) changes.push(...deltaOf(before, after, [attribute.name]));
  }
  return changes;
}

/** Without the objects of a state: of most attributes, both values are the same. */
function isSameValue(schema: Schema, attribute: Attribute, from: Values, to: Values): boolean {
  switch (attribute.kind) {
    case 'scalar':
      return (
        columnOf(attribute) === null || isSame(jsonOf(from[attribute.column]), jsonOf(to[attribute.column]))
      );
    case 'relation': {
      const { storage } = attribute;
      return (
        storage.kind !== 'entry' || isSame(linksOfEntry(from, storage.key), linksOfEntry(to, storage.key))
      );
    }
    case 'component':
    case 'zone':
      return areSameEntries(schema, attribute, from[attribute.column] ?? [], to[attribute.column] ?? []);
    default:
      return true;
  }
}

function areSameEntries(schema: Schema, attribute: EntriesAttribute, from: unknown, to: unknown): boolean {
  if (Array.isArray(from) || Array.isArray(to))
    return (
      Array.isArray(from) &&
      Array.isArray(to) &&
      from.length === to.length &&
      from.every((entry, at) => areSameEntries(schema, attribute, entry, to[at]))
    );
  const [one, other] = [from as Values, to as Values];
  if (one.__component !== other.__component) return false;
  const component = schema.components.get(componentOf(attribute, one));
  for (const each of component?.attributes.values() ?? [])
    if (!isSameValue(schema, each, one, other)) return false;
  return true;
}

/** Values and entries. An entry has its relations inside. */
function contentOf(schema: Schema, model: AnyModel, values: Values): Record<string, Json> {
  const content: Record<string, Json> = {};
  for (const attribute of model.attributes.values()) {
    const value = storedValue(schema, attribute, values);
    if (value !== null) content[attribute.name] = value;
  }
  return content;
}

function storedValue(schema: Schema, attribute: Attribute, values: Values): Json {
  switch (attribute.kind) {
    case 'scalar':
      return columnOf(attribute) === null ? null : jsonOf(values[attribute.column]);
    case 'relation':
      return attribute.storage.kind === 'entry' ? linksOfEntry(values, attribute.storage.key) : null;
    case 'component':
    case 'zone':
      return entriesOf(schema, attribute, values[attribute.column]);
    default:
      return null;
  }
}

function entriesOf(schema: Schema, attribute: EntriesAttribute, value: unknown): Json {
  const one = (entry: Values): Json => {
    const component = schema.components.get(componentOf(attribute, entry));
    const content = component ? contentOf(schema, component, entry) : {};
    return entry.__component === undefined ? content : { __component: String(entry.__component), ...content };
  };
  if (Array.isArray(value)) return filled(value.map((entry) => one(entry as Values)));
  return value === null || value === undefined ? null : one(value as Values);
}

const componentOf = (attribute: EntriesAttribute, entry: Values): string =>
  attribute.kind === 'component' ? attribute.component : String(entry.__component);

/** The links that the row holds, in their order. */
async function linksOf(
  { storage, many }: RelationAttribute,
  rowId: number,
  table: string,
  { dialect, tx }: Pick<StateTools, 'dialect' | 'tx'>,
): Promise<Json> {
  const id = dialect.id;
  if (storage.kind === 'column') {
    const columns = [storage.column, ...(storage.typeColumn === null ? [] : [storage.typeColumn])];
    const rows = await tx.all(
      `SELECT ${columns.map(id).join(', ')} FROM ${id(table)} WHERE ${id('id')} = ?`,
      [rowId],
    );
    return rows[0] ? linkOf(rows[0]) : null;
  }
  if (storage.kind !== 'table') return null;
  const columns = ['target', ...(storage.typed ? ['target_type'] : [])];
  const rows = await tx.all(
    `SELECT ${columns.map(id).join(', ')} FROM ${id(storage.table)} WHERE ${id('source_id')} = ? ORDER BY ${id('ord')}`,
    [rowId],
  );
  const links = rows.map(linkOf);
  return many ? filled(links) : (links[0] ?? null);
}

const linkOf = ([target, type]: readonly unknown[]): Json => {
  if (target === null || target === undefined) return null;
  return type === undefined ? String(target) : { type: String(type), documentId: String(target) };
};

const linksOfEntry = (entry: Values, key: string): Json => filled(jsonOf(entry[key]));

const filled = (value: Json): Json => (Array.isArray(value) && value.length === 0 ? null : value);

/** Values of rows are as JSON.parse returns them. */
const jsonOf = (value: unknown): Json => (value === undefined ? null : (value as Json));
