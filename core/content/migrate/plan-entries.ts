// The steps for stored entries of components: pending renames, values whose type has changed, attributes that are gone. They run
// after the steps of tables and columns.
import type { Schema, Uid } from '../model/compiled/content-type';
import { changedValues } from './changed-values';
import { type ColumnChanges, countEntryLosses, type EntryLosses, losingEntries } from './entry-losses';
import type { FoundTables } from './introspect';
import { allOf } from './losing-documents';
import { type LosingDocuments, lossOf, type MigrationContext, type MigrationStep } from './migration-step';
import { renamedTypes, replacedLoss } from './plan-renames';
import { pendingRenames } from './renames';
import { type EntryChange, type EntryChanges, entryColumns } from './stored-entries';
import { modelOf, nextModels } from './stored-model';

/** `found`: the tables with their new names. */
export async function entrySteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
  columns: ColumnChanges,
): Promise<MigrationStep[]> {
  const changes = changesOf(schema, context);
  const losses = changes.size > 0 ? await countEntryLosses(schema, context, found, changes, columns) : none;
  const losingIn: LosingIn = (uid, name) => () =>
    losingEntries(schema, context, found, changes, columns, [uid, name]);
  return [
    ...entryRenameSteps(schema, changes, losses, losingIn),
    ...entryConversionSteps(schema, changes, losses, losingIn),
    ...unusedEntrySteps(schema, context),
  ];
}

/** The documents whose entries lose values of an attribute of a component. */
type LosingIn = (uid: Uid, name: string) => LosingDocuments;

/** The types with entries of these components. */
const holders = (schema: Schema, components: readonly Uid[]): Uid[] =>
  [...schema.types.values()]
    .filter((type) => entryColumns(type, new Set(components), schema).length > 0)
    .map(({ uid }) => uid);

const none: EntryLosses = () => ({ values: 0, lost: 0, changed: 0 });

/** Of all components whose stored entries this start changes. */
export function changesOf(schema: Schema, { models }: MigrationContext): EntryChanges {
  const changes = new Map<Uid, EntryChange>();
  const renamed = renamedTypes(schema, models);
  for (const component of schema.components.values()) {
    const before = modelOf(models, component);
    const renames = pendingRenames(before, component);
    const converts = changedValues(before, component, schema, renamed);
    if (renames.length + converts.length > 0) changes.set(component.uid, { renames, drops: [], converts });
  }
  return changes;
}

/** `renamedFrom` on an attribute of a component. One step, since entries lie within entries. */
function entryRenameSteps(
  schema: Schema,
  changes: EntryChanges,
  losses: EntryLosses,
  losingIn: LosingIn,
): MigrationStep[] {
  const renaming = [...changes].filter(([, { renames }]) => renames.length > 0);
  if (renaming.length === 0) return [];
  const all = renaming.flatMap(([uid, { renames }]) => renames.map((rename) => ({ uid, ...rename })));
  const replacing = all.filter(({ uid, to, replaces }) => replaces && losses(uid, to).lost > 0);
  const lost = replacing.reduce((sum, { uid, to }) => sum + losses(uid, to).lost, 0);
  const what = all.map(
    ({ uid, from, to, late }) =>
      `${uid}: the attribute ${from} is renamed to ${to}${late ? ', unless an entry has a value there' : ''}`,
  );
  const names = replacing.map(({ uid, to }) => `${to} of ${uid}`).join(', ');
  return [
    {
      effect: lost > 0 ? 'lossy' : 'safe',
      lost,
      ...(lost > 0 ? { losing: allOf(replacing.map(({ uid, to }) => losingIn(uid, to))) } : {}),
      changesValues: holders(
        schema,
        renaming.map(([uid]) => uid),
      ),
      kind: 'entries',
      schema,
      changes: new Map(renaming.map(([uid, change]) => [uid, { ...change, converts: [] }])),
      sentence: `in stored entries of ${what.join('; of ')}${replacedLoss(lost, names)}`,
    },
  ];
}

function entryConversionSteps(
  schema: Schema,
  changes: EntryChanges,
  losses: EntryLosses,
  losingIn: LosingIn,
): MigrationStep[] {
  return [...changes].flatMap(([uid, { converts }]) =>
    converts.flatMap((change): MigrationStep[] => {
      const { values, lost, changed } = losses(uid, change.name);
      if (values === 0 || (change.target?.reshape && changed === 0)) return [];
      return [
        {
          effect: lost > 0 ? 'lossy' : 'safe',
          lost,
          ...(lost > 0 ? { losing: losingIn(uid, change.name) } : {}),
          changesValues: holders(schema, [uid]),
          kind: 'entries',
          schema,
          changes: new Map([[uid, { renames: [], drops: [], converts: [change] }]]),
          sentence: `in stored entries of ${uid}: ${change.sentence}${lossOf(lost, values)}`,
        },
      ];
    }),
  );
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
        forgets: [uid, drops],
        kind: 'entries',
        schema,
        changes: new Map([[uid, { renames: [], drops, converts: [] }]]),
        sentence: `the ${what} ${drops.join(', ')} of the component ${uid} ${are} not used any more`,
      },
    ];
  });
}
