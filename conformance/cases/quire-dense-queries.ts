// Dense rows about the words of a query and about entries: each spelling of sort and populate, and updates of single entries.
import { check, get, made, named, OWN, plain, post, put } from './build';
import type { Case, Expectation, Step } from './case';
import { is, type Pattern } from './pattern';

const id = (alias: string): string => `{${alias}.documentId}`;
const unknown = (key: string, path: string | null): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', details: { key, path, source: 'query' } },
});
const bad: Expectation = { status: 400, error: { name: 'ValidationError' } };

const GROUPED = {
  g: named('/groups', 'ant'),
  h: named('/groups', 'bee'),
  a: plain({ n: 2, group: id('g') }),
  b: plain({ n: 1, group: id('h') }),
  c: plain({ n: 1, group: id('g') }),
};
const sorted = (sort: string, ...list: string[]): Step => get(`/plains?${OWN}&${sort}`, { list });
const sortRefused = (sort: string, expect: Expectation): Step => get(`/plains?${OWN}&${sort}`, expect);

const SAMPLE = {
  t: named('/tags', 'target'),
  u: named('/tags', 'other'),
  s: made('/samples', {
    name: '{mark}',
    seo: { metaTitle: 'm', metaDescription: 'd', metas: [{ key: 'a', value: '1' }, { key: 'b' }] },
    refs: [{ label: 'x', target: id('t') }, { label: 'y' }, { label: 'z' }],
    zone: [
      { __component: 'shared.quote', text: 'q', by: 'me' },
      { __component: 'shared.ref', label: 'r', target: id('t') },
      { __component: 'shared.seo', metaTitle: 'z', metas: [{ key: 'k' }] },
    ],
  }),
};
const shown = (query: string, data: NonNullable<Expectation['data']>): Step =>
  get(`/samples/${id('s')}?${query}`, { data });
const QUOTE = { __component: 'shared.quote', text: 'q', by: 'me' };
const REF = { __component: 'shared.ref', label: 'r' };
const SEO = { __component: 'shared.seo', metaTitle: 'z' };
const PLAIN_REF = { ...REF, target: is.absent };
const PLAIN_SEO = { ...SEO, metas: is.absent };
const FULL_REF = { ...REF, target: { name: 'target' } };
const FULL_SEO = { ...SEO, metas: [{ key: 'k' }] };

