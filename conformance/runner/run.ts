// Runs the selected cases, several at a time, and turns their outcomes into results of rows.
import type { Case, Deployment } from '../cases/case';
import type { Row } from '../spec/row';
import { type Absence, absenceOf, type Target } from '../target/target';
import type { Client } from './client';
import { answeredWithFault, type Failure, performCase } from './perform-case';

export type RowStatus = 'passed' | 'failed' | 'recorded' | 'not applicable';

export interface CaseResult {
  readonly name: string;
  readonly rows: readonly string[];
  readonly status: RowStatus;
  readonly reason: string | null;
  /** The capabilities that the deployment lacks. */
  readonly absence: Absence | null;
  readonly failure: Failure | null;
  readonly records: readonly string[];
  readonly milliseconds: number;
}

export interface RowResult {
  readonly row: Row;
  readonly status: RowStatus;
  /** The reason when it is not applicable. */
  readonly reason: string | null;
  /** The capabilities that the deployment lacks. */
  readonly absence: Absence | null;
  readonly cases: readonly CaseResult[];
}

export interface RunResult {
  readonly target: string;
  readonly profile: string;
  readonly began: string;
  readonly milliseconds: number;
  readonly rows: readonly RowResult[];
  /** --bail or a signal ended the run early. */
  readonly cut: boolean;
}

export interface RunOptions {
  readonly rows: readonly Row[];
  readonly cases: readonly Case[];
  readonly target: Target;
  readonly client: Client;
  readonly profile: string;
  readonly concurrency: number;
  readonly bail: boolean;
  readonly seen?: (result: CaseResult, done: number, all: number) => void;
}

export async function run(options: RunOptions): Promise<RunResult> {
  const began = new Date();
  const selected = new Map(options.rows.map((row) => [row.id, row]));
  const cases = options.cases.filter((one) => one.rows.some((id) => selected.has(id)));
  const names = namesOf(cases);
  const results: CaseResult[] = [];
  const variants = new Variants(options.target, cases);
  const locks = new Map<string, Promise<unknown>>();
  let cut = false;

  const perform = async (one: Case): Promise<void> => {
    const rows = one.rows.filter((id) => selected.has(id));
    const needs = [...rows.flatMap((id) => selected.get(id)?.needs ?? []), ...(one.needs ?? [])];
    const open = rows.every((id) => selected.get(id)?.level === 'open');
    const result = await resultOf(one, names.get(one) ?? '', rows, absenceOf(options.target, needs), open);
    await variants.leave(one);
    results.push(result);
    options.seen?.(result, results.length, cases.length);
    const isMust = rows.some((id) => selected.get(id)?.level === 'must');
    if (options.bail && result.status === 'failed' && (isMust || answeredWithFault(result.failure)))
      cut = true;
  };
  const resultOf = async (
    one: Case,
    name: string,
    rows: readonly string[],
    absence: Absence | null,
    open: boolean,
  ): Promise<CaseResult> => {
    const none = { name, rows, absence, failure: null, records: [], milliseconds: 0 };
    if (absence !== null) return { ...none, status: 'not applicable', reason: absence.reason };
    if (one.refuses) {
      const failure = await refusalFailure(one.refuses, one.saying, options.target);
      const status = open ? 'recorded' : failure ? 'failed' : 'passed';
      return { ...none, status, failure, reason: null };
    }
    let target = options.target;
    try {
      if (one.deploy) target = await variants.of(one);
    } catch (error) {
      const message = `the separate deployment did not start: ${error instanceof Error ? error.message : error}`;
      return { ...none, status: open ? 'recorded' : 'failed', reason: null, failure: { message } };
    }
    const outcome = await performCase(one, target, options.client);
    const { failure, records, milliseconds } = outcome;
    if (outcome.inapplicable !== null && failure === null)
      return { ...none, status: 'not applicable', reason: outcome.inapplicable, milliseconds };
    const done = { ...none, reason: null, milliseconds };
    if (!open || answeredWithFault(failure))
      return { ...done, status: failure ? 'failed' : 'passed', failure, records };
    const noted = failure ? [...records, `not as assumed: ${failure.message}`] : records;
    return { ...done, status: 'recorded', records: noted };
  };

  const waiting = [...cases];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one && !cut; one = waiting.shift()) {
      const current = one;
      if (current.lock === undefined) await perform(current);
      else {
        const turn = (locks.get(current.lock) ?? Promise.resolve()).then(() => perform(current));
        locks.set(current.lock, turn);
        await turn;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: options.concurrency }, worker));
  } finally {
    await variants.close();
  }
  return {
    target: `${options.target.name} (${options.target.url})`,
    profile: options.profile,
    began: began.toISOString(),
    milliseconds: Date.now() - began.getTime(),
    rows: options.rows.map((row) => rowResult(row, results)),
    cut,
  };
}

