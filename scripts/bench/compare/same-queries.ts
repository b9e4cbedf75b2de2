// `--compare REF --queries N`: asks two commits the same random queries, and compares their answers. Each commit makes the content
// in a database of its own; ids and moments, which differ between runs, are replaced (random-content.ts).
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import fc from 'fast-check';
import { query } from '../../../plugins/rest/tests/random-queries';
import type { Engine } from '../data/model';
import { firstDifference } from '../measure/same-answer';
import { type AskedQuery, type GivenAnswer, STOP } from './answer-queries';

export interface SameQueries {
  readonly asked: number;
  /** Queries whose answers contain documents. */
  readonly full: number;
  /** Queries whose answers differ, with the first difference. */
  readonly different: readonly { readonly query: AskedQuery; readonly difference: string }[];
}

export interface SameQueriesOptions {
  readonly count: number;
  /** The same seed gives the same queries. */
  readonly seed: number;
  readonly engine: Engine;
  note(text: string): void;
}

const AT_ONCE = 250;

/** `before` and `now`: compiled trees. */
export async function sameQueries(
  before: string,
  now: string,
  { count, seed, engine, note }: SameQueriesOptions,
): Promise<SameQueries> {
  const queries = JSON.parse(JSON.stringify(fc.sample(query, { numRuns: count, seed }))) as AskedQuery[];
  const sides = await Promise.all([before, now].map((dist) => start(dist, engine)));
  const different: SameQueries['different'][number][] = [];
  let full = 0;
  try {
    for (let at = 0; at < queries.length; at += AT_ONCE) {
      const asked = queries.slice(at, at + AT_ONCE);
      const [old = [], own = []] = await Promise.all(sides.map((side) => ask(side, asked)));
      for (const [index, each] of asked.entries()) {
        const [a, b] = [old[index], own[index]];
        if (hasDocuments(a)) full += 1;
        const difference = differenceOf(a, b);
        if (difference !== null) different.push({ query: each, difference });
      }
      note(`${Math.min(at + AT_ONCE, count)} of ${count} queries, ${different.length} different`);
    }
  } finally {
    await Promise.all(sides.map(stop));
  }
  return { asked: queries.length, full, different };
}

async function start(dist: string, engine: Engine): Promise<ChildProcess> {
  const child = fork(join(__dirname, 'answer-queries.js'), [dist, engine], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  await messageOf(child);
  return child;
}

async function ask(child: ChildProcess, queries: readonly AskedQuery[]): Promise<GivenAnswer[]> {
  child.send(queries);
  return (await messageOf(child)) as GivenAnswer[];
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('a process that answers queries ended; its error is above');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: ended.signal }), exit]);
    return message;
  } finally {
    exit.catch(() => undefined);
    ended.abort();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const ended = once(child, 'exit');
  child.send(STOP);
  await ended;
}

function hasDocuments(answer: GivenAnswer | undefined): boolean {
  const { data } = JSON.parse(answer?.[1] ?? '{}') as { readonly data?: readonly unknown[] };
  return (data?.length ?? 0) > 0;
}

function differenceOf(before: GivenAnswer | undefined, now: GivenAnswer | undefined): string | null {
  if (!before || !now) return 'a query has no answer';
  if (before[0] !== now[0]) return `the status was ${before[0]} and is ${now[0]}`;
  if (before[1] === now[1]) return null;
  // The text differs: a value, or the order of keys.
  const found = firstDifference(JSON.parse(before[1]), JSON.parse(now[1]), ['the old answer', 'the new one']);
  return found ?? 'the order of keys';
}

export function queriesReport({ asked, full, different }: SameQueries, name: string): string {
  const shown = different
    .slice(0, 10)
    .map(
      ({ query: { name: type, words }, difference }) => `${type} ${JSON.stringify(words)}\n  ${difference}`,
    );
  const head = `before: ${name}\n${asked} queries, ${full} with documents, ${different.length} with different answers`;
  return [head, ...shown].join('\n');
}
