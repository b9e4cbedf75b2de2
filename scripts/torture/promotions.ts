// The primary of PostgreSQL crashes under load, and its synchronous standby is promoted: twice, the second time a standby that was copied
// from the first. HAProxy sends connections to the primary alone, as with Patroni. Requests get 503 meanwhile, never 500, and each
// acknowledged write is stored.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../servers/free-ports';
import { startBalancer } from '../servers/front-servers';
import { startPostgresPair, startStandby } from '../servers/standby';
import { ARTICLES } from './application';
import { faultsOf, startLoad, writesAgain } from './load';
import type { Scenario } from './scenario';
import { withApplicationOn } from './test-application';

/** Milliseconds. */
const BEFORE = 2_000;
const RECOVERY = 60_000;

export const promotions: Scenario = {
  name: 'promotions',
  summary: 'a primary crashes under load and its standby is promoted, twice: 503 meanwhile, no loss',
  on: ['postgres'],
  isLong: true,
  async run({ note }) {
    const folder = tmpdir();
    const removes: (() => Promise<void>)[] = [];
    try {
      const { primary, standby, remove } = await startPostgresPair(folder);
      removes.push(remove);
      const ports = [Number(primary.config.port), Number(standby.config.port), await freePort()];
      const roles = await startRoles(ports);
      removes.push(roles.close);
      const balancer = await startBalancer(folder, 'tcp', [
        'option httpchk OPTIONS /primary',
        'http-check expect status 200',
        'default-server inter 100ms fall 1 rise 1 on-marked-down shutdown-sessions',
        ...ports.map((port, at) => `server pg${at} 127.0.0.1:${port} check port ${roles.ports[at]}`),
      ]);
      removes.push(balancer.remove);
      await roles.untilKnown();
      return await withApplicationOn(
        ARTICLES,
        { ...primary.config, port: balancer.port },
        async ({ kernel }) => {
          await kernel.listen();
          const load = startLoad(kernel.server.url);
          const faults: string[] = [];
          const promote = async (former: typeof primary | typeof standby, next: typeof standby) => {
            await pause(BEFORE);
            await former.crash();
            const began = performance.now();
            await next.promote();
            roles.setPrimary(Number(next.config.port));
            if (!(await writesAgain(load, RECOVERY)))
              faults.push(`no writes ${RECOVERY / 1000} s after a promotion`);
            note(`writes again ${Math.round(performance.now() - began)} ms after the crash`);
          };
          await promote(primary, standby);
          const second = await startStandby(standby.config, folder, ports[2]);
          removes.push(second.remove);
          await promote(standby, second);
          await load.stop();
          const { faults: own, refused } = await faultsOf(kernel, [load]);
          return {
            summary: `2 promotions, ${load.acknowledged.length} writes acknowledged, ${refused} requests got 503`,
            faults: [...faults, ...own],
          };
        },
      );
    } finally {
      for (const remove of removes.reverse()) await remove();
    }
  },
};

interface Roles {
  /** For each server, the port that answers 200 while the server is the primary, as Patroni does. */
  readonly ports: readonly number[];
  setPrimary(port: number): void;
  /** HAProxy knows the first answer of each. */
  untilKnown(): Promise<void>;
  close(): Promise<void>;
}

async function startRoles(servers: readonly number[]): Promise<Roles> {
  let [primary] = servers;
  const asked = servers.map(() => 0);
  const answering = servers.map((port, at) =>
    createServer((_request, response) => {
      asked[at] = (asked[at] ?? 0) + 1;
      response.writeHead(port === primary ? 200 : 503).end();
    }),
  );
  await Promise.all(
    answering.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))),
  );
  return {
    ports: answering.map((server) => (server.address() as AddressInfo).port),
    setPrimary: (port) => {
      primary = port;
    },
    async untilKnown() {
      while (asked.some((times) => times < 2)) await pause(20);
    },
    async close() {
      for (const server of answering) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}
