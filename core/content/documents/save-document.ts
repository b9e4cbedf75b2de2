// Create and update: inserts or updates the target row of a document from a body. `writeTarget`, from top to bottom, is the order of a
// write.
import { isThenable } from '../../kernel/check/thenable';
import { coreErrors } from '../../kernel/errors/core-errors';
import { isShownRowOf, pendingColumnAt, stagesOf } from '../model/compiled/axis-kind';
import { hasRelations } from './input/body-input';
import { BodyIssues } from './input/body-issues';
import type { ParsedBody } from './input/parse-body';
import { documentsToLock, writeInverse } from './links/inverse-links';
import { lockTargets } from './links/lock-targets';
import { NOTHING_RESOLVED, type Resolved, resolveReferences } from './links/resolve-references';
import { NOTHING_UNSEEN } from './links/unseen-links';
import type { Attempt } from './perform';
import { generateUids, valueAfter } from './rows/generate-uid';
import { type MergeBase, mergeRow } from './rows/merge-row';
import type { MergeContext } from './rows/merge-values';
import { type Inherited, inheritedBy, propagate, takeInherited } from './rows/shared-attributes';
import { insertRow, updateRow } from './rows/write-row';
import { ownIdOf, refuseOtherScope } from './unique/document-scopes';
import { scopesOf } from './unique/scope';
import { checkClaims, type UniqueClaim, writeClaims } from './unique/unique-claims';
import { targetOf } from './write/target';
import { mayWriteTarget } from './write/writable-documents';
import { rowAt } from './write/write-session';
import type { StoredRow, WriteAction } from './write-action';

/** `isNamed`: the id is not a new one, so the document may exist. */
export function createDocument(attempt: Attempt, body: ParsedBody, isNamed: boolean): Promise<boolean> {
  const { session, action } = attempt;
  if (isNamed || hasRelations(body.input)) return createLinked(attempt, body, isNamed);
  // A new document alone: nothing is looked up, and nothing is locked.
  session.startsEmpty(action.type, action.documentId);
  return saveRow(attempt, body, NOTHING_RESOLVED, NO_ROWS);
}

const NO_ROWS: readonly StoredRow[] = [];

async function createLinked(attempt: Attempt, body: ParsedBody, isNamed: boolean): Promise<boolean> {
  const { session, action } = attempt;
  const { type, documentId } = action;
  const resolved = await resolveReferences(session, body.input);
  const others = documentsToLock(body.input, resolved.links);
  await session.lock(isNamed ? [{ type: type.uid, documentId }, ...others] : others);
  if (isNamed) refuseSecond(action, await session.read(type, documentId));
  else session.startsEmpty(type, documentId);
  const held = await lockTargets(session, body.input, resolved);
  return saveRow(attempt, body, held, await session.known(type, documentId));
}

function refuseSecond({ type, documentId, target }: WriteAction, rows: readonly StoredRow[]): void {
  if (type.kind !== 'singleType' && rows.length > 0) throw coreErrors.DOCUMENT_EXISTS(documentId);
  if (rowAt(rows, target))
    throw coreErrors.DOCUMENT_CONFLICT(
      `${type.displayName} is a single type and has its document already. Update that one.`,
    );
}

/** Returns false when the document does not exist. A single type is created instead. */
export async function updateDocument(attempt: Attempt, body: ParsedBody): Promise<boolean> {
  const { session, action } = attempt;
  const { type } = action;
  const { documentId } = action;
  const resolved = await resolveReferences(session, body.input);
  await session.lock([{ type: type.uid, documentId }, ...documentsToLock(body.input, resolved.links)]);
  const rows = await session.read(type, documentId);
  // Only the document of the caller's scopes is made.
  if (rows.length === 0 && documentId !== ownIdOf(type, action.caller)) return false;
  if (!(await mayWriteTarget(session, rows))) return false;
  checkPrecondition(action, rows);
  return saveRow(attempt, body, await lockTargets(session, body.input, resolved), rows);
}

/**
 * A condition is about the row that a read of the same request shows. Before the first write of this row, If-Match accepts each row of the
 * document.
 */
export function checkPrecondition(action: WriteAction, rows: readonly StoredRow[]): void {
  if (!action.precondition) return;
  const shown = targetOf(action.type, action.axes);
  const row = rowAt(rows, shown) ?? rowAt(rows, action.target);
  action.precondition(row ? [row] : rows, row !== undefined);
}

