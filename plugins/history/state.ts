// The state of a row: its own content by attribute. Inverse sides of relations are content of other documents. Hashes of passwords are
// left out.
import type {
  AnyModel,
  Attribute,
  ContentType,
  CurrentRow,
  RelationAttribute,
  Schema,
  SqlDialect,
  Tx,
  WrittenValue,
} from '../../core';
import { isSame } from './delta';
import type { Json, State } from './types';

type Values = Readonly<Record<string, unknown>>;

export interface StateTools {
  readonly schema: Schema;
  readonly dialect: SqlDialect;
  readonly tx: Tx;
}

/** A state, and by attribute the text from which a write made its value. */
export interface FoundState {
  readonly state: State;
  readonly texts: ReadonlyMap<string, string>;
}

const NOTHING: FoundState = { state: {}, texts: new Map() };

/**
 * What is as in `known` is taken from there: states that a process keeps share their values. A value that a write has stored as the same
 * text is not even parsed.
 */
export async function stateOf(
  tools: StateTools,
  type: ContentType,
  row: CurrentRow,
  known: FoundState = NOTHING,
): Promise<FoundState> {
  const state: Record<string, Json> = {};
  const texts = new Map<string, string>();
  for (const attribute of type.attributes.values()) {
    const { name } = attribute;
    const written = 'column' in attribute ? row.written?.(attribute.column) : undefined;
    const before = Object.hasOwn(known.state, name) ? known.state[name] : undefined;
    const text = known.texts.get(name);
    if (written) texts.set(name, written.text);
    if (before !== undefined && written && written.text === text) {
      state[name] = before;
      continue;
    }
    const value = await attributeValue(tools, type, attribute, row, written);
    if (value === null) continue;
    const isKnown = before !== undefined && isSame(before, value);
    state[name] = isKnown ? before : value;
    if (isKnown && !written && text !== undefined) texts.set(name, text);
  }
  return { state, texts };
}

async function attributeValue(
  { schema, dialect, tx }: StateTools,
  type: ContentType,
  attribute: Attribute,
  row: CurrentRow,
  written: WrittenValue | undefined,
): Promise<Json> {
  if (attribute.kind !== 'relation' || !attribute.holdsLinks)
    return storedValue(schema, attribute, (column) => (written ? written.value() : row.values[column]));
  const { storage } = attribute;
  return storage.kind === 'column' && storage.typeColumn === null
    ? jsonOf(row.values[storage.column])
    : linksOf(attribute, row.id, type.table, { dialect, tx });
}

/** Values and entries. An entry has its relations inside. */
function contentOf(schema: Schema, model: AnyModel, values: Values): Record<string, Json> {
  const content: Record<string, Json> = {};
  for (const attribute of model.attributes.values()) {
    const value = storedValue(schema, attribute, (column) => values[column]);
    if (value !== null) content[attribute.name] = value;
  }
  return content;
}

function storedValue(schema: Schema, attribute: Attribute, valueAt: (column: string) => unknown): Json {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.system || attribute.type.secret || attribute.expression
        ? null
        : jsonOf(valueAt(attribute.column));
    case 'relation':
      return attribute.storage.kind === 'entry' ? filled(jsonOf(valueAt(attribute.storage.key))) : null;
    case 'component':
      return entriesOf(schema, valueAt(attribute.column), () => attribute.component);
    case 'zone':
      return entriesOf(schema, valueAt(attribute.column), (entry) => String(entry.__component));
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
