// Faults made by rules over the compiled product: takes a seeded sample, asks the suite about each fault, lists those that survive.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { allCases } from '../cases/all-cases';
import { contributions } from '../find-contributions';
import { ROOT } from '../paths';
import { createDice } from '../random/dice';
import { SPEC_ROWS } from '../spec/all-rows';
import { Client } from '../wire/client';
import { examine, type Verdict } from './examine';
import type { Fault } from './fault';
import { type Judged, readJudged, reasonFor, withoutGone } from './judged';
import { allFaults, faultsAt, placeOf } from './product';
import { type Reach, rarelyRun, reachOf, reachOfPart, type Unit, unitsOf } from './reach';
import type { Suite } from './suite';

const HELP = `Makes faults by rules over the compiled product, and asks the suite about each of them.

  node dist/conformance/faults/main.js [--sample N] [--seed S] [--in PLACE] [--few N] [--rows ROWS]
                                     [--database ADDRESS] [--at ONCE] [--json FILE]
  node dist/conformance/faults/main.js --tidy

  --sample N     how many faults (default 200)
  --seed S       repeats a sample (default: a new one)
  --in PLACE     only faults in this folder, file or line; may be repeated: core/content/query, core/content/query/walk.ts, core/content/query/walk.ts:40
  --few N        only faults in code that some cases run, and no more than N: they survive more often. Not with --rows.
  --rows ROWS    asks only the cases of these rows, separated by commas: quire.sort.many,rest.sort.one. Without random questions.
  --database A   a database whose server the runs use: mysql://root@127.0.0.1/mysql (default: SQLite). The runs make and drop their own
                 databases. Code of other databases gets no faults.
  --at N         deployments with faults at once (default 2)
  --json FILE    writes every fault with its verdict (default .tmp/faults/report.json)
  --tidy         removes judgements of code that is gone from conformance/faults/judged.json, and asks nothing

Survivors with a reason in conformance/faults/judged.json count as judged. Exit codes: 0 every survivor is judged, 1 a survivor is
not judged, 2 wrong usage.`;

const JUDGED = join(ROOT, 'conformance', 'faults', 'judged.json');

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string' },
      seed: { type: 'string' },
      in: { type: 'string', multiple: true },
      few: { type: 'string' },
      rows: { type: 'string' },
      database: { type: 'string' },
      at: { type: 'string' },
      json: { type: 'string' },
      tidy: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.tidy) return tidy();
  const count = Number(values.sample ?? 200);
  const seed = Number(values.seed ?? 1 + (Date.now() % 1_000_000));
  const database = values.database ?? 'sqlite';
  const possible = faultsAt(values.in ?? [''], database);
  const few = values.few === undefined ? null : Number(values.few);
  if (few !== null && (values.rows !== undefined || !(few >= 1)))
    throw new Error('--few takes a number from 1, and no --rows beside it.');

  const extra = contributions();
  const rows = [...SPEC_ROWS, ...extra.rows];
  const cases = [...allCases(), ...extra.cases];
  const wanted = values.rows?.split(',');
  const units = unitsOf(cases.filter((one) => !wanted || one.rows.some((row) => wanted.includes(row))));
  if (units.length === 0) throw new Error(`No case checks "${values.rows}".`);
  // Long enough for a busy machine: a late answer must not count as a caught fault.
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 16, longestWait: 3_000 });
  const ran = (done: number): void => {
    if (done % 100 === 0 || done === units.length)
      console.log(`which code the cases run: ${done} of ${units.length}`);
  };
  const chosen = few === null ? sampleOf(possible, count, seed) : possible;
  const whole = wanted ? reachByRows(units, chosen) : await reachOf(chosen, units, { rows, database }, ran);
  const rare = few === null ? null : sampleOf(rarelyRun(whole, few), count, seed);
  const sample = rare ? rare.map((index) => possible[index] as Fault) : chosen;
  const reach = rare ? reachOfPart(whole, rare) : whole;
  console.log(`${sample.length} of ${possible.length} possible faults, --seed ${seed}`);
  const suite: Suite = { rows, client, database, random: wanted ? 0 : 200 };
  const judged = readJudged(JUDGED);
  const verdicts = new Map<number, Verdict>();
  const seen = (index: number, verdict: Verdict): void => {
    verdicts.set(index, verdict);
    const fault = sample[index] as Fault;
    const place = placeOf(fault);
    const by = verdict.by ? ` by ${verdict.by}` : '';
    console.log(`${verdicts.size}/${sample.length} ${verdict.state}${by}: ${fault.rule} ${place.at}`);
    if (verdict.state !== 'caught' && reasonFor(judged, fault, place, database) === null)
      console.log(`  - ${place.before}\n  + ${place.after}`);
  };
  await examine({ faults: sample, units, reach, suite, at: Number(values.at ?? 2), seen });
  client.close();
  const file = values.json ?? join(ROOT, '.tmp', 'faults', 'report.json');
  return report(sample, verdicts, { judged, database, seed, file });
}

function tidy(): number {
  const judged = readJudged(JUDGED);
  const left = withoutGone(judged, allFaults());
  writeFileSync(JUDGED, `${JSON.stringify(left, null, 2)}\n`);
  console.log(
    `${left.length} of ${judged.length} judgements are left. Format the file: npx biome check --write`,
  );
  return 0;
}

function sampleOf<T>(possible: readonly T[], count: number, seed: number): T[] {
  const dice = createDice(seed);
  const left = [...possible];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(dice.below(left.length), 1);
    return one as T;
  });
}

/** The cases of these rows, whichever code they run. */
function reachByRows(units: readonly Unit[], faults: readonly Fault[]): Reach {
  const all = new Set(faults.keys());
  return { atStart: new Set(), byUnit: units.map(() => all) };
}

interface ReportOptions {
  readonly judged: readonly Judged[];
  readonly database: string;
  readonly seed: number;
  /** Where the report is written. */
  readonly file: string;
}

function report(
  sample: readonly Fault[],
  verdicts: ReadonlyMap<number, Verdict>,
  { judged, database, seed, file }: ReportOptions,
): number {
  const all = sample.map((fault, index) => {
    const place = placeOf(fault);
    const verdict = verdicts.get(index);
    const reason = verdict?.state === 'caught' ? null : reasonFor(judged, fault, place, database);
    return { rule: fault.rule, ...place, ...verdict, reason };
  });
  const survivors = all.filter(({ state }) => state !== 'caught');
  const open = survivors.filter(({ reason }) => reason === null);
  const caught = all.length - survivors.length;
  const share = (of: number): string =>
    `${caught} of ${of} (${((100 * caught) / Math.max(1, of)).toFixed(1)} %)`;
  console.log(
    `\n--seed ${seed}: ${share(all.length)} caught; without the ${survivors.length - open.length} judged survivors ${share(caught + open.length)}`,
  );
  const gone = judged.length - withoutGone(judged, allFaults()).length;
  if (gone > 0) console.log(`${gone} judgements are of code that is gone; remove them with --tidy`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ seed, caught, faults: all }, null, 2)}\n`);
  return open.length > 0 ? 1 : 0;
}

if (require.main === module)
  main(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exit(2);
    },
  );