async function saveRow(
  attempt: Attempt,
  body: ParsedBody,
  resolved: Resolved,
  rows: readonly StoredRow[],
): Promise<boolean> {
  const { action } = attempt;
  action.rows = rows;
  const existing = rowAt(rows, action.target);
  action.makesRow = existing === undefined;
  const inherited = existing
    ? NOTHING_INHERITED
    : inheritedBy(attempt.session.planOf(action.type), rows, action.target);
  const base: MergeBase = existing
    ? { values: existing.values, linksOf: () => existing.id, isNew: () => false }
    : {
        values: inherited.values,
        linksOf: (name) => inherited.from.find(({ group }) => group.names.has(name))?.row.id ?? null,
        isNew: (name) => !inherited.names.has(name),
      };
  await writeTarget(attempt, body, resolved, { existing, base, inherited, isCopy: false });
  return true;
}

export const NOTHING_INHERITED: Inherited = { names: new Set(), values: null, from: [] };

export interface TargetState {
  readonly existing: StoredRow | undefined;
  readonly base: MergeBase;
  readonly inherited: Inherited;
  /** The row is a copy of a row of another document (a clone). */
  readonly isCopy: boolean;
}

export async function writeTarget(
  { session, context, action, ids, hooks }: Attempt,
  { input, issues: parsed }: ParsedBody,
  { links, missing }: Resolved,
  { existing, base, inherited, isCopy }: TargetState,
): Promise<void> {
  const { type } = action;
  const plan = session.planOf(type);
  const { documentId } = action;
  const isComplete = action.strictness === 'complete';
  const isFirst = existing === undefined && action.rows.length === 0;

  // the merged row and its issues
  const issues = new BodyIssues(parsed.found);
  const claims: UniqueClaim[] | null = isComplete && plan.hasUnique ? [] : null;
  const generated =
    plan.generated.length > 0
      ? await generateUids(session, plan, input, base, isCopy, issues)
      : NOTHING_GENERATED;
  const generatedNames = new Set([...generated.keys()].map(({ name }) => name));
  const merge: MergeContext = {
    schema: session.schema,
    issues,
    strictness: action.strictness,
    recheck: isComplete && (existing === undefined || isCopy || stagesOf(type) !== null),
    absent: existing || action.goesLive ? 'null' : 'undefined',
    ignoreIds: isCopy,
    links,
    unseen: NOTHING_UNSEEN,
    dormantAxes: plan.dormantAxes,
    nextId: ids.next,
    claims,
    scopeOf: scopesOf(type, action.target, (attribute) => valueAfter(attribute, input, base)),
    zoned: null,
  };
  const merging = mergeRow(session, plan, input, generated, base, merge);
  const merged = isThenable(merging) ? await merging : merging;
  if (!isCopy) refuseOtherScope(type, existing ?? action.rows[0], input, issues);
  hooks.validate?.(action, issues);
  if (claims) await checkClaims(session, documentId, claims, issues, generatedNames);
  issues.refuse(type);
  if (missing) throw missing;

  // the row
  if (hooks.writing) {
    session.isShared = true;
    await hooks.writing(context);
  }
  const columns = new Map(merged.columns);
  const kept = new Set(merged.kept);
  for (const [column, value] of Object.entries(action.columns)) {
    columns.set(column, value);
    kept.delete(column);
  }
  const pending = pendingColumnAt(type, action.target);
  if (pending) columns.set(pending, action.goesLive ? 0 : 1);
  for (const [store, change] of merged.changes)
    await store.releaseOneToOneTarget(
      session,
      { documentId, axes: action.target },
      change.added[0]?.document,
    );
  if (existing) await updateRow(session, plan, existing, columns, kept);
  const row = existing ?? (await insertRow(session, plan, documentId, action.target, columns));
  if (inherited.from.length > 0)
    await takeInherited(session, plan, inherited, row, (column) => columns.has(column));

  // links, unique values and shared attributes
  const shown = action.goesLive
    ? action.rows.find(({ axes }) => isShownRowOf(type, axes, row.axes))
    : undefined;
  for (const [store, change] of merged.changes) {
    await store.write(session, row, change, shown);
    session.lockedTargets.linksWritten(row.id, store.relation, change.wanted);
  }
  for (const [relation, given] of input.relations)
    if (!relation.holdsLinks) {
      session.equalLinks.forget();
      session.isShared = true;
      await writeInverse(session, relation, documentId, given, links);
    }
  if (claims)
    await writeClaims(session, type, documentId, action.target, claims, {
      isNew: isFirst || isCopy,
      generated: generatedNames,
    });
  if (plan.sharing.length > 0) await propagate(session, plan, documentId, action.target);
}

const NOTHING_GENERATED: Awaited<ReturnType<typeof generateUids>> = new Map();
