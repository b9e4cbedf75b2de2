// Locks the targets of a write on servers, so that each still exists at the commit. A parallel delete waits for this write, or
// this write finds no document. SQLite has one writer and needs no such lock. Links in entries may outlive their target.
import { build, join, param, type Sql } from '../../database/sql';
import { coreErrors } from '../../errors/core-errors';
import { DOCUMENT_ID_COLUMN } from '../../schema/model/column-specs';
import type { ContentType } from '../../schema/model/content-type';
import type { ModelInput, Reference } from '../input/body-input';
import type { Link } from '../write/link';
import type { WriteSession } from '../write/write-session';
import type { RowLinks } from './link-store';
import type { Resolved } from './resolve-references';

/** Runs after the documents that are written were locked. One statement per target type. */
export async function holdTargets(
  session: WriteSession,
  input: ModelInput,
  resolved: Resolved,
): Promise<Resolved> {
  const { dialect, schema } = session;
  if (dialect.forUpdate === '' || resolved.missing) return resolved;
  const wanted = new Map<string, Set<string>>();
  for (const { type, document } of linkedBy(input, resolved.links))
    wanted.set(type, (wanted.get(type) ?? new Set()).add(document));
  for (const [uid, documents] of wanted) {
    const type = schema.types.get(uid);
    if (!type) continue;
    const { from, entry } = dialect.eachEntry('?', 'wanted');
    const rows = await session.all({
      text: `SELECT ${session.planOf(type).text.hold(entry)} FROM ${from}`,
      params: [dialect.toListParam([...documents].sort(), DOCUMENT_ID_COLUMN)],
    });
    const there = new Set(rows.map(([document]) => String(document)));
    const gone = [...documents].find((document) => !there.has(document));
    if (gone !== undefined)
      return { ...resolved, missing: coreErrors.BODY_INVALID(`Document with id "${gone}" not found`) };
  }
  return resolved;
}

/**
 * Holds the targets of a stored row before its links are copied, once per row and attempt. Targets of rows made by this write
 * are held already.
 */
export async function holdTargetsOfRow(
  session: WriteSession,
  rowId: number,
  stores: readonly RowLinks[],
): Promise<void> {
  const { dialect, schema } = session;
  if (dialect.forUpdate === '' || session.isMade(rowId) || !session.holdsOnce(rowId)) return;
  /** Target type → statements for documentIds. */
  const sources = new Map<ContentType, Sql[]>();
  for (const { at, relation } of stores) {
    const ofRow = build(` FROM ${at.table} WHERE ${at.row} = `, param(rowId));
    const uids =
      relation.target === null
        ? (await session.all(build(`SELECT DISTINCT ${at.type}`, ofRow))).map(([uid]) => String(uid))
        : [relation.target];
    for (const uid of uids) {
      const type = schema.types.get(uid);
      if (type)
        sources.set(type, [...(sources.get(type) ?? []), build(`SELECT ${at.target} AS document`, ofRow)]);
    }
  }
  if (sources.size === 0) return;
  const holds = [...sources].map(([type, links]) =>
    build(
      `SELECT ${session.planOf(type).text.hold('linked.document')} FROM (`,
      join(links, ' UNION '),
      ') linked',
    ),
  );
  await session.all(join(holds, ' UNION ALL '));
}

function linkedBy(input: ModelInput, links: ReadonlyMap<Reference, Link>): Link[] {
  return [...input.relations].flatMap(([attribute, relation]) => {
    if (!attribute.holdsLinks) return [];
    const linked =
      relation.kind === 'set' ? relation.items : relation.connect.map(({ reference }) => reference);
    return linked.flatMap((reference) => links.get(reference) ?? []);
  });
}
