// Polymorphic links that name a type under its former uid. Links of removed attributes count too, since these may come back.
//   UPDATE "items_any_lnk" SET "target_type" = 'api::c.c' WHERE "target_type" = 'api::b.b'

import { constant } from '../../database/dialects/marks';
import type { Schema, Uid } from '../model/compiled/content-type';
import type { FoundTables } from './introspect';
import { heldStorage, type LinkPlace, placeOf, presentPlace, renamedPlace } from './link-place';
import { renamedWords } from './link-words';
import type { MigrationContext, MigrationStep } from './migration-step';
import { pendingRenames } from './renames';
import { type StoredAttribute, type StoredModel, storedAttribute } from './stored-model';

/** `found`: the tables with their new names. `renamed`: present uids by former ones. */
export async function retypedLinks(
  schema: Schema,
  { models, tx, dialect }: MigrationContext,
  found: FoundTables,
  renamed: ReadonlyMap<Uid, Uid>,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  if (renamed.size === 0) return steps;
  const { id } = dialect;
  for (const { what, place } of [...models.values()].flatMap((model) =>
    typedPlaces(model, schema, renamed),
  )) {
    const present = presentPlace(place, found);
    if (!present?.type || !place.type) continue;
    const names = [...renamed.keys()].map((uid) => constant(uid)).join(', ');
    const count = `SELECT COUNT(*) FROM ${id(present.table)} WHERE ${id(present.type)} IN (${names})`;
    if (Number((await tx.all(count))[0]?.[0] ?? 0) === 0) continue;
    const [table, type] = [id(place.table), id(place.type)];
    steps.push({
      effect: 'safe',
      kind: 'rows',
      statements: [...renamed].map(
        ([from, to]) => `UPDATE ${table} SET ${type} = ${constant(to)} WHERE ${type} = ${constant(from)}`,
      ),
      sentence: `${what} ${renamedWords(renamed)}`,
    });
  }
  return steps;
}

function typedPlaces(
  model: StoredModel,
  { types }: Schema,
  renamed: ReadonlyMap<Uid, Uid>,
): { readonly what: string; readonly place: LinkPlace }[] {
  if (!model.type) return [];
  const type = types.get(renamed.get(model.uid) ?? model.uid);
  const table = type?.table ?? model.type.table;
  const known: [string, StoredAttribute][] = Object.entries({ ...model.gone, ...model.attributes });
  return known.flatMap(([name, { link }]) => {
    const storage = heldStorage(link);
    if (!storage) return [];
    const rename = type && pendingRenames(model, type).find(({ from, late }) => from === name && !late);
    const attribute = type?.attributes.get(rename?.to ?? name);
    const now = attribute ? heldStorage(storedAttribute(attribute).link) : null;
    const before = placeOf(storage, table);
    const place = now ? renamedPlace(before, placeOf(now, table)) : before;
    return place.type === null
      ? []
      : [{ what: `${type?.uid ?? model.uid}: ${attribute?.name ?? name}`, place }];
  });
}
