// `quire types` on the content model of the conformance suite: right uses compile under `strict`, wrong uses do not.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..', '..');
const dir = mkdtempSync(join(tmpdir(), 'quire-types-'));
const quire = (...args: string[]): string =>
  execFileSync(process.execPath, [join(ROOT, 'bin', 'quire.js'), ...args], { cwd: dir, encoding: 'utf8' });

/** A type whose values are objects, and one with operators of its own. */
const POINT_PLUGIN = `
const { stringType } = require(${JSON.stringify(join(ROOT, 'dist', 'core', 'content', 'attributes', 'string'))});
const { jsonType } = require(${JSON.stringify(join(ROOT, 'dist', 'core', 'content', 'attributes', 'json'))});
const number = { type: 'number' };
const properties = { lat: number, 'long-itude': number, name: { type: 'string' }, tags: { type: 'object' } };
const openapi = () => ({ type: 'object', properties, required: ['lat', 'long-itude'] });
const isbn = { ...stringType, name: 'isbn', filter: { ...stringType.filter, except: ['$lt', '$contains'] } };
module.exports = {
  name: 'point',
  register(app) {
    app.attributes.add({ ...jsonType, name: 'point', openapi });
    app.attributes.add(isbn);
    app.operators.add({ ...app.operators.get('$eq'), name: '$isbn10', types: ['isbn'] });
  },
};
`;
const PLACE = {
  kind: 'collectionType',
  info: { singularName: 'place', pluralName: 'places', displayName: 'Place' },
  attributes: { at: { type: 'point', required: true }, isbn: { type: 'isbn' }, name: { type: 'string' } },
};

beforeAll(() => {
  mkdirSync(join(dir, 'config'));
  cpSync(join(ROOT, 'conformance', 'schema', 'src'), join(dir, 'src'), { recursive: true });
  const place = join(dir, 'src', 'api', 'place', 'content-types', 'place');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'schema.json'), JSON.stringify(PLACE));
  writeFileSync(join(dir, 'point.js'), POINT_PLUGIN);
  const plugins = {
    point: { resolve: './point.js' },
    'draft-and-publish': true,
    i18n: { config: { locales: ['en', 'fr'] } },
    upload: true,
    'users-permissions': true,
  };
  writeFileSync(join(dir, 'config', 'plugins.json'), JSON.stringify(plugins));
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  quire('types');
  quire('types', '--client');
});
afterAll(() => rmSync(dir, { recursive: true }));

