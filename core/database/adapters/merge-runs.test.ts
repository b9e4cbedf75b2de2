// Several reads as one statement: each gets the rows that it would get alone, in order and with their types.
import { type CreatedDatabase, createTestDatabase, testDatabases } from '../../testing/databases';
import type { Database, Row, Run, Steps } from '../database';
import { connectDatabase } from '../run/connect';
import { createRunMerger } from './merge-runs';

const log = { info() {}, warn() {}, error() {} };
let names = 0;

describe.each(testDatabases())('runs of one step on %s', (client) => {
  let database: Database;
  let config: CreatedDatabase['config'];
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const created = await createTestDatabase(client);
    drop = created.drop;
    config = created.config;
    database = await connectDatabase(created.config, { log, dir: '/' });
    const { dialect } = database;
    const column = (kind: 'string' | 'text' | 'integer' | 'double' | 'small'): string =>
      dialect.columnType(kind === 'string' ? { kind, length: 50 } : { kind });
    await database.transaction(async (tx) => {
      await tx.run(
        `CREATE TABLE a (id ${dialect.idColumn()}, word ${column('string')}, story ${column('text')}, big ${column('integer')}, ratio ${column('double')}, tiny ${column('small')})`,
      );
      const rows = [
        ['b', 'what? "so" it’s', 9007199254740993n, 0.1, 1],
        ['a', null, -1n, null, 0],
        ['ä ', '😀', null, 1e300, null],
        [null, '', 7n, -0.5, 2],
      ];
      for (const row of rows)
        await tx.run('INSERT INTO a (word, story, big, ratio, tiny) VALUES (?, ?, ?, ?, ?)', row);
    });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  const run = (columns: string[], rest: string, params: readonly unknown[] = []): Run => ({
    statement: {
      sql: database.dialect.finish(`SELECT ${columns.join(', ')} ${rest}`),
      name: `m${names++}`,
      select: { columns: columns.join(', '), width: columns.length, rest },
    },
    params,
  });
  function* together(runs: readonly Run[]): Steps<Row[][]> {
    return yield runs;
  }
  function* apart(runs: readonly Run[]): Steps<Row[][]> {
    const results: Row[][] = [];
    for (const each of runs) results.push(...(yield [each]));
    return results;
  }
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = database.stats().statements;
    await work();
    return database.stats().statements - before;
  };

  const json = (): string => database.dialect.jsonRow([['w', database.dialect.json('string', 'a.word')]]);
  const cases: [string, () => Run[]][] = [
    [
      'a page and its total',
      () => [run(['word', 'id'], 'FROM a ORDER BY id LIMIT 2'), run(['count(*)'], 'FROM a')],
    ],
    [
      'columns of every type, each first to be null in two others',
      () => [
        run(['id', 'tiny'], 'FROM a ORDER BY id DESC LIMIT 9'),
        run(['word', 'story'], 'FROM a ORDER BY id LIMIT 9'),
        run(['big', json(), 'ratio'], 'FROM a ORDER BY id LIMIT 9'),
      ],
    ],
    [
      'parameters and marks inside of text',
      () => [
        run(['word', "'a ? b'"], 'FROM a WHERE id > ? ORDER BY word LIMIT 3', [1]),
        run(['story'], "FROM a WHERE word = ? OR story LIKE '%?%' ORDER BY id DESC LIMIT 5", ['a']),
        run(['id'], 'FROM a WHERE id = ? LIMIT 1', [2]),
      ],
    ],
    [
      'one that finds nothing between others',
      () => [
        run(['id'], 'FROM a ORDER BY id LIMIT 1'),
        run(['word', 'big'], 'FROM a WHERE id < 0 LIMIT 1'),
        run(['big'], 'FROM a ORDER BY id LIMIT 1'),
      ],
    ],
    [
      'the same twice',
      () => [run(['word'], 'FROM a ORDER BY id LIMIT 4'), run(['word'], 'FROM a ORDER BY id DESC LIMIT 4')],
    ],
  ];

  test.each(cases)('%s', async (_name, make) => {
    const runs = make();
    const expected = await database.read(() => apart(runs));
    expect(expected.some((rows) => rows.length > 0)).toBe(true);
    for (let again = 0; again < 3; again++)
      expect(await database.read(() => together(runs))).toEqual(expected);
    expect(await database.transaction((tx) => tx.read(together(runs)))).toEqual(expected);
    if (client !== 'sqlite')
      expect(await counted(() => database.transaction((tx) => tx.read(together(runs))))).toBe(
        1 + (await counted(() => database.transaction(async () => {}))),
      );
  });

  test('one that stands alone is run alone', async () => {
    const { statement, params } = run(['id'], 'FROM a ORDER BY id');
    const runs = [
      run(['word'], 'FROM a ORDER BY id LIMIT 4'),
      { statement: { ...statement, select: undefined }, params },
    ];
    expect(await database.read(() => together(runs))).toEqual(await database.read(() => apart(runs)));
  });

  test('what one of them cannot do fails all of them', async () => {
    const runs = [run(['id'], 'FROM a LIMIT 1'), run(['nothing'], 'FROM a LIMIT 1')];
    await expect((async () => database.read(() => together(runs)))()).rejects.toMatchObject({
      message: expect.stringContaining('nothing'),
    });
  });

  const besideOf = (runs: readonly Run[], like: readonly Run[]): Run[] =>
    runs.map(({ statement: { select, ...statement }, params }, index) => ({
      statement: { ...statement, ...(select ? { select: { ...select, like: like[index]?.statement } } : {}) },
      params,
      optional: true,
    }));

  test('what is beside the first is read in one statement with it or not at all', async () => {
    if (client === 'sqlite') return;
    const page = run(['id'], 'FROM a ORDER BY id LIMIT 2');
    const others = [run(['word'], 'FROM a ORDER BY id LIMIT 1'), run(['big'], 'FROM a ORDER BY id LIMIT 1')];
    const [words, bigs] = besideOf(others, others) as [Run, Run];
    const read = (runs: readonly Run[]) => database.read(() => together(runs));
    const rows = await Promise.all([page, ...others].map((each) => read([each])));
    const expected = rows.flat();
    expect(await read([page, words, bigs])).toEqual(expected);
    expect(await counted(async () => read([page, words, bigs]))).toBe(1);

    const alone = { ...page, statement: { ...page.statement, select: undefined } };
    expect(await read([alone, words])).toEqual([expected[0]]);
    expect(await database.transaction((tx) => tx.read(together([alone, words])))).toEqual([expected[0]]);

    const unlike = run(['story'], 'FROM a ORDER BY id LIMIT 1');
    const [stories] = besideOf([unlike], [unlike]) as [Run];
    const [first, second, third] = await read([page, stories, bigs]);
    expect([first, third]).toEqual([expected[0], expected[2]]);
    expect(second).toEqual(client === 'postgres' ? undefined : [['what? "so" it’s']]);
  });

  test('what would become too long together is read apart', async () => {
    const long = `'${'x'.repeat(5_000)}'`;
    const runs = [1, 2, 3, 4, 5, 6, 7].map((id) => run(['id', long], `FROM a WHERE id = ${id} LIMIT 1`));
    const expected = await database.read(() => apart(runs));
    expect(await database.read(() => together(runs))).toEqual(expected);
    expect(await counted(async () => database.read(() => together(runs)))).toBe(7);
    const wide = [0, 1].map(() => run(new Array(900).fill('id'), 'FROM a LIMIT 1'));
    for (let again = 0; again < 2; again++)
      expect((await database.read(() => together(wide))).map(([row]) => row?.length)).toEqual([900, 900]);
  });

  test('what takes too long together is read apart', async () => {
    if (client === 'sqlite') return;
    const hurried = await connectDatabase({ ...config, statementTimeout: 400 }, { log, dir: '/' });
    const wait = client === 'mysql' ? 'SLEEP(0.15) = 0' : "pg_sleep(0.15)::text = ''";
    const runs = [1, 2, 3, 4].map((id) => run(['id'], `FROM a WHERE id = ${id} AND ${wait} LIMIT 1`));
    const expected = [1, 2, 3, 4].map((id) => [[id]]);
    try {
      for (let again = 0; again < 3; again++)
        expect(await hurried.read(() => together(runs))).toEqual(expected);
      expect(await hurried.transaction((tx) => tx.read(together(runs)))).toEqual(expected);
    } finally {
      await hurried.close();
    }
  });
});

test('a merged statement is planned for its values if one member is', () => {
  const merger = createRunMerger({
    finish: (text) => text,
    nulls: () => ['NULL'],
    classify: () => ({ kind: 'other' }),
  });
  const run = (name: string, estimated?: true): Run => ({
    statement: {
      sql: name,
      name,
      ...(estimated ? { estimated } : {}),
      select: { columns: name, width: 1, rest: 'LIMIT 1' },
    },
    params: [],
  });
  const isEstimated = (runs: Run[]) => merger.merge(runs)?.run.statement.estimated;
  expect(isEstimated([run('a'), run('b')])).toBeUndefined();
  expect(isEstimated([run('c'), run('d', true)])).toBe(true);
});