export const quireDenseQueryCases: readonly Case[] = [
  check('quire.sort.forms', GROUPED, [
    sorted('sort=n,id:desc', 'c', 'b', 'a'),
    sorted('sort[0]=n:DESC&sort[1]=id', 'a', 'b', 'c'),
    sorted('sort[n]=desc&sort[id]=asc', 'a', 'b', 'c'),
    sorted('sort[0][n]=asc&sort[1][id]=desc', 'c', 'b', 'a'),
    sorted('sort[group][name]=desc&sort[n]=asc', 'b', 'c', 'a'),
    sorted('sort[0][group][name]=asc&sort[1]=n:desc', 'a', 'c', 'b'),
    sorted('sort=group.name:desc,n', 'b', 'c', 'a'),
    sortRefused('sort[n]=upwards', bad),
    sortRefused('sort=n:upwards', bad),
    sortRefused('sort[n][x]=asc', unknown('x', 'n')),
    sortRefused('sort[nothing]=asc', unknown('nothing', null)),
    sortRefused('sort[group][nothing]=asc', unknown('nothing', 'group')),
  ]),
  check('quire.filters.related-null', { ...GROUPED, d: plain() }, [
    sorted('filters[group][$null]=true', 'd'),
    sorted('filters[group][$notNull]=true&sort=id', 'a', 'b', 'c'),
    sorted('filters[group][$null]=false&sort=id', 'a', 'b', 'c'),
    sorted('filters[group][$or][0][$null]=true&filters[group][$or][1][name]=bee&sort=id', 'b', 'd'),
    sorted('filters[group][$not][$null]=true&sort=id', 'a', 'b', 'c'),
    sorted('filters[group][$not][name]=ant&sort=id', 'b'),
    sorted('filters[labels][$null]=true&sort=id', 'a', 'b', 'c', 'd'),
    sorted('filters[meta][$null]=true&sort=id', 'a', 'b', 'c', 'd'),
    sorted('filters[meta][$notNull]=true'),
  ]),
  check('quire.populate.zone-forms', SAMPLE, [
    shown('populate=zone', { zone: [QUOTE, PLAIN_REF, PLAIN_SEO] }),
    shown('populate=zone.target', { zone: [QUOTE, FULL_REF, PLAIN_SEO] }),
    shown('populate[0]=zone.metas', { zone: [QUOTE, PLAIN_REF, FULL_SEO] }),
    shown('populate[0]=zone.metas&populate[1]=zone.target', { zone: [QUOTE, FULL_REF, FULL_SEO] }),
    shown('populate[zone][populate]=*', { zone: [QUOTE, FULL_REF, FULL_SEO] }),
    shown('populate[zone][on][shared.ref]=*', { zone: [QUOTE, FULL_REF, PLAIN_SEO] }),
    shown('populate[zone][on][shared.ref]=true', { zone: [QUOTE, PLAIN_REF, PLAIN_SEO] }),
    shown(
      'populate[zone][on][shared.ref][populate]=target&populate[zone][on][shared.seo][populate][0]=metas',
      {
        zone: [QUOTE, FULL_REF, FULL_SEO],
      },
    ),
    shown('populate[zone][on][shared.quote][fields]=by', {
      zone: [{ ...QUOTE, text: is.absent }, PLAIN_REF, PLAIN_SEO],
    }),
    ...(
      [
        ['populate[0]=zone.nothing', 'nothing', 'zone'],
        ['populate[zone][populate][target]=true', 'populate', 'zone'],
        ['populate[zone][on][shared.nothing]=true', 'shared.nothing', 'zone.on.shared.nothing'],
        [
          'populate[zone][on][shared.ref]=true&populate[zone][on][shared.nothing]=true',
          'shared.nothing',
          'zone.on.shared.nothing',
        ],
        ['populate[zone][on][shared.ref]=target', 'target', 'zone.on.shared.ref'],
        ['populate[zone][on][shared.ref][populate]=nothing', 'nothing', 'zone.on.shared.ref'],
      ] as const
    ).map(([query, key, path]) => get(`/samples/${id('s')}?${query}`, unknown(key, path))),
    ...['[fields]=label', '[filters][label]=x', '[sort]=label', '[on]=shared.ref'].map((word) =>
      get(`/samples/${id('s')}?populate[zone]${word}`, bad),
    ),
  ]),
  check('quire.populate.counts', SAMPLE, [
    shown('populate[refs][count]=true', { refs: { count: 3 } }),
    shown('populate[refs][count]=true&populate[refs][filters][label][$ne]=x', { refs: { count: 2 } }),
    shown('populate[seo][populate][metas][count]=true', { seo: { metaTitle: 'm', metas: { count: 2 } } }),
    shown('populate[zone][count]=true', { zone: { count: 3 } }),
    shown('populate[friends][count]=true', { friends: { count: 0 } }),
    get(`/tags/${id('t')}?populate[articles][count]=true`, { data: { articles: { count: 0 } } }),
  ]),
  check(
    'quire.populate.component-filter',
    SAMPLE,
    [
      shown('populate[refs][filters][target][name]=target&populate[refs][populate]=target', {
        refs: is.both(is.length(1), [{ label: 'x', target: { name: 'target' } }]),
      }),
      shown('populate[refs][filters][target][name]=other&populate[refs][populate]=target', {
        refs: is.length(0),
      }),
      shown('populate[refs][sort]=label:desc&populate[refs][populate]=target', {
        refs: [{ label: 'z', target: null }, { label: 'y' }, { label: 'x', target: { name: 'target' } }],
      }),
      shown('populate[zone][on][shared.ref][filters][label]=x&populate[zone][on][shared.ref][populate]=*', {
        zone: is.both(is.length(2), [QUOTE, PLAIN_SEO]),
      }),
    ],
    { name: 'with relations' },
  ),
  {
    rows: ['quire.entries.by-id'],
    given: SAMPLE,
    async run(bench) {
      const all = 'populate[refs][populate]=target&populate[seo][populate]=metas';
      await bench.send(get(`/samples/${id('s')}?${all}`, {}, { save: 'before' }));
      const entry = (path: string): unknown => bench.value(`before.${path}.id`);
      const [x, y, z] = [0, 1, 2].map((at) => entry(`refs.${at}`));
      const seo = entry('seo');
      const [a, b] = [0, 1].map((at) => entry(`seo.metas.${at}`));
      // The others keep their values and ids, in the new order.
      await bench.send(
        put(`/samples/${id('s')}`, {
          refs: [{ id: z, label: 'zz' }, { label: 'new', target: id('u') }, { id: String(x) }],
          seo: { id: seo, metaDescription: 'dd', metas: [{ id: b, value: '2' }, { id: a }] },
        }),
      );
      const refs: Pattern[] = [
        { id: z as number, label: 'zz', target: null },
        { label: 'new', target: { name: 'other' } },
        { id: x as number, label: 'x', target: { name: 'target' } },
      ];
      const metas = [
        { id: b as number, key: 'b', value: '2' },
        { id: a as number, key: 'a', value: '1' },
      ];
      const kept = { refs, seo: { id: seo as number, metaTitle: 'm', metaDescription: 'dd', metas } };
      await bench.send(get(`/samples/${id('s')}?${all}`, { data: kept }));
      await bench.send(put(`/samples/${id('s')}`, { name: 'renamed' }));
      await bench.send(get(`/samples/${id('s')}?${all}`, { data: kept }));
      await bench.send(get(`/samples/${id('s')}?status=draft&${all}`, { data: kept }));
      await bench.send(
        put(`/samples/${id('s')}`, {
          refs: [
            { id: x, target: { connect: [id('u')] } },
            { id: z, target: { disconnect: [id('t')] } },
          ],
        }),
      );
      await bench.send(
        get(`/samples/${id('s')}?${all}`, {
          data: {
            refs: [
              { label: 'x', target: { name: 'other' } },
              { label: 'zz', target: null },
            ],
          },
        }),
      );
      for (const wrong of [
        { refs: [{ id: y }] },
        { refs: [{ id: x }, { id: x }] },
        { refs: [{ id: seo }] },
        { refs: [{ id: 'x1' }] },
        { seo: { id: a } },
        { zone: [{ __component: 'shared.quote', id: x }] },
      ])
        await bench.send(put(`/samples/${id('s')}`, wrong, { status: 400 }));
    },
  },
  check(
    'quire.relations.disconnect-named',
    {
      r: made('/restaurants', { Name: 'english' }),
      t: made('/articles', { title: '{mark}' }),
      c: named('/categories', '{mark}'),
    },
    [
      put('/restaurants/{r.documentId}?locale=fr', { Name: 'french' }),
      post(
        '/pointers',
        { name: '{mark}', places: [{ documentId: id('r'), locale: 'fr' }, id('r')] },
        {},
        { save: 'p' },
      ),
      get('/pointers/{p.documentId}?populate=places', {
        data: { places: [{ Name: 'french' }, { Name: 'english' }] },
      }),
      put('/pointers/{p.documentId}', { places: { disconnect: [{ documentId: id('r'), locale: 'fr' }] } }),
      get('/pointers/{p.documentId}?populate=places', { data: { places: [{ Name: 'english' }] } }),
      put('/pointers/{p.documentId}', { places: { connect: [{ documentId: id('r'), locale: 'de' }] } }, bad),
      put('/pointers/{p.documentId}', { places: { connect: [{ documentId: id('r'), locale: 3 }] } }, bad),
      put('/articles/{t.documentId}?locale=fr', { title: '{mark} fr' }),
      put('/categories/{c.documentId}', { articles: { connect: [{ documentId: id('t'), locale: 'fr' }] } }),
      put('/categories/{c.documentId}', { articles: { connect: [id('t')] } }),
      ...['en', 'fr'].map((locale) =>
        get(`/articles/{t.documentId}?populate=category&locale=${locale}`, {
          data: { category: { name: '{mark}' } },
        }),
      ),
      put('/categories/{c.documentId}', {
        articles: { disconnect: [{ documentId: id('t'), locale: 'fr' }] },
      }),
      get('/articles/{t.documentId}?populate=category&locale=fr', { data: { category: null } }),
      get('/articles/{t.documentId}?populate=category', { data: { category: { name: '{mark}' } } }),
    ],
  ),
];
