// The newest `updated_at` of the source, as it will read here: it shows at once whether the zone is right.

import { toMoment } from '../convert/moments';
import type { Source, SourceRow } from '../source/source';

export async function newestUpdate({ knex, tables, types, timezone }: Source): Promise<string> {
  let newest = '';
  for (const [uid, { table }] of types) {
    if (!uid.startsWith('api::') || !tables.get(table)?.has('updated_at')) continue;
    const row: SourceRow | undefined = await knex(table).max({ at: 'updated_at' }).first();
    const moment = toMoment(row?.at, timezone) ?? '';
    if (moment > newest) newest = moment;
  }
  return newest === '' ? 'no time: there are no documents' : newest;
}
