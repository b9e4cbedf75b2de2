// The application that README.md and docs/testing.md show: written to a folder as they say, its test must pass.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { relation, typeFile } from '../core/content/model/testing-files';
import { PACKAGE_NAME } from '../core/kernel/config/load-module';

const ROOT = resolve(__dirname, '..', '..');

function blocks(file: string, language: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block]) => block ?? '',
  );
}

it('runs the example application with its test', () => {
  const [product = '', size = ''] = blocks('README.md', 'json');
  const [plugin = ''] = blocks('README.md', 'js');
  const [test = ''] = blocks('docs/testing.md', 'js');
  const files: Readonly<Record<string, string>> = {
    'config/content-types/product.json': product,
    'config/content-types/maker.json': JSON.stringify(
      typeFile('maker', { products: relation('oneToMany', 'product', { mappedBy: 'maker' }) }),
    ),
    'config/components/shop/size.json': size,
    'config/components/shop/text.json': JSON.stringify({
      info: {},
      attributes: { body: { type: 'text' } },
    }),
    'src/writes.js': plugin,
    'tests/product.test.js': test,
  };
  const dir = mkdtempSync(join(tmpdir(), 'quire-examples-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    mkdirSync(join(dir, 'node_modules'));
    symlinkSync(ROOT, join(dir, 'node_modules', PACKAGE_NAME));
    const output = execFileSync(process.execPath, ['--test', 'tests/'], { cwd: dir, encoding: 'utf8' });
    expect(output).toContain('# pass 1');
  } finally {
    rmSync(dir, { recursive: true });
  }
});
