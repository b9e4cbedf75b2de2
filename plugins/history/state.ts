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
import { type Change, deltaOf } from './delta';
import type { Json, State } from './types';

type Values = Readonly<Record<string, unknown>>;

export interface StateTools {
  readonly schema: Schema;
  readonly dialect: SqlDialect;
  readonly tx: Tx;
}

export const stateOf = async (tools: StateTools, type: ContentType, row: StoredRow): Promise<State> => ({
  ...contentOf(tools.schema, type, row.values),
  ...(await linksIn(tools, type, row)),
});

/** The part of a state that the columns of a row do not always have. */
export async function linksIn(
  { dialect, tx }: StateTools,
  type: ContentType,
  { id, values }: StoredRow,
): Promise<State> {
  const state: Record<string, Json> = {};
  for (const attribute of type.attributes.values()) {
    if (attribute.kind !== 'relation' || !attribute.holdsLinks) continue;
    const { storage } = attribute;
    const links =
      storage.kind === 'column' && storage.typeColumn === null
        ? jsonOf(values[storage.column])
        : await linksOf(attribute, id, type.table, { dialect, tx });
    if (links !== null) state[attribute.name] = links;
  }
  return state;
}

/** Changes of values and entries. Only attributes whose columns differ are looked into. */
export function contentDelta(schema: Schema, type: ContentType, from: Values, to: Values): Change[] {
  const changes: Change[] = [];
  for (const attribute of type.attributes.values()) {
    const column = columnOf(attribute);
    if (column === null || from[column] === to[column]) continue;
    const [before, after] = [from, to].map((values) => storedValue(schema, attribute, values) ?? undefined);
    if (before !== after) changes.push(...deltaOf(before, after, [attribute.name]));
  }
  return changes;
}

const columnOf = (attribute: Attribute): string | null =>
  attribute.kind === 'scalar' || attribute.kind === 'component' || attribute.kind === 'zone'
    ? attribute.column
    : null;

const columns = new WeakMap<ContentType, ReadonlySet<string>>();

/** The columns that states are made of. */
export function columnsOf(type: ContentType): ReadonlySet<string> {
  const known = columns.get(type);
  if (known) return known;
  const found = new Set<string>();
  for (const attribute of type.attributes.values()) {
    const { kind } = attribute;
    const column = columnOf(attribute);
    if (column !== null) found.add(column);
    else if (kind === 'relation' && attribute.storage.kind === 'column') found.add(attribute.storage.column);
  }
  columns.set(type, found);
  return found;
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
      return attribute.system || attribute.type.secret || attribute.expression
        ? null
        : jsonOf(values[attribute.column]);
    case 'relation':
      return attribute.storage.kind === 'entry' ? filled(jsonOf(values[attribute.storage.key])) : null;
    case 'component':
      return entriesOf(schema, values[attribute.column], () => attribute.component);
    case 'zone':
      return entriesOf(schema, values[attribute.column], (entry) => String(entry.__component));
    default:
      return null;
  }
}

function entriesOf(schema: Schema, value: unknown, componentOf: (entry: Values) => string): Json {
  const one = (entry: Values): Json => {
    const component = schema.components.get(componentOf(entry));
    const content = component ? contentOf(schema, component, entry) : {};
    return entry.__component === undefined ? content : { __component: String(entry.__component), ...content };
  };
  if (Array.isArray(value)) return filled(value.map((entry) => one(entry as Values)));
  return value === null || value === undefined ? null : one(value as Values);
}

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

const filled = (value: Json): Json => (Array.isArray(value) && value.length === 0 ? null : value);

/** Values of rows are as JSON.parse returns them. */
const jsonOf = (value: unknown): Json => (value === undefined ? null : (value as Json));
