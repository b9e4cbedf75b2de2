// A standby of PostgreSQL may count the rest of a segment of the log before the primary has written it. It has lost nothing.
import { tmpdir } from 'node:os';
import type { Adapter } from '../../core/database/adapters/adapter';
import { createPostgresAdapter } from '../../core/database/adapters/postgres';
import { type DatabaseOptions, resolveConfig } from '../../core/database/config-types';
import { postgresPositions } from '../../core/database/replicas/postgres-positions';
import { createEvents } from '../../core/kernel/observe/events';
import { withDatabase } from '../servers/connections';
import { type PostgresPair, startPostgresPair } from '../servers/standby';
import { hasPostgresPrograms, withStatement } from './testing-replicas';

const described = hasPostgresPrograms() ? describe : describe.skip;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

described('a switch of segments on the primary', () => {
  let pair: PostgresPair;
  const opened: Adapter[] = [];
  const open = async (config: DatabaseOptions): Promise<Adapter> => {
    const adapter = await createPostgresAdapter(resolveConfig(config), tmpdir(), createEvents(log));
    opened.push(adapter);
    return adapter;
  };

  beforeAll(async () => {
    pair = await startPostgresPair(tmpdir());
    // The rest of a segment goes to the disk in many parts, and the standby receives each at once.
    for (const setting of [
      "wal_writer_delay = '1ms'",
      "wal_buffers = '64kB'",
      "synchronous_standby_names = ''",
    ])
      await withStatement(pair.primary.config, `ALTER SYSTEM SET ${setting}`);
    await pair.primary.crash();
    await pair.primary.start();
  });
  afterAll(async () => {
    await Promise.all(opened.map((adapter) => adapter.close()));
    await pair?.remove();
  });

  it('does not let its standby look as if it were ahead', async () => {
    const [primary, standby] = [await open(pair.primary.config), await open(pair.standby.config)];
    let isOver = false;
    const switching = withDatabase(pair.primary.config, async ({ knex }) => {
      await knex.raw('CREATE TABLE numbers (number INT)');
      while (!isOver) {
        await knex.raw('INSERT INTO numbers VALUES (1)');
        await knex.raw('SELECT pg_switch_wal()');
        const { position } = await postgresPositions.state(primary);
        while (!isOver && (await postgresPositions.reached(standby)) < position);
      }
    });
    let beforeThePrimary = 0;
    let beforeTheFarthest = 0;
    while (beforeThePrimary < 5) {
      const own = await postgresPositions.state(standby);
      const main = await postgresPositions.state(primary);
      if (own.position > main.position) beforeThePrimary += 1;
      if (own.position > main.farthest) beforeTheFarthest += 1;
    }
    isOver = true;
    await switching;
    expect(beforeTheFarthest).toBe(0);
  });
});
