// A search index changes no answer. Two types have the same documents, one of them with an index; random questions to both.
import * as fc from 'fast-check';
import { testDatabases } from '../../testing/databases';
import { typeFile } from '../model/testing-files';
import { openTestContent, type TestContent } from './testing-content';
import type { DocumentObject } from './write-action';

const attributes = (search: boolean) => ({
  key: { type: 'integer' },
  title: { type: 'string', search },
  body: { type: 'text', search },
  rank: { type: 'email', search },
});
const INDEXED = { indexes: [{ attributes: ['key'] }] };
const FILES = {
  'config/content-types/found.json': typeFile('found', attributes(true), INDEXED),
  'config/content-types/read.json': typeFile('read', attributes(false), INDEXED),
};
const FOUND = 'api::found.found';
const TYPES = [FOUND, 'api::read.read'];
const OPERATORS = [
  '$contains',
  '$containsi',
  '$notContains',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
];
/** Letters with case rules of their own, other scripts, and characters that SQL or the index reads. */
const LETTERS = [
  ...'abcdikst',
  ...'ABIKS',
  ...'KÅÅåıİßẞſσςΣéÉǅǆǄϳͿ',
  ...'აᲐꭰᎠӽԨԩ𐐀𐐨ﬁ日本語😀',
  ...'\u0307\u0301%_\\\'"`*^() -.:0',
  'AND',
  'NEAR',
];
const text = fc.array(fc.constantFrom(...LETTERS), { minLength: 0, maxLength: 9 }).map((all) => all.join(''));
const page = fc.record({
  sort: fc.constantFrom('id', 'id:desc', 'key', 'key:desc', 'rank', 'title:desc'),
  pagination: fc.record({ start: fc.constantFrom(0, 0, 3), limit: fc.constantFrom(4, 30, 1000) }),
});
const casing = fc.constantFrom(
  (part: string) => part,
  (part: string) => part.toLowerCase(),
  (part: string) => part.toUpperCase(),
);

