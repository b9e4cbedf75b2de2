// Lists show the newest documents first. Their pages come from an index, on each database.
import { recordReads, type TestApp, testDatabases } from '../../../core/testing';
import { createAdminApp } from './admin-app';

const ARTICLE = 'api::article.article';
const ROWS = 10_000;

describe.each(testDatabases())('the newest documents on %s', (database) => {
  let app: TestApp;
  let runs: ReturnType<typeof recordReads> = [];
  beforeAll(async () => {
    app = await createAdminApp({ database, config: { plugins: { i18n: true } } });
    const articles = app.documents(ARTICLE);
    const { database: stored } = app.kernel;
    await articles.create({ data: { title: 'first' }, status: 'draft' } as never);
    // Many documents of an import have one time.
    const columns = Object.keys((await stored.knex('articles').first()) as object).filter(
      (name) => name !== 'id',
    );
    const copied = columns.filter((name) => name !== 'document_id').join(', ');
    for (let round = 0, count = 1; count < ROWS; round += 1, count *= 2)
      await stored.knex.raw(
        `INSERT INTO articles (document_id, ${copied}) SELECT concat('d', id, '_${round}'), ${copied} FROM articles`,
      );
    if (database !== 'sqlite')
      await stored.knex.raw(database === 'mysql' ? 'ANALYZE TABLE articles' : 'ANALYZE articles');
    runs = recordReads(stored);
  });
  afterAll(() => app.close());

  const planOf = async ({ statement: { sql }, params }: (typeof runs)[number]): Promise<string> => {
    const words = { sqlite: 'EXPLAIN QUERY PLAN', mysql: 'EXPLAIN', postgres: 'EXPLAIN' };
    const rows = await app.kernel.database.transaction((tx) =>
      tx.all(`${words[database as keyof typeof words]} ${sql}`, params),
    );
    return rows.map((row) => Object.values(row).join(' ')).join('\n');
  };

  it.each(['updatedAt:desc,id:desc', 'updatedAt:asc,id:asc'])('%s', async (sort) => {
    runs.length = 0;
    await app.documents(ARTICLE).findMany({ sort, status: 'draft', pagination: { limit: 25 } } as never);
    expect(runs).toHaveLength(1);
    const [run] = runs;
    expect(run && (await planOf(run))).toMatch(/articles_\w*updated_at_id_ix/);
  });
});
