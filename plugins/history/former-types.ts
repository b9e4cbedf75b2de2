// Where the versions of renamed content types are. A target is a hash with the uid that the type had at the first version, so a rename
// changes no version: it adds the former uid to `history_names`.
//   history_names  type                   former
//                  api::article.article   api::post.post
import type { App, RenamedTypes, Uid } from '../../core';
import { type Place, placeAt, targetOf } from './place';
import type { Reader } from './stored-states';

export interface FormerTypes {
  /** The target of the place: the stored one, also under a former uid of its type, or that of a first version. */
  targetAt(reader: Reader, place: Place): Promise<string>;
  /** Rows were imported. */
  forget(): void;
}

const MAX_AGE = 60_000;
/** Before plugins that write seeds. */
const FIRST = -1_000;

export function createFormerTypes(app: App, stored: Reader): FormerTypes {
  const formerOf = app.shared.value('history former types', {
    maxAge: MAX_AGE,
    watch: true,
    async load() {
      const { id } = app.database.dialect;
      const known = new Map<Uid, Uid[]>();
      for (const [type, former] of await stored.all(
        `SELECT ${id('type')}, ${id('former')} FROM ${id('history_names')}`,
      ))
        known.set(String(type), [...(known.get(String(type)) ?? []), String(former)]);
      return known;
    },
  });
  // A write must not wait for another connection.
  app.hooks.boot.before(async () => void (await formerOf.read()), { stage: FIRST });
  app.hooks.schema.renamed(async (renamed) => {
    const count = await renamed.replaceIn('history_targets', 'type');
    await addNames(renamed);
    if (count > 0) renamed.report(`[renamed] histories of documents: ${count}`);
  });
  return {
    forget: () => formerOf.forget(),
    async targetAt(reader, place) {
      const own = targetOf(place);
      const former = formerOf.latest()?.get(place.type);
      if (!former) return own;
      const targets = [own, ...former.map((type) => targetOf(placeAt(type, place.documentId, place.axes)))];
      const { id } = app.database.dialect;
      const stored = await reader.all(
        `SELECT ${id('target')} FROM ${id('history_targets')} WHERE ${id('target')} IN (${targets.map(() => '?').join(', ')})`,
        targets,
      );
      return targets.find((target) => stored.some(([each]) => each === target)) ?? own;
    },
  };
}

async function addNames({ uids, knex }: RenamedTypes): Promise<void> {
  const stored: readonly { readonly type: Uid; readonly former: Uid }[] = await knex('history_names').select(
    'type',
    'former',
  );
  const pairs = [
    ...stored.map(({ type, former }) => [uids.get(type) ?? type, former]),
    ...[...uids].map(([former, type]) => [type, former]),
  ];
  const rows = new Map(
    pairs
      .filter(([type, former]) => type !== former)
      .map(([type, former]) => [`${type} ${former}`, { type, former }]),
  );
  await knex('history_names').delete();
  await knex('history_names').insert([...rows.values()]);
}
