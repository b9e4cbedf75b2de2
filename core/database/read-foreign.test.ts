// The database of another program: every query sees the state of one moment, and nothing can be written.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import { createTestDatabase, testDatabases } from '../testing/databases';
import { readForeign } from './read-foreign';

interface Opened {
  readonly address: string;
  readonly writer: Knex;
  drop(): Promise<void>;
}

async function openForeign(client: 'sqlite' | 'mysql' | 'postgres'): Promise<Opened> {
  if (client === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'quire-foreign-'));
    const address = join(folder, 'other.db');
    const writer = knex({
      client: 'better-sqlite3',
      useNullAsDefault: true,
      connection: { filename: address },
    });
    // Without it, a write waits for the end of the reads.
    await writer.raw('PRAGMA journal_mode = WAL');
    return { address, writer, drop: async () => rmSync(folder, { recursive: true }) };
  }
  const { config, drop } = await createTestDatabase(client);
  const { host, port, user, password, database } = config;
  const secret = password ? `:${encodeURIComponent(password)}` : '';
  const connection = { host, port: Number(port), user, password, database };
  const writer = knex({ client: client === 'mysql' ? 'mysql2' : 'pg', connection });
  return { address: `${client}://${user}${secret}@${host}:${port}/${database}`, writer, drop };
}

describe.each(testDatabases())('on %s', (client) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await openForeign(client);
    await opened.writer.schema.createTable('notes', (table) => void table.integer('n'));
    await opened.writer('notes').insert({ n: 1 });
  });
  afterEach(async () => {
    await opened.writer.destroy();
    await opened.drop();
  });

  it('shows the state of its first read while another program writes', async () => {
    const foreign = await readForeign(opened.address);
    const count = async (): Promise<number> => {
      const [row] = await foreign.knex('notes').count({ count: '*' });
      return Number(row?.count);
    };
    expect(await count()).toBe(1);
    await opened.writer('notes').insert({ n: 2 });
    expect(await count()).toBe(1);
    await foreign.close();
    const again = await readForeign(opened.address);
    expect(Number((await again.knex('notes').count({ count: '*' }))[0]?.count)).toBe(2);
    await again.close();
  });

  it('refuses to write', async () => {
    const foreign = await readForeign(opened.address);
    await expect(foreign.knex('notes').insert({ n: 3 })).rejects.toThrow(/read.?only/i);
    await foreign.close();
    expect(await opened.writer('notes').select('n')).toEqual([{ n: 1 }]);
  });
});

it('leaves a SQLite file as it is', async () => {
  const { address, writer, drop } = await openForeign('sqlite');
  await writer.schema.createTable('notes', (table) => void table.integer('n'));
  await writer.destroy();
  const digest = (): string => createHash('sha256').update(readFileSync(address)).digest('hex');
  const before = digest();
  const foreign = await readForeign(address);
  await foreign.knex('notes').select();
  await foreign.close();
  expect(digest()).toBe(before);
  await drop();
});
