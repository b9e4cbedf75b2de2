// Runs a write: one transaction with the work of the operation, follow-ups, hooks and the read of the answer. Each attempt gets
// a new copy of the action. The work is in save-document.ts, remove-document.ts and clone-document.ts.

import type { CommitWatch, Database, Steps } from '../../database/database';
import type { TableSpec } from '../../database/tables';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { AxisBindings } from '../model/compiled/axis';
import { sideBySide } from './many/side-by-side';
import type { WriteOutcome } from './operations';
import type { Answered } from './read';
import { createVariants } from './rows/variants';
import { GeneratedValueTaken, NOT_UNIQUE } from './unique/unique-claims';
import type { Footprint } from './write/lock-order';
import { ReservedIds, ReservedIdsMissing } from './write/reserved-ids';
import { bindingsOf, refuseUnwritableDocuments } from './write/writable-documents';
import { type SessionTurn, WriteSession, type WriteTools } from './write/write-session';
import type { DocumentObject, IssueCollector, WriteAction, WriteContext, WriteResult } from './write-action';

/** The hooks of a write; null for a hook without taps. */
export interface WriteHooks {
  readonly prepare: ((action: WriteAction) => Promise<void>) | null;
  readonly validate: ((action: WriteAction, issues: IssueCollector) => void) | null;
  readonly writing: ((context: WriteContext) => Promise<void>) | null;
  readonly written: ((result: WriteResult, context: WriteContext) => Promise<void>) | null;
  readonly committed: ((result: WriteResult) => Promise<void>) | null;
  /** Does a plugin tap `documents.loaded`, which runs for the answer? */
  readonly hasLoaded: boolean;
}

export type ReadAnswer = (documentId: string, axes: AxisBindings) => Steps<Answered | null>;

export interface PerformDeps {
  readonly database: Database;
  readonly tools: WriteTools;
  readonly hooks: WriteHooks;
  readonly tables: readonly TableSpec[];
  /** Reserves `count` new ids in a transaction of its own and returns the first. */
  readonly reserveEntryIds: (count: number) => Promise<number>;
}

export interface Attempt {
  readonly session: WriteSession;
  readonly context: WriteContext;
  readonly action: WriteAction;
  readonly ids: ReservedIds;
  readonly hooks: WriteHooks;
}

export interface Performance {
  readonly action: WriteAction;
  readonly commits: CommitWatch | undefined;
  /** Reads the answer; null: the answer is empty (a delete). */
  readonly answer: ReadAnswer | null;
  /** Reads the whole document for hooks; null: it is removed, or no hook is tapped. */
  readonly whole: ReadAnswer | null;
  /** The number of ids for component entries that the body needs. */
  readonly entries: number;
  /** May the work call `documents()`? */
  readonly joins?: boolean;
  /** Does it touch nothing but rows of its document? */
  readonly isApart?: boolean;
  /** Writes; returns false when the document does not exist. */
  work(attempt: Attempt): Promise<boolean>;
}

const GENERATED_RETRIES = 20;
/** Another write has just inserted the same row: this write is retried with the rows that are stored now. */
const LOST_RACES = 5;
export async function perform(deps: PerformDeps, performance: Performance): Promise<WriteOutcome | null> {
  const { hooks } = deps;
  const ambient =
    performance.joins === true ||
    hooks.writing !== null ||
    hooks.written !== null ||
    hooks.hasLoaded ||
    performance.action.followUps.some(({ joins }) => joins !== false);
  let entries = performance.entries;
  let turn = 1;
  let lost = 0;
  const footprint: Footprint = new Map();
  for (;;) {
    const first = entries > 0 ? await deps.reserveEntryIds(entries) : 0;
    try {
      return await deps.database.transaction(
        (tx) => performIn(tx, deps, performance, new ReservedIds(first, entries), { footprint, turn }),
        { ambient, commits: performance.commits },
      );
    } catch (error) {
      if (error instanceof ReservedIdsMissing) entries = error.needed;
      else if (error instanceof GeneratedValueTaken) {
        if (turn++ >= GENERATED_RETRIES) throw coreErrors.SERVER_BUSY(RETRY_AFTER.writers);
      } else {
        const fault = deps.database.dialect.classify(error);
        if (fault.kind !== 'duplicate') throw error;
        refuseShared(deps.tables, fault.index);
        if (lost++ >= LOST_RACES) throw coreErrors.SERVER_BUSY(RETRY_AFTER.writers);
      }
    }
  }
}

/**
 * A violated index that a schema file declares is a mistake of the client. Any other is a lost race: a second row with the same
 * document and axis values.
 */
function refuseShared(tables: readonly TableSpec[], violated: string | null): void {
  for (const table of tables)
    for (const { attributes, name, columns } of table.indexes) {
      const onSqlite = columns.map((column) => `${table.name}.${column}`).join(', ');
      if (!attributes || (violated !== name && violated !== onSqlite)) continue;
      const message = `The values of ${attributes.join(', ')} must be unique together`;
      throw coreErrors.BODY_ISSUES(
        attributes.map((attribute) => ({
          path: [attribute],
          message: attributes.length === 1 ? NOT_UNIQUE : message,
          name: 'ValidationError',
        })),
      );
    }
}

