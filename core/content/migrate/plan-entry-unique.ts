// Attributes of components that are unique now: the plan counts the values that several documents have. A value is unique within its
// content type, the path of the attribute, and the axes of its row, as documents/unique/scope.ts says.

import type { Stored } from '../../database/sql-dialect';
import type { Uniqueness } from '../attributes/attribute-type';
import { isParallel } from '../model/compiled/axis-kind';
import type { ContentType, ScalarAttribute, Schema, Uid } from '../model/compiled/content-type';
import { componentOf, isNested, type NestedAttribute } from '../model/compiled/nested';
import { uniqueKey } from '../sql/unique';
import { type ColumnChanges, storedEntries } from './entry-losses';
import type { FoundColumn, FoundTable, FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { changesOf } from './plan-entries';
import { brokenStep, newRules, shown } from './plan-rules';
import { changedEntries } from './stored-entries';
import { modelOf } from './stored-model';

type NewlyUnique = ReadonlyMap<Uid, readonly ScalarAttribute[]>;

/** `found`: the tables with their new names. */
export async function entryUniqueSteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
  columns: ColumnChanges,
): Promise<MigrationStep[]> {
  const unique = newlyUnique(schema, context);
  if (unique.size === 0) return [];
  const changes = changesOf(schema, context);
  /** By component and attribute, then by place and value: a document, or null for several. A value of any length is a hash. */
  const holders = new Map<string, Map<string, unknown>>();
  const asked = {
    schema,
    found,
    components: new Set(unique.keys()),
    columns,
    condition: (type: ContentType, table: FoundTable) => shown(type, table, context),
    beside,
  };
  for await (const { type, attribute, stored, beside: row } of storedEntries(context, asked)) {
    const [documentId, ...axes] = row;
    const entries = changedEntries(attribute, stored, schema, changes);
    for (const { uid, name, path, value, how } of valuesIn(attribute, entries, schema, unique, [])) {
      const held = holders.get(`${uid} ${name}`) ?? new Map<string, unknown>();
      holders.set(`${uid} ${name}`, held);
      const { scope, hash } = uniqueKey(JSON.stringify([type.uid, ...path, ...axes]), value, how);
      const key = `${scope} ${hash}`;
      const holder = held.get(key);
      held.set(key, holder === undefined || holder === documentId ? documentId : null);
    }
  }
  return [...unique].flatMap(([uid, attributes]) =>
    attributes.flatMap(({ name }) => {
      const held = [...(holders.get(`${uid} ${name}`)?.values() ?? [])];
      const shared = held.filter((holder) => holder === null).length;
      return brokenStep(
        `in stored entries of ${uid}: ${name} is unique now; values of several documents`,
        shared,
      );
    }),
  );
}

function newlyUnique(schema: Schema, { models }: MigrationContext): NewlyUnique {
  const unique = new Map<Uid, ScalarAttribute[]>();
  for (const component of schema.components.values()) {
    const before = modelOf(models, component);
    if (!before) continue;
    for (const attribute of component.attributes.values()) {
      const { old, now } = newRules(before, component, attribute, false);
      if (attribute.kind !== 'scalar' || !now?.unique || !old || now.unique === old.unique) continue;
      unique.set(component.uid, [...(unique.get(component.uid) ?? []), attribute]);
    }
  }
  return unique;
}

/** The document, and the values of the axes that do not share the attribute. */
function beside(type: ContentType, { columns }: FoundTable, { name }: NestedAttribute): FoundColumn[] {
  const axes = type.axes.flatMap((use) =>
    isParallel(use) && !use.shared.has(name) ? [use.axis.column] : [],
  );
  const scopes = type.scopes.map((scope) => scope.attribute.column);
  return ['document_id', ...axes, ...scopes].flatMap((column) => columns.get(column) ?? []);
}

interface HeldValue {
  readonly uid: Uid;
  readonly name: string;
  /** Names of attributes, and the component of an entry in a zone. */
  readonly path: readonly string[];
  readonly value: Exclude<Stored, null>;
  readonly how: Uniqueness;
}

function* valuesIn(
  attribute: NestedAttribute,
  entries: unknown,
  schema: Schema,
  unique: NewlyUnique,
  above: readonly string[],
): Generator<HeldValue> {
  for (const entry of Array.isArray(entries) ? entries : [entries]) {
    if (typeof entry !== 'object' || entry === null) continue;
    const uid = componentOf(attribute, entry);
    const path = [...above, attribute.name, ...(attribute.kind === 'zone' ? [uid] : [])];
    for (const { name, unique: how, type, options } of unique.get(uid) ?? []) {
      const stored = entry[name] ?? null;
      const value = stored === null ? null : type.fromJson(stored, options);
      if (value !== null && value !== '') yield { uid, name, path, value, how };
    }
    for (const child of schema.components.get(uid)?.attributes.values() ?? [])
      if (isNested(child)) yield* valuesIn(child, entry[child.name], schema, unique, path);
  }
}
