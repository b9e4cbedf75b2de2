// The command line of the bench.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from './data/model';
import type { Where } from './data/store';
import { SIZES } from './scale';
import { SCENARIOS } from './scenarios/all';

export interface Options {
  readonly engine: Engine;
  readonly rows: number;
  readonly rounds: number;
  /** Letters of scenarios; null: all. */
  readonly only: readonly string[] | null;
  readonly json: boolean;
  readonly self: boolean;
  readonly dist: string;
  readonly peer: string | null;
  /** A commit to compare with, in place of the limit. */
  readonly compare: string | null;
  /** With `compare`: so many random queries are asked of both commits, and nothing is measured. */
  readonly queries: number | null;
  readonly seed: number;
  /** The sizes of the curves; null: no curves. */
  readonly scale: readonly number[] | null;
  /** The file that keeps the ratios. */
  readonly record: string | null;
  whereOf(engine: Engine): Where;
}

export const HELP = `npm run bench -- [options]

Measures the application against a limit: a bare HTTP server with SQL written by hand, on the same
database. The figure is node CPU per request; ratios are of interleaved rounds, medians.

  --only a,c        these scenarios (see scripts/bench/README.md)
  --db ENGINE       sqlite (default), mysql (also MariaDB) or postgres
  --rows N          articles in the database (default 10000)
  --rounds N        rounds per side (default 5; 12 with --compare)
  --peer URL        another deployment, asked the same; BENCH_PEER_TOKEN is sent as a bearer token
  --compare REF     another commit in place of the limit: built in a temporary worktree, interleaved, with
                    a test of significance; exit code 1 when a scenario costs over 10 % more (p < 0.01)
  --queries N       with --compare: asks both commits N random queries and compares the answers
  --seed N          the seed of these queries (default 1)
  --scale           curves from 1,000 articles to a million, of the scenarios that must stay flat
  --sizes 1000,…    other sizes for --scale
  --record FILE     adds the ratios of this run to FILE, and draws FILE as an SVG page beside it
  --dist PATH       the compiled tree (default: the one this file is in)
  --self            the limit against itself: shows what the machine's noise is
  --json            the figures as JSON on standard output
  --help            this text

Servers are looked for at BENCH_MYSQL (default mysql://root@127.0.0.1:3306) and BENCH_POSTGRES
(default postgres://postgres@127.0.0.1:5432); a database of its own is made there and dropped.

Exit code: 0, 1 when a scenario is above its limit or its answers differ, 2 when the command is wrong.`;

/** A text is the output instead: the help or a mistake. */
export function readOptions(
  args: readonly string[],
): Options | { readonly help: true } | { readonly wrong: string } {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { help: true };
  const engine = values.db ?? 'sqlite';
  if (engine !== 'sqlite' && engine !== 'mysql' && engine !== 'postgres')
    return { wrong: `--db is "${engine}"; expected sqlite, mysql or postgres` };
  const rows = Number(values.rows ?? 10_000);
  const rounds = Number(values.rounds ?? (values.compare === undefined ? 5 : 12));
  if (!Number.isInteger(rows) || rows < 1000)
    return { wrong: '--rows: expected a whole number from 1000 up' };
  if (!Number.isInteger(rounds) || rounds < 1)
    return { wrong: '--rounds: expected a whole number from 1 up' };
  const scale = (values.sizes?.split(',').map(Number) ?? SIZES) satisfies readonly number[];
  if (scale.some((size) => !Number.isInteger(size) || size < 1000))
    return { wrong: '--sizes: expected whole numbers from 1000 up, separated by commas' };
  const queries = values.queries === undefined ? null : Number(values.queries);
  if (queries !== null && (!Number.isInteger(queries) || queries < 1))
    return { wrong: '--queries: expected a whole number from 1 up' };
  if (queries !== null && values.compare === undefined)
    return { wrong: '--queries needs --compare REF: the commit that is asked the same' };
  const seed = Number(values.seed ?? 1);
  if (!Number.isInteger(seed)) return { wrong: '--seed: expected a whole number' };
  const isScale = values.scale === true || values.sizes !== undefined;
  const only = values.only?.split(',').map((letter) => letter.trim()) ?? null;
  const wrong = only && wrongLetter(only, isScale);
  if (wrong) return { wrong };
  return {
    engine,
    rows,
    rounds,
    only,
    json: values.json === true,
    self: values.self === true,
    dist: resolve(values.dist ?? join(__dirname, '..', '..')),
    peer: values.peer ?? null,
    compare: values.compare ?? null,
    queries,
    seed,
    scale: isScale ? scale : null,
    record: values.record ?? null,
    whereOf,
  };
}

/** null: the letters name scenarios, with `--scale` those that have curves. */
function wrongLetter(only: readonly string[], isScale: boolean): string | null {
  const known = SCENARIOS.map(({ letter }) => letter);
  const unknown = only.find((letter) => !known.includes(letter));
  if (unknown !== undefined)
    return `--only: there is no scenario "${unknown}"; there are ${known.join(', ')}`;
  const scaled = SCENARIOS.flatMap(({ letter, at }) => (at ? [letter] : []));
  const fixed = isScale ? only.find((letter) => !scaled.includes(letter)) : undefined;
  return fixed === undefined
    ? null
    : `--only: --scale does not run the scenario "${fixed}"; it runs ${scaled.join(', ')}`;
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      db: { type: 'string' },
      rows: { type: 'string' },
      rounds: { type: 'string' },
      peer: { type: 'string' },
      compare: { type: 'string' },
      queries: { type: 'string' },
      seed: { type: 'string' },
      scale: { type: 'boolean' },
      sizes: { type: 'string' },
      record: { type: 'string' },
      dist: { type: 'string' },
      self: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  }).values;

function whereOf(engine: Engine): Where {
  const { env } = process;
  const url = new URL(
    engine === 'mysql'
      ? (env.BENCH_MYSQL ?? 'mysql://root@127.0.0.1:3306')
      : (env.BENCH_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432'),
  );
  return {
    engine,
    filename: '',
    host: url.hostname,
    port: Number(url.port || (engine === 'mysql' ? 3306 : 5432)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: `quire_bench_${process.pid}`,
  };
}
