// Holds docs/plugins/ against the code: each block of TypeScript compiles against the package's types, also those of two other pages; each hook and each
// registry has an example, and a page names every public export.

import { join, resolve } from 'node:path';
import ts from 'typescript';
import { MODULES } from '../core/create-kernel';
import { createHooks } from '../core/kernel/app/create-hooks';
import type { AnyPlugin } from '../core/kernel/app/plugin';
import { describeTaps } from '../core/kernel/app/plugin-hooks';
import { createRegistries } from '../core/kernel/app/registries';
import { createTestApp, testDatabases } from '../core/testing';
import { blocksOf, pluginOfPage, readPage } from './page-blocks';

const ROOT = resolve(__dirname, '..', '..');
const TYPES = join(ROOT, 'dist', 'core', 'index.d.ts');
const pluginIn = (name: string): AnyPlugin => pluginOfPage('plugins', name);
const blocks = blocksOf(readPage('plugins'));
const code = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);

test('every block is TypeScript or a drawing', () => {
  expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(['text', 'ts']);
});

test('every block of TypeScript compiles against the types of the package', () => {
  expect(code.length).toBeGreaterThan(10);
  const others = ['testing.md', 'compatibility.md'].flatMap((name) => blocksOf(readPage(name)));
  const tests = others.filter(({ language }) => language === 'ts');
  expect(tests.length).toBeGreaterThan(2);
  expect(problemsOf([...code, ...tests.map(({ text }) => text)])).toEqual([]);
});

test('a block with a wrong hook, a wrong option or a wrong type does not compile', () => {
  const wrong = (body: string) =>
    `import { definePlugin } from 'quire-cms';\nexport default definePlugin({ name: 'x', register(app) { ${body} } });`;
  const problems = problemsOf([
    wrong('app.hooks.documents.prepared(() => undefined);'),
    wrong("app.policies.add('a', 'b');"),
    wrong('app.hooks.listening((server) => server.open());'),
  ]);
  expect(problems.map((text) => text.split(':')[0])).toEqual(['block 1', 'block 2', 'block 3']);
});

test('every hook has an example', () => {
  const missing = describeTaps(createHooks(MODULES)).filter(
    ({ hook }) => !code.join().includes(`hooks.${hook}(`),
  );
  expect(missing).toEqual([]);
});

test('every registry has an example', () => {
  const names = [...Object.keys(createRegistries(MODULES)), 'routes', 'ignoredKeys'];
  expect(names.filter((name) => !code.join().includes(`app.${name}.add(`))).toEqual([]);
});

test('the page names every public export, and no other name in its list', () => {
  const program = ts.createProgram([TYPES], { module: ts.ModuleKind.Node16 });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(TYPES);
  const symbol = file && checker.getSymbolAtLocation(file);
  const exported = symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : [];
  const named = [...readPage('plugins/public-names.md').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '');
  expect([...new Set(named)].sort()).toEqual(exported.sort());
});

test('the list of pages has the anchors of the sections that it had as one page', () => {
  const anchors = [...readPage('plugins.md').matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id);
  const former = [
    'a-whole-plugin',
    'hooks',
    'callers-old-values-and-refusals',
    'axes',
    'providers-and-stores',
  ];
  expect(anchors).toEqual(expect.arrayContaining(former));
});

test('the whole plugin of the page runs', async () => {
  const app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
    ],
    plugins: [pluginIn('journal')],
    config: { server: { anonymous: 'full' }, plugins: { journal: { config: { keep: 1 } } } },
  });
  for (const name of ['a', 'b']) await app.agent.post('/api/tags').send({ data: { name } }).expect(201);
  const { body } = await app.agent.get('/api/journal').expect(200);
  await app.close();
  expect(body).toMatchObject([{ line: expect.stringMatching(/^create api::tag\.tag /) }]);
});

