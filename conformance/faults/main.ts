// Faults made by rules over the compiled product: takes a seeded sample, asks the suite about each fault, lists those that survive.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { allCases } from '../cases/all-cases';
import { contributions } from '../find-contributions';
import { createDice } from '../random/dice';
import { Client } from '../runner/client';
import { SPEC_ROWS } from '../spec/all-rows';
import { ROOT } from '../target/paths';
import type { Fault } from './fault';
import { judge, type Verdict } from './judge';
import { type Judged, readJudged, reasonFor } from './judged';
import { BuildCopy, faultsAt, placeOf } from './product';
import { reachOf, type Unit, unitsOf } from './reach';
import type { Suite } from './suite';

const HELP = `Makes faults by rules over the compiled product, and asks the suite about each of them.

  node dist/conformance/faults/main.js [--sample N] [--seed S] [--in PLACE] [--database ADDRESS] [--at ONCE]
                                     [--json FILE]

  --sample N     how many faults (default 200)
  --seed S       repeats a sample (default: a new one)
  --in PLACE     only faults in this folder, file or line; may be repeated: core/query, core/query/walk.ts, core/query/walk.ts:40
  --database A   a database whose server the runs use: mysql://root@127.0.0.1/mysql (default: SQLite). The runs make and drop their own
                 databases. Code of other databases gets no faults.
  --at N         faults at once, each with its own deployment (default 2)
  --json FILE    writes every fault with its verdict (default .tmp/faults/report.json)

Survivors with a reason in conformance/faults/judged.json count as judged. Exit codes: 0 every survivor is judged, 1 a survivor is
not judged, 2 wrong usage.`;

const JUDGED = join(ROOT, 'conformance', 'faults', 'judged.json');

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ sample: { type: 'string' }, seed: { type: 'string' }, in: { type: 'string', multiple: true } },
      ...{
        database: { type: 'string' },
        at: { type: 'string' },
        json: { type: 'string' },
        help: { type: 'boolean' },
      },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const count = Number(values.sample ?? 200);
  const seed = Number(values.seed ?? 1 + (Date.now() % 1_000_000));
  const database = values.database ?? 'sqlite';
  const possible = faultsAt(values.in ?? [''], database);
  const dice = createDice(seed);
  const left = [...possible];
  const sample = Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(dice.below(left.length), 1);
    return one as Fault;
  });
  console.log(`${sample.length} of ${possible.length} possible faults, --seed ${seed}`);

  const extra = contributions();
  const rows = [...SPEC_ROWS, ...extra.rows];
  const units = unitsOf([...allCases(), ...extra.cases]);
  // Long enough for a busy machine: a late answer must not count as a caught fault.
  const client = new Client({ timeout: 30_000, insecure: false, sockets: 16, longestWait: 3_000 });
  const reach = await reachOf(sample, units, { rows, database }, (done) => {
    if (done % 100 === 0 || done === units.length)
      console.log(`which code the cases run: ${done} of ${units.length}`);
  });

  const suite: Suite = { rows, client, database, random: 200 };
  const verdicts = new Map<number, Verdict>();
  const waiting = sample.map((fault, index) => ({ fault, index }));
  const worker = async (name: string): Promise<void> => {
    const copy = new BuildCopy(name);
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { fault, index } = next;
        const reached = units.filter((_, unit) => reach.byUnit[unit]?.has(index));
        const isKept = reach.atStart.has(index) || reached.length <= FEW;
        const asked = isKept && reached.length > 0 ? withAll(units, reached) : reached;
        const verdict: Verdict =
          asked.length === 0
            ? { state: 'not run', by: null, milliseconds: 0 }
            : await judge(fault, asked, copy, suite);
        verdicts.set(index, verdict);
        const place = placeOf(fault);
        console.log(
          `${verdicts.size}/${sample.length} ${verdict.state}${verdict.by ? ` by ${verdict.by}` : ''} (${(verdict.milliseconds / 1000).toFixed(1)} s): ${fault.rule} ${place.at}`,
        );
      }
    } finally {
      copy.remove();
    }
  };
  await Promise.all(Array.from({ length: Number(values.at ?? 2) }, (_, index) => worker(String(index))));
  client.close();

  const judged = readJudged(JUDGED);
  const file = values.json ?? join(ROOT, '.tmp', 'faults', 'report.json');
  return report(sample, verdicts, { judged, database, seed, file });
}

/**
 * Code that so few cases run may make a value once, such as the schema of GraphQL. Other cases use the value without running the code.
 */
const FEW = 2;

/** Every case may show what is wrong in kept data. Of the other separate deployments, those with other content types do. */
function withAll(units: readonly Unit[], reached: readonly Unit[]): Unit[] {
  const hasOtherTypes = ({ cases }: Unit): boolean =>
    cases.some(({ deploy, refuses }) => (deploy ?? refuses)?.files !== undefined);
  const others = units.filter((unit) => !reached.includes(unit));
  return [...reached, ...others.filter((unit) => !unit.separate || hasOtherTypes(unit))];
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
  for (const { rule, at, before, after, state } of open)
    console.log(`\n${state}: ${rule} at ${at}\n  - ${before}\n  + ${after}`);
  const caught = all.length - survivors.length;
  const share = (of: number): string =>
    `${caught} of ${of} (${((100 * caught) / Math.max(1, of)).toFixed(1)} %)`;
  console.log(
    `\n--seed ${seed}: ${share(all.length)} caught; without the ${survivors.length - open.length} judged survivors ${share(caught + open.length)}`,
  );
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
