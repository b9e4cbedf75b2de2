// Documents that a row is about to be linked with must still be there at the commit: a delete of one waits for this write, or
// this write finds it gone. Only where several write at once; links inside component entries may outlive their target.
import { coreErrors } from '../errors/core-errors';
import { LINK } from '../schema/content-type';
import type { ModelInput, Reference } from './body-input';
import type { Link } from './link';
import type { Resolved } from './resolve-references';
import type { WriteSession } from './session';
import type { WritePlan } from './write-plan';

const DOCUMENT = { kind: 'string', length: 255 } as const;

/** After the document's own locks, so that those are taken in one order by everybody. One statement per target type. */
export async function holdTargets(
  session: WriteSession,
  input: ModelInput,
  resolved: Resolved,
): Promise<Resolved> {
  const { dialect, schema, tx } = session;
  if (dialect.forShare === '' || resolved.missing) return resolved;
  const wanted = new Map<string, Set<string>>();
  for (const { type, document } of linkedWith(input, resolved.links))
    wanted.set(type, (wanted.get(type) ?? new Set()).add(document));
  for (const [uid, documents] of wanted) {
    const type = schema.types.get(uid);
    if (!type) continue;
    const text = session
      .planOf(type)
      .statement(
        'hold',
        () =>
          `SELECT document_id FROM ${dialect.id(type.table)} WHERE ${dialect.inList('document_id', DOCUMENT)} ORDER BY document_id, id ${dialect.forShare}`,
      );
    const rows = await tx.all(text, [dialect.toListParam([...documents].sort(), DOCUMENT)]);
    const there = new Set(rows.map(([document]) => String(document)));
    const gone = [...documents].find((document) => !there.has(document));
    if (gone !== undefined)
      return { ...resolved, missing: coreErrors.BODY_INVALID(`Document with id "${gone}" not found`) };
  }
  return resolved;
}

/** The same for what a row is linked with already, before another row gets those links. Once per row and attempt. */
export async function holdTargetsOfRow(session: WriteSession, plan: WritePlan, rowId: number): Promise<void> {
  const { dialect, schema, tx } = session;
  if (dialect.forShare === '' || !session.holdsOnce(rowId)) return;
  const { id } = dialect;
  /** Target type → SELECTs of documentIds; each has one mark, for the row. */
  const sources = new Map<string, string[]>();
  const add = (uid: string, text: string): void => void sources.set(uid, [...(sources.get(uid) ?? []), text]);
  for (const { target, storage } of plan.linkTables) {
    if (!session.mayHaveLinks(rowId, storage.table)) continue;
    const [table, source] = [id(storage.table), id(LINK.source)];
    const links = `SELECT ${id(LINK.target)} FROM ${table} WHERE ${source} = ?`;
    if (target !== null) add(target, links);
    else {
      const types = await tx.all(`SELECT DISTINCT ${id(LINK.type)} FROM ${table} WHERE ${source} = ?`, [
        rowId,
      ]);
      for (const [uid] of types) add(String(uid), links);
    }
  }
  for (const { target, storage } of plan.columnRelations)
    for (const uid of target === null ? schema.types.keys() : [target])
      add(uid, `SELECT ${id(storage.column)} FROM ${id(plan.type.table)} WHERE id = ?`);
  for (const [uid, texts] of sources) {
    const type = schema.types.get(uid);
    if (!type) continue;
    await tx.all(
      `SELECT t.id FROM ${id(type.table)} t WHERE t.document_id IN (${texts.join(' UNION ALL ')}) ORDER BY t.document_id, t.id ${dialect.forShare}`,
      texts.map(() => rowId),
    );
  }
}

function linkedWith(input: ModelInput, links: ReadonlyMap<Reference, Link>): Link[] {
  return [...input.relations].flatMap(([attribute, relation]) => {
    if (!attribute.holdsLinks) return [];
    const linked =
      relation.kind === 'set' ? relation.items : relation.connect.map(({ reference }) => reference);
    return linked.flatMap((reference) => links.get(reference) ?? []);
  });
}
