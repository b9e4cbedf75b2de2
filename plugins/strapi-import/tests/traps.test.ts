// What databases of Strapi contain beside the usual rows: one test each. Every row of the source is accounted for in all of them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine, type TestApp } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { linkTableName, tableName } from '../source/identifiers';
import { fullAccess, importInto, strapiDatabase, targetApp } from './strapi-source';

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
  removeTemporary();
});

interface TypeOfReport {
  readonly uid: string;
  readonly leftOut: readonly { readonly table: string; readonly id: number; readonly reason: string }[];
  readonly notes: readonly { readonly id: number; readonly reason: string }[];
  readonly [count: string]: unknown;
}

/** Imports the changed source, and returns what the report says about the type. */
async function imported(uid: string, change: string) {
  const app = await targetApp();
  apps.push(app);
  const file = join(temporary(), 'report.json');
  const { code, lines } = await importInto(app, strapiDatabase(change), '--report', file);
  const types: readonly TypeOfReport[] = JSON.parse(readFileSync(file, 'utf8')).types;
  const report = types.find((type) => type.uid === uid);
  expect([code, lines.filter((line) => line.includes('WRONG'))]).toEqual([0, []]);
  expect((await examine(app.kernel)).filter((line) => !line.includes('the bytes'))).toEqual([]);
  if (!report) throw new Error(`The report lacks ${uid}`);
  return { app, code, lines, report };
}

const AUTHOR = 'api::author.author';
const ARTICLE = 'api::article.article';

it('a published row without a draft gets a draft', async () => {
  const { app, report } = await imported(
    AUTHOR,
    `DELETE FROM authors WHERE published_at IS NULL AND name = 'Author 1'`,
  );
  expect(report).toMatchObject({ read: 6, versions: 6, made: 1, leftOut: [] });
  const drafts = await app.documents(AUTHOR).findMany({ status: 'draft', sort: 'name' });
  expect(drafts.map(({ name }) => name)).toEqual([
    'Author 1',
    'Author 2 changed',
    'Author 3',
    'Draft author',
  ]);
});

it('of several rows of one document, locale and status, the newest is written', async () => {
  const { app, report } = await imported(
    AUTHOR,
    `INSERT INTO authors (id, document_id, name, updated_at, published_at) SELECT 900, document_id, 'older', updated_at - 1000, NULL
       FROM authors WHERE published_at IS NULL AND name = 'Author 3'`,
  );
  expect(report).toMatchObject({ read: 8, versions: 7 });
  expect(report.leftOut).toEqual([
    { table: 'authors', id: 900, reason: expect.stringMatching(/is a newer one/) },
  ]);
  expect(await app.documents(AUTHOR).count({ status: 'draft', filters: { name: 'older' } })).toBe(0);
});

it('a row without document_id is a document of its own', async () => {
  const { app, report } = await imported('api::tag.tag', `UPDATE tags SET document_id = NULL WHERE id = 1`);
  expect(report).toMatchObject({ read: 5, documents: 5, leftOut: [] });
  const [tag] = await app.documents('api::tag.tag').findMany({ filters: { id: 1 }, populate: ['articles'] });
  expect([tag?.documentId, tag?.articles]).toEqual([
    expect.stringMatching(/^r[0-9a-f]{23}$/),
    Array(4).fill(expect.anything()),
  ]);
});

it('a unique value twice: the second published row is left out, its draft stays', async () => {
  const { app, report } = await imported(
    ARTICLE,
    `UPDATE articles SET code = 'same' WHERE code IN ('code-3', 'code-4')`,
  );
  expect(report.leftOut).toEqual([
    {
      table: 'articles',
      id: expect.any(Number),
      reason: 'code must be unique, and another document has "same"',
    },
  ]);
  expect(await app.documents(ARTICLE).count({ filters: { code: 'same' } })).toBe(1);
  expect(await app.documents(ARTICLE).count({ status: 'draft', filters: { code: 'same' } })).toBe(2);
});

it('a value that is not in the enumeration: drafts keep it, published rows are left out', async () => {
  const { app, report } = await imported(
    ARTICLE,
    `UPDATE articles SET kind = 'old' WHERE code = 'code-3' AND locale = 'en'`,
  );
  expect(report.leftOut).toEqual([
    {
      table: 'articles',
      id: expect.any(Number),
      reason: expect.stringMatching(/^kind must be one of the following values: news/),
    },
  ]);
  const [draft] = await app.documents(ARTICLE).findMany({ status: 'draft', filters: { code: 'code-3' } });
  expect(draft?.kind).toBe('old');
});

it('links to nothing, and polymorphic links to deleted documents, are counted', async () => {
  const { report } = await imported(
    'api::zoo.zoo',
    `DELETE FROM tags WHERE id = 1; UPDATE zoos_one_many_lnk SET tag_id = 999 WHERE tag_id = 3`,
  );
  expect(report).toMatchObject({ read: 3, versions: 3, leftOut: [], lostLinks: 6 });
});

