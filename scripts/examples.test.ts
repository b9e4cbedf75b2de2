// The examples stay small, and each is a package with a test. boundaries.ts checks their imports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..', '..');
const FOLDER = join(ROOT, 'examples');
const LIMITS: Readonly<Record<string, number>> = { audience: 150, approval: 150 };
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

const names = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Lines with a token: neither empty nor only a comment. */
function linesOfCode(text: string): number {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (node.getChildCount() === 0 && node.getText() !== '') {
      const first = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
      for (let line = first; line <= last; line++) lines.add(line);
    }
    for (const child of node.getChildren()) visit(child);
  };
  visit(file);
  return lines.size;
}

it.each(names)('%s is a small package with a test', (name) => {
  const dir = join(FOLDER, name);
  expect(linesOfCode(read(dir, 'index.ts'))).toBeLessThanOrEqual(LIMITS[name] ?? 80);
  expect(existsSync(join(dir, 'index.test.ts'))).toBe(true);
  const { version } = JSON.parse(read(ROOT, 'package.json'));
  expect(JSON.parse(read(dir, 'package.json'))).toMatchObject({
    name: `quire-example-${name}`,
    peerDependencies: { 'quire-cms': `^${version}` },
  });
  expect(read(FOLDER, 'README.md')).toContain(`[${name}](${name}/index.ts)`);
});

it('counts lines of code only', () => {
  expect(linesOfCode('// a\n\nconst a = `\nb\n`;\n/* c\n */\n')).toBe(3);
});

it('conformance/examples.json enables each example', () => {
  expect(Object.keys(JSON.parse(read(ROOT, 'conformance', 'examples.json')))).toEqual([...names].sort());
});
