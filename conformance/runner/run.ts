// Runs the selected cases, several at a time, and turns their outcomes into results of rows.
import type { Case, Deployment } from '../cases/case';
import { startNeeds } from '../cases/starts';
import type { Row } from '../spec/row';
import { type Absence, absenceOf, type Target } from '../target/target';
import type { Client } from '../wire/client';
import type { Failure } from './case-work';
import { answeredWithFault, performCase } from './perform-case';
import { type Place, placeOf, SeparatePlace } from './place';

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
  /** It passed, and any other 4xx would have passed too. */
  readonly tookAnyRefusal: boolean;
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
  readonly seen?: (result: CaseResult, done: number, all: number, one: Case) => void;
}

export async function run(options: RunOptions): Promise<RunResult> {
  const began = new Date();
  const selected = new Map(options.rows.map((row) => [row.id, row]));
  const cases = options.cases.filter((one) => one.rows.some((id) => selected.has(id)));
  const names = namesOf(cases);
  const results: CaseResult[] = [];
  const main = placeOf(options.target, options.client);
  let cut = false;

  const perform = async (one: Case, separate: SeparatePlace): Promise<void> => {
    const rows = one.rows.filter((id) => selected.has(id));
    const ofRows = rows.flatMap((id) => selected.get(id)?.needs ?? []);
    const needs = [...ofRows, ...(one.needs ?? []), ...startNeeds(one)];
    const open = rows.every((id) => selected.get(id)?.level === 'open');
    const about = { name: names.get(one) ?? '', rows, absence: absenceOf(options.target, needs) };
    const result = await resultOf(one, about, open, separate);
    results.push(result);
    options.seen?.(result, results.length, cases.length, one);
    const isMust = rows.some((id) => selected.get(id)?.level === 'must');
    if (options.bail && result.status === 'failed' && (isMust || answeredWithFault(result.failure)))
      cut = true;
  };
  const resultOf = async (
    one: Case,
    about: Pick<CaseResult, 'name' | 'rows' | 'absence'>,
    open: boolean,
    separate: SeparatePlace,
  ): Promise<CaseResult> => {
    const none = { ...about, failure: null, records: [], tookAnyRefusal: false, milliseconds: 0 };
    if (about.absence !== null) return { ...none, status: 'not applicable', reason: about.absence.reason };
    if (one.refuses) {
      const failure = await refusalFailure(one.refuses, one.saying, options.target);
      const status = open ? 'recorded' : failure ? 'failed' : 'passed';
      return { ...none, status, failure, reason: null };
    }
    let place: Place = main;
    try {
      if (one.deploy) place = await separate.of(one.deploy);
    } catch (error) {
      const message = `the separate deployment did not start: ${error instanceof Error ? error.message : error}`;
      return { ...none, status: open ? 'recorded' : 'failed', reason: null, failure: { message } };
    }
    const outcome = await performCase(one, place.target, options.client, {
      maker: place.maker,
      isDecided: options.profile !== 'spec',
    });
    const { failure, records, milliseconds, tookAnyRefusal } = outcome;
    if (outcome.inapplicable !== null && failure === null)
      return { ...none, status: 'not applicable', reason: outcome.inapplicable, milliseconds };
    const done = { ...none, reason: null, milliseconds };
    if (!open || answeredWithFault(failure))
      return { ...done, status: failure ? 'failed' : 'passed', failure, records, tookAnyRefusal };
    const noted = failure ? [...records, `not as assumed: ${failure.message}`] : records;
    return { ...done, status: 'recorded', records: noted };
  };

  const lanes = lanesOf(cases);
  const worker = async (first: Case[][], second: Case[][]): Promise<void> => {
    for (let line = first.shift() ?? second.shift(); line; line = first.shift() ?? second.shift()) {
      const separate = new SeparatePlace(options.target, options.client);
      try {
        for (const one of line) if (!cut) await perform(one, separate);
      } finally {
        await separate.close();
      }
    }
  };
  await Promise.all(
    Array.from({ length: options.concurrency }, (_, index) =>
      index % 2 === 0 ? worker(lanes.shared, lanes.separate) : worker(lanes.separate, lanes.shared),
    ),
  );
  const leftOver = await main.maker.tidy();
  if (leftOver) console.error(`The suite could not remove a user: ${leftOver.message}`);
  return {
    target: `${options.target.name} (${options.target.url})`,
    profile: options.profile,
    began: began.toISOString(),
    milliseconds: Date.now() - began.getTime(),
    rows: options.rows.map((row) => rowResult(row, results)),
    cut,
  };
}

interface Lanes {
  /** Lines of the main deployment, the longest first. */
  readonly shared: Case[][];
  /** Lines with a deployment of their own, the longest first. */
  readonly separate: Case[][];
}

/**
 * The cases of a line run one after another: they have the same lock or the same deployment. Half of the workers begin with the
 * separate deployments, so that starts run beside the requests to the main deployment.
 */
function lanesOf(cases: readonly Case[]): Lanes {
  const lines = new Map<string, Case[]>();
  for (const [index, one] of cases.entries()) {
    const key = JSON.stringify(one.deploy ?? one.refuses ?? one.lock ?? index);
    const line = lines.get(key) ?? [];
    line.push(one);
    lines.set(key, line);
  }
  const byLength = [...lines.values()].sort((left, right) => secondsOf(right) - secondsOf(left));
  const isSeparate = ([one]: readonly Case[]): boolean => (one?.deploy ?? one?.refuses) !== undefined;
  return {
    shared: byLength.filter((line) => !isSeparate(line)),
    separate: byLength.filter(isSeparate),
  };
}

/** Estimated seconds, on two cores. */
const [CASE, LAUNCH] = [0.1, 1.5];
const secondsOf = (line: readonly Case[]): number => {
  const launches = launchesOf(line[0]?.deploy ?? line[0]?.refuses?.before);
  return line.reduce((sum, { waits = 0 }) => sum + CASE + waits, LAUNCH * launches);
};
/** The launches of a deployment and of its earlier deployments. */
const launchesOf = (deployment?: Deployment): number => (deployment ? 1 + launchesOf(deployment.before) : 0);

async function refusalFailure(deployment: Deployment, saying = '', target: Target): Promise<Failure | null> {
  if (!target.refusal) return { message: 'the suite did not start this deployment' };
  let received: string | null;
  try {
    received = await target.refusal(deployment);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { message: `the start was not tried, because an earlier step failed: ${reason}` };
  }
  if (received === null) return { message: 'the start succeeded but must fail' };
  if (new RegExp(saying).test(received)) return null;
  return { message: 'the start failed for another reason', path: 'message', expected: saying, received };
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
