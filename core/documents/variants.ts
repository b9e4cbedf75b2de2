// The rows of a document as plugins handle them: copied in place, removed, held to what complete rows promise.

import { emptyInput } from './body-input';
import { BodyIssues } from './body-issues';
import { copyLinks, dropLinks } from './links';
import type { MergeContext, UniqueClaim } from './merge';
import { mergeRow } from './merge-row';
import type { StoredRow, VariantStore } from './operations';
import { copyRow, deleteRow, settleRow, takeColumns } from './rows';
import { rowAt, type WriteSession } from './session';
import { propagate } from './shared-attributes';
import { isShown, type RowAxes, sameRow } from './target';
import { forgetTarget } from './target-gone';
import { checkClaims, keepClaims, scopeSuffix, scopeText, writeClaims } from './unique-claims';
import type { WritePlan } from './write-plan';

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
      const there = rowAt(rows, to);
      if (there) await takeColumns(session, plan, source, there, plan.copied, columns);
      const copy = there ?? (await copyRow(session, plan, source, documentId, to, columns));
      await copyLinks(session, plan, source.id, copy.id);
      if (plan.sharing.length > 0) await propagate(session, plan, documentId, to);
      return copy;
    },

    async settle(type, documentId, at) {
      const row = rowAt(await session.known(type, documentId), at);
      if (row) await settleRow(session, session.planOf(type), row);
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
        await dropLinks(session, plan, row.id);
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

/** With the last row that can be seen, those that are hidden go too, and every link to the document. */
async function forgetDocument(session: WriteSession, plan: WritePlan, documentId: string): Promise<void> {
  const { dialect, tx } = session;
  if (plan.pinned.length > 0) {
    const table = dialect.id(plan.type.table);
    const hidden = await tx.all(
      plan.statement('hidden rows', () => `SELECT id FROM ${table} WHERE document_id = ?`),
      [documentId],
    );
    for (const [id] of hidden) {
      await dropLinks(session, plan, Number(id));
      await tx.run(plan.text.deleteRow, [Number(id)]);
    }
  }
  if (plan.hasUnique) await session.unique.releaseAll(tx, documentId);
  await forgetTarget(session, plan.type, documentId);
}

/** The unique values of a stored row; with `recheck` also what is wrong with it. */
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
    asleepAxes: plan.asleepAxes,
    nextId: () => 0,
    claims,
    scopeOf: scopesOf(plan, row.axes),
  };
  await mergeRow(
    session,
    plan,
    emptyInput(),
    new Map(),
    { values: row.values, rowId: row.id, isNew: () => false },
    context,
  );
  return claims;
}

export const scopesOf =
  (plan: WritePlan, axes: RowAxes) =>
  (root: string, attribute: string): string =>
    scopeText(scopeSuffix(plan.type, axes, root), attribute);
