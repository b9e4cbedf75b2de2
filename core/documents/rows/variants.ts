// The operations of plugins on the rows of a document: copy, remove, check for completeness.

import { isShown, isShownRowOf, pendingColumnAt } from '../../schema/model/axis-kind';
import { emptyInput } from '../input/body-input';
import { BodyIssues } from '../input/body-issues';
import { detachTarget } from '../links/detach-target';
import { clearLinks, copyTableLinks } from '../links/row-links';
import { scopesOf } from '../unique/scope';
import { checkClaims, keepClaims, type UniqueClaim, writeClaims } from '../unique/unique-claims';
import { sameRow } from '../write/target';
import type { WritePlan } from '../write/write-plan';
import { rowAt, type WriteSession } from '../write/write-session';
import type { StoredRow, VariantStore } from '../write-action';
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
      // A write that goes live has cleared its target row already.
      const isCleared = session.action.goesLive && sameRow(session.action.target, from);
      if (!isCleared && isShownRowOf(type, to, from)) await clearPending(session, plan, source);
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
      const plan = session.planOf(type);
      const rows = await session.known(type, documentId);
      const removed = rows.filter((row) => sameRow(row.axes, where));
      const left = rows.filter((row) => !removed.includes(row));
      for (const row of removed) {
        await clearLinks(session, plan, row.id);
        await deleteRow(session, plan, row);
      }
      if (removed.length === 0) return removed;
      if (left.length === 0) await forgetDocument(session, plan, documentId);
      else if (plan.hasUnique) {
        const shown = (await session.fresh(type, documentId)).filter((row) => isShown(type, row.axes));
        const kept: UniqueClaim[] = [];
        for (const row of shown) kept.push(...(await claimsOf(session, plan, row, new BodyIssues(), false)));
        await keepClaims(session, documentId, kept);
      }
      return removed;
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** The last visible row is removed: removes the hidden rows and every link to the document. */
async function forgetDocument(session: WriteSession, plan: WritePlan, documentId: string): Promise<void> {
  const { dialect, tx } = session;
  if (plan.pinned.length > 0) {
    const table = dialect.id(plan.type.table);
    const hidden = await tx.all(`SELECT id FROM ${table} WHERE document_id = ?`, [documentId]);
    for (const [id] of hidden) {
      await clearLinks(session, plan, Number(id));
      await tx.run(plan.text.deleteRow, [Number(id)]);
    }
  }
  if (plan.hasUnique) await session.unique.releaseAll(tx, documentId);
  await detachTarget(session, plan.type, documentId);
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
    dormantAxes: plan.dormantAxes,
    nextId: () => 0,
    claims,
    scopeOf: scopesOf(plan.type, row.axes),
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
