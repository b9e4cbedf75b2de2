// The operations of plugins on the rows of a document: copy, remove, check for completeness.

import { build, join, param } from '../../../database/sql';
import { axisValueToStored } from '../../model/compiled/axis';
import { isShown, isShownRowOf, pendingColumnAt } from '../../model/compiled/axis-kind';
import type { ContentType } from '../../model/compiled/content-type';
import { emptyInput } from '../input/body-input';
import { BodyIssues } from '../input/body-issues';
import { finishRemoval } from '../links/finish-removal';
import { clearLinks, copyTableLinks } from '../links/row-links';
import { NOTHING_UNSEEN } from '../links/unseen-links';
import { scopesOf } from '../unique/scope';
import { checkClaims, keepClaims, type UniqueClaim, writeClaims } from '../unique/unique-claims';
import { storedValue } from '../write/stored-value';
import { type RowAxes, sameRow } from '../write/target';
import type { WritePlan } from '../write/write-plan';
import { rowAt, type WriteSession } from '../write/write-session';
import type { StoredRow, VariantStore } from '../write-action';
import { currentRows } from './current-rows';
import { mergeRow } from './merge-row';
import type { MergeContext } from './merge-values';
import { propagate } from './shared-attributes';
import { clearPending, copyRow, deleteRow, takeColumns } from './write-row';

export function createVariants(session: WriteSession): VariantStore {
  return {
    async rows(type, documentId) {
      await session.lock([{ type: type.uid, documentId }]);
      return session.read(type, documentId);
    },

    current: (columns) => currentRows(session, columns),

    async copy(type, documentId, from, to, columns = {}) {
      const plan = session.planOf(type);
      const rows = await session.known(type, documentId);
      const source = rowAt(rows, from);
      if (!source) throw new Error(`${type.uid} ${documentId} has no row at ${JSON.stringify(from)} to copy`);
      const pending = isShownRowOf(type, from, to) ? pendingColumnAt(type, to) : null;
      const given = pending ? { ...columns, [pending]: 0 } : columns;
      const there = rowAt(rows, to);
      if (there) await takeColumns(session, plan, source, there, plan.copied, given);
      const copy = there ?? (await copyRow(session, plan, source, documentId, to, given));
      await copyTableLinks(session, plan, source, copy);
      if (plan.sharing.length > 0) await propagate(session, plan, documentId, to);
      session.changes.copied(copy.id, { from: source, given: Object.keys(given) });
      if (!isShownRowOf(type, to, from)) return copy;
      const { action } = session;
      const isOwn = type.uid === action.type.uid && documentId === action.documentId;
      if (isOwn) session.wentLive = true;
      // A write that goes live has cleared its target row already.
      if (!(isOwn && action.goesLive && sameRow(action.target, from)))
        await clearPending(session, plan, source);
      return copy;
    },

    async complete(type, documentId, at) {
      const row = rowAt(await session.fresh(type, documentId), at);
      if (!row) throw new Error(`${type.uid} ${documentId} has no row at ${JSON.stringify(at)} to check`);
      const plan = session.planOf(type);
      const issues = new BodyIssues();
      const claims = await claimsOf(session, plan, row, issues, true);
      await checkClaims(session, documentId, claims, issues, NONE);
      issues.refuse(type);
      if (plan.hasUnique)
        await writeClaims(session, type, documentId, row.axes, claims, { isNew: false, generated: NONE });
    },

    async remove(type, documentId, where) {
      const rows = await session.known(type, documentId);
      const removed = rows.filter((row) => sameRow(row.axes, where));
      // With the last visible row, all hidden rows go too.
      const hidden = removed.length === rows.length ? {} : null;
      if (removed.length > 0) await removeRows(session, type, documentId, removed, hidden);
      return removed;
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Removes visible rows, and the hidden rows at `hidden`: rows that have these values on enabled axes, and any on dormant ones.
 * With the last row of the document, hidden ones included, its claims and all links to it are removed.
 */
export async function removeRows(
  session: WriteSession,
  type: ContentType,
  documentId: string,
  removed: readonly StoredRow[],
  hidden: RowAxes | null,
): Promise<void> {
  const plan = session.planOf(type);
  for (const row of removed) {
    await clearLinks(session, plan, row.id);
    await deleteRow(session, plan, row);
  }
  if (hidden && plan.pinned.length > 0) await removeHidden(session, plan, documentId, hidden);
  const left = await session.fresh(type, documentId);
  if (left.length === 0 && !(await hasHidden(session, plan, documentId))) {
    if (plan.hasUnique) await session.unique.releaseAll(session.tx, documentId);
    await finishRemoval(session, type, documentId);
  } else if (plan.hasUnique) {
    const kept: UniqueClaim[] = [];
    for (const row of left)
      if (isShown(type, row.axes))
        kept.push(...(await claimsOf(session, plan, row, new BodyIssues(), false)));
    await keepClaims(session, documentId, kept);
  }
}

async function hasHidden(
  { dialect, tx }: WriteSession,
  plan: WritePlan,
  documentId: string,
): Promise<boolean> {
  if (plan.pinned.length === 0) return false;
  const table = dialect.id(plan.type.table);
  return (await tx.all(`SELECT id FROM ${table} WHERE document_id = ? LIMIT 1`, [documentId])).length > 0;
}

async function removeHidden(
  session: WriteSession,
  plan: WritePlan,
  documentId: string,
  at: RowAxes,
): Promise<void> {
  const { dialect, tx } = session;
  const visible = (await session.known(plan.type, documentId)).map(({ id }) => id);
  const cells = [
    ['document_id', documentId] as const,
    ...plan.type.axes.flatMap(({ axis }) => {
      const value = at[axis.name];
      return value === undefined ? [] : [[axis.column, axisValueToStored(axis, value)] as const];
    }),
  ];
  const same = join(
    cells.map(([column, value]) => build(`${dialect.id(column)} = `, param(value))),
    ' AND ',
  );
  for (const [id] of await session.all(build(`SELECT id FROM ${dialect.id(plan.type.table)} WHERE `, same))) {
    if (visible.includes(Number(id))) continue;
    await clearLinks(session, plan, Number(id));
    await tx.run(plan.text.deleteRow, [Number(id)]);
  }
}

/** The unique values of a stored row; with `recheck` also its issues. */
async function claimsOf(
  session: WriteSession,
  plan: WritePlan,
  row: StoredRow,
  issues: BodyIssues,
  recheck: boolean,
): Promise<UniqueClaim[]> {
  const claims: UniqueClaim[] = [];
  const context: MergeContext = {
    schema: session.schema,
    issues,
    strictness: 'complete',
    recheck,
    absent: 'null',
    ignoreIds: false,
    links: new Map(),
    unseen: NOTHING_UNSEEN,
    dormantAxes: plan.dormantAxes,
    nextId: () => 0,
    claims,
    scopeOf: scopesOf(plan.type, row.axes, (attribute) => storedValue(row.values, attribute.column)),
    zoned: null,
  };
  await mergeRow(
    session,
    plan,
    emptyInput(),
    new Map(),
    { values: row.values, linksOf: () => row.id, isNew: () => false },
    context,
  );
  return claims;
}
