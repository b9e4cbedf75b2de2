// Filter operators that a plugin adds, through REST: at the top, inside relations and components, and under `$not`.
import {
  type AnyPlugin,
  type ContentTypeDefinition,
  definePlugin,
  type FilterOperator,
  type FlagOperator,
  type OneValueOperator,
  type PairOperator,
  placeOf,
  refuse,
  type ScalarType,
  sql,
  type TextOptions,
  textType,
} from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const lengthGt: OneValueOperator = {
  name: '$lengthGt',
  description: 'Longer than a number of characters',
  takes: 'one',
  on: ['text'],
  value: 'number',
  sql: ({ dialect, stored, value }) =>
    sql`${dialect.name === 'mysql' ? 'CHAR_LENGTH' : 'length'}(${stored}) > ${value}`,
  graphql: 'Int',
  openapi: { type: 'integer', minimum: 0 },
};

const outside: PairOperator = {
  name: '$outside',
  description: 'Less than the first value, or greater than the second',
  takes: 'pair',
  on: ['number', 'moment'],
  value: 'own',
  sql: ({ stored, first, second }) => sql`(${stored} < ${first} OR ${stored} > ${second})`,
  graphql: null,
  openapi: { type: 'array', minItems: 2, maxItems: 2 },
};

const blank: FlagOperator = {
  name: '$blank',
  description: 'Without a value, or an empty text',
  takes: 'none',
  on: ['text'],
  sql: ({ stored }) => sql`(${stored} IS NULL OR ${stored} = '')`,
  graphql: 'Boolean',
  openapi: { type: 'boolean' },
};

/** Compares attributes of one type. Its value has another form than that of `$eq`. */
const publisher: OneValueOperator = {
  name: '$publisher',
  description: 'Starts with the digits of a publisher',
  takes: 'one',
  on: ['text'],
  types: ['isbn'],
  value: 'own',
  sql: ({ stored, value }) => sql`(substr(${stored}, 4, 5) = ${value})`,
  graphql: 'String',
  openapi: { type: 'string' },
};

/** An attribute type made of the building blocks of the core. */
const text = textType({ name: 'isbn', limit: 13 });
const isbn: ScalarType<TextOptions> = {
  ...text,
  filter: text.filter && {
    ...text.filter,
    parse(raw, options, operator) {
      if (operator === '$publisher' && !/^\d{5}$/.test(String(raw))) return { reason: 'five digits' };
      return text.filter?.parse(raw, options, operator) ?? { reason: 'a text' };
    },
  },
  check(value, _options, at) {
    if (!/^\d{13}$/.test(String(value))) refuse(at, `${placeOf(at)} must have 13 digits`, value);
  },
};

const pluginWith = (name: string, ...operators: FilterOperator[]): AnyPlugin =>
  definePlugin({
    name,
    register(app) {
      if (name !== 'two') app.attributes.add(isbn);
      for (const operator of operators) app.operators.add(operator);
    },
  });

