// The steps for stored entries of components: pending renames, values whose kind has changed, attributes that are gone. They run
// after the steps of tables and columns.
import type { Component, Schema, Uid } from '../../schema/model/content-type';
import { type FoundTables, hasRows } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { pendingRenames } from './renames';
import { type EntryChange, entryColumns } from './stored-entries';
import { attributeIn, nextModels, type StoredModel, storedAttribute, TEXT } from './stored-model';

/** `found`: the tables with their new names. */
export async function entrySteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  return [
    ...entryRenameSteps(schema, context),
    ...(await entryConversionSteps(schema, context, found)),
    ...unusedEntrySteps(schema, context),
  ];
}

/** `renamedFrom` on an attribute of a component. One step, since entries lie within entries. */
function entryRenameSteps(schema: Schema, { models }: MigrationContext): MigrationStep[] {
  const changes = new Map<Uid, EntryChange>();
  for (const component of schema.components.values()) {
    const renames = pendingRenames(models.get(component.uid), component);
    if (renames.length > 0) changes.set(component.uid, { renames, drops: [], converts: [] });
  }
  if (changes.size === 0) return [];
  const all = [...changes].flatMap(([uid, { renames }]) => renames.map((rename) => ({ uid, ...rename })));
  const replacing = all.filter(({ replaces }) => replaces).map(({ uid, to }) => `${to} of ${uid}`);
  const loss =
    replacing.length > 0 ? `; the values of an earlier attribute ${replacing.join(', ')} are lost` : '';
  const what = all.map(
    ({ uid, from, to, late }) =>
      `${uid}: the attribute ${from} is renamed to ${to}${late ? ', unless an entry has a value there' : ''}`,
  );
  return [
    {
      effect: replacing.length > 0 ? 'lossy' : 'safe',
      kind: 'entries',
      schema,
      changes,
      sentence: `in stored entries of ${what.join('; of ')}${loss}`,
    },
  ];
}

async function entryConversionSteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const component of schema.components.values()) {
    const conversions = conversionsOf(context.models.get(component.uid), component);
    if (conversions.length === 0 || !(await hasEntries(component.uid, schema, context, found))) continue;
    const what = conversions.map(({ name, from, to }) => `${name} from ${from} to ${to}`).join(', ');
    const isSafe = conversions.every((conversion) => conversion.isSafe);
    const loss = isSafe ? '' : '; values that cannot be converted are lost';
    steps.push({
      effect: isSafe ? 'safe' : 'lossy',
      kind: 'entries',
      schema,
      changes: new Map([
        [component.uid, { renames: [], drops: [], converts: conversions.map(({ name }) => name) }],
      ]),
      sentence: `in stored entries of ${component.uid}: change ${what}${loss}`,
    });
  }
  return steps;
}

/** Attributes whose stored values have another kind than the schema says. */
function conversionsOf(before: StoredModel | undefined, component: Component) {
  const known = { ...before?.gone, ...before?.attributes };
  const renames = pendingRenames(before, component);
  return [...component.attributes.values()].flatMap((attribute) => {
    const { name } = attribute;
    const { kind: to } = storedAttribute(attribute);
    const sources = [name, ...renames.flatMap((rename) => (rename.to === name ? [rename.from] : []))];
    const from = sources
      .map((source) => attributeIn(known, source)?.kind)
      .find((kind) => kind && kind !== to);
    return to && from ? [{ name, from, to, isSafe: isWider(from, to) }] : [];
  });
}

const LINKED: readonly string[] = ['relation', 'media', 'component', 'dynamiczone'];

/** Every value of the one kind is a value of the other, too. */
const isWider = (from: string, to: string): boolean =>
  !LINKED.includes(from) &&
  (to === TEXT || to === 'json' || (from === 'integer' && ['biginteger', 'decimal', 'float'].includes(to)));

async function hasEntries(
  uid: Uid,
  schema: Schema,
  { tx, dialect, found: before }: MigrationContext,
  found: FoundTables,
): Promise<boolean> {
  for (const type of schema.types.values())
    for (const { column } of entryColumns(type, new Set([uid]), schema)) {
      if (!found.get(type.table)?.columns.has(column)) continue;
      // A step before this one renames it.
      if (!before.get(type.table)?.columns.has(column)) return true;
      if (await hasRows(tx, dialect, type.table, `WHERE ${dialect.id(column)} IS NOT NULL`)) return true;
    }
  return false;
}

/** Attributes of components that are gone, and whose values entries keep. */
function unusedEntrySteps(schema: Schema, { models }: MigrationContext): MigrationStep[] {
  const next = nextModels(models, schema, new Map());
  return [...schema.components.keys()].flatMap((uid): MigrationStep[] => {
    const drops = Object.keys(next.get(uid)?.gone ?? {});
    if (drops.length === 0) return [];
    const [what, are] = drops.length === 1 ? ['attribute', 'is'] : ['attributes', 'are'];
    return [
      {
        effect: 'unused',
        kind: 'entries',
        schema,
        changes: new Map([[uid, { renames: [], drops, converts: [] }]]),
        sentence: `the ${what} ${drops.join(', ')} of the component ${uid} ${are} not used any more`,
      },
    ];
  });
}
