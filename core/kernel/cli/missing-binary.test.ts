// `quire start` on SQLite, when the installation has no usable binary of better-sqlite3.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV, folder, MAIN, removeFolders } from './testing-command-line';

afterAll(removeFolders);

it.each([
  [
    'was built for another Node',
    `Object.assign(new Error('was compiled against'), { code: 'ERR_DLOPEN_FAILED' })`,
  ],
  ['is absent', `new Error('Could not locate the bindings file. Tried: …')`],
])('says in one sentence what to do when the binary %s', (_what, error) => {
  const dir = folder();
  const preload = join(dir, 'preload.js');
  writeFileSync(preload, `process.dlopen = () => { throw ${error}; };`);
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', preload, MAIN, 'start', '--port', '0', '--dir', dir],
    { encoding: 'utf8', env: ENV, timeout: 300_000 },
  );
  expect(status).toBe(1);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^error The package better-sqlite3 has no binary for Node [^;]+; run `npm rebuild/),
  ]);
});
