// Totals after writes: each list shows the number of its documents, whatever was written before, and how.
import fc from 'fast-check';
import { stringify } from 'qs';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const LOCALIZED = { pluginOptions: { i18n: { localized: true } } };
const LISTS = ['en', 'fr'].flatMap((locale) =>
  ['draft', 'published'].flatMap((status) => [
    { locale, status },
    { locale, status, filters: { rank: { $gte: 2 } } },
  ]),
);
const TABLE = 'notes';
const LINKS = 'notes_tags_lnk';

const step = fc.record({
  what: fc.constantFrom(
    'create',
    'create',
    'createDraft',
    'update',
    'translate',
    'publish',
    'unpublish',
    'delete',
    'deleteLocale',
    'rolledBack',
    'savepoint',
    'raw',
    'knex',
    'link',
  ),
  which: fc.nat(),
  rank: fc.integer({ min: 0, max: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe.each(testDatabases())('totals on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [
        {
          info: { singularName: 'note', pluralName: TABLE },
          options: { draftAndPublish: true },
          ...LOCALIZED,
          attributes: {
            title: { type: 'string', ...LOCALIZED },
            rank: { type: 'integer', ...LOCALIZED },
            tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'notes' },
          },
        },
        {
          info: { singularName: 'tag', pluralName: 'tags' },
          attributes: {
            notes: { type: 'relation', relation: 'manyToMany', target: 'api::note.note', mappedBy: 'tags' },
          },
        },
      ],
      config: {
        plugins: { rest: true, 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } },
        server: { anonymous: 'full' },
        // Servers keep totals only where no other process writes.
        database: { exclusive: true },
      },
    });
  });
  afterAll(() => app.close());

  const notes = () => app.documents('api::note.note');
  const ids: string[] = [];
  const idOf = (which: number): string => ids[which % Math.max(ids.length, 1)] ?? 'none';

  async function run({ what, which, rank }: Step): Promise<void> {
    const { agent, kernel } = app;
    const id = idOf(which);
    const create = (query: string) => agent.post(`/api/notes${query}`).send({ data: { title: 'a', rank } });
    switch (what) {
      case 'create':
      case 'createDraft':
        ids.push((await create(what === 'create' ? '' : '?status=draft')).body.data.documentId);
        return;
      case 'update':
        return void (await agent.put(`/api/notes/${id}`).send({ data: { rank } }));
      case 'translate':
        return void (await agent.put(`/api/notes/${id}?locale=fr&status=draft`).send({ data: { rank } }));
      case 'publish':
      case 'unpublish':
        return void (await notes()
          [what]({ documentId: id, locale: '*' })
          .catch(() => null));
      case 'delete':
        return void (await agent.delete(`/api/notes/${id}`));
      case 'deleteLocale':
        return void (await agent.delete(`/api/notes/${id}?locale=fr`));
      case 'link':
        return void (await app
          .documents('api::tag.tag')
          .create({ data: { notes: ids.slice(0, 2) } })
          .catch(() => null));
      case 'rolledBack':
        return kernel.database
          .transaction(async () => {
            await notes().create({ data: { rank } });
            throw new Error('no');
          })
          .catch(() => undefined);
      case 'savepoint':
        return kernel.database.transaction(async () => {
          await notes().create({ data: { rank } });
          await kernel.database
            .transaction(async () => {
              await notes().create({ data: { rank } });
              throw new Error('no');
            })
            .catch(() => undefined);
        });
      case 'raw':
        return kernel.database.transaction(async (tx) => {
          const [[last] = []] = await tx.all(`SELECT max(id) FROM ${TABLE}`);
          await tx.run(`DELETE FROM ${LINKS} WHERE source_id = ${Number(last ?? 0)}`);
          await tx.run(`DELETE FROM ${TABLE} WHERE id = ${Number(last ?? 0)}`);
          tx.touch(TABLE);
        });
      case 'knex':
        await kernel.database
          .knex(LINKS)
          .where('source_id', '<', which % 7)
          .delete();
        return void (await kernel.database
          .knex(TABLE)
          .where('id', '<', which % 7)
          .delete());
    }
  }

  const listed = async (words: object): Promise<unknown> => {
    const query = stringify({ ...words, pagination: { pageSize: 1 } }, { encodeValuesOnly: true });
    const { body, status } = await app.agent.get(`/api/notes?${query}`);
    expect(status).toBe(200);
    return body.meta.pagination.total;
  };
  const counted = async (words: object): Promise<number> => (await notes().count(words)) as number;

  test('follow every write', async () => {
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        for (const each of steps) {
          await run(each);
          for (const words of LISTS) {
            const total = await listed(words);
            expect([words, total]).toEqual([words, await counted(words)]);
            rows += Number(total);
          }
        }
      }),
      { numRuns: 12 },
    );
    expect(rows).toBeGreaterThan(50);
  });

  test('are not counted again after a document was added', async () => {
    if (database !== 'sqlite') return;
    const statements = () => app.kernel.database.stats().statements;
    for (let n = 0; n < 2; n++) await notes().create({ data: { rank: 1 } });
    const costOf = async (): Promise<number> => {
      const before = statements();
      await listed({ locale: 'en', status: 'published' });
      return statements() - before;
    };
    await costOf();
    const known = await costOf();
    await notes().create({ data: { rank: 1 } });
    expect(await costOf()).toBe(known);
  });
});
