import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contributions } from './find-contributions';

const CODE =
  "module.exports = { rows: [{ id: 'hello.says', section: 'hello' }], cases: [{ rows: ['hello.says'] }] };";

describe('contributions of plugins', () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'contributions-'));
  });
  afterEach(() => {
    rmSync(dir, { recursive: true, force: true });
  });

  it('finds the file in the folder of a plugin', () => {
    mkdirSync(join(dir, 'plugins', 'hello', 'conformance'), { recursive: true });
    writeFileSync(join(dir, 'plugins', 'hello', 'conformance', 'index.js'), CODE);
    expect(contributions(dir, join(dir, 'none')).rows).toMatchObject([{ id: 'hello.says' }]);
  });

  it('finds the file that a package names', () => {
    mkdirSync(join(dir, '@some', 'hello'), { recursive: true });
    mkdirSync(join(dir, 'other'));
    writeFileSync(join(dir, 'other', 'package.json'), '{ "name": "other" }');
    writeFileSync(
      join(dir, '@some', 'hello', 'package.json'),
      '{ "name": "@some/hello", "quire": { "conformance": "./cases.js" } }',
    );
    writeFileSync(join(dir, '@some', 'hello', 'cases.js'), CODE);
    expect(contributions(join(dir, 'none'), dir).cases).toEqual([{ rows: ['hello.says'] }]);
  });

  it('refuses a file without rows and cases', () => {
    mkdirSync(join(dir, 'plugins', 'hello', 'conformance'), { recursive: true });
    writeFileSync(join(dir, 'plugins', 'hello', 'conformance', 'index.js'), 'module.exports = { rows: 1 };');
    expect(() => contributions(dir, join(dir, 'none'))).toThrow('must export "rows" and "cases"');
  });
});
