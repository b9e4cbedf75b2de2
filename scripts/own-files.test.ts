// bin/own-files.js finds the same files as Node.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';

const ASKED = [
  ...['./part', './part.js', './part/', './folder', './folder/inner', './data', './data.json', './missing'],
  ...['./missing/part', '../outside', '.', 'other', 'node:path', './part/../folder/inner'],
];

const MAIN = `
  const find = (name) => {
    try {
      return require.resolve(name);
    } catch (error) {
      return error.code;
    }
  };
  console.log(JSON.stringify(${JSON.stringify(ASKED)}.map((name) => [name, find(name)])));`;
const FILES = {
  'build/main.js': MAIN,
  'build/part.js': '',
  'build/part/index.js': '',
  'build/folder/index.js': '',
  'build/folder/inner.js': '',
  'build/data.json': '{}',
  'build/node_modules/other/index.js': '',
  'outside.js': '',
};

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'quire-own-files-')));
  for (const [path, text] of Object.entries(FILES)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The found paths, or the codes of errors, from a process of its own. */
function found(before: string): unknown {
  const code = `${before} require(${JSON.stringify(join(folder, 'build', 'main.js'))})`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }));
}

it('finds the same files as Node, and no others', () => {
  const own = join(__dirname, '..', '..', 'bin', 'own-files.js');
  const before = `require(${JSON.stringify(own)})(${JSON.stringify(join(folder, 'build') + sep)});`;
  expect(found(before)).toEqual(found(''));
});
