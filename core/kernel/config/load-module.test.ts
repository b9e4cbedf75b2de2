import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coreErrors } from '../errors/core-errors';
import { loadModule } from './load-module';

test('a TypeScript file shares this copy of Quire, also where `paths` lead to other sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-modules-'));
  try {
    const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
    write('tsconfig.json', JSON.stringify({ compilerOptions: { paths: { 'quire-cms': ['./copy.ts'] } } }));
    write('copy.ts', `export const coreErrors = 'a second copy';`);
    write('plugin.ts', `import { coreErrors } from 'quire-cms'; export default { errors: coreErrors };`);
    const { errors } = (await loadModule(join(folder, 'plugin.ts'))) as { errors: typeof coreErrors };
    expect(errors.DOCUMENT_NOT_FOUND).toBe(coreErrors.DOCUMENT_NOT_FOUND);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the stack of an error names the line of the TypeScript file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-modules-'));
  try {
    const file = join(folder, 'fails.ts');
    const types = ['interface Words {', '  readonly text: string;', '}', ''];
    writeFileSync(
      file,
      [...types, 'export default ({ text }: Words): never => {', '  throw new Error(text);', '};'].join('\n'),
    );
    // Jest has its own way to write a stack.
    const program = `require(${JSON.stringify(require.resolve('./load-module'))}).loadModule(process.argv[1])
      .then((fail) => fail({ text: 'thrown' })).catch(({ stack }) => console.log(stack))`;
    const stack = execFileSync(process.execPath, ['-e', program, file], { encoding: 'utf8' });
    expect(stack).toContain('thrown');
    expect(stack).toMatch(/fails\.ts:6:\d+/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
