// Attributes with stricter rules: required, unique, tighter bounds. Stored values stay as they are; the plan counts those that do not
// meet the rules, because the next write of their document has to change them. Rows that are not meant to be seen are not counted.
import { axisValueToStored } from '../../schema/model/axis';
import { isParallel, stagesOf } from '../../schema/model/axis-kind';
import type { ContentType, ScalarAttribute, Schema, Uid } from '../../schema/model/content-type';
import { constant } from '../dialects/marks';
import { type ChangedValues, valuesBefore } from './changed-values';
import { plainOf, specOfType, targetOfSpec } from './convert-value';
import { type ColumnChanges, countEntryLosses } from './entry-losses';
import type { FoundColumn, FoundTable, FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { columnPages } from './stored-columns';
import type { EntryChange } from './stored-entries';
import { modelOf, type StoredAttribute, storedAttribute } from './stored-model';
import { meetsRules } from './stored-rules';

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
    for (const attribute of type.attributes.values()) {
      const old = valuesBefore(before, type, attribute.name)?.stored;
      const now = storedAttribute(attribute);
      const column = table?.columns.get(now.columns[0] ?? '');
      if (!table || !column || !old?.rules || !now.rules) continue;
      const at: Place = { type, name: attribute.name, table, column, context };
      const where = `${type.uid}: ${attribute.name}`;
      if (now.rules.required && !old.rules.required)
        steps.push(...brokenStep(`${where} is required now; rows without a value`, await countMissing(at)));
      if (attribute.kind !== 'scalar') continue;
      if (now.rules.unique && now.rules.unique !== old.rules.unique)
        steps.push(
          ...brokenStep(
            `${where} is unique now; values of several documents`,
            await countShared(at, attribute),
          ),
        );
      if (hasOtherOptions(old, now))
        steps.push(...brokenStep(`${where} ${OTHER_RULES}`, await countBroken(at, attribute)));
    }
  }
  return [...steps, ...(await entryRuleSteps(schema, context, found, columns))];
}

interface Place {
  readonly type: ContentType;
  readonly name: string;
  readonly table: FoundTable;
  readonly column: FoundColumn;
  readonly context: MigrationContext;
}

const OTHER_RULES = 'has other rules now; values that do not meet them';

const brokenStep = (what: string, broken: number): MigrationStep[] =>
  broken === 0
    ? []
    : [
        {
          effect: 'safe',
          broken,
          kind: 'tables',
          changes: [],
          sentence: `${what}: ${broken}. They stay until the next write, which has to change them`,
        },
      ];

/** A conversion decides about values of another type. */
const hasOtherOptions = (old: StoredAttribute, now: StoredAttribute): boolean =>
  old.kind === now.kind && !now.values?.hidden && old.rules?.options !== now.rules?.options;

async function countMissing({ type, table, column, context }: Place): Promise<number> {
  const { id } = context.dialect;
  return one(
    context,
    `SELECT COUNT(*) FROM ${id(table.name)} WHERE ${id(column.name)} IS NULL${shown(type, table, context)}`,
  );
}

/** In the scope of a claim: rows with equal values of the parallel axes that do not share the attribute. */
async function countShared(
  { type, name, table, column, context }: Place,
  { unique, type: { column: columnOf }, options }: ScalarAttribute,
): Promise<number> {
  const { id, fold } = context.dialect;
  const at = id(column.name);
  const isText = ['string', 'text'].includes(columnOf(options).kind);
  const axes = type.axes.flatMap((use) =>
    isParallel(use) && !use.shared.has(name) && table.columns.has(use.axis.column)
      ? [id(use.axis.column)]
      : [],
  );
  const group = [unique === 'ignore-case' ? fold(at) : at, ...axes].join(', ');
  const filled = `${at} IS NOT NULL${isText ? ` AND ${at} <> ''` : ''}${shown(type, table, context)}`;
  return one(
    context,
    `SELECT COUNT(*) FROM (SELECT COUNT(DISTINCT document_id) AS n FROM ${id(table.name)} WHERE ${filled} GROUP BY ${group}) g WHERE n > 1`,
  );
}

async function countBroken(
  { type, table, column, context }: Place,
  attribute: ScalarAttribute,
): Promise<number> {
  const { tx, dialect } = context;
  const spec = specOfType(column.type);
  let broken = 0;
  for await (const rows of columnPages(tx, dialect, table.name, column, shown(type, table, context)))
    for (const [, stored] of rows)
      if (!meetsRules(plainOf(dialect.fromColumn(stored, spec), spec), attribute)) broken += 1;
  return broken;
}

/** Working rows may be incomplete. */
function shown(type: ContentType, table: FoundTable, { dialect: { id } }: MigrationContext): string {
  const stages = stagesOf(type);
  if (!stages || !table.columns.has(stages.column)) return '';
  return ` AND ${id(stages.column)} <> ${constant(axisValueToStored(stages, stages.working))}`;
}

const one = async ({ tx }: MigrationContext, text: string): Promise<number> =>
  Number((await tx.all(text))[0]?.[0] ?? 0);

/** Bounds of values in component entries. */
async function entryRuleSteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
  columns: ColumnChanges,
): Promise<MigrationStep[]> {
  const changes = new Map<Uid, EntryChange>();
  for (const component of schema.components.values()) {
    const before = modelOf(context.models, component);
    const converts = [...component.attributes.values()].flatMap((attribute): ChangedValues[] => {
      const old = valuesBefore(before, component, attribute.name)?.stored;
      const isNew = old?.rules && hasOtherOptions(old, storedAttribute(attribute));
      if (!isNew || attribute.kind !== 'scalar') return [];
      const reshape = (plain: unknown) => ({ value: null, isExact: meetsRules(plain, attribute) });
      const target = { ...targetOfSpec({ kind: 'json' }), reshape };
      return [{ name: attribute.name, column: null, source: null, target, sentence: OTHER_RULES }];
    });
    if (converts.length > 0) changes.set(component.uid, { renames: [], drops: [], converts });
  }
  if (changes.size === 0) return [];
  const losses = await countEntryLosses(schema, context, found, changes, columns);
  return [...changes].flatMap(([uid, { converts }]) =>
    converts.flatMap(({ name, sentence }) =>
      brokenStep(`in stored entries of ${uid}: ${name} ${sentence}`, losses(uid, name).lost),
    ),
  );
}
