// Attributes with stricter rules: required, unique, tighter bounds. Stored values stay unchanged. The plan counts values that do not meet
// the rules. A write that leaves them out keeps them, unless it releases the document to readers. The plan does not count hidden rows.

import { constant } from '../../database/dialects/marks';
import { axisValueToStored } from '../model/compiled/axis';
import { isParallel, stagesOf } from '../model/compiled/axis-kind';
import { columnsOf, isColumnRelation } from '../model/compiled/columns';
import {
  type Attribute,
  type Component,
  type ContentType,
  LINK,
  type ScalarAttribute,
  type Schema,
} from '../model/compiled/content-type';
import { componentOf, componentsOf, isNested, type NestedAttribute } from '../model/compiled/nested';
import { type ChangedValues, valuesBefore } from './changed-values';
import { convertStored, plainOf, specOfType } from './convert-value';
import type { ColumnChanges } from './entry-losses';
import type { FoundColumn, FoundTable, FoundTables } from './introspect';
import { presentUid } from './link-words';
import type { MigrationContext, MigrationStep } from './migration-step';
import { pendingRenames } from './renames';
import { columnPages } from './stored-columns';
import { modelOf, type StoredAttribute, type StoredModel, storedAttribute } from './stored-model';
import { meetsRules, NO_RULES } from './stored-rules';

/** `found`: the tables with their new names. */
export async function ruleSteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
  columns: ColumnChanges,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const table = found.get(type.table);
    const before = modelOf(context.models, type);
    if (!table || !before) continue;
    for (const attribute of type.attributes.values()) {
      const change = columns.get(type.table)?.find(({ name, column }) => column && name === attribute.name);
      const { isRequired, hasOptions, old, now } = newRules(before, type, attribute, change !== undefined);
      const isNew = valuesBefore(before, type, attribute.name) === null;
      const at: Place = { schema, found, type, attribute, table, context, isNew, change };
      const where = `${type.uid}: ${attribute.name}`;
      // Rows without a value take the former one.
      const fills = pendingRenames(before, type).some(({ to, late }) => late && to === attribute.name);
      if (isRequired && !fills)
        steps.push(...brokenStep(`${where} ${REQUIRED}; rows without a value`, await countMissing(at)));
      const column = table.columns.get(columnsOf(attribute)[0] ?? '');
      if (!column) continue;
      if (attribute.kind === 'scalar' && now?.unique && old && now.unique !== old.unique)
        steps.push(
          ...brokenStep(
            `${where} is unique now; values of several documents`,
            await countShared(at, attribute, column),
          ),
        );
      if (hasOptions) steps.push(...brokenStep(`${where} ${OTHER_RULES}`, await countBroken(at, column)));
      if (attribute.kind === 'zone' && valuesBefore(before, type, attribute.name)?.stored.entries === null)
        steps.push(
          ...brokenStep(
            `${where} has entries of components that it does not allow`,
            await countForeign(at, attribute, column),
          ),
        );
    }
  }
  return steps;
}

/** An attribute whose rules are not known has no new rules. To values that this start converts, all rules are new. */
export function newRules(
  before: StoredModel,
  owner: ContentType | Component,
  attribute: Attribute,
  isConverted: boolean,
) {
  const stored = valuesBefore(before, owner, attribute.name)?.stored;
  const old = stored ? stored.rules : NO_RULES;
  const present = storedAttribute(attribute);
  const now = present.rules;
  return {
    old,
    now,
    isRequired: old !== null && now?.required === true && (isConverted || !old.required),
    hasOptions: stored !== undefined && (isConverted ? old !== null : hasOtherOptions(stored, present)),
  };
}

interface Place {
  readonly schema: Schema;
  readonly found: FoundTables;
  readonly type: ContentType;
  readonly attribute: Attribute;
  readonly table: FoundTable;
  readonly context: MigrationContext;
  /** No values are remembered. */
  readonly isNew: boolean;
  /** This start converts the values. */
  readonly change: ChangedValues | undefined;
}

export const REQUIRED = 'is required now';
export const OTHER_RULES = 'has other rules now; values that do not meet them';

export const brokenStep = (what: string, broken: number): MigrationStep[] =>
  broken === 0
    ? []
    : [
        {
          effect: 'safe',
          broken,
          kind: 'tables',
          changes: [],
          sentence: `${what}: ${broken}. They stay. A write that sends them, or releases their document to readers, has to change them`,
        },
      ];

/** A conversion decides about values of another type. */
const hasOtherOptions = (old: StoredAttribute, now: StoredAttribute): boolean =>
  old.rules !== null &&
  old.kind === now.kind &&
  !now.values?.hidden &&
  old.rules.options !== now.rules?.options;

async function countMissing(at: Place): Promise<number> {
  const { type, attribute, table, context } = at;
  const { id } = context.dialect;
  const missing = await one(
    context,
    `SELECT COUNT(*) FROM ${id(table.name)} WHERE ${isMissing(at)}${shown(type, table, context)}`,
  );
  const column = table.columns.get(columnsOf(attribute)[0] ?? '');
  if (!column || !at.change) return missing;
  let emptied = 0;
  for await (const plain of plainValues(at, column)) if (plain === null) emptied += 1;
  return missing + emptied;
}

