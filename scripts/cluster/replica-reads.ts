// Clients write through one process and read through another one; the reads run on a standby. No client may see an older value.
import { createTestApp } from '../../core/testing/create-test-app';
import { startPostgresPair } from '../servers/standby';
import type { Measurement } from './measurement';
import { writeAndRead } from './testing-replicas';

const CLIENTS = 16;

export const replicaReads: Measurement = {
  name: 'replica-reads',
  summary: 'write-then-read pairs through two processes and a standby of PostgreSQL: 10,000 in the long form',
  async run({ long, folder, note }) {
    const pair = await startPostgresPair(folder);
    const served = { replica: 0, primary: 0 };
    try {
      const app = await createTestApp({
        contentTypes: [
          {
            info: { singularName: 'thing', pluralName: 'things' },
            attributes: { number: { type: 'integer' } },
          },
        ],
        config: {
          database: {
            ...pair.primary.config,
            poolWait: 10_000,
            replicas: [{ port: pair.standby.config.port }],
          },
          plugins: { rest: true },
        } as never,
      });
      try {
        const second = await app.startSecond();
        for (const { events } of [app.kernel, second])
          events.observe('database.replica.read', ({ address }) => {
            served[address === null ? 'primary' : 'replica'] += 1;
          });
        const each = (long ? 10_000 : 1_000) / CLIENTS;
        const urls = [app.kernel.server.url, second.server.url] as const;
        const began = performance.now();
        const stale = (
          await Promise.all(Array.from({ length: CLIENTS }, () => writeAndRead(urls, each)))
        ).reduce((sum, own) => sum + own, 0);
        note(
          `${Math.round(performance.now() - began)} ms; reads by the replica ${served.replica}, by the primary ${served.primary}`,
        );
        return {
          summary: `${stale} of ${each * CLIENTS} reads are stale for their writer`,
          faults: [
            ...(stale > 0 ? [`${stale} reads are stale`] : []),
            ...(served.replica === 0 ? ['the replica answered no read'] : []),
          ],
        };
      } finally {
        await app.close();
      }
    } finally {
      await pair.remove();
    }
  },
};
