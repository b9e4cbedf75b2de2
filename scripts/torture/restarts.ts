// A database server that crashes under load and comes back: requests get 503 meanwhile, never 500; then all is as before by
// itself, and whatever was acknowledged is there.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kernel } from '../../core';
import { ARTICLE, openApplication, serviceOf, writeApplication } from './application';
import { examine } from './examine';
import { startPrivateServer } from './private-server';
import type { Scenario } from './scenario';

const CLIENTS = 6;
const CRASHES = 2;
/** Milliseconds. */
const BEFORE = 1_000;
const AWAY = 1_500;
const RECOVERY = 45_000;

export const restarts: Scenario = {
  name: 'restarts',
  summary: 'a database server that crashes under load: 503 meanwhile, nothing lost, recovery by itself',
  on: ['mysql', 'postgres'],
  async run({ client, note }) {
    if (client === 'sqlite') throw new Error('SQLite has no server');
    const server = await startPrivateServer(client);
    const dir = mkdtempSync(join(tmpdir(), 'quire-torture-'));
    let kernel: Kernel | null = null;
    try {
      writeApplication(dir);
      kernel = await openApplication(dir, server.config);
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
        while (load.acknowledged.length < written + 10 && performance.now() - began < RECOVERY)
          await pause(50);
        if (load.acknowledged.length < written + 10)
          faults.push(`no writes ${RECOVERY / 1000} s after the server was back`);
        note(`crash ${crash}: writes again after ${Math.round(performance.now() - began)} ms`);
      }
      await load.stop();
      for (const [answer, count] of load.answers)
        if (!/^(200|201|503) /.test(answer)) faults.push(`${count} answers: ${answer}`);
      const away = [...load.answers].filter(([answer]) => answer.startsWith('503 '));
      if (away.length === 0) faults.push('no request met the outage: the run shows nothing');
      for (const documentId of load.acknowledged)
        if (!(await serviceOf(kernel, ARTICLE).findOne({ documentId })))
          faults.push(`${documentId} was acknowledged and is lost`);
      faults.push(...(await examine(kernel)));
      const refused = away.reduce((sum, [, count]) => sum + count, 0);
      return {
        summary: `${CRASHES} crashes, ${load.acknowledged.length} writes acknowledged, ${refused} requests answered with 503`,
        faults,
      };
    } finally {
      await kernel?.stop().catch(() => undefined);
      await server.remove();
      await rm(dir, { recursive: true, force: true });
    }
  },
};

function startLoad(url: string) {
  const acknowledged: string[] = [];
  /** Status and name of the error → how often. */
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

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
