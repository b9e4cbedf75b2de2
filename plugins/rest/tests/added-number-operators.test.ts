// Operators of a plugin that take numbers, on each type of number, in columns and in components. SQLite stores decimals scaled.
import {
  definePlugin,
  type FlagOperator,
  type ListOperator,
  type OneValueOperator,
  sql,
} from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const near: OneValueOperator = {
  name: '$near',
  description: 'Differs by at most a tenth',
  takes: 'one',
  on: ['number'],
  value: 'number',
  sql: ({ stored, value }) => sql`ABS(${stored} - ${value}) <= ABS(${value}) * 0.1`,
  graphql: 'Float',
  openapi: { type: 'number' },
};

const anyOf: ListOperator = {
  name: '$anyOf',
  description: 'Equals one of the numbers',
  takes: 'list',
  on: ['number'],
  value: 'number',
  sql: ({ isListed }) => isListed,
  graphql: 'Float',
  openapi: { type: 'array', items: { type: 'number' } },
};

const expensive: FlagOperator = {
  name: '$expensive',
  description: 'More than a hundred',
  takes: 'none',
  on: ['number'],
  sql: ({ dialect, stored, column }) => sql`${dialect.asNumber(stored, column)} > 100`,
  graphql: 'Boolean',
  openapi: { type: 'boolean' },
};

const numbers = definePlugin({
  name: 'numbers',
  register(app) {
    for (const operator of [near, anyOf, expensive]) app.operators.add(operator);
  },
});

const PRICES = {
  whole: { type: 'integer' },
  double: { type: 'float' },
  long: { type: 'biginteger' },
  exact: { type: 'decimal' },
  cents: { type: 'decimal', precision: 18, scale: 2 },
} as const;

describe.each(testDatabases())('operators of a plugin on numbers of %s', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [
        {
          info: { singularName: 'offer', pluralName: 'offers' },
          attributes: { ...PRICES, price: { type: 'component', component: 'shared.price' } },
        },
      ],
      components: { 'shared.price': { info: {}, attributes: PRICES } },
      plugins: [numbers],
      config: { server: { anonymous: 'full' } },
    });
    for (const value of [89, 90, 110, 111, -100, null]) {
      const price = Object.fromEntries(Object.keys(PRICES).map((name) => [name, value]));
      await app.documents('api::offer.offer').create({ data: { ...price, price } });
    }
    await app.documents('api::offer.offer').create({ data: { double: 12.3, exact: '12.3', cents: '12.3' } });
  });
  afterAll(() => app?.close());

  const found = async (path: string, conditions: string): Promise<unknown> => {
    const query = conditions.replaceAll('@', path);
    const { body, status } = await app.agent.get(`/api/offers?sort=id&${query}`);
    return [status, body.data?.map(({ id }: { id: number }) => id) ?? body];
  };

  test.each(Object.keys(PRICES).flatMap((name) => [`[${name}]`, `[price][${name}]`]))('%s', async (path) => {
    const small = /^.(double|exact|cents)/.test(path) ? [7] : [];
    expect(await found(path, 'filters@[$near]=100')).toEqual([200, [2, 3]]);
    expect(await found(path, 'filters@[$near]=99.5')).toEqual([200, [2]]);
    expect(await found(path, 'filters@[$near]=-100')).toEqual([200, [5]]);
    expect(await found(path, 'filters@[$anyOf][0]=90&filters@[$anyOf][1]=-100')).toEqual([200, [2, 5]]);
    expect(await found(path, 'filters@[$expensive]=true')).toEqual([200, [3, 4]]);
    expect(await found(path, 'filters@[$near]=12.3')).toEqual([200, small]);
    expect(await found(path, 'filters@[$not][$near]=100')).toEqual([200, [1, 4, 5, ...small]]);
  });
});
