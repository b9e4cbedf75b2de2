// Create and update: the target row of a document made or changed from a body. Read `writeTarget` top to bottom: it is the
// order in which a write happens.
import { coreErrors } from '../errors/core-errors';
import type { ContentType } from '../schema/content-type';
import type { ModelInput } from './body-input';
import { BodyIssues } from './body-issues';
import { takeAway } from './column-links';
import { generateUids } from './generate-uid';
import { holdTargets } from './hold-targets';
import { documentsToLock, writeInverse } from './inverse-links';
import { writeLinks } from './links';
import type { MergeContext, UniqueClaim } from './merge';
import { type MergeBase, mergeRow } from './merge-row';
import type { StoredRow, WriteAction } from './operations';
import type { Attempt } from './perform';
import { type Resolved, resolveReferences } from './resolve-references';
import { mayWriteTarget } from './row-rules';
import { insertRow, updateRow } from './rows';
import { rowAt } from './session';
import { type Inherited, inheritedBy, propagate, takeInherited } from './shared-attributes';
import { hasVersions, sameRow, settledColumn, targetOf } from './target';
import { checkClaims, writeClaims } from './unique-claims';
import { scopesOf } from './variants';

export interface ParsedBody {
  readonly input: ModelInput;
  /** What was wrong with the values themselves; thrown together with what the merged document lacks. */
  readonly issues: BodyIssues;
}

export async function createDocument(attempt: Attempt, body: ParsedBody): Promise<boolean> {
  const { session, action } = attempt;
  const { type } = action;
  const { documentId } = action;
  const isSingle = type.kind === 'singleType';
  const resolved = await resolveReferences(session, body.input);
  const others = documentsToLock(body.input, resolved.links);
  await session.lock(isSingle ? [{ type: type.uid, documentId }, ...others] : others);
  if (!isSingle) session.startsEmpty(type, documentId);
  else if (rowAt(await session.read(type, documentId), action.target))
    throw coreErrors.DOCUMENT_CONFLICT(
      `${type.displayName} is a single type and has its document already. Update that one.`,
    );
  const held = await holdTargets(session, body.input, resolved);
  return saveRow(attempt, body, held, await session.known(type, documentId));
}

/** Answers false when the document does not exist; a single type is made then. */
export async function updateDocument(attempt: Attempt, body: ParsedBody): Promise<boolean> {
  const { session, action } = attempt;
  const { type } = action;
  const { documentId } = action;
  const resolved = await resolveReferences(session, body.input);
  await session.lock([{ type: type.uid, documentId }, ...documentsToLock(body.input, resolved.links)]);
  const rows = await session.read(type, documentId);
  if (rows.length === 0 && type.kind === 'collectionType') return false;
  if (!(await mayWriteTarget(session, rows))) return false;
  checkPrecondition(action, rows);
  return saveRow(attempt, body, await holdTargets(session, body.input, resolved), rows);
}

/** If-Match speaks of the row that a read of the same request shows. */
export function checkPrecondition(action: WriteAction, rows: readonly StoredRow[]): void {
  if (!action.precondition) return;
  const shown = targetOf(action.type, action.axes);
  action.precondition(rowAt(rows, shown) ?? rowAt(rows, action.target) ?? rows[0] ?? null);
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
    ? { values: existing.values, rowId: existing.id, isNew: () => false }
    : { values: inherited.values, rowId: null, isNew: (name) => !inherited.names.has(name) };
  await writeTarget(attempt, body, resolved, { existing, base, inherited, isCopy: false });
  return true;
}

export const NOTHING_INHERITED: Inherited = { names: new Set(), values: null, from: [] };

export interface TargetState {
  readonly existing: StoredRow | undefined;
  readonly base: MergeBase;
  readonly inherited: Inherited;
  /** The row was made just now as a copy of another document's. */
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

  // what the row will be, and everything wrong with it
  const issues = new BodyIssues(parsed.found);
  const claims: UniqueClaim[] | null = isComplete && plan.hasUnique ? [] : null;
  const generated =
    plan.generated.length > 0
      ? await generateUids(session, plan, input, base, isCopy, issues)
      : NOTHING_GENERATED;
  const generatedNames = new Set([...generated.keys()].map(({ name }) => name));
  const merging: MergeContext = {
    schema: session.schema,
    issues,
    strictness: action.strictness,
    recheck: isComplete && (existing === undefined || isCopy || hasVersions(type)),
    absent: existing || action.goesLive ? 'null' : 'undefined',
    ignoreIds: isCopy,
    links,
    asleepAxes: plan.asleepAxes,
    nextId: ids.next,
    claims,
    scopeOf: scopesOf(plan, action.target),
  };
  const merged = await mergeRow(session, plan, input, generated, base, merging);
  hooks.validate?.(action, issues);
  if (claims) await checkClaims(session, documentId, claims, issues, generatedNames);
  issues.refuse(type);
  if (missing) throw missing;

  // the row
  await hooks.writing?.(context);
  const columns = new Map(merged.columns);
  for (const [column, value] of Object.entries(action.columns)) columns.set(column, value);
  const settled = action.goesLive ? settledColumn(type, action.target) : null;
  if (settled) columns.set(settled, session.now);
  for (const relation of plan.exclusive) {
    const target = merged.moved.get(relation);
    if (target !== undefined)
      await takeAway(session, plan, relation, { documentId, axes: action.target }, target);
  }
  if (existing) await updateRow(session, plan, existing, columns);
  const row = existing ?? (await insertRow(session, plan, documentId, action.target, columns));
  if (inherited.from.length > 0)
    await takeInherited(
      session,
      plan,
      inherited,
      row,
      (column) => columns.has(column),
      (name) => [...input.relations.keys()].some((relation) => relation.name === name),
    );

  // what belongs to it elsewhere
  for (const relation of plan.linkTables) {
    const given = input.relations.get(relation);
    if (given) await writeLinks(session, plan, relation, row.id, given, links);
  }
  for (const [relation, given] of input.relations)
    if (!relation.holdsLinks) await writeInverse(session, relation, documentId, given, links);
  if (claims)
    await writeClaims(session, type, documentId, action.target, claims, {
      isNew: isFirst || isCopy,
      generated: generatedNames,
    });
  if (plan.sharing.length > 0) await propagate(session, plan, documentId, action.target);
}

const NOTHING_GENERATED: Awaited<ReturnType<typeof generateUids>> = new Map();

/** The rows that an action without a body is about: all along versions, one value along the others unless any is asked for. */
export function rowsAsked(
  type: ContentType,
  action: WriteAction,
  rows: readonly StoredRow[],
): readonly StoredRow[] {
  const wanted = targetOf(type, action.axes);
  for (const { axis } of type.axes)
    if (axis.store.kind === 'enum' || action.axes[axis.name]?.kind === 'any') delete wanted[axis.name];
  return rows.filter((row) => sameRow(row.axes, wanted));
}
