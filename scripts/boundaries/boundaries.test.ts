import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findBreaches } from './find-breaches';

it('finds no breach in this checkout', () => {
  const { files, breaches } = findBreaches(resolve(__dirname, '..', '..', '..'));
  expect(breaches).toEqual([]);
  expect(files).toBeGreaterThan(500);
});

const TREE = {
  'core/index.ts': '',
  'core/kernel/check/a.ts': '',
  'core/kernel/errors/a.ts': '',
  'core/content/documents/service.ts': '',
  'core/content/documents/input/a.ts': '',
  'core/content/documents/links/a.ts': '',
  'plugins/one/index.ts': '',
  'plugins/one/tests/app.ts': '',
  'plugins/two/index.ts': "export const two = { dependencies: ['one'] };",
  'plugins/two/a.ts': '',
  'plugins/graphql/schema/a.ts': '',
  'conformance/a.ts': '',
};

function breachesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'quire-boundaries-'));
  try {
    for (const [name, text] of Object.entries({ ...TREE, ...files })) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return findBreaches(root).breaches;
  } finally {
    rmSync(root, { recursive: true });
  }
}

it.each([
  ['core/kernel/errors/a.ts', "import '../check/a';"],
  ['core/content/documents/links/a.ts', "import '../input/a';"],
  ['core/content/documents/service.ts', "import './links/a';"],
  ['core/content/documents/input/a.test.ts', "import '../links/a';"],
  ['plugins/two/a.ts', "import '../one';\nimport '../../core';"],
  ['plugins/two/tests/a.test.ts', "import '../../one/tests/app';"],
  ['core/kernel/check/a.ts', 'a.toLocaleString();'],
])('allows in %s: %s', (file, text) => {
  expect(breachesOf({ [file]: text })).toEqual([]);
});

it.each([
  [
    'a folder above, in the kernel',
    'core/kernel/check/a.ts',
    "import '../errors/a';",
    'core/kernel/check may import nothing, not core/kernel/errors',
  ],
  [
    'a layer above',
    'core/kernel/check/a.ts',
    "import '../../content/documents/service';",
    'not core/content',
  ],
  [
    'a type of a room above',
    'core/kernel/check/a.ts',
    "import type { A } from '../errors/a';",
    'not core/kernel/errors',
  ],
  [
    'a folder above',
    'core/content/documents/input/a.ts',
    "import '../links/a';",
    'not core/content/documents/links',
  ],
  [
    'a folder above, in a plugin',
    'plugins/graphql/model/a.ts',
    "import '../schema/a';",
    'plugins/graphql/model may import plugins/graphql/extension, not plugins/graphql/schema',
  ],
  ['a driver', 'core/content/documents/service.ts', "import 'pg';", 'only core/database imports'],
  [
    'a plugin, in the core',
    'core/content/documents/service.ts',
    "import '../../../plugins/one';",
    'outside of core',
  ],
  [
    'a file of the core',
    'plugins/one/index.ts',
    "import '../../core/kernel/check/a';",
    'no other file of core',
  ],
  ['an undeclared plugin', 'plugins/one/index.ts', "import '../two/a';", 'in its list of dependencies'],
  ['tests of a dependency', 'plugins/two/a.ts', "import '../one/tests/app';", 'in its list of dependencies'],
  ['a file of a dependency', 'plugins/two/a.ts', "import '../one/a';", 'in its list of dependencies'],
  [
    'a folder above, in a plugin',
    'plugins/upload/storage/a.ts',
    "import '../files/a';",
    'not plugins/upload/files',
  ],
  ['graphql', 'plugins/one/index.ts', "import 'graphql';", 'only plugins/graphql'],
  ['the core', 'conformance/a.ts', "import '../core';", 'neither core nor plugins'],
  ['the core', 'examples/one/index.ts', "import '../../core';", 'an example imports quire-cms'],
  ['the test kit', 'examples/one/index.ts', "import 'quire-cms/testing';", 'an example imports quire-cms'],
  ['itself', 'conformance/a.ts', "import './a';", 'in a circle'],
  [
    'a word of a plugin',
    'core/content/query/a.ts',
    'const draft = 1;',
    'core/content/query/a.ts:1: "draft" belongs',
  ],
])('reports an import of %s', (_, file, text, expected) => {
  expect(breachesOf({ [file]: text })).toEqual([expect.stringContaining(expected)]);
});
