// Locks the targets of a write on servers, so that each still exists at the commit. A parallel delete waits for this write, or
// this write finds no document. SQLite has one writer and needs no such lock. Links in entries may outlive their target.
import { build, join, param, type Sql } from '../../../database/sql';
import { coreErrors } from '../../../kernel/errors/core-errors';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { ContentType } from '../../model/compiled/content-type';
import type { ModelInput, Reference } from '../input/body-input';
import type { Link } from '../write/link';
import type { WriteSession } from '../write/write-session';
import type { RowLinks } from './link-store';
import type { Resolved } from './resolve-references';

/**
 * Runs after the documents that are written were locked. One statement for all target types:
 * `SELECT 0, … FROM (wanted tags) UNION ALL SELECT 1, … FROM (wanted files)`.
 */
export async function lockTargets(
  session: WriteSession,
  input: ModelInput,
  resolved: Resolved,
): Promise<Resolved> {
  const { dialect, schema } = session;
  if (dialect.forUpdate === '' || resolved.missing) return resolved;
  const wanted = new Map<string, Set<string>>();
  for (const { type, document } of linkedBy(input, resolved.links))
    wanted.set(type, (wanted.get(type) ?? new Set()).add(document));
  if (wanted.size === 0) return resolved;
  // One order for all bodies: one statement text, and one order of locks.
  const lists = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
  const holds = lists.flatMap(([uid, documents], index): Sql[] => {
    const type = schema.types.get(uid);
    if (!type) return [];
    const { from, entry } = dialect.eachEntry('?', 'wanted');
    return [
      {
        text: `SELECT ${index}, ${session.planOf(type).text.hold(entry)} FROM ${from}`,
        params: [dialect.toListParam([...documents].sort(), DOCUMENT_ID_COLUMN)],
      },
    ];
  });
  const rows = await session.all(join(holds, ' UNION ALL '));
  const held = new Set(rows.map(([index, document]) => `${index} ${document}`));
  for (const [index, [, documents]] of lists.entries())
    for (const document of documents)
      if (!held.has(`${index} ${document}`))
        return { ...resolved, missing: coreErrors.BODY_INVALID(`Document with id "${document}" not found`) };
  for (const [type, documents] of wanted)
    for (const documentId of documents) session.lockedTargets.add({ type, documentId });
  return resolved;
}

/**
 * Locks the targets of a stored row before its links are copied, once per row and attempt. Targets of rows made by this write
 * are locked already, and so are those of relations that the body replaces.
 */
export async function lockTargetsOfRow(
  session: WriteSession,
  rowId: number,
  stores: readonly RowLinks[],
): Promise<void> {
  const { dialect, schema } = session;
  if (dialect.forUpdate === '' || session.isMade(rowId) || !session.lockedTargets.addRow(rowId)) return;
  /** Target type → statements for documentIds. */
  const sources = new Map<ContentType, Sql[]>();
  for (const { at, relation } of stores) {
    if (session.lockedTargets.hasAllOf(rowId, relation)) continue;
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