/** SQL: the row has no value. Where the place of the values is made by this start, a new attribute has none; others move there. */
function isMissing({ schema, found, type, attribute, table: own, context, isNew }: Place): string {
  const { id } = context.dialect;
  const inNoPlace = isNew ? '1 = 1' : '1 = 0';
  const nameOf = (table: string, column: string): string | undefined =>
    found.get(table)?.columns.get(column)?.name;
  if (attribute.kind !== 'relation' || isColumnRelation(attribute)) {
    const column = nameOf(type.table, columnsOf(attribute)[0] ?? '');
    return column ? `${id(column)} IS NULL` : inNoPlace;
  }
  const { storage, holdsLinks, target } = attribute;
  if (storage.kind !== 'table' && storage.kind !== 'column') return '1 = 0';
  const isTable = storage.kind === 'table';
  const table = isTable ? storage.table : (schema.types.get(target ?? '')?.table ?? '');
  const column = nameOf(table, holdsLinks ? LINK.source : isTable ? LINK.target : storage.column);
  if (!column) return inNoPlace;
  const linked = `${id(own.name)}.${holdsLinks ? 'id' : 'document_id'}`;
  // PostgreSQL compares each row with each link for NOT IN.
  return `NOT EXISTS (SELECT 1 FROM ${id(found.get(table)?.name ?? '')} l WHERE l.${id(column)} = ${linked})`;
}

/** In the scope of a claim: rows with equal values of the parallel axes that do not share the attribute. */
async function countShared(
  { type, table, context }: Place,
  { name, unique }: ScalarAttribute,
  column: FoundColumn,
): Promise<number> {
  const { id, fold } = context.dialect;
  const at = id(column.name);
  const isText = specOfType(column.type).kind === 'text';
  const axes = type.axes.flatMap((use) =>
    isParallel(use) && !use.shared.has(name) && table.columns.has(use.axis.column)
      ? [id(use.axis.column)]
      : [],
  );
  const scopes = type.scopes.flatMap(({ attribute }) => nameIn(table, attribute.column, id));
  const group = [unique === 'ignore-case' ? fold(at) : at, ...axes, ...scopes].join(', ');
  const filled = `${at} IS NOT NULL${isText ? ` AND ${at} <> ''` : ''}${shown(type, table, context)}`;
  return one(
    context,
    `SELECT COUNT(*) FROM (SELECT COUNT(DISTINCT document_id) AS n FROM ${id(table.name)} WHERE ${filled} GROUP BY ${group}) g WHERE n > 1`,
  );
}

const nameIn = (table: FoundTable, column: string, id: (name: string) => string): string[] =>
  table.columns.has(column) ? [id(column)] : [];

async function countBroken(at: Place, column: FoundColumn): Promise<number> {
  let broken = 0;
  for await (const plain of plainValues(at, column)) if (!meetsRules(plain, at.attribute)) broken += 1;
  return broken;
}

/** Where it is not remembered what a zone allowed, its entries may have other components. */
async function countForeign(at: Place, zone: NestedAttribute, column: FoundColumn): Promise<number> {
  const allowed = componentsOf(zone);
  const { components } = at.schema;
  let foreign = 0;
  for await (const plain of plainValues(at, column))
    for (const entry of Array.isArray(plain) ? plain : [])
      if (!allowed.includes(presentUid(componentOf(zone, entry), components))) foreign += 1;
  return foreign;
}

/** As answers show them after this start; null: the start finds no form for the value. */
async function* plainValues(
  { type, attribute, table, context, change }: Place,
  column: FoundColumn,
): AsyncIterable<unknown> {
  const { tx, dialect } = context;
  const spec = isNested(attribute) ? JSON_SPEC : specOfType(column.type);
  const source = change?.source ?? { spec, hidden: false };
  const target = change?.target;
  const after = attribute.kind === 'scalar' ? attribute.type.column(attribute.options) : JSON_SPEC;
  for await (const rows of columnPages(tx, dialect, table.name, [column], shown(type, table, context)))
    for (const [, stored] of rows)
      yield target
        ? plainOf(convertStored(stored, source, target, dialect).value, after)
        : plainOf(dialect.fromColumn(stored, spec), spec);
}

const JSON_SPEC = { kind: 'json' } as const;

/** Working rows may be incomplete. */
export function shown(type: ContentType, table: FoundTable, { dialect: { id } }: MigrationContext): string {
  const stages = stagesOf(type);
  if (!stages || !table.columns.has(stages.column)) return '';
  return ` AND ${id(stages.column)} <> ${constant(axisValueToStored(stages, stages.working))}`;
}

const one = async ({ tx }: MigrationContext, text: string): Promise<number> =>
  Number((await tx.all(text))[0]?.[0] ?? 0);