/** One attempt, in a transaction that is open. */
export async function performIn(
  tx: WriteSession['tx'],
  { tools, hooks }: Pick<PerformDeps, 'tools' | 'hooks'>,
  performance: Performance,
  ids: ReservedIds,
  turn: SessionTurn,
): Promise<WriteOutcome | null> {
  const action = freshCopy(performance.action);
  const session = new WriteSession(tx, action, tools, turn);
  session.isShared = performance.joins === true;
  const context = new AttemptContext(session);
  if (!(await performance.work({ session, context, action, ids, hooks }))) return null;
  ids.assertEnough();
  for (const followUp of action.followUps) {
    if (followUp.joins !== false) {
      session.isShared = true;
      session.equalLinks.forget();
    }
    await followUp.run(context);
    session.equalLinks.forget();
  }
  if (action.goesLive && !session.wentLive) throw notLive(action);
  const foreign = refuseUnwritableDocuments(session);
  if (foreign) await foreign;

  const { documentId } = action;
  const isHeard = hooks.written !== null || hooks.committed !== null;
  const [shown, whole] = await answersOf(tx, performance, action, isHeard);
  if (isHeard) {
    const result = await resultOf(session, whole);
    if (hooks.written) await hooks.written(result, context);
    const { committed } = hooks;
    if (committed) tx.afterCommit(() => committed(result));
  }
  return {
    documentId,
    text: shown?.load ? await shown.load() : (shown?.text ?? null),
    updatedAt: shown?.updatedAt ?? null,
    created: action.rows.length === 0,
  };
}

/** The links of the shown row may be those of the working row already, and the working row is stored without pending changes. */
const notLive = ({ operation, type }: WriteAction): Error =>
  new Error(
    `The ${operation} of ${type.uid} goes live, but no follow-up copied its working row to the shown row. A tap of documents.prepare that removes this follow-up must also set action.goesLive to false.`,
  );

/** A class, because a getter in an object literal gives every write a hidden class of its own. */
class AttemptContext implements WriteContext {
  readonly action: WriteAction;
  readonly variants: WriteContext['variants'];
  readonly #session: WriteSession;

  constructor(session: WriteSession) {
    this.action = session.action;
    this.variants = createVariants(session);
    this.#session = session;
  }

  get caller(): WriteContext['caller'] {
    return this.action.caller;
  }

  get tx(): WriteContext['tx'] {
    this.#session.equalLinks.end();
    this.#session.isShared = true;
    return this.#session.tx;
  }

  /** Unlike `tx`, it cannot write rows. */
  get afterCommit(): WriteContext['afterCommit'] {
    const { tx } = this.#session;
    return (work) => tx.afterCommit(work);
  }

  get written(): WriteContext['written'] {
    return this.#session.written;
  }

  get touched(): WriteContext['touched'] {
    return this.#session.touched;
  }

  get now(): string {
    return this.#session.now;
  }
}

/** The response of the write, and the whole document for hooks: in one step, since a round trip is a large part of a small read. */
async function answersOf(
  tx: WriteSession['tx'],
  { answer, whole }: Performance,
  { documentId, shown, target }: WriteAction,
  isHeard: boolean,
): Promise<readonly [Answered | null, Answered | null]> {
  const ofAnswer = answer?.(documentId, shown);
  const ofWhole = isHeard ? whole?.(documentId, bindingsOf(target)) : undefined;
  if (ofAnswer && ofWhole) {
    const [one = null, other = null] = await tx.read(sideBySide([ofAnswer, ofWhole]));
    return [one, other];
  }
  return [ofAnswer ? await tx.read(ofAnswer) : null, ofWhole ? await tx.read(ofWhole) : null];
}

async function resultOf(session: WriteSession, document: Answered | null): Promise<WriteResult> {
  const { action } = session;
  return {
    operation: action.operation,
    type: action.type.uid,
    documentId: action.documentId,
    action,
    rows: session.written,
    facts: action.facts,
    document: document
      ? (JSON.parse(document.load ? await document.load() : document.text) as DocumentObject)
      : null,
  };
}

/** Each attempt changes its own copy. Without a spread all actions have one hidden class. */
function freshCopy(action: WriteAction): WriteAction {
  return {
    operation: action.operation,
    type: action.type,
    documentId: action.documentId,
    source: action.source,
    data: action.data,
    set: action.set,
    values: action.values,
    caller: action.caller,
    visibility: action.visibility,
    axes: action.axes,
    target: { ...action.target },
    strictness: action.strictness,
    followUps: [...action.followUps],
    refusals: action.refusals,
    purges: action.purges,
    goesLive: action.goesLive,
    columns: { ...action.columns },
    state: { ...action.state },
    facts: { ...action.facts },
    shown: action.shown,
    precondition: action.precondition,
    rows: [],
    makesRow: false,
  };
}
