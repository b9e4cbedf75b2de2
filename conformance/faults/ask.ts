// Asks the suite about a build with faults, part by part, until the first failure of a must.
import { firstWrongAnswer } from '../random/run-random';
import { run } from '../runner/run';
import { startOwnApp } from '../target/own-app';
import { createOwnDatabase } from '../target/own-databases';
import type { Target } from '../target/target';
import type { Fault } from './fault';
import type { BuildCopy } from './product';
import type { Unit } from './reach';
import type { Suite } from './suite';

/** Cases, or random questions. */
export type Part = readonly Unit[] | 'random';

export interface Failure {
  /** The failed row, or a sentence about the failed start or the random question. */
  readonly by: string;
  /** The index of the part; null: the start failed. */
  readonly part: number | null;
}

/** Long enough for a busy machine: a slow start must not count as a caught fault. */
const START_MS = 60_000;

/** null: nothing failed. */
export async function ask(
  faults: readonly Fault[],
  parts: readonly Part[],
  copy: BuildCopy,
  suite: Suite,
): Promise<Failure | null> {
  copy.put(faults);
  const { database, drop } = await createOwnDatabase(suite.database);
  try {
    const { client } = suite;
    const started = await startOwnApp({
      ...{ client, without: [], database, build: copy.build, patience: START_MS },
    }).catch((error: unknown) => `the start: ${firstLines(error)}`);
    if (typeof started === 'string') return { by: started, part: null };
    try {
      return await firstFailure(parts, started, suite);
    } finally {
      await started.close();
    }
  } finally {
    await drop();
    copy.restore(faults);
  }
}

async function firstFailure(parts: readonly Part[], target: Target, suite: Suite): Promise<Failure | null> {
  for (const [index, part] of parts.entries()) {
    const by = part === 'random' ? await wrongAnswer(target, suite) : await failedRow(part, target, suite);
    if (by !== null) return { by, part: index };
  }
  return null;
}

async function failedRow(
  units: readonly Unit[],
  target: Target,
  { rows, client }: Suite,
): Promise<string | null> {
  const cases = units.flatMap((unit) => unit.cases);
  const result = await run({ rows, cases, target, client, profile: 'all', concurrency: 4, bail: true });
  const failed = result.rows.find(({ row, status }) => row.level === 'must' && status === 'failed');
  return failed?.row.id ?? null;
}

async function wrongAnswer(target: Target, { client, random }: Suite): Promise<string | null> {
  if (random === 0) return null;
  try {
    const wrong = await firstWrongAnswer(target, client, { count: random, seed: 1, isOwn: true });
    return wrong === null ? null : 'a random question';
  } catch (error) {
    return `a random question: ${firstLines(error)}`;
  }
}

const firstLines = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ');
