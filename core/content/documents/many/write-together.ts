// Writes that touch no other document, performed side by side: their rows and unique values are read and written with few statements.
// Each runs the code of a single write, with its hooks. After any error the caller rolls all of them back and writes them one by one.
import type { Steps, Tx } from '../../../database/database';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { UniqueKey, UniqueValues } from '../../sql/unique';
import { insertMany } from '../bulk/insert-many';
import { hasRelations } from '../input/body-input';
import { type PerformDeps, performIn } from '../perform';
import type { PreparedWrite } from '../prepared-writes';
import { DocumentLocks, type Footprint } from '../write/lock-order';
import { ReservedIds } from '../write/reserved-ids';
import type { WriteTools } from '../write/write-session';
import type { WriteAction } from '../write-action';
import { createGathering, type Gathering } from './gathering';
import { createSharedRows } from './shared-rows';
import { sideBySide } from './side-by-side';

/** Rows of one statement; more at once would only cost memory. */
export const MOST_TOGETHER = 256;

export interface TogetherItem {
  readonly write: PreparedWrite;
  /** Of its component entries. */
  readonly firstId: number;
}

type Deps = Pick<PerformDeps, 'database' | 'tools' | 'hooks'>;

/** Taps that run before a row is written, or that read all documents, may see other items: then writes run one by one. */
export const mayWriteTogether = ({ hooks }: Deps): boolean => hooks.writing === null && !hooks.hasLoaded;

/** Does the write touch nothing but rows of its own document? */
export function isApart({ tools }: Deps, { input, performance }: PreparedWrite): boolean {
  const { action, answer, joins } = performance;
  const { type, visibility, followUps } = action;
  return (
    (performance.isApart === true || createsAlone(tools, action, input)) &&
    answer === null &&
    joins !== true &&
    followUps.every((followUp) => followUp.joins === false) &&
    tools.rowFilterCheckOf?.(type, visibility, 'root') == null
  );
}

const createsAlone = (
  tools: WriteTools,
  { operation, type }: WriteAction,
  input: PreparedWrite['input'],
): boolean =>
  operation === 'create' &&
  type.kind === 'collectionType' &&
  input !== null &&
  !hasRelations(input) &&
  tools.planOf(type).generated.length === 0;

/**
 * Items of different documents. Throws if one of them cannot be written; then the caller rolls all of them back. `footprint`: the
 * documents that earlier attempts locked.
 */
export async function writeTogether(
  tx: Tx,
  deps: Deps,
  items: readonly TogetherItem[],
  footprint: Footprint,
): Promise<void> {
  const { tools, database, hooks } = deps;
  const gathering = createGathering();
  const rows = createSharedRows(gathering, tx, database.dialect, items.some(needsIds(deps)));
  const unique = gatheredUnique(gathering, tx, tools.unique, database.dialect);
  const moment = Date.now();
  const locks = new DocumentLocks({ ...tools, tx }, footprint);
  const stored = items.filter(({ write }) => write.performance.isApart === true);
  await locks.add(
    stored.map(({ write: { performance } }) => ({
      type: performance.action.type.uid,
      documentId: performance.action.documentId,
    })),
  );
  const { written } = hooks;
  const shared = { tools: { ...tools, unique }, hooks };
  const own = items.map(() => new GatheredTx(gathering, tx));
  await gathering.run(
    items.map(({ write: { performance }, firstId }, index) => {
      const ids = new ReservedIds(firstId, performance.entries);
      const turn = { footprint, turn: 1, moment, sharing: { rows, locks } };
      const itemTx = own[index] ?? new GatheredTx(gathering, tx);
      const runWritten =
        written && ((...given: Parameters<typeof written>) => itemTx.runAlone(() => written(...given)));
      const parts = runWritten ? { ...shared, hooks: { ...hooks, written: runWritten } } : shared;
      return async () => {
        if (!(await performIn(itemTx, parts, performance, ids, turn))) throw coreErrors.DOCUMENT_NOT_FOUND();
      };
    }),
  );
  // The events come in the order of the items.
  for (const { afterCommits } of own) for (const work of afterCommits) tx.afterCommit(work);
}

/** Does anything use the ids of inserted rows? Events and copies of rows do. */
const needsIds =
  ({ hooks }: Deps) =>
  ({ write: { performance } }: TogetherItem): boolean => {
    const { type, followUps } = performance.action;
    return (
      hooks.written !== null ||
      hooks.committed !== null ||
      performance.isApart === true ||
      followUps.length > 0 ||
      type.axes.length > 0
    );
  };

/** The transaction for one item: its statements wait for those of the others. */
class GatheredTx implements Tx {
  readonly afterCommits: (() => void | Promise<void>)[] = [];
  #isAlone = false;

  constructor(
    private readonly gathering: Gathering,
    private readonly tx: Tx,
  ) {}

  get attempt(): number {
    return this.tx.attempt;
  }

  all(...args: Parameters<Tx['all']>): ReturnType<Tx['all']> {
    return this.#next(() => this.tx.all(...args));
  }

  run(...args: Parameters<Tx['run']>): ReturnType<Tx['run']> {
    return this.#next(() => this.tx.run(...args));
  }

  read<T>(steps: Steps<T>): Promise<T> {
    if (this.#isAlone) return this.tx.read(steps);
    return this.gathering.ask('read', steps, (all: readonly Steps<T>[]) => this.tx.read(sideBySide(all)));
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    return this.#isAlone ? work() : this.gathering.alone(work);
  }

  /** Runs the taps of one item while the others wait. */
  runAlone(work: () => Promise<void>): Promise<void> {
    return this.gathering.alone(async () => {
      this.#isAlone = true;
      try {
        await work();
      } finally {
        this.#isAlone = false;
      }
    });
  }

  touch(...args: Parameters<Tx['touch']>): void {
    this.tx.touch(...args);
  }

  afterCommit(work: () => void | Promise<void>): void {
    this.afterCommits.push(work);
  }

  afterRollback(work: () => void | Promise<void>): void {
    this.tx.afterRollback(work);
  }

  refuseCommit(reason: Error): void {
    this.tx.refuseCommit(reason);
  }
}

function gatheredUnique(
  gathering: Gathering,
  tx: Tx,
  unique: UniqueValues,
  dialect: Deps['database']['dialect'],
): UniqueValues {
  return {
    ...unique,
    // No question: `claim` fails if a value is taken. Then each item is written alone, and asks.
    taken: async () => [],
    held: (_tx, documentId) =>
      gathering.ask('held', documentId, (documents: readonly string[]) => unique.heldByMany(tx, documents)),
    claim: async (_tx, documentId, keys) =>
      keys.length === 0
        ? null
        : gathering.ask(
            'claim',
            { documentId, keys },
            async (
              asked: readonly { readonly documentId: string; readonly keys: readonly UniqueKey[] }[],
            ) => {
              const rows = asked.flatMap((each) =>
                each.keys.map(({ scope, hash }) => [scope, hash, each.documentId] as const),
              );
              await insertMany(tx, dialect, 'quire_unique', CLAIM, rows.sort(inOrder));
              return asked.map(() => null);
            },
          ),
  };
}

const CLAIM = ['scope', 'value_hash', 'document_id'];

type Claim = readonly [scope: string, hash: string, documentId: string];

/** As single writes claim, so that two writers cannot wait for each other. */
const inOrder = (a: Claim, b: Claim): number => compare(a[0], b[0]) || compare(a[1], b[1]);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
