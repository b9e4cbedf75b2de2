// A disk that is full in the middle of an export or an import: one message with the path, and nothing half written. With more space, the
// same command ends the work.

import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV, folder, MAIN, quire, removeFolders } from '../core/kernel/cli/testing-command-line';
import { hasSmallDisks, onSmallDisk } from '../core/testing/small-disk';
import { removeTemporary, temporary } from '../core/testing/temporary';

const test = hasSmallDisks(temporary()) ? it : it.skip;
const THING = JSON.stringify({
  info: { singularName: 'thing', pluralName: 'things' },
  attributes: { code: { type: 'integer', unique: true }, name: { type: 'text' } },
});
const DATABASE = 'error The disk of the database is full. Free space there, and run the command again.';

const application = (filename: string): string =>
  folder({
    'config/content-types/thing.json': THING,
    'config/database.json': JSON.stringify({ client: 'sqlite', filename }),
  });

let source: string;
let rows: string;
let archive: string;
beforeAll(() => {
  source = application('data/quire.db');
  rows = join(temporary(), 'rows.jsonl');
  const texts = Array.from({ length: 1000 }, (_, code) => ({
    code,
    name: randomBytes(3000).toString('base64'),
  }));
  writeFileSync(rows, texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
  expect(quire('import', rows, '--type', 'things', '--dir', source)).toMatchObject({ status: 0 });
  archive = join(temporary(), 'a.tar.gz');
  expect(quire('export', archive, '--dir', source)).toMatchObject({ status: 0 });
});
afterAll(() => {
  removeFolders();
  removeTemporary();
});

function run(size: string, script: string, disk = temporary(), dir = source): string[] {
  const env = { ...ENV, NODE: process.execPath, MAIN, DIR: dir, ARCHIVE: archive, ROWS: rows };
  return onSmallDisk({ folder: disk, size, script, env }).trim().split('\n');
}

test.each([
  ['an archive', 'a.tar.gz', ''],
  ['an encrypted archive', 'a.enc', '--encrypt'],
  ['CSV', 'a.csv', '--type things'],
  ['JSON lines', 'a.jsonl', '--type things --jsonl'],
])('an export of %s leaves nothing', (_what, name, words) => {
  const command = `QUIRE_ARCHIVE_KEY='correct horse battery' "$NODE" "$MAIN" export "$DISK/${name}" ${words} --dir "$DIR"`;
  const disk = temporary();
  const lines = run(
    '1m',
    `${command}; echo "exit code $?, left: $(ls -A "$DISK")"; grow
    ${command}; echo "exit code $?, left: $(ls -A "$DISK")"`,
    disk,
  );
  expect(lines[0]).toContain(
    `error The disk of ${join(disk, name)} is full. Free space, or choose another path.`,
  );
  expect(lines).toContain('exit code 1, left: ');
  expect(lines.at(-1)).toBe(`exit code 0, left: ${name}`);
});

test('a report that has no space says its path', () => {
  const disk = temporary();
  const lines = run(
    '64k',
    `dd if=/dev/zero of="$DISK/fill" bs=1024 2>/dev/null
    "$NODE" "$MAIN" import "$ARCHIVE" --dry-run --merge --report "$DISK/report.json" --dir "$DIR"; echo "exit code $?"`,
    disk,
  );
  expect(lines.join('\n')).toContain(`The disk of ${join(disk, 'report.json')} is full.`);
  expect(lines.at(-1)).toBe('exit code 1');
});

describe('into a database', () => {
  // The second command runs with a full disk from its start.
  const twice = (command: string): string => `${command}; echo "exit code $?"
    ${command}; echo "exit code $?"
    grow
    ${command}; echo "exit code $?"`;

  test('an archive leaves nothing, and a repeat ends the import', () => {
    const disk = temporary();
    const lines = run(
      '3m',
      twice('"$NODE" "$MAIN" import "$ARCHIVE" --dir "$DIR"'),
      disk,
      application(join(disk, 'quire.db')),
    );
    expect(lines.filter((line) => line.startsWith(DATABASE))).toHaveLength(2);
    expect(lines.filter((line) => line === 'exit code 1')).toHaveLength(2);
    expect(lines).toContain('api::thing.thing: 1000 documents, 1000 added');
    expect(lines.at(-1)).toBe('exit code 0');
  });

  test('a table leaves whole batches, or nothing with --atomic, and a repeat ends the import', () => {
    const disk = temporary();
    const command = '"$NODE" "$MAIN" import "$ROWS" --type things --key code --dir "$DIR"';
    const atomic = run('3m', twice(`${command} --atomic`), disk, application(join(disk, 'quire.db')));
    expect(atomic.filter((line) => line.startsWith(DATABASE))).toHaveLength(2);
    expect(atomic.slice(-2)).toEqual(['1000 records: 1000 created, 0 updated, 0 left out', 'exit code 0']);
    const each = run('3m', twice(command), disk, application(join(disk, 'quire.db')));
    const [, created, updated] = /: (\d+) created, (\d+) updated, 0 left out/.exec(each.join('\n')) ?? [];
    expect(each.filter((line) => line.startsWith(DATABASE))).not.toHaveLength(0);
    expect([Number(created) % 200, Number(updated) % 200, Number(created) + Number(updated)]).toEqual([
      0, 0, 1000,
    ]);
    expect(Number(updated)).toBeGreaterThan(0);
  });
});

const shop = (): string =>
  folder({
    'config/content-types/thing.json': JSON.stringify({
      info: { singularName: 'thing', pluralName: 'things' },
      attributes: { name: { type: 'string' }, file: { type: 'media' } },
    }),
    'config/plugins.json': JSON.stringify({ upload: true }),
    'seeds/things.json': JSON.stringify([{ $key: 'one', name: 'One', file: 'one.txt' }]),
    'seeds/one.txt': randomBytes(1_500_000).toString('base64'),
  });

test('files that have no space leave neither files nor documents, and a repeat ends the import', () => {
  const seeded = shop();
  expect(quire('seed', join(seeded, 'seeds'), '--dir', seeded)).toMatchObject({ status: 0 });
  const file = join(temporary(), 'a.tar.gz');
  expect(quire('export', file, '--dir', seeded)).toMatchObject({ status: 0 });
  const dir = shop();
  const disk = join(dir, 'public');
  mkdirSync(disk);
  const command = `"$NODE" "$MAIN" import "${file}" --dir "$DIR"`;
  const left = 'echo "exit code $?, left: $(find "$DISK" -type f -name "*.txt" | wc -l)"';
  const lines = run('1m', `${command}; ${left}; grow; ${command}; ${left}`, disk, dir);
  expect(lines[0]).toMatch(
    /^error The disk of \S+public\/uploads\/\S+ is full\. Free space, or choose another path\./,
  );
  expect(lines).toContain('exit code 1, left: 0');
  expect(lines).toContain('api::thing.thing: 1 documents, 1 added');
  expect(lines.at(-1)).toBe('exit code 0, left: 1');
});

test('bytes of replaced files that have no space are named; the former bytes stay until a repeat', () => {
  const dir = shop();
  const disk = join(dir, 'public');
  mkdirSync(disk);
  const file = join(temporary(), 'a.tar.gz');
  const command = `"$NODE" "$MAIN" import "${file}" --merge --source-wins --dir "$DIR"`;
  const sum = 'cat "$DISK"/uploads/*.txt | cksum';
  const lines = run(
    '3m',
    `"$NODE" "$MAIN" seed "$DIR/seeds" --dir "$DIR" >/dev/null
    "$NODE" "$MAIN" export "${file}" --dir "$DIR" >/dev/null
    first=$(${sum}); for name in "$DISK"/uploads/*.txt; do echo other > "$name"; done; other=$(${sum})
    dd if=/dev/zero of="$DISK/fill" bs=1024 2>/dev/null
    ${command}; echo "exit code $?"; test "$(${sum})" = "$other" && echo former
    rm "$DISK/fill"
    ${command}; echo "exit code $?"; test "$(${sum})" = "$first" && echo whole`,
    disk,
    dir,
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/storage refused the bytes of \S+\.txt; import again with --merge --source-wins/),
  );
  expect(lines.filter((line) => /^(exit code|former|whole)/.test(line))).toEqual([
    'exit code 1',
    'former',
    'exit code 0',
    'whole',
  ]);
});
