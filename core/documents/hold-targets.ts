// Documents that a row is about to be linked with must still be there at the commit: a delete of one waits for this write, or
// this write finds it gone. Only where several write at once; links inside component entries may outlive their target.
import { coreErrors } from '../errors/core-errors';
import { DOCUMENT_ID_COLUMN } from '../schema/column-specs';
import { type ContentType, LINK } from '../schema/content-type';
import type { ModelInput, Reference } from './body-input';
import type { Link } from './link';
import type { Resolved } from './resolve-references';
import type { WriteSession } from './session';
import type { WritePlan } from './write-plan';

/** After the locks of documents that are written. One statement per target type. */
export async function holdTargets(
  session: WriteSession,
  input: ModelInput,
  resolved: Resolved,
): Promise<Resolved> {
  const { dialect, schema, tx } = session;
  if (dialect.forUpdate === '' || resolved.missing) return resolved;
  const wanted = new Map<string, Set<string>>();
  for (const { type, document } of linkedWith(input, resolved.links))
    wanted.set(type, (wanted.get(type) ?? new Set()).add(document));
  for (const [uid, documents] of wanted) {
    const type = schema.types.get(uid);
    if (!type) continue;
    const text = session.planOf(type).statement('hold', () => {
      const { from, entry } = dialect.eachEntry('?', 'wanted');
      return `SELECT ${session.planOf(type).text.hold(entry)} FROM ${from}`;
    });
    const rows = await tx.all(text, [dialect.toListParam([...documents].sort(), DOCUMENT_ID_COLUMN)]);
    const there = new Set(rows.map(([document]) => String(document)));
    const gone = [...documents].find((document) => !there.has(document));
    if (gone !== undefined)
      return { ...resolved, missing: coreErrors.BODY_INVALID(`Document with id "${gone}" not found`) };
  }
  return resolved;
}

/**
 * The same for what a row is linked with already, before another row gets those links. Once per row and attempt, and not for
 * rows made here: what they are linked with was held for them.
 */
export async function holdTargetsOfRow(session: WriteSession, plan: WritePlan, rowId: number): Promise<void> {
  const { dialect, schema, tx } = session;
  if (dialect.forUpdate === '' || session.isMade(rowId) || !session.holdsOnce(rowId)) return;
  const { id } = dialect;
  /** Target type → SELECTs of documentIds; each has one mark, for the row. */
  const sources = new Map<ContentType, string[]>();
  const add = (uid: string, text: string): void => {
    const type = schema.types.get(uid);
    if (type) sources.set(type, [...(sources.get(type) ?? []), text]);
  };
  for (const { target, storage } of plan.linkTables) {
    const [table, source] = [id(storage.table), id(LINK.source)];
    const links = `SELECT ${id(LINK.target)} AS document FROM ${table} WHERE ${source} = ?`;
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
      add(uid, `SELECT ${id(storage.column)} AS document FROM ${id(plan.type.table)} WHERE id = ?`);
  if (sources.size === 0) return;
  const texts = [...sources].map(
    ([type, links]) =>
      `SELECT ${session.planOf(type).text.hold('linked.document')} FROM (${links.join(' UNION ')}) linked`,
  );
  await tx.all(
    texts.join(' UNION ALL '),
    [...sources.values()].flatMap((links) => links.map(() => rowId)),
  );
}

function linkedWith(input: ModelInput, links: ReadonlyMap<Reference, Link>): Link[] {
  return [...input.relations].flatMap(([attribute, relation]) => {
    if (!attribute.holdsLinks) return [];
    const linked =
      relation.kind === 'set' ? relation.items : relation.connect.map(({ reference }) => reference);
    return linked.flatMap((reference) => links.get(reference) ?? []);
  });
}
