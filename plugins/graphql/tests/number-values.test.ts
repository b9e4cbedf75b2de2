// `Long` is a number up to 2^53 - 1 and a text beyond. Decimals are numbers. A compiled query writes both as graphql-js does.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const NUMBERS = { big: { type: 'biginteger' }, price: { type: 'decimal', precision: 18, scale: 6 } } as const;
const ITEM: ContentTypeDefinition = {
  info: { singularName: 'item', pluralName: 'items' },
  attributes: {
    ...NUMBERS,
    rank: { type: 'integer', required: true },
    meta: { type: 'json' },
    next: { type: 'relation', relation: 'oneToOne', target: 'api::item.item' },
    part: { type: 'component', component: 'a.part' },
  },
};
const MOST = Number.MAX_SAFE_INTEGER;
const BEYOND = '9007199254740993';

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [ITEM],
      components: { 'a.part': { info: {}, attributes: NUMBERS } },
      config: { server: { anonymous: 'full' }, plugins: { graphql: true } },
    });
  });
  afterAll(() => app?.close());
  const ask = async (query: string, variables: object = {}) =>
    (await app.agent.post('/graphql').send({ query, variables })).body;

  it('writes and reads whole numbers', async () => {
    const wanted: unknown[] = [];
    for (const [rank, big] of [42, 0, -7, MOST, -MOST, '42', BEYOND, `-${BEYOND}`, null].entries()) {
      const number = big !== null && Number.isSafeInteger(Number(big)) ? Number(big) : big;
      const item = { big: number, part: { big: number } };
      const made = await ask(
        'mutation ($big: Long, $rank: Int) { createItem(data: { big: $big, rank: $rank, part: { big: $big } }) { big part { big } } }',
        { big, rank },
      );
      expect(made).toEqual({ data: { createItem: item } });
      wanted.push(item);
    }
    const literal = await ask(`mutation { createItem(data: { rank: 99, big: ${BEYOND} }) { big } }`);
    expect(literal).toEqual({ data: { createItem: { big: BEYOND } } });
    const query = '{ items(sort: "rank", filters: { rank: { lt: 99 } }) { big part { big } } }';
    expect(await ask(query)).toEqual({ data: { items: wanted } });
    const compiled = await ask(query.replace(' part { big }', ''));
    expect(compiled.data.items).toEqual(wanted.map((each) => ({ big: (each as { big: unknown }).big })));
    for (const [filter, ranks] of [
      ['{ eq: 42 }', [0, 5]],
      [`{ eq: "${BEYOND}" }`, [6, 99]],
      [`{ in: [0, ${BEYOND}] }`, [1, 6, 99]],
    ] as const) {
      const { data } = await ask(`{ items(sort: "rank", filters: { big: ${filter} }) { rank } }`);
      expect(data.items.map(({ rank }: { rank: number }) => rank)).toEqual(ranks);
    }
    const { data } = await ask('{ items_connection { aggregate { sum { big } min { big } } } }');
    expect(data.items_connection.aggregate).toEqual({ sum: { big: BEYOND_SUM }, min: { big: `-${BEYOND}` } });
  });

  it('writes decimals and JSON in one pass', async () => {
    const prices = [1.5, '123456789012.123456', '-0.000001', 0, '100', null];
    const items = app.documents('api::item.item');
    let next: string | null = null;
    for (const [index, price] of prices.entries())
      next = (
        await items.create({
          data: { rank: 100 + index, price, next, meta: { rank: 'x', rank2: null, big: { rank: null } } },
        })
      ).documentId;
    const fields = 'rank price meta';
    const query = `{ items(sort: "rank", filters: { rank: { gte: 100 } }) { ${fields} next { ${fields} } } }`;
    const executed = await ask(query.replace(/}$/, '__schema { queryType { name } } }'));
    expect(await ask(query)).toEqual({ data: { items: executed.data.items } });
    const read = executed.data.items.map(({ price }: { price: unknown }) => price);
    expect(read).toEqual(prices.map((price) => (price === null ? null : Number(price))));
  });
});

/** Of the values of the first test. */
const BEYOND_SUM = '9007199254741070';
