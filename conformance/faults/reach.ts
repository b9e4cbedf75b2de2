// Finds the cases that run the code of each fault: runs the suite once, case by case, on a deployment that counts.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Case } from '../cases/case';
import { BUILD } from '../paths';
import { run } from '../runner/run';
import { startOwnApp } from '../target/own-app';
import { createOwnDatabase } from '../target/own-databases';
import { Client } from '../wire/client';
import type { Fault } from './fault';
import type { Ran } from './probe';
import type { Suite } from './suite';

/** Cases that share a deployment; those of the main deployment stand alone. */
export interface Unit {
  readonly cases: readonly Case[];
  readonly separate: boolean;
}

export interface Reach {
  /** The faults that the start of the main deployment runs, by index. */
  readonly atStart: ReadonlySet<number>;
  /** For each unit, by index. */
  readonly byUnit: readonly ReadonlySet<number>[];
}

export function unitsOf(cases: readonly Case[]): Unit[] {
  const shared = new Map<string, Case[]>();
  const units: Unit[] = [];
  for (const one of cases) {
    const deployment = one.deploy ?? one.refuses;
    const key = JSON.stringify([deployment, one.refuses !== undefined]);
    const known = shared.get(key);
    if (deployment === undefined) units.push({ cases: [one], separate: false });
    else if (known) known.push(one);
    else {
      const own = [one];
      shared.set(key, own);
      units.push({ cases: own, separate: true });
    }
  }
  return units;
}

export async function reachOf(
  faults: readonly Fault[],
  units: readonly Unit[],
  { rows, database: beside }: Pick<Suite, 'rows' | 'database'>,
  seen: (done: number) => void,
): Promise<Reach> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-reach-'));
  const client = new Client({ timeout: 30_000, insecure: false, sockets: 4 });
  const places = new Places(faults);
  // The variable also reaches the processes that a deployment forks: the workers of images.
  const probe = `--require ${JSON.stringify(join(__dirname, 'probe.js'))}`;
  const runtime = { flags: [], env: { NODE_OPTIONS: probe, PROBE_FOLDER: folder, PROBE_BUILD: BUILD } };
  mkdirSync(folder, { recursive: true });
  const { database, drop } = await createOwnDatabase(beside);
  const target = await startOwnApp({ client, without: [], database, runtime });
  try {
    const take = async (): Promise<Ran[]> => [...(await running(folder, client)), ...ended(folder)];
    const atStart = places.ranIn(await take());
    const byUnit: ReadonlySet<number>[] = [];
    for (const unit of units) {
      const { cases } = unit;
      await run({ rows, cases, target, client, profile: 'all', concurrency: 1, bail: false });
      byUnit.push(places.ranIn(await take()));
      seen(byUnit.length);
    }
    return { atStart, byUnit };
  } finally {
    await target.close();
    await drop();
    client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The indexes of faults in code that some units run, and no more than `most`. */
export function rarelyRun({ byUnit }: Reach, most: number): number[] {
  const units = new Map<number, number>();
  for (const indexes of byUnit) for (const index of indexes) units.set(index, (units.get(index) ?? 0) + 1);
  return [...units].filter(([, count]) => count <= most).map(([index]) => index);
}

/** The same of these faults only, with their new indexes. */
export function reachOfPart({ atStart, byUnit }: Reach, indexes: readonly number[]): Reach {
  const places = new Map(indexes.map((index, place) => [index, place]));
  const part = (all: ReadonlySet<number>): Set<number> =>
    new Set([...all].flatMap((index) => places.get(index) ?? []));
  return { atStart: part(atStart), byUnit: byUnit.map(part) };
}

/** The code that the processes ran since the last call. */
async function running(folder: string, client: Client): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.port'))) {
    const url = `http://127.0.0.1:${readFileSync(join(folder, name), 'utf8')}/`;
    try {
      ran.push(...((await client.send({ method: 'GET', url, headers: {}, body: null })).body as Ran[]));
    } catch (error) {
      // A process that ends has closed its port already; its file has the rest.
      if (!(await endsSoon(Number.parseInt(name, 10)))) throw error;
      rmSync(join(folder, name), { force: true });
    }
  }
  return ran;
}

async function endsSoon(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isRunning(pid); tries++) await setTimeout(100);
  return !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The code of processes that have ended since the last call. */
function ended(folder: string): Ran[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const ran: Ran[] = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      rmSync(join(folder, name));
      return ran;
    });
}

class Places {
  readonly #byFile = new Map<string, { readonly index: number; readonly from: number }[]>();

  constructor(faults: readonly Fault[]) {
    for (const [index, { file, runsAt: from }] of faults.entries()) {
      const known = this.#byFile.get(file) ?? [];
      known.push({ index, from });
      this.#byFile.set(file, known);
    }
  }

  /** The innermost block around the place decides. */
  ranIn(all: readonly Ran[]): Set<number> {
    const found = new Set<number>();
    for (const { file, functions } of all) {
      const places = this.#byFile.get(file) ?? [];
      if (places.length === 0) continue;
      const blocks = functions.flat();
      for (const { index, from } of places) {
        let narrowest = Number.POSITIVE_INFINITY;
        let count = 0;
        for (const [start, end, times] of blocks) {
          if (start > from || end <= from || end - start > narrowest) continue;
          narrowest = end - start;
          count = times;
        }
        if (count > 0) found.add(index);
      }
    }
    return found;
  }
}
