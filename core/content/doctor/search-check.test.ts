// Rows that a search index lost. Only the index of SQLite is kept by triggers.
import { openTestContent, type TestContent } from '../documents/testing-content';
import type { DocumentObject } from '../documents/write-action';
import { typeFile } from '../model/testing-files';
import { diagnose } from './diagnose';

const FILES = {
  'config/content-types/item.json': typeFile('item', { title: { type: 'string', search: true } }),
};
const log = { info: () => undefined, warn: () => undefined };

describe('the doctor and a search index on SQLite', () => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openTestContent({ client: 'sqlite', files: FILES });
  });
  afterEach(() => content.close());

  const faults = async (fix = false) =>
    (await diagnose(content.database, content.schema, { log, fix })).checks
      .filter(({ found }) => found > 0)
      .map(({ name, found, fixed, places }) => [name, found, fixed, places[0]?.examples[0]]);
  const run = (text: string) => content.database.transaction((tx) => tx.run(text));
  const search = async (value: string) =>
    (
      (await content.documents('api::item.item').findMany({
        filters: { title: { $containsi: value } },
      })) as DocumentObject[]
    ).length;

  it('leaves out rows without parts', async () => {
    await run("INSERT INTO items (document_id, title) VALUES ('a', 'x')");
    expect(await faults()).toEqual([]);
  });

  it('finds the rows again', async () => {
    const items = content.documents('api::item.item');
    for (const title of ['İlk Kelvin', 'other', 'ab', null]) await items.create({ data: { title } });
    expect(await faults()).toEqual([]);
    // As if the triggers had been missing.
    await run('DELETE FROM items_search_fts_new');
    expect(await search('kelvin')).toBe(0);
    expect(await faults()).toEqual([['search', 4, 0, expect.stringMatching(/lacks texts of the row \d$/)]]);
    await faults(true);
    expect(await faults()).toEqual([]);
    expect(await search('kelvin')).toBe(1);
  });
});
