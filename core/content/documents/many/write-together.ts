// Creates that touch no other document, performed side by side: their rows and unique values are written with few statements. Each
// create runs the code of a single one, with its hooks. After any error the caller rolls all of them back and writes them one by one.
import type { Steps, Tx } from '../../../database/database';
import { sameKey, type UniqueKey, type UniqueValues } from '../../sql/unique';
import { insertMany } from '../bulk/insert-many';
import { hasRelations } from '../input/body-input';
import { type PerformDeps, performIn } from '../perform';
import type { PreparedWrite } from '../prepared-writes';
import { ReservedIds } from '../write/reserved-ids';
import { createGathering, type Gathering } from './gathering';
import { createRowInserts } from './row-inserts';

/** Rows of one statement; more at once would only cost memory. */
export const MOST_TOGETHER = 256;

export interface TogetherItem {
  readonly write: PreparedWrite;
  /** Of its component entries. */
  readonly firstId: number;
}

type Deps = Pick<PerformDeps, 'database' | 'tools' | 'hooks'>;

/** Hooks inside the transaction may read and write other documents: then writes run one by one. */
export const mayWriteTogether = ({ hooks }: Deps): boolean =>
  hooks.writing === null && hooks.written === null && !hooks.hasLoaded;

/** Does the write insert rows of one new document, and touch nothing else? */
export function isApart({ tools }: Deps, { input, performance }: PreparedWrite): boolean {
  const { action, answer, joins } = performance;
  const { type, visibility, operation, followUps } = action;
  return (
    operation === 'create' &&
    type.kind === 'collectionType' &&
    input !== null &&
    !hasRelations(input) &&
    answer === null &&
    joins !== true &&
    followUps.every((followUp) => followUp.joins === false) &&
    tools.planOf(type).generated.length === 0 &&
    tools.rowFilterCheckOf?.(type, visibility, 'root') == null
  );
}

export async function writeTogether(tx: Tx, deps: Deps, items: readonly TogetherItem[]): Promise<void> {
  const { tools, database, hooks } = deps;
  const gathering = createGathering();
  const inserts = createRowInserts(gathering, tx, database.dialect);
  const unique = gatheredUnique(gathering, tx, tools.unique, database.dialect);
  const moment = Date.now();
  const shared = { tools: { ...tools, unique }, hooks };
  const own = items.map(() => new GatheredTx(gathering, tx));
  await gathering.run(
    items.map(({ write: { performance }, firstId }, index) => {
      const ids = new ReservedIds(firstId, performance.entries);
      const turn = { footprint: new Map(), turn: 1, moment, inserts };
      return () => performIn(own[index] ?? tx, shared, performance, ids, turn);
    }),
  );
  // The events come in the order of the items.
  for (const { afterCommits } of own) for (const work of afterCommits) tx.afterCommit(work);
}

/** The transaction for one item: its statements wait for those of the others. */
class GatheredTx implements Tx {
  readonly afterCommits: (() => void | Promise<void>)[] = [];

  constructor(
    private readonly gathering: Gathering,
    private readonly tx: Tx,
  ) {}

  get attempt(): number {
    return this.tx.attempt;
  }

  all(...args: Parameters<Tx['all']>): ReturnType<Tx['all']> {
    return this.gathering.alone(() => this.tx.all(...args));
  }

  run(...args: Parameters<Tx['run']>): ReturnType<Tx['run']> {
    return this.gathering.alone(() => this.tx.run(...args));
  }

  read<T>(steps: Steps<T>): Promise<T> {
    return this.gathering.alone(() => this.tx.read(steps));
  }

  touch(...args: Parameters<Tx['touch']>): void {
    this.tx.touch(...args);
  }

  afterCommit(work: () => void | Promise<void>): void {
    this.afterCommits.push(work);
  }
}

/** New documents hold no values yet. */
function gatheredUnique(
  gathering: Gathering,
  tx: Tx,
  unique: UniqueValues,
  dialect: Deps['database']['dialect'],
): UniqueValues {
  return {
    ...unique,
    taken: async (_tx, _documentId, keys) =>
      keys.length === 0
        ? []
        : gathering.ask('taken', keys, async (asked: readonly (readonly UniqueKey[])[]) => {
            const taken = await unique.taken(tx, '', asked.flat());
            return asked.map((own) => taken.filter((key) => own.some((each) => sameKey(key, each))));
          }),
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
