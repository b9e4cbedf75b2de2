// `_q` of the admin on all databases: words in structured texts, components and zones, and no words of their JSON.
import { createTestApp, type TestApp, testDatabases } from '../../testing';
import { LIMITS } from './test-schema';

const line = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });
const linked = (text: string) => ({
  type: 'list',
  format: 'ordered',
  children: [
    {
      type: 'list-item',
      children: [{ type: 'link', url: 'https://elsewhere.test', children: [{ type: 'text', text }] }],
    },
  ],
});

const quote = 'shared.quote';
const seo = 'shared.seo';
const PAGES = [
  { title: 'body', body: [line('The Äpfel are "ripe"'), linked('and Σίσυφος')] },
  { title: 'secret', hidden: [line('unseen')], unsearched: [line('unseen')], meta: { text: 'unseen' } },
  { title: 'component', seo: { title: 'Of the Seo', quotes: [{ words: 'deep words' }] } },
  {
    title: 'zone',
    parts: [{ __component: quote, words: 'in a zone', long: [line('far \\ inside')], n: 4711 }],
  },
  { title: 'deep zone', parts: [{ __component: seo, quotes: [{ long: [line('the deepest')] }] }] },
  { title: 'empty' },
  { title: 'O\u2019Neill' },
];

describe.each(testDatabases())('a search inside of values on %s', (database) => {
  let app: TestApp;
  const titles = async (_q: string, isInside = true): Promise<unknown[]> => {
    const limits = { ...LIMITS, searchInside: isInside };
    const found = await app.documents('api::page.page').findMany({ _q, limits, sort: 'id' } as object);
    return found.map((page) => (page as unknown as { title: string }).title);
  };

  beforeAll(async () => {
    const contentTypes = [
      {
        info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
        attributes: {
          title: { type: 'string' },
          body: { type: 'blocks' },
          hidden: { type: 'blocks', private: true },
          unsearched: { type: 'blocks', searchable: false },
          meta: { type: 'json' },
          seo: { type: 'component', component: seo },
          parts: { type: 'dynamiczone', components: [quote, seo] },
        },
      },
      {
        info: { singularName: 'indexed', pluralName: 'indexes', displayName: 'Indexed' },
        attributes: { title: { type: 'string', search: true }, body: { type: 'blocks' } },
      },
    ];
    const knots = Array.from({ length: 9 }, (_, n) => `shared.knot${n}`);
    const attributes = Object.fromEntries(
      knots.map((component, n) => [`knot${n}`, { type: 'component', component }]),
    );
    contentTypes.push({
      info: { singularName: 'net', pluralName: 'nets', displayName: 'Net' },
      attributes: { title: { type: 'string' }, ...attributes },
    } as never);
    const components = {
      ...Object.fromEntries(
        knots.map((uid) => [uid, { info: {}, attributes: { text: { type: 'string' }, ...attributes } }]),
      ),
      [seo]: {
        info: {},
        attributes: {
          title: { type: 'string' },
          quotes: { type: 'component', component: quote, repeatable: true },
        },
      },
      [quote]: {
        info: {},
        attributes: { words: { type: 'text' }, long: { type: 'blocks' }, n: { type: 'integer' } },
      },
    };
    app = await createTestApp({ database, contentTypes, components, listen: false } as never);
    for (const data of PAGES) await app.documents('api::page.page').create({ data } as never);
  });
  afterAll(() => app?.close());

  test.each([
    ['ÄPFEL', ['body']],
    ['are "RIPE', ['body']],
    ['"', ['body']],
    ['σίσυφοσ', ['body']],
    ['unseen', []],
    ['of the seo', ['component']],
    ['DEEP', ['component', 'deep zone']],
    ['deep words', ['component']],
    ['"a Zone"', ['zone']],
    ['far \\ in', ['zone']],
    ['the deepest', ['deep zone']],
    ['empty', ['empty']],
    // Each word is found somewhere; a phrase in quotation marks is found as it is.
    ['words  DEEP component', ['component']],
    ['far zone', ['zone']],
    ['ripe seo', []],
    ['"deep words"', ['component']],
    ['"words deep"', []],
    ["o'neill", ['O\u2019Neill']],
    ['o\u2019neill', ['O\u2019Neill']],
    ['one two three four five six seven eight nine ten', []],
    // Keys, types and addresses of the JSON, and numbers in components.
    ...['paragraph', 'children', 'list-item', 'elsewhere', 'shared.quote', '4711', '%', '_'].map(
      (word): [string, string[]] => [word, []],
    ),
  ])('%s', async (text, expected) => expect(await titles(text)).toEqual(expected));

  test('not of types with a search index', async () => {
    const limits = { ...LIMITS, searchInside: true };
    await app.documents('api::indexed.indexed').create({ data: PAGES[0] } as never);
    const find = (_q: string) => app.documents('api::indexed.indexed').findMany({ _q, limits } as object);
    expect(await find('bod')).toHaveLength(1);
    expect(await find('ripe')).toEqual([]);
  });

  test('components that contain each other are too many places', async () => {
    const limits = { ...LIMITS, searchInside: true };
    const data = { title: 'A net', knot0: { text: 'inside' } };
    await app.documents('api::net.net').create({ data } as never);
    const find = (_q: string) => app.documents('api::net.net').findMany({ _q, limits } as object);
    expect(await find('a net')).toHaveLength(1);
    expect(await find('inside')).toEqual([]);
  });

  test('without the limit, only texts of the documents themselves', async () => {
    expect(await titles('deep', false)).toEqual(['deep zone']);
    expect(await titles('ripe', false)).toEqual([]);
  });
});
