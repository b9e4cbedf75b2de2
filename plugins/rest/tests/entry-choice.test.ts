// Entries of components and zones chosen by `filters` and `sort` inside populate, at every place where entries stand.
import { testDatabases } from '../../../core/testing';
import { check, type FixtureApp, openFixture, type Row } from './fixture';

const zone = [
  { __component: 'shared.quote', text: 'm', by: 'me' },
  { __component: 'shared.ref', label: 'r1', target: '{t1}', authors: ['{w1}'] },
  { __component: 'shared.quote', text: 'z', by: 'you' },
  { __component: 'shared.slider', caption: 's' },
  { __component: 'shared.ref', label: 'r2', target: '{t2}' },
  { __component: 'shared.quote', text: 'a', by: 'me' },
];
const metas = [
  { key: 'b', value: '1' },
  { key: 'c', value: '2' },
  { key: 'a', value: '2' },
];

const one = (query: string, data: unknown): Row => [`GET /api/articles/{a1}?${query}`, 200, { data }];
const QUOTE = 'populate[zone][on][shared.quote]';
const METAS = 'populate[seo][populate][metas]';

const ROWS: readonly Row[] = [
  one(`${QUOTE}[filters][by]=me`, {
    zone: [{ text: 'm' }, { label: 'r1' }, { caption: 's' }, { label: 'r2' }, { text: 'a' }],
  }),
  one(`${QUOTE}[filters][by]=none`, { zone: [{ label: 'r1' }, { caption: 's' }, { label: 'r2' }] }),
  // Entries of other components lack `by`, and stay.
  one(`${QUOTE}[filters][by][$null]=true`, { zone: [{ label: 'r1' }, { caption: 's' }, { label: 'r2' }] }),
  // Entries of a zone keep their order.
  one(`${QUOTE}[sort]=text&${QUOTE}[fields]=text`, {
    zone: [{ text: 'm' }, {}, { text: 'z' }, {}, {}, { text: 'a' }],
  }),
  one(`${QUOTE}[filters][by]=me&populate[zone][count]=true`, { zone: { count: 5 } }),
  one(
    'populate[zone][on][shared.ref][filters][target][name]=air&populate[zone][on][shared.ref][populate]=*',
    {
      zone: [{}, {}, {}, { label: 'r2', target: { name: 'air' }, authors: [] }, {}],
    },
  ),
  one('populate[zone][on][shared.ref][filters][authors][id][$null]=true', {
    zone: [{}, {}, {}, { label: 'r2' }, {}],
  }),
  one(`${METAS}[filters][value]=2`, { seo: { metaTitle: 'M', metas: [{ key: 'c' }, { key: 'a' }] } }),
  one(`${METAS}[sort]=key:desc`, { seo: { metas: [{ key: 'c' }, { key: 'b' }, { key: 'a' }] } }),
  one(`${METAS}[filters][value]=2&${METAS}[sort]=key&${METAS}[fields]=key`, {
    seo: { metas: [{ key: 'a' }, { key: 'c' }] },
  }),
  one(`${METAS}[filters][value]=2&${METAS}[count]=true`, { seo: { metas: { count: 2 } } }),
  one(`${METAS}[filters][value]=none`, { seo: { metas: [] } }),
  one('populate[seo][filters][metas][key]=none&populate[seo][populate]=metas', { seo: null }),
  one(`populate[seo][filters][metas][key]=a&${METAS}[filters][key]=a`, { seo: { metas: [{ key: 'a' }] } }),
  one('populate[links][filters][label]=b', { links: [{ label: 'b' }, { label: 'b' }] }),
  one('populate[links][sort]=label', { links: [{ label: 'a' }, { label: 'b' }, { label: 'b' }] }),
  // Of a populated document, and of each document in a list.
  [
    'GET /api/tags/{t1}?populate[articles][populate][seo][populate][metas][filters][key]=b',
    200,
    { data: { articles: [{ seo: { metas: [{ value: '1' }] } }] } },
  ],
  [
    `GET /api/articles?sort=title&${METAS}[filters][key]=x&${QUOTE}[filters][by]=me`,
    200,
    {
      data: [
        { seo: { metas: [] }, zone: [{}, {}, {}, {}, {}] },
        { seo: { metas: [{ key: 'x' }] }, zone: [{ text: 'other' }] },
      ],
    },
  ],
  [`GET /api/articles/{a1}?${QUOTE}[filters][nope]=1`, 400, 'Invalid key nope'],
  [`GET /api/articles/{a1}?${QUOTE}[sort]=nope`, 400, 'Invalid key nope'],
  [`GET /api/articles/{a1}?${METAS}[sort]=nope`, 400, 'Invalid key nope'],
];

describe.each(testDatabases())('entries chosen inside populate on %s', (database) => {
  let app: FixtureApp;
  beforeAll(async () => {
    app = await openFixture(
      [
        ['w1', 'author', { name: 'Ann' }],
        ['t1', 'tag', { name: 'sea' }],
        ['t2', 'tag', { name: 'air' }],
        [
          'a1',
          'article',
          {
            title: 'First',
            tags: ['{t1}'],
            seo: { metaTitle: 'M', metas },
            links: [{ label: 'b' }, { label: 'a' }, { label: 'b' }],
            zone,
          },
        ],
        [
          'a2',
          'article',
          {
            title: 'Second',
            seo: { metaTitle: 'N', metas: [{ key: 'x' }, { key: 'b' }] },
            zone: [{ __component: 'shared.quote', text: 'other', by: 'me' }],
          },
        ],
      ],
      { database },
    );
  });
  afterAll(() => app.close());

  test.each(ROWS.map((row): [string, Row] => [row[0], row]))('%s', (_request, row) => check(app, row));
});
