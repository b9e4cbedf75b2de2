// A database that refuses statements: `/_ready` and requests answer 503, and both recover.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose } from '../../content/doctor/diagnose';
import { createKernel } from '../../create-kernel';
import { createTestApp, testDatabases } from '../../testing';
import { createTestDatabase } from '../../testing/databases';
import { connectDatabase } from './connect';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const thing = {
  info: { singularName: 'thing', pluralName: 'things' },
  attributes: { name: { type: 'string' } },
};

test.each(testDatabases())('/_ready answers 503 while the tables of %s cannot be read', async (database) => {
  const app = await createTestApp({ database });
  await app.agent.get('/_ready').expect(204);
  await app.kernel.database.knex.schema.renameTable('quire_meta', 'away');
  await app.agent.get('/_ready').expect(503);
  await app.kernel.database.knex.schema.renameTable('away', 'quire_meta');
  await app.agent.get('/_ready').expect(204);
  await app.close();
});

test.each(testDatabases())('/_ready answers 204 while a write on %s is under way', async (database) => {
  const app = await createTestApp({ database });
  await app.kernel.database.transaction(async (tx) => {
    await tx.run("UPDATE quire_meta SET value = value WHERE name = 'fingerprint'");
    await app.agent.get('/_ready').expect(204);
  });
  await app.close();
});

test.each(testDatabases())('a closed database on %s answers 503 to reads and writes', async (database) => {
  const app = await createTestApp({ database, contentTypes: [thing], config: { plugins: { rest: true } } });
  await app.agent.get('/api/things').expect(200);
  await app.kernel.database.close();
  for (const path of ['/api/things', '/api/things/none', '/_ready']) await app.agent.get(path).expect(503);
  await app.agent
    .post('/api/things')
    .send({ data: { name: 'a' } })
    .expect(503)
    .expect('Retry-After', /^[1-9]/);
  await app.close();
});

const onPostgres = testDatabases().includes('postgres') ? test : test.skip;
onPostgres('a read-only PostgreSQL answers reads, and 503 to writes and /_ready', async () => {
  const app = await createTestApp({
    database: 'postgres',
    contentTypes: [thing],
    config: { plugins: { rest: true } },
  });
  const { knex } = app.kernel.database;
  const setReadOnly = async (value: 'on' | 'off') => {
    const name = String(app.kernel.config.database.database);
    await knex.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
    // Open connections keep the former value.
    const others =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ? AND pid <> pg_backend_pid()';
    await knex.raw(others, [name]);
    await knex.raw('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  };
  await setReadOnly('on');
  await app.agent.get('/api/things').expect(200);
  const refused = await app.agent.post('/api/things').send({ data: { name: 'a' } });
  expect(refused.status).toBe(503);
  expect(refused.body.error.name).toBe('ServiceUnavailableError');
  await app.agent.get('/_ready').expect(503);
  await app.close();
});

describe('an SQLite file', () => {
  test('is created for its user alone, with its folder and the files beside it', async () => {
    const { drop, config } = await createTestDatabase('sqlite');
    const file = join(String(config.filename), '..', 'data', 'inner', 'quire.db');
    const database = await connectDatabase({ client: 'sqlite', filename: file }, { log, dir: '/' });
    await database.transaction((tx) => tx.run('CREATE TABLE a (id INTEGER)'));
    await database.exclusively(async () => undefined);
    const modeOf = (name: string) => (statSync(name).mode & 0o777).toString(8);
    expect([join(file, '..'), join(file, '..', '..')].map(modeOf)).toEqual(['700', '700']);
    expect(['', '-wal', '-shm', '-lock'].map((end) => modeOf(file + end))).toEqual([
      '600',
      '600',
      '600',
      '600',
    ]);
    await database.close();
    await drop();
  });

  /** An application on a file whose middle pages are overwritten. */
  const damaged = async () => {
    const app = await createTestApp({ contentTypes: [thing] });
    const things = app.documents('api::thing.thing');
    for (let at = 0; at < 200; at++)
      await things.create({ data: { name: `thing ${at} ${'x'.repeat(100)}` } });
    const file = String(app.kernel.config.database.filename);
    await app.kernel.stop();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4096 * 10, bytes.length - 4096);
    writeFileSync(file, bytes);
    return { app, file };
  };

  test('that is damaged is named by the doctor', async () => {
    const { app, file } = await damaged();
    const database = await connectDatabase({ client: 'sqlite', filename: file }, { log, dir: '/' });
    await expect(diagnose(database, app.kernel.schema, { log })).rejects.toThrow(
      /The file of the database is damaged/,
    );
    await database.close();
    await app.close();
  });

  test('that is no database is named at start', async () => {
    const { app, file } = await damaged();
    writeFileSync(file, 'x'.repeat(8192));
    const kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: { database: { filename: file }, server: { logs: { level: 'silent' } } },
    });
    await expect(kernel.start()).rejects.toThrow(
      /The file of the database is damaged: sqlite, .*file is not a database/,
    );
    await app.close();
  });
});
