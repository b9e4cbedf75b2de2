// The example of GraphQL Code Generator in docs/graphql.md: its configuration makes types of the demo's schema, which compile strictly
// and refuse wrong uses.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..', '..');
const OPERATION = `
  query Articles($page: Int!, $status: PublicationStatus) {
    articles(pagination: { page: $page }, status: $status) {
      documentId
      title
      publishedAt
      sections { __typename ... on ComponentSharedQuote { id text } }
    }
  }
`;
/** Runs the preset of the generator as its command does. The packages are ES modules, which only another process can load. */
const GENERATE = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { codegen } from '@graphql-codegen/core';
  import { preset } from '@graphql-codegen/client-preset';
  import { buildSchema, parse } from 'graphql';
  const { operation, config } = JSON.parse(readFileSync('input.json', 'utf8'));
  const sdl = readFileSync('schema.graphql', 'utf8');
  const documents = [{ location: 'src/page.ts', document: parse(operation), rawSDL: operation }];
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: 'src/gql/', schema: parse(sdl), schemaAst: buildSchema(sdl), documents, config,
    presetConfig: {}, plugins: [], pluginMap: {},
  });
  for (const section of sections) writeFileSync(section.filename, await codegen(section));
`;

const folder = mkdtempSync(join(tmpdir(), 'quire-codegen-'));
beforeAll(() => {
  mkdirSync(join(folder, 'src', 'gql'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' });
  const schema = join(folder, 'schema.graphql');
  execFileSync(process.execPath, [join(ROOT, 'bin', 'quire.js'), 'graphql-schema', '--output', schema], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  writeFileSync(join(folder, 'input.json'), JSON.stringify({ operation: OPERATION, config: pageConfig() }));
  writeFileSync(join(folder, 'generate.mjs'), GENERATE);
  run('generate.mjs');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The options that the page gives to the preset. */
function pageConfig(): unknown {
  const page = readFileSync(join(ROOT, 'docs', 'graphql.md'), 'utf8');
  const [, text = ''] = /```ts\n(import type \{ CodegenConfig \}[\s\S]*?)```/.exec(page) ?? [];
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const exports = { default: undefined as { generates: Record<string, { config: unknown }> } | undefined };
  new Function('exports', outputText)(exports);
  return exports.default?.generates['src/gql/']?.config;
}

/** The messages of a strict compilation of a file that uses the generated types. */
function problemsOf(name: string, lines: string): string[] {
  const file = join(folder, 'src', `${name}.ts`);
  writeFileSync(
    file,
    `import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
     import { ArticlesDocument } from './gql/graphql';
     type Data = ResultOf<typeof ArticlesDocument>;
     type Variables = VariablesOf<typeof ArticlesDocument>;
     declare const data: Data;
     ${lines}`,
  );
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('right uses compile', () => {
  const right = `
    export const variables: Variables = { page: 1, status: 'DRAFT' };
    export const titles: (string | null | undefined)[] = data.articles.map((article) => article?.title);
    export const published: string | null | undefined = data.articles[0]?.publishedAt;
    for (const section of data.articles[0]?.sections ?? [])
      if (section?.__typename === 'ComponentSharedQuote') console.log(section.text);
  `;
  expect(problemsOf('right', right)).toEqual([]);
});

test.each([
  ['a field that was not selected', 'data.articles[0]?.slug;', "Property 'slug' does not exist"],
  [
    'a variable of another type',
    "export const v: Variables = { page: 'one' };",
    "Type 'string' is not assignable",
  ],
  ['a field of another entry', 'data.articles[0]?.sections?.[0]?.text;', "Property 'text' does not exist"],
])(
  '%s does not compile',
  (_what, lines, message) => {
    expect(problemsOf('wrong', lines)).toEqual([expect.stringContaining(message)]);
  },
  120_000,
);
