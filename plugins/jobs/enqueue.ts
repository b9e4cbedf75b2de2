// Adds jobs, in the transaction of the caller. The payload is checked here: a job that could never run is not stored.
import { type App, type Check, runCheck, type Tx } from '../../core';
import { jobErrors } from './errors';
import type { JobModel } from './job-rows';
import type { EnqueueOptions } from './types';

export interface NewJob {
  readonly name: string;
  /** As JSON. */
  readonly payload: string;
  /** Milliseconds since 1970; null: now. */
  readonly due: number | null;
  readonly key: string | null;
  readonly dedupe: string | null;
  readonly tick: number | null;
}

export const LONGEST_PAYLOAD = 1_048_576;
const LONGEST_KEY = 191;
/** A job with the same `dedupe` may be claimed between two statements. */
const TRIES = 5;

export function newJob(
  name: string,
  check: Check<unknown> | undefined,
  payload: unknown,
  { at, key, dedupe }: EnqueueOptions,
): NewJob {
  if (at !== undefined && !(at instanceof Date && !Number.isNaN(at.getTime())))
    throw jobErrors.JOB_OPTION(name, 'at', 'a Date');
  return {
    name,
    payload: jsonOf(name, checkedPayload(name, check, payload)),
    due: at?.getTime() ?? null,
    key: keyOf(name, 'key', key),
    dedupe: keyOf(name, 'dedupe', dedupe),
    tick: null,
  };
}

function keyOf(name: string, option: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value.length > 0 && value.length <= LONGEST_KEY) return value;
  throw jobErrors.JOB_OPTION(name, option, `a text of 1 to ${LONGEST_KEY} characters`);
}

/** The payload as the job gets it. */
export function checkedPayload(name: string, check: Check<unknown> | undefined, given: unknown): unknown {
  const { value, issues } = check ? runCheck(check, given) : { value: given ?? null, issues: [] };
  const [issue] = issues;
  if (issue) throw jobErrors.JOB_PAYLOAD(name, ['payload', ...issue.path].join('.'), issue.message);
  return value;
}

function jsonOf(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw jobErrors.JOB_PAYLOAD(name, 'payload', 'is no JSON value');
  if (text.length > LONGEST_PAYLOAD)
    throw jobErrors.JOB_PAYLOAD(
      name,
      'payload',
      `has ${text.length} characters of JSON, and at most ${LONGEST_PAYLOAD} fit; store the data, and enqueue its id`,
    );
  return text;
}

type Inserted = { readonly id: number };

/** The new job; null: `dedupe` found a waiting job, whose row is locked until the end of the transaction. */
export const insertJob = (
  app: App,
  { table }: Pick<JobModel, 'table'>,
  job: NewJob,
  tx: Tx,
): Promise<Inserted | null> =>
  job.dedupe === null ? insert(app, table, job, tx) : insertOnce(app, table, job, tx);

async function insertOnce(app: App, table: string, job: NewJob, tx: Tx): Promise<Inserted | null> {
  const { dialect } = app.database;
  for (let attempt = 1; ; attempt += 1) {
    // A job that is claimed now would not see what this transaction writes. So its row is locked: a claim waits for the commit.
    const found = await tx.run(
      `UPDATE ${table} SET changed = ${dialect.now} WHERE dedupe = ? AND state = 'waiting'`,
      [job.dedupe],
    );
    if (found.changes > 0) return null;
    try {
      return await app.database.transaction((inner) => insert(app, table, job, inner));
    } catch (error) {
      if (dialect.classify(error).kind !== 'duplicate' || attempt === TRIES) throw error;
    }
  }
}

const NAMES = ['name', 'payload', 'state', 'due', 'order_key', 'dedupe', 'tick', 'created', 'changed'];

type Dialect = App['database']['dialect'];

/** Databases find prepared statements by their text, fastest by an identical string object. */
const texts = new WeakMap<Dialect, { readonly now: string; readonly later: string }>();

function insertTexts(dialect: Dialect, table: string): { readonly now: string; readonly later: string } {
  const known = texts.get(dialect);
  if (known) return known;
  const { now, id } = dialect;
  const text = (due: string): string =>
    `INSERT INTO ${id(table)} (${NAMES.map(id).join(', ')}) VALUES (?, ?, 'waiting', ${due}, ?, ?, ?, ${now}, ${now})`;
  const made = { now: text(now), later: text('?') };
  texts.set(dialect, made);
  return made;
}

function insert({ database }: App, table: string, job: NewJob, tx: Tx): Promise<Inserted> {
  const { now, later } = insertTexts(database.dialect, table);
  const { name, payload, due, key, dedupe, tick } = job;
  return due === null
    ? tx.run(now, [name, payload, key, dedupe, tick])
    : tx.run(later, [name, payload, due, key, dedupe, tick]);
}
