// Clients that write and read over HTTP while database servers crash, and what their answers prove.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { ARTICLE, serviceOf } from './application';

const CLIENTS = 6;
const WRITES = 10;

export interface Load {
  /** The documents of answered writes. */
  readonly acknowledged: readonly string[];
  /** `503 ServiceUnavailableError` → number of answers. */
  readonly answers: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export function startLoad(url: string): Load {
  /** Codes are unique, and several loads write to one database. */
  const own = randomUUID();
  const acknowledged: string[] = [];
  const answers = new Map<string, number>();
  let running = true;
  const ask = async (path: string, init: RequestInit): Promise<Record<string, unknown> | null> => {
    const response = await fetch(`${url}${path}`, init);
    const body = (await response.json()) as { data?: Record<string, unknown>; error?: { name: string } };
    const answer = `${response.status} ${body.error?.name ?? ''}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    return response.ok ? (body.data ?? null) : null;
  };
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; running; turn += 1) {
      const data = { title: `${number} ${turn}`, code: `${own} ${number} ${turn}`, boxes: [{ label: 'x' }] };
      const made = await ask('/api/articles', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      });
      if (made) acknowledged.push(String(made.documentId));
      else await pause(20);
      await ask('/api/articles?pagination[pageSize]=2&populate=tags', {});
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  return {
    acknowledged,
    answers,
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}

/** false: it wrote less than ten documents in this time (ms). */
export async function writesAgain({ acknowledged }: Load, within: number): Promise<boolean> {
  const began = performance.now();
  const wanted = acknowledged.length + WRITES;
  while (acknowledged.length < wanted && performance.now() - began < within) await pause(50);
  return acknowledged.length >= wanted;
}

/** `refused`: requests that got a 503. */
export async function faultsOf(
  kernel: Kernel,
  loads: readonly Load[],
): Promise<{ readonly faults: readonly string[]; readonly refused: number }> {
  const faults: string[] = [];
  let refused = 0;
  for (const [answer, count] of loads.flatMap(({ answers }) => [...answers])) {
    if (answer.startsWith('503 ')) refused += count;
    else if (!/^20[01] /.test(answer)) faults.push(`${count} answers: ${answer}`);
  }
  if (refused === 0) faults.push('no request met the outage: the run proves nothing');
  for (const documentId of loads.flatMap(({ acknowledged }) => acknowledged))
    if (!(await serviceOf(kernel, ARTICLE).findOne({ documentId })))
      faults.push(`${documentId} was acknowledged and is lost`);
  faults.push(...(await examine(kernel)));
  return { faults, refused };
}
