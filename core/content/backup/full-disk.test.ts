// A disk that is full, or a path that cannot be renamed, in the middle of a backup or a restore: nothing is half written.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV, folder, MAIN, quire, removeFolders } from '../../kernel/cli/testing-command-line';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import { hasSmallDisks, onSmallDisk } from '../../testing/small-disk';
import { removeTemporary, temporary } from '../../testing/temporary';

afterAll(() => {
  removeFolders();
  removeTemporary();
});

const test = hasSmallDisks(temporary()) ? it : it.skip;
const FULL = /The disk of \S+ is full\. Free space, or choose another path\.$/;
const THING = JSON.stringify({
  info: { singularName: 'thing', pluralName: 'things' },
  attributes: { name: { type: 'text' } },
});
const noise = (bytes: number): string => randomBytes(bytes).toString('base64');

/** An application whose file, or whose database, has 2 MB. */
function application(database: object, large: 'file' | 'database'): string {
  const dir = folder({
    'config/content-types/thing.json': THING,
    'config/database.json': JSON.stringify(database),
    'config/plugins.json': JSON.stringify({ upload: true }),
    'public/uploads/one.txt': noise(large === 'file' ? 1_500_000 : 100),
  });
  const texts = Array.from({ length: 50 }, () => noise(large === 'database' ? 30_000 : 100));
  const rows = join(dir, 'rows.jsonl');
  writeFileSync(rows, texts.map((name) => `${JSON.stringify({ name })}\n`).join(''));
  expect(quire('import', rows, '--type', 'things', '--dir', dir)).toMatchObject({ status: 0, stderr: '' });
  return dir;
}

function run(size: string, script: string, more: Readonly<Record<string, string>>): string[] {
  const env = { ...ENV, ...more, NODE: process.execPath, MAIN };
  return onSmallDisk({ folder: temporary(), size, script, env }).trim().split('\n');
}

describe.each(testDatabases())('on %s', (client) => {
  test.each(['file', 'database'] as const)('a backup of a large %s leaves nothing', async (large) => {
    const database = await createTestDatabase(client);
    const dir = application(client === 'sqlite' ? { client } : database.config, large);
    const script = `
      "$NODE" "$MAIN" backup "$DISK/backups" --dir "$DIR"; echo "exit code $?, left: $(ls -A "$DISK/backups")"
      grow
      "$NODE" "$MAIN" backup "$DISK/backups" --dir "$DIR"; echo "exit code $?, left: $(ls -A "$DISK/backups")"`;
    const lines = run('1m', script, { DIR: dir });
    await database.drop();
    expect(lines.filter((line) => FULL.test(line))).toHaveLength(1);
    expect(lines).toContain('exit code 1, left: ');
    expect(lines.at(-1)).toMatch(/^exit code 0, left: backup-\w+$/);
  });
});

test('a copy of the database alone leaves no file', () => {
  const dir = application({ client: 'sqlite' }, 'database');
  const script = `
    "$NODE" "$MAIN" backup "$DISK/copy.db" --dir "$DIR"; echo "exit code $?, left: $(ls -A "$DISK")"
    grow
    "$NODE" "$MAIN" backup "$DISK/copy.db" --dir "$DIR" >"$DISK/out"; echo "exit code $?"`;
  const lines = run('1m', script, { DIR: dir });
  expect(lines[0]).toMatch(FULL);
  expect(lines).toContain('exit code 1, left: ');
  expect(lines.at(-1)).toBe('exit code 0');
});

test.each(['file', 'database'] as const)('a restore of a large %s changes nothing', (large) => {
  const backups = temporary();
  expect(quire('backup', backups, '--dir', application({ client: 'sqlite' }, large))).toMatchObject({
    status: 0,
  });
  // The database is on the full disk, or the files are: the other part has space.
  const settings = { client: 'sqlite', filename: 'disk/quire.db' };
  const dir = folder({
    'config/content-types/thing.json': THING,
    'config/database.json': JSON.stringify(large === 'file' ? { client: 'sqlite' } : settings),
    'config/plugins.json': JSON.stringify({ upload: true }),
  });
  const disk = join(dir, large === 'file' ? 'public' : 'disk');
  mkdirSync(disk);
  const list = '$(find "$DIR/data" "$DIR/public" "$DIR/disk" -mindepth 1 2>/dev/null | tr "\\n" " ")';
  const script = `
    "$NODE" "$MAIN" restore "$BACKUPS"/* --dir "$DIR"; echo "exit code $?, left: ${list}"
    grow
    "$NODE" "$MAIN" restore "$BACKUPS"/* --dir "$DIR"; echo "exit code $?, left: ${list}"`;
  const env = { ...ENV, NODE: process.execPath, MAIN, DIR: dir, BACKUPS: backups };
  const lines = onSmallDisk({ folder: disk, size: '1m', script, env }).trim().split('\n');
  expect(lines[0]).toMatch(FULL);
  expect(lines).toContainEqual(expect.stringMatching(/^exit code 1, left: *$/));
  expect(lines.at(-1)).toMatch(/^exit code 0, left: .*quire\.db/);
  expect(lines.at(-1)).toContain('public/uploads/one.txt');
});

// A mounted folder cannot be renamed. The one beside the database fails after the files were replaced.
test.each(['public/uploads', 'data/quire.db-wal'])(
  'a restore beside the mount %s changes nothing',
  (mount) => {
    const backups = temporary();
    expect(quire('backup', backups, '--dir', application({ client: 'sqlite' }, 'file'))).toMatchObject({
      status: 0,
    });
    const dir = folder({
      'config/content-types/thing.json': THING,
      'config/database.json': JSON.stringify({ client: 'sqlite', filename: 'data/quire.db' }),
      'config/plugins.json': JSON.stringify({ upload: true }),
      'data/quire.db': 'former',
    });
    mkdirSync(join(dir, 'public/uploads'), { recursive: true });
    mkdirSync(join(dir, mount), { recursive: true });
    const script = `
    echo former >"$DIR/public/uploads/former.txt"
    "$NODE" "$MAIN" restore "$BACKUPS"/* --dir "$DIR" --force; echo "exit code $?"
    cd "$DIR"; cat data/quire.db public/uploads/former.txt; find data public -type f | sort | tr "\\n" " "`;
    const env = { ...ENV, NODE: process.execPath, MAIN, DIR: dir, BACKUPS: backups };
    const output = onSmallDisk({ folder: join(dir, mount), size: '1m', script, env });
    expect(output).toContain('EBUSY');
    expect(output).toMatch(/exit code 1\nformerformer\ndata\/quire\.db public\/uploads\/former\.txt\s*$/);
  },
);
