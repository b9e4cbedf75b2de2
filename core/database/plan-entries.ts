// The steps that stored entries of components ask for: names that were renamed by declaration, values that are of another kind
// now, attributes that are gone. They run when tables and columns have the names of now.
import type { Schema, Uid } from '../schema/content-type';
import { entryConversions, entryRenames, nextShapes } from './component-shapes';
import { hasRows } from './has-rows';
import type { FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { type EntryChange, entryColumns } from './stored-entries';

/** `found`: the tables once names have changed. */
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
function entryRenameSteps(schema: Schema, { shapes }: MigrationContext): MigrationStep[] {
  const changes = new Map<Uid, EntryChange>();
  for (const component of schema.components.values()) {
    const renames = entryRenames(shapes[component.uid], component);
    if (renames.length > 0) changes.set(component.uid, { renames, drops: [], converts: [] });
  }
  if (changes.size === 0) return [];
  const all = [...changes].flatMap(([uid, { renames }]) => renames.map((rename) => ({ uid, ...rename })));
  const replacing = all.filter(({ replaces }) => replaces).map(({ uid, to }) => `${to} of ${uid}`);
  const loss =
    replacing.length > 0
      ? `; what entries still hold of an earlier attribute ${replacing.join(', ')} is lost`
      : '';
  const what = all.map(
    ({ uid, from, to, late }) =>
      `${uid}: the attribute ${from} is renamed to ${to}${late ? ', where that holds nothing' : ''}`,
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
    const conversions = entryConversions(context.shapes[component.uid], component);
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

async function hasEntries(
  uid: Uid,
  schema: Schema,
  { tx, dialect, found: before }: MigrationContext,
  found: FoundTables,
): Promise<boolean> {
  for (const type of schema.types.values())
    for (const { column } of entryColumns(type, new Set([uid]), schema)) {
      if (!found.get(type.table)?.columns.has(column)) continue;
      // Under another name until then.
      if (!before.get(type.table)?.columns.has(column)) return true;
      if (await hasRows(tx, dialect, type.table, `WHERE ${dialect.id(column)} IS NOT NULL`)) return true;
    }
  return false;
}

/** Attributes of components that are gone; entries hold their values as tables hold columns. */
function unusedEntrySteps(schema: Schema, { shapes }: MigrationContext): MigrationStep[] {
  const next = nextShapes(shapes, schema);
  return [...schema.components.keys()].flatMap((uid): MigrationStep[] => {
    const drops = Object.keys(next[uid]?.gone ?? {});
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
