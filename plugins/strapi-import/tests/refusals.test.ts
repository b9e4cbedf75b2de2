// Sources and options that an import refuses: one sentence each, exit code 2, nothing written.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { importInto, strapiDatabase, targetApp } from './strapi-source';

afterAll(removeTemporary);

const TAG = 'src/api/tag/content-types/tag/schema.json';

function changeJson(file: string, change: (value: { readonly attributes: object }) => unknown): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

it.each<[string, () => string[], RegExp]>([
  ['no source', () => [], /^Expected one word/],
  ['a file that does not exist', () => [join(temporary(), 'none.db')], /none\.db does not exist/],
  [
    'a file that is no database',
    () => {
      const file = join(temporary(), 'text.db');
      writeFileSync(file, 'not a database, only a text that is long enough to be read as a header of a file');
      return [file];
    },
    /text\.db cannot be read: .*not a database/,
  ],
  [
    'a database without tables of Strapi',
    () => [strapiDatabase('DROP TABLE strapi_migrations_internal')],
    /has no table strapi_migrations_internal/,
  ],
  [
    'a database of Strapi 4',
    () => [strapiDatabase("DELETE FROM strapi_migrations_internal WHERE name LIKE '%document-id'")],
    /a database of Strapi 4/,
  ],
  ['an unknown zone', () => [strapiDatabase(), '--timezone', 'Mars/Olympus'], /no known time zone/],
  [
    'an unknown type',
    () => [strapiDatabase(), '--only', 'api::no.no'],
    /--only names unknown types: api::no\.no/,
  ],
])('refuses %s', async (_what, words, expected) => {
  const app = await targetApp();
  const { code, lines } = await importInto(app, ...words());
  expect([code, lines.join('\n')]).toEqual([2, expect.stringMatching(expected)]);
  expect(await app.documents('api::tag.tag').count()).toBe(0);
  await app.close();
});

it('names every difference between the types of the last start and the types here', async () => {
  const app = await targetApp('sqlite', {}, (folder) => {
    changeJson(join(folder, TAG), ({ attributes, ...tag }) => ({
      ...tag,
      options: { draftAndPublish: true },
      attributes: { ...attributes, name: { type: 'integer' }, added: { type: 'string' } },
    }));
    rmSync(join(folder, 'src/api/peek'), { recursive: true });
  });
  const { code, lines } = await importInto(app, strapiDatabase());
  expect(code).toBe(2);
  expect(lines).toEqual([
    expect.stringMatching(/nothing was written/),
    "api::tag.tag: draftAndPublish was false at Strapi's last start, and is true here",
    "api::tag.tag.name: it was of type string at Strapi's last start, and is of type integer here",
    "api::tag.tag.added: Strapi's last start did not have this attribute",
    expect.stringMatching(/^api::peek\.peek: Strapi has this type, and this application lacks it/),
  ]);
  await app.close();
});

it('names every table and column that the types need and the source lacks', async () => {
  const app = await targetApp();
  const without = (name: string) =>
    `UPDATE strapi_database_schema SET schema = replace(schema, '{"name":"${name}"', '{"name":"other_${name}"')`;
  const { code, lines } = await importInto(
    app,
    strapiDatabase([without('labels'), without('articles_tags_lnk'), without('summary')].join(';')),
  );
  expect([code, lines]).toEqual([
    2,
    [
      expect.stringMatching(/nothing was written/),
      'api::article.article.summary: the source has no column articles.summary',
      'api::article.article.tags: the source has no table articles_tags_lnk with article_id and tag_id',
      'api::label.label: the source has no table labels',
    ],
  ]);
  await app.close();
});

it('takes no name of a table from the stored types unless the source lists it', async () => {
  const app = await targetApp();
  const hostile = 'labels"; DROP TABLE tags; --';
  const change = `UPDATE strapi_core_store_settings SET value = json_set(value, '$."api::label.label".collectionName', '${hostile}')
    WHERE key = 'strapi_content_types_schema'`;
  const { code, lines } = await importInto(app, strapiDatabase(change));
  expect([code, lines]).toEqual([
    2,
    [
      expect.stringMatching(/nothing was written/),
      expect.stringContaining('the source has no table labels"; DROP'),
    ],
  ]);
  await app.close();
});