it('a component row that does not exist is no entry', async () => {
  const { app, report } = await imported(
    ARTICLE,
    `DELETE FROM components_shared_links WHERE label = 'first'`,
  );
  expect(report.leftOut).toEqual([]);
  const [one] = await app.documents(ARTICLE).findMany({ populate: ['links'], sort: 'id' });
  expect(one?.links).toEqual([expect.objectContaining({ label: 'second' })]);
});

it('a shared value that differs between locales has that of the default locale', async () => {
  const { app, report } = await imported(ARTICLE, `UPDATE articles SET rating = 9 WHERE locale = 'fr'`);
  expect(report.notes.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/^rating has one value for all locales, and takes that of the row \d+$/),
  );
  const rows = await app.documents(ARTICLE).findMany({ locale: '*', filters: { code: 'code-1' } });
  expect(rows.map(({ locale, rating }) => [locale, rating]).sort()).toEqual([
    ['en', 1],
    ['fr', 1],
  ]);
});

it('a text that is too long for its column is left out, and the others of its batch are written', async () => {
  const { app, report } = await imported(
    'api::label.label',
    `UPDATE labels SET name = '${'x'.repeat(300)}' WHERE id = 2`,
  );
  expect(report.leftOut).toEqual([{ table: 'labels', id: 2, reason: expect.stringMatching(/name/) }]);
  expect(await app.documents('api::label.label').count()).toBe(2);
});

it('a password of a document has the hash of its first row in all rows', async () => {
  const { app } = await imported(ARTICLE, '');
  const rows = await app.kernel.database.knex('articles').where({ code: 'code-1' });
  expect(rows).toHaveLength(4);
  expect(new Set(rows.map(({ secret }) => secret)).size).toBe(1);
});

it('a collectionName of more than 55 characters is the table with the cut name', async () => {
  const long = 'plain_documents_of_all_departments_and_of_all_regions_of_the_company';
  const renamed = [
    ['plains', tableName(long)],
    ['plains_group_lnk', linkTableName(tableName(long), 'group')],
    ['plains_labels_lnk', linkTableName(tableName(long), 'labels')],
  ];
  const change = renamed.map(
    ([from, to]) => `ALTER TABLE ${from} RENAME TO ${to};
      UPDATE strapi_database_schema SET schema = replace(schema, '"name":"${from}"', '"name":"${to}"');`,
  );
  const named = `UPDATE strapi_core_store_settings SET value = replace(value, '"collectionName":"plains"', '"collectionName":"${long}"')`;
  const { app, report } = await imported('api::plain.plain', `${change.join('\n')}${named}`);
  expect(report).toMatchObject({ read: 10, versions: 10, links: 30, leftOut: [] });
  const [plain] = await app
    .documents('api::plain.plain')
    .findMany({ sort: 'id', populate: ['group', 'labels'] });
  expect([plain?.name, plain?.group, plain?.labels]).toEqual([
    'plain 1',
    expect.objectContaining({ name: 'g2' }),
    [expect.anything(), expect.anything()],
  ]);
});

it('--strict stops at the first row that would be left out', async () => {
  const app = await targetApp();
  apps.push(app);
  const source = strapiDatabase(`UPDATE articles SET kind = 'old' WHERE code = 'code-3'`);
  const { code, lines } = await importInto(app, source, '--strict');
  expect([code, lines.at(-1)]).toEqual([
    1,
    expect.stringMatching(/^Stopped \(--strict\): articles \d+: kind must be/),
  ]);
});

it('values of strapi.store of the project are taken over, of plugins of Strapi those that its code reads', async () => {
  const app = await targetApp('sqlite', { strapi: true }, (folder) =>
    writeFileSync(
      join(folder, 'src/index.js'),
      `// strapi.store({ type: 'plugin', name: 'upload' })
module.exports = { async bootstrap({ strapi }) {
  await strapi.store({ type: 'plugin', name: 'users-permissions' }).get({ key: 'advanced' });
} };`,
    ),
  );
  apps.push(app);
  const change = `INSERT INTO strapi_core_store_settings (id, key, value, type) VALUES
    (900, 'plugin_shop_counter', '{"at":3}', 'object'), (901, 'type_setup_initHasRun', 'true', 'boolean'),
    (902, 'plugin_users-permissions_grant', '{"google":{"secret":"of-google"}}', 'object'), (903, 'core_mode', '"dark"', 'string'),
    (904, 'ee_information', '{"license":"of-license"}', 'object');
    UPDATE strapi_core_store_settings SET value = json_set(value, '$.allow_register', json('false')) WHERE key = 'plugin_users-permissions_advanced'`;
  const database = strapiDatabase(change);
  const values = () =>
    app.kernel.database.knex('strapi_store').orderBy('name').select('name', 'value', 'environment');
  const dry = await importInto(app, database, '--dry-run');
  expect([dry.code, await values()]).toEqual([0, []]);
  const { code, lines } = await importInto(app, database);
  expect(code).toBe(0);
  const stored = (await values()).map(({ name, value }) => [name, JSON.parse(value)]);
  // Code that asks with `strapi.config.environment` finds them.
  expect(new Set((await values()).map(({ environment }) => environment))).toEqual(new Set(['*']));
  expect(stored).toEqual([
    ['core_mode', 'dark'],
    ['plugin_shop_counter', { at: 3 }],
    ['plugin_users-permissions_advanced', expect.objectContaining({ allow_register: false })],
    ['type_setup_initHasRun', true],
  ]);
  expect(lines.join('\n')).toMatch(/Values of strapi\.store: 4 taken over: .*plugin_shop_counter/);
  expect(lines.join('\n')).toMatch(
    /Not imported: \d+ values of strapi_core_store_settings: .*plugin_users-permissions_grant/,
  );
  expect(lines.join('\n')).not.toMatch(/of-google|of-license/);
});

