// Asks the suite about one fault: the cases that run its code, until the first failure of a must.

import { firstWrongAnswer } from '../random/run-random';
import type { Client } from '../runner/client';
import { run } from '../runner/run';
import { startOwnApp } from '../target/own-app';
import { createOwnDatabase } from '../target/own-databases';
import type { Target } from '../target/target';
import type { Fault } from './fault';
import type { BuildCopy } from './product';
import type { Unit } from './reach';
import type { Suite } from './suite';

export interface Verdict {
  readonly state: 'caught' | 'survived' | 'not run';
  /** The failed row, or the reason of a failed start. */
  readonly by: string | null;
  readonly milliseconds: number;
}

/** Long enough for a busy machine: a slow start must not count as a caught fault. */
const START_MS = 60_000;

export async function judge(
  fault: Fault,
  units: readonly Unit[],
  copy: BuildCopy,
  suite: Suite,
): Promise<Verdict> {
  const began = Date.now();
  copy.put(fault);
  try {
    const by = await firstFailure(units, copy, suite);
    return { state: by === null ? 'survived' : 'caught', by, milliseconds: Date.now() - began };
  } finally {
    copy.restore(fault);
  }
}

async function firstFailure(units: readonly Unit[], copy: BuildCopy, suite: Suite): Promise<string | null> {
  const { client, random } = suite;
  const { database, drop } = await createOwnDatabase(suite.database);
  let target: Target;
  try {
    target = await startOwnApp({ client, without: [], database, build: copy.build, patience: START_MS });
  } catch (error) {
    await drop();
    return `the start: ${(error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ')}`;
  }
  try {
    const shared = units.filter(({ separate }) => !separate);
    const separate = units.filter((unit) => unit.separate);
    return (
      (await failedRow(shared, target, suite)) ??
      (await failedRow(separate, target, suite)) ??
      (await wrongAnswer(target, client, random))
    );
  } finally {
    await target.close();
    await drop();
  }
}

async function failedRow(
  units: readonly Unit[],
  target: Target,
  { rows, client }: Suite,
): Promise<string | null> {
  const cases = units.flatMap((unit) => unit.cases);
  if (cases.length === 0) return null;
  const result = await run({ rows, cases, target, client, profile: 'all', concurrency: 4, bail: true });
  const failed = result.rows.find(({ row, status }) => row.level === 'must' && status === 'failed');
  return failed?.row.id ?? null;
}

async function wrongAnswer(target: Target, client: Client, random: number): Promise<string | null> {
  if (random === 0) return null;
  try {
    return (await firstWrongAnswer(target, client, { count: random, seed: 1, isOwn: true })) === null
      ? null
      : 'a random question';
  } catch (error) {
    return `a random question: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  }
}
