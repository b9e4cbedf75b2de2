// For tests of migrations: a new database for each test of a `describe`.

import type { Database } from '../../database/database';
import { connectDatabase } from '../../database/run/connect';
import { createTestDatabase, type TestDatabase } from '../../testing/databases';
import type { AxisDefinition } from '../model/compiled/axis';

/** An axis of stages: the row `raw` is working, the row `done` is shown. */
export const TONE: AxisDefinition = {
  name: 'tone',
  column: 'tone',
  kind: 'parallel',
  store: { kind: 'text', length: 8 },
  base: () => 'plain',
  defaultValue: () => 'plain',
  any: true,
  pin: 'select',
};

export const PHASE: AxisDefinition = {
  name: 'phase',
  column: 'phase',
  kind: 'stages',
  store: { kind: 'enum', values: ['raw', 'done'] },
  base: () => 'done',
  defaultValue: () => 'done',
  any: true,
  pin: 'select',
  working: 'raw',
};

type Log = Parameters<typeof connectDatabase>[1]['log'];

/** `opened` receives the database before each test. */
export function openForEachTest(client: TestDatabase, log: Log, opened: (database: Database) => void): void {
  let close: () => Promise<void>;
  beforeEach(async () => {
    const created = await createTestDatabase(client);
    const database = await connectDatabase(created.config, { log, dir: '/' });
    close = async () => {
      await database.close();
      await created.drop();
    };
    opened(database);
  });
  afterEach(() => close());
}
