// Interleaved rounds: both sides run the same requests in turn, so that other load of the machine affects both. One tick of the
// kernel's clock is below two percent of a round.

import type { Server } from '../app/processes';
import type { WireRequest } from './connection';
import type { Load } from './load';
import { median } from './median';
import { cpuOf } from './process-figures';

export interface Side {
  readonly server: Server;
  readonly requests: readonly WireRequest[];
}

export interface Measured {
  /** Node CPU per request; null when the bench cannot read the process. */
  readonly micros: number | null;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sixty ticks of ten milliseconds; one tick is 1.7 %. */
const ROUND_CPU = 600_000;
const WARM_UP = 1_500;
/** A stretch uses at least this much CPU: on a busy machine, 1.5 s may be too little to compile the code. */
const WARM_UP_CPU = 1_200_000;
const MOST_STRETCHES = 20;
/** A side is warm when a stretch is not cheaper than the one before by more than this. Large code takes longest to compile. */
const STILL_FALLING = 0.95;
const MOST_WARM_UPS = 8;
const CONNECTIONS = 8;
const FEWEST = 24;
const MOST = 40_000;

/** Per side the medians of its rounds. */
export async function sideBySide(load: Load, sides: readonly Side[], rounds: number): Promise<Measured[]> {
  const counts: number[] = [];
  for (const side of sides) counts.push(await warmUp(load, side));
  const results: Measured[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = sides.map((_, index) => index);
    if (round % 2 === 1) order.reverse();
    for (const index of order) {
      const side = sides[index];
      if (side) results[index]?.push(await measure(load, side, counts[index] ?? FEWEST));
    }
  }
  return results.map(middle);
}

/** Runs until a request costs as much as the one before. Returns the number of requests in a round. */
async function warmUp(load: Load, { server, requests }: Side): Promise<number> {
  const job = { target: server.target, requests, connections: CONNECTIONS, milliseconds: WARM_UP };
  const once = async (): Promise<number> => {
    let [used, sent] = [0, 0];
    for (let turn = 0; turn < MOST_STRETCHES && used < WARM_UP_CPU; turn++) {
      const before = server.pid === null ? 0 : cpuOf(server.pid);
      const outcome = await load.run(job);
      used += server.pid === null ? outcome.seconds * 1e6 : cpuOf(server.pid) - before;
      sent += outcome.requests;
    }
    return used / sent;
  };
  let last = await once();
  let each = await once();
  for (let turn = 2; turn < MOST_WARM_UPS && each < last * STILL_FALLING; turn++) {
    last = each;
    each = await once();
  }
  return Math.min(MOST, Math.max(FEWEST, Math.ceil(ROUND_CPU / Math.max(each, 1))));
}

async function measure(load: Load, { server, requests }: Side, count: number): Promise<Measured> {
  const before = server.pid === null ? 0 : cpuOf(server.pid);
  const outcome = await load.run({ target: server.target, requests, connections: CONNECTIONS, count });
  const used = server.pid === null ? null : cpuOf(server.pid) - before;
  return {
    micros: used === null ? null : used / outcome.requests,
    perSecond: outcome.requests / outcome.seconds,
    p50: outcome.p50,
    p99: outcome.p99,
  };
}

function middle(all: readonly Measured[]): Measured {
  const of = (value: (each: Measured) => number | null): number =>
    median(all.map((each) => value(each) ?? Number.NaN));
  const micros = of(({ micros: each }) => each);
  return {
    micros: Number.isNaN(micros) ? null : micros,
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
  };
}
