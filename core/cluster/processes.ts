// Tells the other processes on the database which common configuration this one has, and logs in which they differ: at its start, and
// once a minute. Processes with different buses cannot send each other messages, so a table carries it.
import type { Database } from '../database/database';
import { type CommonConfig, valuesOf } from './common-config';
import { type ConfigDifference, type FoundDifference, findDifferences } from './config-differences';
import type { Observe } from './observe';
import { createProcessRows, thisProcess } from './process-rows';

/** Milliseconds between two looks. */
const EVERY = 60_000;

export interface Processes {
  /** Of the last look. */
  readonly differences: readonly ConfigDifference[];
  /** When all plugins have booted, and parts have connected to Redis. */
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface ProcessesParts {
  readonly database: () => Database;
  readonly node: string;
  readonly entries: () => readonly CommonConfig[];
  /** The key of hashes. */
  readonly secret: () => Promise<string>;
  readonly observe: Observe;
  /** It sees the others, and has no row of its own. */
  readonly readOnly: boolean;
  readonly every?: number;
}

export function createProcesses({
  database,
  node,
  entries,
  secret,
  observe,
  readOnly,
  every = EVERY,
}: ProcessesParts): Processes {
  let found: readonly FoundDifference[] = [];
  let look: () => Promise<void> = async () => undefined;
  let end: () => Promise<void> = async () => undefined;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function report(now: readonly FoundDifference[]): void {
    const keysOf = (all: readonly FoundDifference[]) => new Set(all.map(keyOf));
    const [before, after] = [keysOf(found), keysOf(now)];
    for (const difference of now)
      if (!before.has(keyOf(difference))) observe({ event: 'config.differs', ...difference });
    for (const { name, own, other } of found)
      if (!after.has(keyOf({ name, other }))) observe({ event: 'config.agrees', name, own, other });
    found = now;
  }

  const lookAgain = (): void => {
    looking ??= look()
      // Requests and the bus report a database that does not answer. The next look comes.
      .catch(() => undefined)
      .finally(() => {
        looking = null;
      });
  };

  return {
    get differences() {
      return found.map(({ sentence, ...difference }) => difference);
    },
    async open() {
      const rows = createProcessRows(database(), node);
      const all = entries();
      // A process that only reads cannot make the key.
      const key = await secret().catch((error: unknown) => {
        if (readOnly) return null;
        throw error;
      });
      const own = thisProcess(valuesOf(all, key));
      const compare = async () => report(findDifferences(all, own, await rows.others(own)));
      look = async () => {
        if (!readOnly) await rows.renew(own);
        await compare();
      };
      if (!readOnly) {
        await rows.add(own);
        end = rows.remove;
      }
      await compare();
      timer = setInterval(lookAgain, every).unref();
    },
    async close() {
      clearInterval(timer);
      await looking;
      // The row also ends by itself.
      await end().catch(() => undefined);
    },
  };
}

const keyOf = ({ name, other }: Pick<ConfigDifference, 'name' | 'other'>): string => `${name}\n${other}`;
