// A database server crashes under load and comes back. Requests get 503 meanwhile, never 500. Afterwards the application recovers
// by itself, and each acknowledged write is stored.
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { type PrivateServer, startPrivateServer } from '../servers/private-server';
import { ARTICLE, ARTICLES, serviceOf } from './application';
import type { Scenario } from './scenario';
import { withApplicationOn } from './test-application';

const CLIENTS = 6;
const CRASHES = 2;
/** Milliseconds. */
const BEFORE = 1_000;
const AWAY = 1_500;
const RECOVERY = 45_000;

export const restarts: Scenario = {
  name: 'restarts',
  summary: 'a database server crashes under load: 503 meanwhile, no loss, recovery without help',
  on: ['mysql', 'postgres'],
  async run({ client, note }) {
    if (client === 'sqlite') throw new Error('SQLite has no server');
    const server = await startPrivateServer({ client, folder: tmpdir(), isDurable: true });
    try {
      return await withApplicationOn(ARTICLES, server.config, ({ kernel }) =>
        crashUnderLoad(kernel, server, note),
      );
    } finally {
      await server.remove();
    }
  },
};

async function crashUnderLoad(kernel: Kernel, server: PrivateServer, note: (line: string) => void) {
  await kernel.listen();
  const load = startLoad(kernel.server.url);
  const faults: string[] = [];
  for (let crash = 1; crash <= CRASHES; crash += 1) {
    await pause(BEFORE);
    await server.crash();
    await pause(AWAY);
    await server.start();
    const began = performance.now();
    const written = load.acknowledged.length;
    while (load.acknowledged.length < written + 10 && performance.now() - began < RECOVERY) await pause(50);
    if (load.acknowledged.length < written + 10)
      faults.push(`no writes ${RECOVERY / 1000} s after the server was back`);
    note(`crash ${crash}: writes again after ${Math.round(performance.now() - began)} ms`);
  }
  await load.stop();
  for (const [answer, count] of load.answers)
    if (!/^(200|201|503) /.test(answer)) faults.push(`${count} answers: ${answer}`);
  const away = [...load.answers].filter(([answer]) => answer.startsWith('503 '));
  if (away.length === 0) faults.push('no request met the outage: the run proves nothing');
  for (const documentId of load.acknowledged)
    if (!(await serviceOf(kernel, ARTICLE).findOne({ documentId })))
      faults.push(`${documentId} was acknowledged and is lost`);
  faults.push(...(await examine(kernel)));
  const refused = away.reduce((sum, [, count]) => sum + count, 0);
  const summary = `${CRASHES} crashes, ${load.acknowledged.length} writes acknowledged, ${refused} requests got 503`;
  return { summary, faults };
}

function startLoad(url: string) {
  const acknowledged: string[] = [];
  /** `503 ServiceUnavailableError` → number of answers. */
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
      const data = { title: `${number} ${turn}`, code: `${number} ${turn}`, boxes: [{ label: 'x' }] };
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