async function refusalFailure(deployment: Deployment, saying = '', target: Target): Promise<Failure | null> {
  try {
    const started = await target.deploy?.(deployment);
    await started?.close();
  } catch (error) {
    const received = error instanceof Error ? error.message : String(error);
    return new RegExp(saying).test(received)
      ? null
      : { message: 'the start failed for another reason', path: 'message', expected: saying, received };
  }
  return { message: 'the start succeeded but must fail' };
}

function rowResult(row: Row, results: readonly CaseResult[]): RowResult {
  const cases = results.filter((result) => result.rows.includes(row.id));
  const asked = cases.filter((one) => one.status !== 'not applicable');
  const status: RowStatus =
    asked.length === 0
      ? 'not applicable'
      : asked.some((one) => one.status === 'failed')
        ? 'failed'
        : row.level === 'open'
          ? 'recorded'
          : 'passed';
  const reason = asked.length > 0 ? null : (cases[0]?.reason ?? 'not reached');
  return {
    row,
    status,
    reason,
    absence: asked.length > 0 ? null : (cases[0]?.absence ?? null),
    cases,
  };
}

/** `rest.filters.$eq`, and `rest.filters.$eq (2)` for the second case without a name. */
function namesOf(cases: readonly Case[]): Map<Case, string> {
  const taken = new Map<string, number>();
  return new Map(
    cases.map((one) => {
      const base = `${one.rows[0] ?? ''}${one.name ? `: ${one.name}` : ''}`;
      const count = (taken.get(base) ?? 0) + 1;
      taken.set(base, count);
      return [one, count === 1 ? base : `${base} (${count})`];
    }),
  );
}

/** Separate deployments for cases: each starts once, and ends after its last case. */
class Variants {
  readonly #started = new Map<string, Promise<Target>>();
  readonly #waiting = new Map<string, number>();
  readonly #target: Target;

  constructor(target: Target, cases: readonly Case[]) {
    this.#target = target;
    for (const { deploy } of cases)
      if (deploy) this.#waiting.set(keyOf(deploy), (this.#waiting.get(keyOf(deploy)) ?? 0) + 1);
  }

  of({ deploy = {} }: Case): Promise<Target> {
    const key = keyOf(deploy);
    const start = this.#target.deploy;
    if (!start) return Promise.reject(new Error('the suite did not start this deployment'));
    const known = this.#started.get(key) ?? start(deploy);
    this.#started.set(key, known);
    return known;
  }

  async leave({ deploy }: Case): Promise<void> {
    if (!deploy) return;
    const key = keyOf(deploy);
    const left = (this.#waiting.get(key) ?? 1) - 1;
    this.#waiting.set(key, left);
    if (left === 0) await this.#end(key);
  }

  async close(): Promise<void> {
    for (const key of [...this.#started.keys()]) await this.#end(key);
  }

  async #end(key: string): Promise<void> {
    const started = this.#started.get(key);
    this.#started.delete(key);
    await started?.then((target) => target.close()).catch(() => undefined);
  }
}

const keyOf = (deployment: Deployment): string => JSON.stringify(deployment);