describe.each(testDatabases())('searches on %s', (client) => {
  let content: TestContent;
  beforeAll(async () => {
    content = await openTestContent({ client, files: FILES });
  });
  afterAll(() => content.close());

  const documents = (uid: string) => content.documents(uid);
  const keys = async (uid: string, params: object): Promise<unknown[]> =>
    ((await documents(uid).findMany({ sort: 'key', ...params })) as DocumentObject[]).map(({ key }) => key);

  /** Moves the listed rows to the index, as the 1000th does. */
  const merge = async (): Promise<void> => {
    if (client !== 'sqlite') return;
    await content.database.transaction((tx) =>
      tx.run(
        'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO founds_search_fts_new (id) SELECT 0 FROM n',
      ),
    );
  };

  it('gives the answers of a scan to random questions', async () => {
    const stored: { readonly title: string; readonly body: string }[] = [];
    const ids: string[] = [];
    for (const [title, body] of fc.sample(fc.tuple(text, text), { numRuns: 230, seed: 19 })) {
      const data = { key: stored.push({ title, body }) - 1, title, body };
      ids.push(String(((await documents(FOUND).create({ data })) as DocumentObject).documentId));
    }
    // With the same documentIds, which `_q` searches.
    await content.database.transaction(async (tx) => {
      // `reads` is a reserved word of MariaDB.
      await tx.run(`INSERT INTO ${content.database.dialect.id('reads')} SELECT * FROM founds`);
      tx.touch('reads');
    });
    await merge();
    const change = fc.tuple(fc.integer({ min: 0, max: 229 }), text);
    const where = fc.tuple(
      fc.integer({ min: 0, max: 229 }),
      fc.nat(8),
      fc.integer({ min: 1, max: 7 }),
      casing,
    );
    const pattern = where.map(([key, from, size, cased]) => {
      const { title = '', body = '' } = stored[key] ?? {};
      return cased([...`${title}${key % 2 ? body : ''}`].slice(from, from + size).join(''));
    });
    const condition = fc.tuple(fc.constantFrom(...OPERATORS), fc.constantFrom('title', 'body'), pattern);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('$and', '$or', '$not'),
        pattern,
        change,
        page,
        async (conditions, join, searched, [key, title], page) => {
          const parts = conditions.map(([operator, name, value]) => ({ [name]: { [operator]: value } }));
          const filters = join === '$not' ? { $not: parts[0] } : { [join]: parts };
          for (const params of [{ filters }, { _q: searched }, { filters, _q: searched }]) {
            const paged = { ...params, ...page };
            const [indexed, scanned] = await Promise.all(TYPES.map((uid) => keys(uid, paged)));
            expect(indexed).toEqual(scanned);
            found += scanned?.length ?? 0;
          }
          for (const uid of TYPES)
            await documents(uid).update({ documentId: ids[key] ?? '', data: { title } });
          if (key % 3 === 0) await merge();
        },
      ),
      { numRuns: 250, seed: 19 },
    );
    expect(found).toBeGreaterThan(1000);
  });

  it('answers a search with many alternatives', async () => {
    await documents(FOUND).create({ data: { key: 2000, title: 'number 7 of many' } });
    const alternatives = Array.from({ length: 600 }, (_, number) => ({
      title: { $contains: `number ${number} of` },
    }));
    const halves = [{ $or: alternatives.slice(0, 300) }, { $or: alternatives.slice(300) }];
    expect(await keys(FOUND, { filters: { $or: halves } })).toEqual([2000]);
  });

  if (client === 'sqlite')
    it('reads a sorted page without the index if many rows contain the value', async () => {
      await content.database.transaction(async (tx) => {
        await tx.run(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO founds (document_id, key, title) SELECT 'many' || i, 10000 + i, 'many' || CASE WHEN i > 1500 THEN ' halves' ELSE '' END FROM n",
        );
        tx.touch('founds');
      });
      await merge();
      await content.database.transaction((tx) =>
        tx.run('DELETE FROM founds_search_fts WHERE rowid = (SELECT id FROM founds WHERE key = 13000)'),
      );
      const last = async (title: string, sort: string) =>
        (await keys(FOUND, { filters: { title: { $containsi: title } }, sort, pagination: { limit: 1 } }))[0];
      expect(await last('many', 'key:desc')).toBe(13_000);
      expect(await last('many', 'id:desc')).toBe(12_999);
      expect(await last('halves', 'key:desc')).toBe(12_999);
    });

  const usesIndex = client === 'sqlite' ? it : it.skip;
  usesIndex('asks the index, except where it may miss a text', async () => {
    const data = { key: 1000, title: 'Wirbelkäfig 99' };
    const { documentId } = (await documents(FOUND).create({ data })) as DocumentObject;
    await content.database.transaction(async (tx) => {
      await tx.run('DELETE FROM founds_search_fts_new');
      await tx.run('DELETE FROM founds_search_fts');
    });
    const ask = (filters: object) => keys(FOUND, { filters });
    expect(await ask({ title: { $containsi: 'KÄFIG' } })).toEqual([]);
    expect(await ask({ title: { $startsWith: 'Wirb' } })).toEqual([]);
    expect(await keys(FOUND, { _q: 'elkäf' })).toEqual([]);
    expect(await ask({ $or: [{ title: { $contains: 'Wirb' } }, { body: { $contains: 'Wirb' } }] })).toEqual(
      [],
    );
    expect(await ask({ title: { $containsi: 'fi' } })).toContain(1000);
    expect(await ask({ $or: [{ title: { $contains: 'Wirb' } }, { key: { $eq: 1000 } }] })).toEqual([1000]);
    expect(await ask({ title: { $notContains: 'Wirb' } })).not.toContain(1000);
    // One row is read in less time than all candidates.
    expect(await ask({ documentId, title: { $contains: 'Wirb' } })).toEqual([1000]);
  });
});
