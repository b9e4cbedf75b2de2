// `renamedFrom` of content types and components whose rows or entries cannot follow it: another one takes them, or both uids have some.
import type { AnyModel, Schema, Uid } from '../model/compiled/content-type';
import { countRows } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { mayHaveEntries } from './stale-components';
import { wrong } from './wrong-step';

export async function takenUid(
  owner: AnyModel,
  { types, components }: Schema,
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { uid, renamedFrom: former = uid, model } = owner;
  const { models } = context;
  if (former === uid || !models.has(former)) return [];
  const files: ReadonlyMap<Uid, AnyModel> = model === 'type' ? types : components;
  const isStored = models.has(uid);
  const start = `${uid} has "renamedFrom": "${former}"`;
  const takersOf = (from: Uid): AnyModel[] =>
    [...files.values()].filter((each) => each.renamedFrom === from && !models.has(each.uid));
  // Renamed in an earlier start: the former uid has a new file.
  if (isStored && files.has(former)) return [];
  // Its rows go to another one first, which has a sentence of its own.
  if (isStored && takersOf(uid).length > 0) return [];
  if (files.has(former))
    return [
      wrong(
        `${start}, but ${former} has a definition file, too. Start once without that file, or remove "renamedFrom"`,
      ),
    ];
  // One sentence for a pair: not that of the first one.
  const [first] = takersOf(former);
  if (first !== undefined && first.uid !== uid)
    return [wrong(`${start}, and so has ${first.uid}. Remove "renamedFrom" from one of them`)];
  if (!isStored) return [];
  const remedy = model === 'type' ? await rowsRemedy(uid, former, context) : entriesRemedy(former, context);
  return remedy === null ? [] : [wrong(`${start}, but ${remedy}`)];
}

/** null: the former type has no rows, so nothing is hidden. */
async function rowsRemedy(
  uid: Uid,
  former: Uid,
  { models, found, tx, dialect }: MigrationContext,
): Promise<string | null> {
  const tableOf = (each: Uid) => found.get(models.get(each)?.type?.table ?? '');
  const hasRows = async (each: Uid): Promise<boolean> => {
    const table = tableOf(each);
    return table !== undefined && (await countRows(tx, dialect, table)) > 0;
  };
  if (tableOf(uid) === tableOf(former) || !(await hasRows(former))) return null;
  return (await hasRows(uid))
    ? `both have content in the database. Give ${former} its definition file again, copy its content to ${uid}, and delete it in ${former}. Then remove that file and start. Keep "renamedFrom" for other databases`
    : `the database stores ${uid} already, without content. Move the definition file of ${uid} away, run "quire migrate plan", and then "quire migrate apply --only" with the ids of its lines about ${uid}. Then put the file back and start`;
}

/** null: the former component has no entries. Its model stays when they are gone. */
const entriesRemedy = (former: Uid, { models }: MigrationContext): string | null =>
  mayHaveEntries(former, models)
    ? `both may have entries in the database. Give ${former} its definition file again, and replace its entries. Remove it from all attributes and start. Then remove that file and start. Keep "renamedFrom" for other databases`
    : null;
