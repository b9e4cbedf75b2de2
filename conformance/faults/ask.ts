// Asks the suite about a build with faults, part by part, until the first failure of a must.
import type { Case } from '../cases/case';
import { firstWrongAnswer } from '../random/run-random';
import { type CaseResult, run } from '../runner/run';
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
  /** The index of the part that failed. The start belongs to the first part. */
  readonly part: number;
  /** What failed, without the rest of its part. null: the start. */
  readonly narrowed: Part | null;
}

/** Long enough for a busy machine: a slow start must not count as a caught fault. */
const START_MS = 300_000;

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
    if (typeof started === 'string') return { by: started, part: 0, narrowed: null };
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
  for (const [part, asked] of parts.entries()) {
    if (asked === 'random') {
      const by = await wrongAnswer(target, suite);
      if (by !== null) return { by, part, narrowed: asked };
    } else {
      const failed = await failedCase(asked, target, suite);
      if (failed) return { ...failed, part };
    }
  }
  return null;
}

async function failedCase(
  units: readonly Unit[],
  target: Target,
  { rows, client }: Suite,
): Promise<Omit<Failure, 'part'> | null> {
  const cases = units.flatMap((unit) => unit.cases);
  const failed = new Set<Case>();
  const seen = ({ status }: CaseResult, _done: number, _all: number, one: Case): void => {
    if (status === 'failed') failed.add(one);
  };
  const options = { rows, cases, target, client, profile: 'all', concurrency: 4, bail: true, seen };
  const result = await run(options);
  const row = result.rows.find((one) => one.row.level === 'must' && one.status === 'failed')?.row.id;
  if (row === undefined) return null;
  return { by: row, narrowed: units.filter((unit) => unit.cases.some((one) => failed.has(one))) };
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