const info = (name: string) => ({ singularName: name, pluralName: `${name}s`, displayName: name });
const contentTypes: ContentTypeDefinition[] = [
  {
    info: info('book'),
    attributes: {
      title: { type: 'string' },
      pages: { type: 'integer' },
      number: { type: 'isbn' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::writer.writer', inversedBy: 'books' },
      notes: { type: 'component', component: 'shared.note', repeatable: true },
    },
  },
  {
    info: info('writer'),
    attributes: {
      name: { type: 'string' },
      books: { type: 'relation', relation: 'oneToMany', target: 'api::book.book', mappedBy: 'author' },
    },
  },
];
const components = {
  'shared.note': { info: {}, attributes: { text: { type: 'string' }, line: { type: 'integer' } } },
};

describe.each(testDatabases())('operators of a plugin on %s', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes,
      components,
      plugins: [pluginWith('lengths', lengthGt, outside, blank, publisher)],
      config: { server: { anonymous: 'full' } },
    });
    const writers = app.documents('api::writer.writer');
    const ann = await writers.create({ data: { name: 'Ann' } });
    const beatrice = await writers.create({ data: { name: 'Beatrice' } });
    const books = app.documents('api::book.book');
    await books.create({
      data: {
        title: 'Sea',
        pages: 10,
        number: '9780000000000',
        author: ann.documentId,
        notes: [{ text: 'long text', line: 1 }],
      },
    });
    await books.create({
      data: { title: 'Märchen', pages: 200, author: beatrice.documentId, notes: [{ text: 'x', line: 9 }] },
    });
    await books.create({ data: { title: '', pages: null } });
    await books.create({ data: { pages: 50 } });
  });
  afterAll(() => app?.close());

  const [sea, tales, empty, none] = ['Sea', 'Märchen', '', null];
  test.each([
    ['filters[title][$lengthGt]=3', [tales]],
    ['filters[title][$lengthGt]=2.5', [sea, tales]],
    ['filters[title][$lengthGt]=7', []],
    ['filters[title][$lengthGt]=1e21', []],
    ['filters[$not][title][$lengthGt]=3', [sea, empty]],
    ['filters[title][$not][$lengthGt]=3', [sea, empty]],
    ['filters[author][name][$lengthGt]=3', [tales]],
    ['filters[$not][author][name][$lengthGt]=3', [sea, empty, none]],
    ['filters[author][books][title][$lengthGt]=3', [tales]],
    ['filters[notes][text][$lengthGt]=3', [sea]],
    ['filters[$not][notes][text][$lengthGt]=3', [tales, empty, none]],
    ['filters[pages][$outside][0]=20&filters[pages][$outside][1]=100', [sea, tales]],
    ['filters[notes][line][$outside][0]=2&filters[notes][line][$outside][1]=20', [sea]],
    ['filters[number][$lengthGt]=12', [sea]],
    ['filters[number][$startsWith]=978', [sea]],
    ['filters[number][$publisher]=00000', [sea]],
    ['filters[number][$publisher]=00001', []],
    ['filters[title][$blank]=true', [empty, none]],
    ['filters[title][$blank]=false', [sea, tales]],
    ['filters[$or][0][title][$blank]=true&filters[$or][1][title][$lengthGt]=3', [tales, empty, none]],
  ])('%s', async (query, expected) => {
    const { body, status } = await app.agent.get(`/api/books?sort=id&${query}`);
    expect([status, body.data?.map(({ title }: { title: string }) => title)]).toEqual([200, expected]);
  });

  test('the type of the plugin refuses a value', async () => {
    const { body } = await app.agent.post('/api/books').send({ data: { number: '12' } });
    expect(body.error.message).toBe('number must have 13 digits');
  });

  test('filters of populated relations', async () => {
    const { body } = await app.agent.get('/api/writers?sort=id&populate[books][filters][title][$lengthGt]=3');
    expect(body.data.map(({ books }: { books: unknown[] }) => books.length)).toEqual([0, 1]);
  });

  test.each([
    ['filters[title][$lengthGt]=abc', 'Invalid value "abc" for title: $lengthGt expects a number'],
    ['filters[pages][$lengthGt]=3', 'pages is of type integer and cannot be compared with $lengthGt'],
    ['filters[pages][$outside][0]=1.5&filters[pages][$outside][1]=2', '[1.5,2] is no value of pages'],
    ['filters[number][$publisher]=978', 'Invalid value "978" for number: expected five digits'],
    ['filters[title][$publisher]=00000', 'title is of type string and cannot be compared with $publisher'],
    ['filters[pages][$outside]=1', '$outside takes a list of exactly two values, got "1"'],
  ])('%s is refused', async (query, message) => {
    const { body, status } = await app.agent.get(`/api/books?${query}`);
    expect([status, body.error?.message]).toEqual([400, message]);
  });
});

test('two plugins cannot add the same operator', async () => {
  const plugins = [pluginWith('one', lengthGt), pluginWith('two', lengthGt)];
  await expect(createTestApp({ plugins, listen: false })).rejects.toThrow(
    /^The filter operator "\$lengthGt" is added by the plugin "one" \(.+\) and by the plugin "two" \(/,
  );
});

test.each([
  ['$eq', /"\$eq" is added by the core \(.+\) and by the plugin "lengths" \(/],
  [
    '$and',
    /"\$and" of the plugin "lengths" \(.+\) cannot be added: it is a logical operator\. \(plugin lengths, in register\)$/,
  ],
  [
    '$length-gt',
    /cannot be added: expected a name of "\$" and letters or digits, like "\$lengthGt"\. \(plugin lengths, in register\)$/,
  ],
] as const)('the name %s is refused', async (name, message) => {
  const plugins = [pluginWith('lengths', { ...lengthGt, name })];
  await expect(createTestApp({ plugins, listen: false })).rejects.toThrow(message);
});
