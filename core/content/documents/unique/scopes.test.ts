// Unique attributes of components: the scope is the content type and the path of the attribute.

import { AppError } from '../../../kernel/errors/app-error';
import { createTestDatabase, testDatabases } from '../../../testing/databases';
import { diagnose } from '../../doctor/diagnose';
import { typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';
import type { DocumentObject } from '../write-action';

const part = (repeatable = false) => ({ type: 'component', component: 'shared.box', repeatable });
const component = (attributes: object) => ({ info: {}, attributes });
const parts = {
  code: { type: 'string', unique: true },
  seo: part(),
  other: part(),
  list: part(true),
  zone: { type: 'dynamiczone', components: ['shared.box', 'shared.crate'] },
  deep: { type: 'component', component: 'shared.deep' },
};
const files = {
  'config/content-types/page.json': typeFile('page', parts),
  'config/content-types/note.json': typeFile('note', parts),
  'config/components/shared/box.json': component({ slug: { type: 'string', unique: true } }),
  'config/components/shared/crate.json': component({ slug: { type: 'string', unique: true } }),
  'config/components/shared/deep.json': component({ box: part(), spare: part() }),
};

describe.each(testDatabases())('unique attributes of components on %s', (client) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let content: TestContent;
  const open = async () => {
    content = await openTestContent({ client, on: database.config, files });
  };

  beforeEach(async () => {
    database = await createTestDatabase(client);
    await open();
  });
  afterEach(async () => {
    await content.close();
    await database.drop();
  });

  const create = (data: object, type = 'page') => content.documents(`api::${type}.${type}`).create({ data });
  const pathsOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) =>
        error instanceof AppError
          ? (error.details as { errors: { path: string[] }[] }).errors.map(({ path }) => path.join('.'))
          : String(error),
    );
  const findings = async () => {
    const { checks } = await diagnose(content.database, content.schema, {
      log: { info: () => undefined, warn: () => undefined },
    });
    return checks.flatMap(({ places }) => places.flatMap(({ examples }) => examples));
  };

  const x = { slug: 'x' };
  const box = { __component: 'shared.box', ...x };
  const crate = { __component: 'shared.crate', ...x };

  test.each([
    ['another attribute', { seo: x }, { other: x }],
    ['a list', { seo: x }, { list: [x] }],
    ['an entry of a zone', { seo: x }, { zone: [box] }],
    ['another component of the zone', { zone: [box] }, { zone: [crate] }],
    ['a nested component', { seo: x }, { deep: { box: x } }],
    ['another attribute of a nested component', { deep: { box: x } }, { deep: { spare: x } }],
  ])('%s may hold the value', async (_name, first, second) => {
    expect(await pathsOf(create(first))).toBe('done');
    expect(await pathsOf(create(second))).toBe('done');
    expect(await findings()).toEqual([]);
  });

  test('another content type, and other attributes of the document, may hold the value', async () => {
    const all = { code: 'x', seo: x, other: x, list: [x], zone: [box, crate], deep: { box: x } };
    expect(await pathsOf(create(all))).toBe('done');
    expect(await pathsOf(create(all, 'note'))).toBe('done');
    expect(await findings()).toEqual([]);
    expect(await pathsOf(create(all))).toEqual([
      'code',
      'seo.slug',
      'other.slug',
      'list.0.slug',
      'zone.0.slug',
      'zone.1.slug',
      'deep.box.slug',
    ]);
  });

  test('two entries of a list may not', async () => {
    expect(await pathsOf(create({ list: [x, x] }))).toEqual(['list.0.slug', 'list.1.slug']);
  });

  test('an empty text is not a value', async () => {
    const empty = { code: '', seo: { slug: '' }, list: [{ slug: '' }, { slug: '' }] };
    expect(await pathsOf(create(empty))).toBe('done');
    expect(await pathsOf(create(empty))).toBe('done');
    expect(await findings()).toEqual([]);
  });

  test('claims with a scope of the former form are replaced at startup', async () => {
    const { documentId } = (await create({ code: 'c', seo: x, list: [{ slug: 'y' }] })) as DocumentObject;
    await content.database.transaction(async (tx) => {
      await tx.run(
        "UPDATE quire_unique SET scope = 'shared.box.slug' WHERE scope <> 'api::page.page.code'",
        [],
      );
      await tx.run("UPDATE quire_meta SET value = '{}' WHERE name = 'unique rules'", []);
    });
    await content.close();
    await open();
    expect(await findings()).toEqual([]);
    expect(await pathsOf(create({ seo: x }))).toEqual(['seo.slug']);
    expect(await pathsOf(create({ list: [x] }))).toBe('done');
    expect(await content.rows('SELECT scope FROM quire_unique ORDER BY scope')).toEqual([
      ['api::page.page.code'],
      ['api::page.page.list.slug'],
      ['api::page.page.list.slug'],
      ['api::page.page.seo.slug'],
    ]);
    await content.documents('api::page.page').delete({ documentId });
    expect(await pathsOf(create({ seo: x }))).toBe('done');
  });
});
