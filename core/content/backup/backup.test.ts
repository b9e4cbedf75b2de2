// Backups of running applications, restored into new ones.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel } from '../../create-kernel';
import { ENV, folder, MAIN, quire, removeFolders } from '../../kernel/cli/testing-command-line';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import { rotate } from './backup-folder';

const run = (...args: string[]): Promise<{ status: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], { env: ENV });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('close', (status) => resolve({ status, output }));
  });

const made: string[] = [];
const empty = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'quire-backup-'));
  made.push(dir);
  return dir;
};
afterAll(() => {
  removeFolders();
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

describe.each(testDatabases())('quire backup on %s', (client) => {
  it('has every write and file from before its start, and restores them', async () => {
    const one = await createTestDatabase(client);
    const two = await createTestDatabase(client);
    const config = (database: object): Record<string, string> => ({
      'config/database.json': JSON.stringify(database),
      'config/plugins.json': JSON.stringify({ rest: true, upload: true }),
    });
    const local = client === 'sqlite' ? { client: 'sqlite' } : null;
    const dir = folder(config(local ?? one.config));
    const other = folder(config(local ?? two.config));
    const backups = empty();
    const kernel = await createKernel({
      dir,
      env: { NODE_ENV: 'test' },
      overrides: { server: { logs: { level: 'silent' } } },
    });
    try {
      await kernel.start();
      const things = kernel.documents('api::thing.thing');
      const file = (at: number): string => join(dir, 'public/uploads', `file${at}.txt`);
      mkdirSync(join(dir, 'public/uploads'), { recursive: true });
      const partial = join(dir, 'public/uploads/.partial');
      let written = 0;
      let isOver = false;
      const writing = (async () => {
        while (!isOver) {
          // As the plugin upload writes files: they get their names when they are whole.
          writeFileSync(partial, `${written}`);
          renameSync(partial, file(written));
          await things.create({ data: { name: String(written) } });
          written += 1;
        }
      })();
      while (written < 20) await new Promise((resolve) => setImmediate(resolve));
      const before = written;
      const made = await run('backup', backups, '--dir', dir, '--keep', '3');
      isOver = true;
      await writing;
      expect(made).toMatchObject({ status: 0 });
      const [name = ''] = readdirSync(backups);
      const restored = await run('restore', join(backups, name), '--dir', other);
      expect(restored).toMatchObject({ status: 0 });
      expect(await run('doctor', '--dir', other)).toMatchObject({ status: 0 });
      const copy = await createKernel({
        dir: other,
        env: { NODE_ENV: 'test' },
        overrides: { server: { logs: { level: 'silent' } } },
      });
      await copy.start();
      const names = (await copy.documents('api::thing.thing').findMany({})).map((thing) =>
        Number(thing.name),
      );
      await copy.stop();
      expect(names).toEqual(expect.arrayContaining(Array.from({ length: before }, (_, at) => at)));
      for (const at of names)
        expect(readFileSync(join(other, 'public/uploads', `file${at}.txt`), 'utf8')).toBe(`${at}`);
      const again = await run('restore', join(backups, name), '--dir', other);
      expect([again.status, again.output]).toEqual([1, expect.stringContaining('Nothing was changed')]);
      if (client === 'sqlite') {
        const used = await run('restore', join(backups, name), '--dir', dir, '--force');
        expect([used.status, used.output]).toEqual([1, expect.stringContaining('Stop the application')]);
      }
      expect(await run('restore', join(backups, name), '--dir', other, '--force')).toMatchObject({
        status: 0,
      });
      const replaced = readdirSync(join(other, 'public')).filter((each) => each.includes('.replaced-'));
      expect(replaced).toHaveLength(1);
    } finally {
      await kernel.stop();
      await one.drop();
      await two.drop();
    }
  });
});

it('refuses what is no backup', () => {
  const dir = folder();
  const none = empty();
  expect(quire('restore', none, '--dir', dir).stderr).toContain('is no backup');
  writeFileSync(join(none, 'backup.json'), JSON.stringify({ format: 2 }));
  expect(quire('restore', none, '--dir', dir).stderr).toContain('reads format 1');
  const facts = { format: 1, client: 'sqlite', database: '../quire.db', folders: {} };
  writeFileSync(join(none, 'backup.json'), JSON.stringify(facts));
  expect(quire('restore', none, '--dir', dir).stderr).toContain('is damaged');
  expect(existsSync(join(dir, 'data/quire.db'))).toBe(false);
});

it('removes old backups, and never the newest or other folders', () => {
  const dir = empty();
  const names = [
    'backup-20260101T000000Z',
    'backup-20260103T000000Z',
    'backup-20260104T000000Z',
    'backup-mine',
    'other',
  ];
  for (const name of names) {
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, 'backup.json'), '{}');
  }
  const now = Date.parse('2026-01-05T00:00:00Z');
  expect(rotate(dir, { keep: null, days: 3 }, now)).toEqual(['backup-20260101T000000Z']);
  expect(rotate(dir, { keep: 1, days: null }, now)).toEqual(['backup-20260103T000000Z']);
  expect(rotate(dir, { keep: null, days: 1 }, now + 9e9)).toEqual([]);
  expect(readdirSync(dir).sort()).toEqual(['backup-20260104T000000Z', 'backup-mine', 'other']);
});

it('quire backup --keep and --keep-days remove older backups after a good one', () => {
  const dir = folder({ 'config/database.json': JSON.stringify({ client: 'sqlite' }) });
  expect(quire('migrate', 'apply', '--dir', dir)).toMatchObject({ status: 0 });
  const backups = empty();
  const add = (...names: string[]): void => {
    for (const name of names) {
      mkdirSync(join(backups, name));
      writeFileSync(join(backups, name, 'backup.json'), '{}');
    }
  };
  add('backup-20200101T000000Z', 'backup-20200102T000000Z', 'backup-20990101T000000Z');
  const counted = quire('backup', backups, '--dir', dir, '--keep', '3');
  expect([counted.status, counted.stdout]).toEqual([
    0,
    expect.stringMatching(/^Wrote .*\nRemoved backup-20200101T000000Z\.\n$/),
  ]);
  const name = readdirSync(backups).find((each) => /^backup-202[1-8]/.test(each)) ?? '';
  rmSync(join(backups, name), { recursive: true });
  const dated = quire('backup', backups, '--dir', dir, '--keep-days', '30');
  expect([dated.status, dated.stdout]).toEqual([
    0,
    expect.stringMatching(/^Wrote .*\nRemoved backup-20200102T000000Z\.\n$/),
  ]);
  expect(readdirSync(backups)).toHaveLength(2);
  for (const wrong of ['0', '-1', 'many'])
    expect(quire('backup', backups, '--dir', dir, '--keep', wrong)).toMatchObject({ status: 2 });
});
