// Counts the rows that PostgreSQL reads for a page. A search with an index reads few rows, for rare and for common values.
import type { Row, Run, Statement, Steps } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { recordReads } from '../../testing/recorded-reads';
import { typeFile } from '../model/testing-files';
import { openTestContent, type TestContent } from './testing-content';

const FILES = {
  'config/content-types/item.json': typeFile(
    'item',
    {
      title: { type: 'string', search: true },
      body: { type: 'text', search: true },
      rank: { type: 'integer' },
    },
    { indexes: [{ attributes: ['rank'] }] },
  ),
};
const ROWS = 10_000;

const onPostgres = testDatabases().includes('postgres') ? describe : describe.skip;

onPostgres('pages of searches on PostgreSQL', () => {
  let content: TestContent;
  let runs: Run[] = [];
  beforeAll(async () => {
    content = await openTestContent({ client: 'postgres', files: FILES });
    await content.database.transaction(async (tx) => {
      const common = `'Common ' || md5(i::text) || CASE WHEN i = ${ROWS - 5} THEN ' kelvin' ELSE '' END`;
      await tx.run(
        `INSERT INTO items (document_id, title, body, rank) SELECT 'd' || i, ${common}, ${common} || repeat(' filler', 200), i FROM generate_series(1, ${ROWS}) i`,
      );
      await tx.run("SELECT gin_clean_pending_list('items_search_fts')");
      await tx.run('ANALYZE items');
    });
    runs = recordReads(content.database);
  });
  afterAll(() => content.close());

  /** The number of rows that the scans of a page read. */
  const rowsRead = async (params: object): Promise<number> => {
    runs.length = 0;
    await content.documents('api::item.item').findMany({ pagination: { limit: 5 }, ...params });
    let count = 0;
    for (const { statement, params } of [...runs]) {
      const explained = await content.database.transaction((tx) =>
        tx.all(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.sql}`, params),
      );
      count += scanned(JSON.parse(String(explained[0]?.[0]))[0].Plan);
    }
    return count;
  };

  it.each(['title', 'body'])('reads few rows to find a %s', async (name) => {
    for (const value of ['common', 'kelvin', 'commen', 'vin'])
      for (const sort of ['id', 'id:desc', 'rank', 'rank:desc']) {
        const read = await rowsRead({ filters: { [name]: { $containsi: value } }, sort });
        expect([value, sort, read < 300]).toEqual([value, sort, true]);
      }
  });

  it('reads few rows for other operators', async () => {
    const body = { $containsi: 'common' };
    expect(await rowsRead({ filters: { title: { $startsWith: 'Common' } } })).toBeLessThan(300);
    expect(await rowsRead({ filters: { title: { $endsWithi: 'KELVIN' } } })).toBeLessThan(300);
    expect(await rowsRead({ filters: { $or: [{ title: { $contains: 'Common' } }, { body }] } })).toBeLessThan(
      300,
    );
    expect(await rowsRead({ _q: 'kelvin' })).toBeLessThan(300);
  });

  it('reads few rows for a page by id', async () => {
    expect(await rowsRead({ pagination: { start: 5, limit: 5 } })).toBeLessThan(300);
    expect(await rowsRead({ sort: 'id:desc' })).toBeLessThan(300);
  });

  it('does not prepare a statement whose plan depends on its value', async () => {
    const { database } = content;
    const statement = (name: string): Statement => ({ sql: `SELECT $1::text AS ${name}`, name });
    const run = (each: Statement, params: unknown[]) =>
      database.read(function* (): Steps<Row[]> {
        const [rows = []] = yield [{ statement: each, params }];
        return rows;
      });
    const prepared = async (each: Statement): Promise<number> => {
      for (let time = 0; time < 4; time += 1) await run(each, ['a']);
      const sql = `SELECT 1 FROM pg_prepared_statements WHERE statement = '${each.sql}'`;
      return (await run({ sql, name: 'asked' }, [])).length;
    };
    expect(await prepared(statement('plain'))).toBe(1);
    expect(await prepared({ ...statement('by_value'), estimated: true })).toBe(0);
    await rowsRead({ filters: { title: { $containsi: 'kelvin' } } });
    expect(runs.map(({ statement }) => statement.estimated)).toContain(true);
  });
});

interface ScanPlan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly ScanPlan[];
}

const scanned = (plan: ScanPlan): number =>
  (/Scan/.test(plan['Node Type']) && !/Bitmap Index|Subquery|CTE|Function/.test(plan['Node Type'])
    ? (plan['Actual Rows'] +
        (plan['Rows Removed by Filter'] ?? 0) +
        (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, each) => sum + scanned(each), 0);
