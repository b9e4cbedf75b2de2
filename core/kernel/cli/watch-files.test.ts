import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { until } from '../../testing/until';
import { watchFiles } from './watch-files';

const dir = mkdtempSync(join(tmpdir(), 'quire-watch-'));
const write = (file: string, text = '1'): void => {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
};
for (const file of ['config/server.json', 'src/audit.ts', 'src/old/a.js', '.env', 'content.sqlite'])
  write(file);

let changed: string[] = [];
const watching = watchFiles(dir, (file) => void changed.push(file));
afterAll(() => {
  watching.close();
  rmSync(dir, { recursive: true });
});

async function toldAfter(change: () => void): Promise<string[]> {
  changed = [];
  change();
  await until(() => changed.length > 0);
  return changed;
}

const counting: readonly [string, () => void, string][] = [
  ['a file of the configuration', () => write('config/server.json', '22'), 'config/server.json'],
  ['code', () => write('src/audit.ts', '22'), 'src/audit.ts'],
  ['.env', () => write('.env', '22'), '.env'],
  ['a file in a new folder', () => write('config/env/production/api.mjs'), 'config/env/production/api.mjs'],
  [
    'a file that is replaced',
    () => {
      write('new.cjs');
      renameSync(join(dir, 'new.cjs'), join(dir, 'src/audit.ts'));
    },
    'src/audit.ts',
  ],
  ['a file that is gone', () => rmSync(join(dir, 'src/audit.ts')), 'src/audit.ts'],
  [
    'a folder that is moved',
    () => renameSync(join(dir, 'src/old'), join(dir, 'src/renamed')),
    'src/old/a.js',
  ],
  ['a file in the moved folder', () => write('src/renamed/a.js', '22'), 'src/renamed/a.js'],
  [
    'a folder that is made anew',
    () => {
      rmSync(join(dir, 'src/renamed'), { recursive: true });
      write('src/renamed/a.js', '333');
    },
    'src/renamed/a.js',
  ],
  ['a file in the folder made anew', () => write('src/renamed/a.js', '4444'), 'src/renamed/a.js'],
];
it.each(counting)('reports %s', async (_what, change, file) => {
  expect(await toldAfter(change)).toEqual([file]);
});

const others: readonly string[] = [
  'content.sqlite',
  'content.sqlite-wal',
  'store/content.db',
  'dev.log',
  'mails/2026-01-01-1.txt',
  'data/exported.json',
  'node_modules/new/index.js',
  '.git/index.js',
];
it.each(others)('says nothing of %s', async (file) => {
  write(file, '22');
  // A call would name this file only if the first one does not count: it is the last one by name.
  expect(await toldAfter(() => write('zz.js', file))).toEqual(['zz.js']);
});

it('says nothing of an ignored file until it is accepted', async () => {
  watching.ignore('.env');
  write('.env', 'ignored');
  expect(await toldAfter(() => write('zz.js', 'beside'))).toEqual(['zz.js']);
  write('.env', 'ignored too');
  watching.accept('.env');
  expect(await toldAfter(() => write('zz.js', 'accepted'))).toEqual(['zz.js']);
  expect(await toldAfter(() => write('.env', 'changed'))).toEqual(['.env']);
});