it('a decimal with too many places is rounded, with a note', async () => {
  const { app, report } = await imported(
    ARTICLE,
    `UPDATE articles SET price = 12.3456789 WHERE code = 'code-3' AND locale = 'en'`,
  );
  expect(report.leftOut).toEqual([]);
  expect(report.notes.map(({ reason }) => reason)).toContain('price 12.3456789 became 12.345679');
  expect(await app.documents(ARTICLE).count({ filters: { price: '12.345679' } })).toBe(1);
});

it('a row whose id is taken gets another id, and the report has both', async () => {
  const app = await targetApp();
  apps.push(app);
  for (const name of ['own 1', 'own 2']) await app.documents('api::label.label').create({ data: { name } });
  const file = join(temporary(), 'report.json');
  const { code, lines } = await importInto(app, strapiDatabase(), '--into-non-empty', '--report', file);
  expect(code).toBe(0);
  expect(lines).toContain(
    'api::label.label: 3 rows, 3 documents, 3 versions, 0 links, 0 components, 2 with another id',
  );
  const report = JSON.parse(readFileSync(file, 'utf8')).types.find(
    ({ uid }: TypeOfReport) => uid === 'api::label.label',
  );
  expect(report.otherIds.map(({ from }: { from: number }) => from)).toEqual([1, 2]);
  const labels = await app.documents('api::label.label').findMany({ sort: 'name', fields: ['name'] });
  expect(labels.map(({ name }) => name)).toEqual(['l1', 'l2', 'l3', 'own 1', 'own 2']);
  // Links follow the documents, not the ids.
  const [plain] = await app.documents('api::plain.plain').findMany({ sort: 'id', populate: ['labels'] });
  expect(plain?.labels).toEqual(['l2', 'l3'].map((name) => expect.objectContaining({ name })));
});

it('a custom field has the values of the type that stores it', async () => {
  const TAG = 'src/api/tag/content-types/tag/schema.json';
  const app = await targetApp('sqlite', {}, (folder) => {
    const tag = JSON.parse(readFileSync(join(folder, TAG), 'utf8'));
    tag.attributes.tint = { type: 'customField', customField: 'plugin::color-picker.color' };
    writeFileSync(join(folder, TAG), JSON.stringify(tag));
  });
  apps.push(app);
  const { code } = await importInto(
    app,
    strapiDatabase(`
      ALTER TABLE tags ADD COLUMN tint varchar(255);
      UPDATE tags SET tint = '#ff0000' WHERE id = 2;
      UPDATE strapi_database_schema SET schema = replace(schema, '"name":"tags","columns":[', '"name":"tags","columns":[{"name":"tint","type":"string"},');
      UPDATE strapi_core_store_settings SET value = json_set(value, '$."api::tag.tag".attributes.tint', json('{"type":"customField","customField":"plugin::color-picker.color"}'))
        WHERE key = 'strapi_content_types_schema'`),
  );
  expect(code).toBe(0);
  const tags = await app.documents('api::tag.tag').findMany({ sort: 'id', fields: ['tint'] });
  expect(tags.map(({ tint }) => tint)).toEqual([null, '#ff0000', null, null, null]);
});

it('the default locale is that of Strapi', async () => {
  const app = await targetApp();
  apps.push(app);
  const change = `UPDATE strapi_core_store_settings SET value = '"fr"' WHERE key = 'plugin_i18n_default_locale'`;
  expect((await importInto(app, strapiDatabase(change))).code).toBe(0);
  const { body } = await app.agent
    .get('/api/i18n/locales')
    .set({ authorization: await fullAccess(app) })
    .expect(200);
  expect(
    body.map(({ code, isDefault }: { code: string; isDefault: boolean }) => [code, isDefault]).sort(),
  ).toEqual([
    ['de', false],
    ['en', false],
    ['fr', true],
  ]);
});