test('the field log has a line per row and attribute, without passwords and private values', async () => {
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'member', pluralName: 'members' },
        options: { draftAndPublish: true },
        attributes: {
          firstName: { type: 'string' },
          password: { type: 'password' },
          birthDay: { type: 'string', private: true },
        },
      },
    ],
    plugins: [pluginIn('field-log')],
    config: { server: { anonymous: 'full' }, plugins: { 'draft-and-publish': true } },
  });
  const lines = async () =>
    (await app.documents('plugin::field-log.line').findMany({ sort: 'id' })).map(({ text }) => text);
  try {
    const data = { firstName: 'Ada', password: 'correct horse', birthDay: 'a secret day' };
    const created = await app.agent.post('/api/members').send({ data }).expect(201);
    const { documentId } = created.body.data;
    const path = `/api/members/${documentId}`;
    const changed = { firstName: 'Eva', password: 'another horse', birthDay: 'another day' };
    await app.agent.put(path).send({ data: changed }).expect(200);
    await app.agent.delete(path).expect(204);
    const line = (operation: string, status: string, change: string) =>
      `anonymous ${operation} ${documentId} ${status} firstName: ${change}`;
    expect(await lines()).toEqual([
      line('create', 'draft', 'null → "Ada"'),
      line('create', 'published', 'null → "Ada"'),
      line('update', 'draft', '"Ada" → "Eva"'),
      line('update', 'published', '"Ada" → "Eva"'),
      line('delete', 'draft', '"Eva" → null'),
      line('delete', 'published', '"Eva" → null'),
    ]);
  } finally {
    await app.close();
  }
});

test.each(testDatabases())(
  'on %s the operators of the sizes compare with one number and with two',
  async (database) => {
    const app = await createTestApp({
      contentTypes: [
        {
          info: { singularName: 'box', pluralName: 'boxes' },
          attributes: { name: { type: 'string' }, size: { type: 'size' }, other: { type: 'json' } },
        },
      ],
      plugins: [pluginIn('sizes')],
      config: { server: { anonymous: 'full' } },
      database,
    });
    const names = async (filter: string) => {
      const { body } = await app.agent.get(`/api/boxes?sort=name&filters${filter}`).expect(200);
      return body.data.map(({ name }: { name: string }) => name).join();
    };
    try {
      const sizes = { a: { width: 3, height: 4 }, b: { width: 10.5, height: 2 }, c: null };
      for (const [name, size] of Object.entries(sizes))
        await app.agent.post('/api/boxes').send({ data: { name, size } }).expect(201);
      expect(await names('[size][$areaGt]=12.5')).toBe('b');
      expect(await names('[size][$fitsInto]=10,4')).toBe('a');
      expect(await names('[size][$fitsInto]=10.5,4')).toBe('a,b');
      expect(await names('[size][$eq]=3,4')).toBe('a');
      expect(await names('[$not][size][$fitsInto]=10,4')).toBe('b');
      const { body } = await app.agent.get('/api/boxes?filters[size][$fitsInto]=10').expect(400);
      expect(body.error.message).toContain('a width and a height, such as 30,40');
      // Built-in JSON has the same kind: parts that are not numbers count as absent.
      const shapes = {
        d: { width: 3, height: 5 },
        e: { width: 'x', height: 5 },
        f: { width: 3, height: [1] },
        g: [1],
      };
      for (const [name, other] of Object.entries(shapes))
        await app.agent.post('/api/boxes').send({ data: { name, other } }).expect(201);
      expect(await names('[other][$areaGt]=-1')).toBe('d');
      expect(await names('[other][$fitsInto]={"width":4,"height":6}')).toBe('d');
      expect(await names('[other][$fitsInto]={"width":"x","height":6}')).toBe('');
    } finally {
      await app.close();
    }
  },
);

function problemsOf(texts: readonly string[]): string[] {
  const files = new Map(texts.map((text, index) => [join(ROOT, `block-${index + 1}.ts`), text]));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    esModuleInterop: true,
    types: ['node'],
    paths: {
      'quire-cms': [join(ROOT, 'dist', 'package-types.d.ts')],
      'quire-cms/testing': [join(ROOT, 'dist', 'testing', 'index.d.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile(path, ...rest)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const block = /block-(\d+)\.ts$/.exec(file?.fileName ?? '')?.[1];
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `block ${block ?? file?.fileName}: line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