/** The messages of the compiler for `main.ts`, each with its line. */
function problemsIn(text: string): string[] {
  const file = join(dir, 'main.ts');
  writeFileSync(file, text);
  const program = ts.createProgram([file, join(dir, 'types', 'content.d.ts')], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    types: [],
    paths: { 'quire-cms': [join(ROOT, 'dist', 'package-types.d.ts')] },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .filter((problem) => problem.file === undefined || problem.file.fileName.startsWith(dir))
    .map(({ file: at, start = 0, messageText }) => {
      const line = at ? at.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${at?.fileName.slice(dir.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}

const SERVICE = `import type { Changes, Documents, Filters, Input, Result } from 'quire-cms';
declare const documents: Documents;
const articles = documents('api::article.article');
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const same = <T extends true>(): void => undefined as unknown as ReturnType<() => void>;
`;

const CLIENT = `import type { ContentClient, Input, Result } from './types/client';
declare const client: ContentClient;
type Article = Result<'api::article.article', { populate: ['category'] }>;
`;

it('documents, inputs and filters have their types', () => {
  const uses = `
async function uses() {
  const [first] = await articles.findMany({
    filters: { title: { $startsWith: 'A' }, rating: { $between: [1, 5] }, category: { name: { $notNull: true } },
      $or: [{ active: true }, { kind: { $in: ['news', 'blog'] } }] },
    sort: ['title:desc', 'category.name'],
    fields: ['title', 'rating'],
    populate: { category: true, tags: { fields: ['name'], sort: 'name' }, seo: true, zone: { on: { 'shared.quote': true } } },
    pagination: { page: 1, pageSize: 10 },
  });
  if (!first) return;
  same<Same<typeof first.title, string>>();
  same<Same<typeof first.rating, number | null>>();
  same<Same<NonNullable<typeof first.category>['documentId'], string>>();
  same<Same<keyof (typeof first.tags)[number], 'id' | 'documentId' | 'name'>>();
  const section = first.zone[0];
  if (section?.__component === 'shared.quote') section.id.toFixed();
  const all = await articles.findFirst({ populate: '*' });
  same<Same<NonNullable<typeof all>['createdAt'], string>>();
  all?.gallery[0]?.url;
  const place = await documents('api::place.place').create({ data: { at: { lat: 1, 'long-itude': 2 } } });
  await documents('api::place.place').count({ filters: { isbn: { $gt: '1', $isbn10: '2' }, name: { $lt: 'b', $contains: 'a' } } });
  same<Same<typeof place.at.name, string | undefined>>();
  same<Same<(typeof place.at)['long-itude'], number>>();
  const one = await articles.findOne({ documentId: 'x', populate: ['category'] });
  one?.category?.name;
  const counted = await articles.findFirst({ populate: { tags: { count: true } } });
  same<Same<NonNullable<typeof counted>['tags'], { count: number }>>();
  const made = await articles.create({
    data: { title: 'A', tags: { connect: ['t'] }, category: 'c', zone: [{ __component: 'shared.quote', text: 'q' }] },
  });
  made.title.trim();
  await articles.update({ documentId: made.documentId, data: { rating: null, secret: 'x' } });
  await articles.count({ filters: { title: 'A' } });
  await articles.findMany({ status: 'draft', locale: ['en', 'fr'], hasPublishedVersion: false });
  const shown = await articles.publish({ documentId: made.documentId, locale: 'fr' });
  same<Same<NonNullable<typeof shown>['documentId'], string>>();
  const untyped = await documents('api::unknown.unknown' as string).findMany({ filters: { any: 1 } });
  untyped[0]?.anything;
}
const filters: Filters<'api::tag.tag'> = { name: { $not: { $eq: 'x' } } };
const changes: Changes<'api::tag.tag'> = {};
type Shown = Result<'api::article.article'>;
const isHidden: 'private_note' extends keyof Shown ? false : true = true;
void [uses, filters, changes, isHidden];
export type { Input };
`;
  expect(problemsIn(SERVICE + uses)).toEqual([]);
});

it('a client without Quire has the same types', () => {
  const uses = `
async function uses(article: Article) {
  article.category?.name;
  const { data, meta } = await client.collection('articles').find({ fields: ['title'], populate: { tags: true }, locale: 'fr' });
  data[0]?.tags[0]?.name;
  meta.pagination.total?.toFixed();
  const home = await client.single('homepage').find();
  home.data.documentId.trim();
  await client.collection('tags').create({ name: 'x' });
}
void uses;
export type { Input };
`;
  expect(problemsIn(CLIENT + uses)).toEqual([]);
  expect(readFileSync(join(dir, 'types', 'client.ts'), 'utf8')).not.toContain('import ');
});

const WRONG: readonly [string, string, string][] = [
  ['an unknown field', SERVICE, "articles.findMany({ fields: ['titel'] });"],
  ['a part of an object', SERVICE, "documents('api::place.place').create({ data: { at: { lat: 1 } } });"],
  [
    'an excluded operator',
    SERVICE,
    "documents('api::place.place').count({ filters: { isbn: { $lt: 'b' } } });",
  ],
  [
    'an operator of another type',
    SERVICE,
    "documents('api::place.place').count({ filters: { name: { $isbn10: 'b' } } });",
  ],
  ['an unknown filter', SERVICE, "articles.findMany({ filters: { titel: 'A' } });"],
  [
    'an unknown filter beside a known one',
    SERVICE,
    "articles.findMany({ filters: { title: 'A', titel: 'A' } });",
  ],
  ['a filter of a wrong type', SERVICE, "articles.findMany({ filters: { rating: { $gt: 'five' } } });"],
  ['an operator of another kind', SERVICE, "articles.findMany({ filters: { active: { $contains: 'x' } } });"],
  ['a filter inside a relation', SERVICE, "articles.findMany({ filters: { category: { title: 'x' } } });"],
  ['an unknown word', SERVICE, 'articles.findMany({ filtres: {} });'],
  ['an unknown status', SERVICE, "articles.findMany({ status: 'shown' });"],
  ['a wrong sort', SERVICE, "articles.findMany({ sort: 'title:up' });"],
  ['an unknown relation', SERVICE, "articles.findMany({ populate: ['autor'] });"],
  [
    'an unknown relation in an object',
    SERVICE,
    'articles.findMany({ populate: { category: true, autor: true } });',
  ],
  [
    'an unknown relation inside a relation',
    SERVICE,
    'articles.findMany({ populate: { category: { populate: { autor: true } } } });',
  ],
  ['a relation that is not populated', SERVICE, 'articles.findFirst().then((one) => one?.category);'],
  [
    'a field that is not selected',
    SERVICE,
    "articles.findFirst({ fields: ['title'] }).then((one) => one?.rating);",
  ],
  ['a password in a result', SERVICE, 'articles.findFirst().then((one) => one?.secret);'],
  ['a value of a wrong type', SERVICE, "articles.update({ documentId: 'x', data: { rating: 'five' } });"],
  [
    'a value that is not in the enumeration',
    SERVICE,
    "articles.update({ documentId: 'x', data: { kind: 'poem' } });",
  ],
  ['an unknown key in a body', SERVICE, "articles.update({ documentId: 'x', data: { titel: 'A' } });"],
  [
    'a component that the zone does not allow',
    SERVICE,
    "articles.update({ documentId: 'x', data: { zone: [{ __component: 'shared.none' }] } });",
  ],
  ['a create without a required value', SERVICE, "documents('api::check.check').create({ data: {} });"],
  ['a wrong value of a parameter', CLIENT, "client.collection('articles').find({ status: 'drft' });"],
  ['an unknown collection', CLIENT, "client.collection('article');"],
  ['a wrong body of a client', CLIENT, "client.collection('tags').create({ name: 5 });"],
  [
    'a private field of a client',
    CLIENT,
    "client.collection('articles').find().then(({ data }) => data[0]?.private_note);",
  ],
];

it('the examples of docs/types.md compile, with the real client of Strapi', () => {
  const page = readFileSync(join(ROOT, 'docs', 'types.md'), 'utf8');
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  expect(blocks.some((text) => text.includes("from '@strapi/client'"))).toBe(true);
  for (const text of blocks) expect(problemsIn(text)).toEqual([]);
});

it('wrong uses do not compile', () => {
  const found: string[] = [];
  for (const [start, texts] of [SERVICE, CLIENT].map(
    (one) => [one, WRONG.filter(([, own]) => own === one)] as const,
  )) {
    const first = start.split('\n').length;
    const lines = new Set(
      problemsIn(start + texts.map(([, , text]) => text).join('\n')).map((text) =>
        Number(/main\.ts:(\d+)/.exec(text)?.[1]),
      ),
    );
    texts.forEach(([what], index) => {
      if (!lines.has(first + index)) found.push(what);
    });
  }
  expect(found).toEqual([]);
});
