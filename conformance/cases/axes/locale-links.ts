// Cases of relations to documents with locales: missing targets, links that name a version, and filters by targets.
import { article, check, get, made, named, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is } from '../pattern';

const missing = (alias: string, code: string): Expectation => ({
  status: 400,
  error: {
    name: 'ValidationError',
    message: is.matching(`"{${alias}.documentId}", locale "${code}".* not found`),
  },
});

export const quireLocaleLinkCases: readonly Case[] = [
  check(
    'quire.locale.connect-missing',
    {
      ...{ s: made('/samples', { name: '{mark}' }), t: made('/samples', { name: '{mark}' }) },
      ...{ f: made('/samples?locale=fr', { name: '{mark}' }), r: made('/restaurants', { Name: '{mark}' }) },
      ...{ a: article(), b: made('/articles?locale=fr', { title: '{mark}' }), c: named('/categories') },
      ...{ g: named('/tags'), p: named('/pointers') },
    },
    [
      put('/samples/{t.documentId}?locale=fr', { name: '{mark} fr' }),
      ...['parent', 'mate', 'mateOf', 'friends', 'friendOf', 'children'].flatMap((name) =>
        ['', '&status=draft'].flatMap((more) =>
          (
            [
              ['fr', 's'],
              ['en', 'f'],
            ] as const
          ).flatMap(([code, alias]) =>
            [
              `{${alias}.documentId}`,
              { connect: [`{${alias}.documentId}`] },
              { set: [{ documentId: `{${alias}.documentId}` }] },
            ].map((value) =>
              put(`/samples/{t.documentId}?locale=${code}${more}`, { [name]: value }, missing(alias, code)),
            ),
          ),
        ),
      ),
      ...['/categories/{c.documentId}', '/tags/{g.documentId}'].flatMap((path) => [
        put(path, { articles: ['{b.documentId}'] }, missing('b', 'en')),
        put(`${path}?locale=fr`, { articles: ['{a.documentId}'] }, missing('a', 'fr')),
        put(
          path,
          { articles: { connect: [{ documentId: '{a.documentId}', locale: 'fr' }] } },
          missing('a', 'fr'),
        ),
      ]),
      ...['place', 'places'].map((name) =>
        put(
          '/pointers/{p.documentId}',
          { [name]: { connect: [{ documentId: '{r.documentId}', locale: 'fr' }] } },
          missing('r', 'fr'),
        ),
      ),
      ...['en', 'fr'].flatMap((code) =>
        ['published', 'draft'].map((status) =>
          get(`/samples/{t.documentId}?locale=${code}&status=${status}&populate=*`, {
            data: { parent: null, mate: null, mateOf: null, friends: [], friendOf: [], children: [] },
          }),
        ),
      ),
      put('/samples/{t.documentId}?locale=fr', { parent: '{f.documentId}', friendOf: ['{f.documentId}'] }),
      get('/samples/{t.documentId}?locale=fr&populate=*', {
        data: { parent: { locale: 'fr' }, friendOf: [{ locale: 'fr' }] },
      }),
    ],
  ),
  check(
    'quire.relations.named-inverse',
    { s: made('/spots', { name: '{mark} en' }) },
    [
      put('/spots/{s.documentId}?locale=fr', { name: '{mark} fr' }),
      ...(
        [
          ['1', {}],
          ['2', { locale: 'fr' }],
          ['3', { status: 'draft' }],
          ['4', { locale: 'fr', status: 'published' }],
        ] as const
      ).map(([name, named]) => {
        const link = { connect: [{ documentId: '{s.documentId}', ...named }] };
        return post('/notes', { name, place: link, places: link }, { status: 201 });
      }),
      ...(
        [
          ['en', 'published', '1'],
          ['en', 'draft', '1 3'],
          ['fr', 'published', '1 2 4'],
          ['fr', 'draft', '1 2 3'],
        ] as const
      ).flatMap(([code, status, shown]) => {
        const found = shown.split(' ');
        const words = `locale=${code}&status=${status}`;
        const list = is.both(is.length(found.length), is.shuffled(...found.map((name) => ({ name }))));
        return [
          get(`/spots/{s.documentId}?${words}&populate=*`, { data: { notes: list, marks: list } }),
          get(`/spots?filters[documentId]={s.documentId}&${words}&populate=*`, {
            data: [{ notes: list, marks: list }],
          }),
          ...['1', '2', '3', '4'].flatMap((name) =>
            ['notes', 'marks'].map((attribute) =>
              get(`/spots?filters[documentId]={s.documentId}&${words}&filters[${attribute}][name]=${name}`, {
                list: found.includes(name) ? ['s'] : [],
              }),
            ),
          ),
        ];
      }),
    ],
    { deploy: OWN_TYPES },
  ),
  // A link from the other side names no version. This link replaces a link that names a version.
  check(
    'quire.relations.named-inverse',
    { s: made('/spots', { name: '{mark} en' }) },
    [
      put('/spots/{s.documentId}?locale=fr', { name: '{mark} fr' }),
      ...Object.entries({
        1: {},
        2: { locale: 'fr' },
        3: { status: 'draft' },
        4: { locale: 'fr', status: 'published' },
        5: { status: 'published' },
      }).map(([name, named]) => {
        const link = { connect: [{ documentId: '{s.documentId}', ...named }] };
        return post('/notes', { name, place: link, places: link }, { status: 201 });
      }),
      // The write goes live: it reaches the links of the draft and of the published row, in this locale.
      put('/spots/{s.documentId}', { notes: [], marks: [] }),
      ...Object.entries({
        'locale=en&status=published': [],
        'locale=en&status=draft': [],
        'locale=fr&status=published': ['2', '4'],
        'locale=fr&status=draft': ['2'],
      }).map(([words, found]) => {
        const list = is.both(is.length(found.length), is.shuffled(...found.map((name) => ({ name }))));
        return get(`/spots/{s.documentId}?${words}&populate=*`, { data: { notes: list, marks: list } });
      }),
    ],
    { deploy: OWN_TYPES, name: 'written from the inverse side' },
  ),
  check(
    'quire.relations.named-inverse',
    { s: made('/spots', { name: '{mark} en' }), n: named('/notes') },
    [
      put('/spots/{s.documentId}?locale=fr', { name: '{mark} fr' }),
      put('/notes/{n.documentId}', { places: [{ documentId: '{s.documentId}', locale: 'fr' }] }),
      put('/spots/{s.documentId}', { marks: { connect: ['{n.documentId}'] } }),
      ...['en', 'fr'].map((locale) =>
        get(`/notes/{n.documentId}?populate=places&locale=${locale}`, {
          data: { places: is.both(is.length(1), [{ name: `{mark} ${locale}` }]) },
        }),
      ),
    ],
    { deploy: OWN_TYPES, name: 'in place of a named link' },
  ),
  check(
    'quire.locale.passed-on',
    { s: made('/samples', { name: '{mark} en' }), p: named('/pointers') },
    [
      put('/samples/{s.documentId}?locale=fr', { name: '{mark} fr' }),
      put('/pointers/{p.documentId}', {
        samples: ['{s.documentId}', { documentId: '{s.documentId}', locale: 'fr' }],
      }),
      ...(
        [
          ['en', '{mark} en', '{mark} fr'],
          ['fr', '{mark} fr'],
        ] as const
      ).flatMap(([locale, ...list]) => [
        get(`/pointers/{p.documentId}?populate=samples&locale=${locale}`, {
          at: { 'data.samples.*.name': list },
        }),
        get(`/pointers?filters[documentId]={p.documentId}&populate=samples&locale=${locale}`, {
          at: { 'data.0.samples.*.name': list },
        }),
      ]),
    ],
    { name: 'a document that is linked twice' },
  ),
  check(
    'quire.locale.through',
    {
      p: made('/samples', { name: '{mark} b' }),
      c: made('/samples', { name: '{mark}', n: 1, parent: '{p.documentId}' }),
    },
    [
      put('/samples/{p.documentId}?locale=fr', { name: '{mark} a' }),
      put('/samples/{c.documentId}?locale=fr', {
        ...{ name: '{mark}', n: 2, parent: '{p.documentId}', refs: [{ label: 'r' }] },
      }),
      ...['published', 'draft'].flatMap((status) =>
        ['locale=*', 'locale[0]=fr&locale[1]=en', 'filters[locale][$ne]=de'].flatMap((words): Step[] => {
          const own = `/samples?status=${status}&${words}&filters[name]={mark}&filters[n][$gt]=0`;
          return [
            get(`${own}&filters[parent][name]={mark} a`, { data: is.both(is.length(1), [{ n: 2 }]) }),
            get(`${own}&filters[$or][0][parent][name]={mark} b`, { data: is.both(is.length(1), [{ n: 1 }]) }),
            get(`${own}&filters[$not][parent][name]={mark} a`, { data: is.both(is.length(1), [{ n: 1 }]) }),
            get(`${own}&sort=parent.name`, { data: is.both(is.length(2), [{ n: 2 }, { n: 1 }]) }),
            get(`${own}&sort=parent.name:desc`, { data: is.both(is.length(2), [{ n: 1 }, { n: 2 }]) }),
            get(`${own}&sort=n&populate=parent`, {
              data: [{ parent: { name: '{mark} b' } }, { parent: { name: '{mark} a' } }],
            }),
          ];
        }),
      ),
      get('/samples?locale=*&filters[children][n]=2&filters[name][$startsWith]={mark}', {
        data: is.both(is.length(1), [{ locale: 'fr', name: '{mark} a' }]),
      }),
    ],
  ),
  check(
    'quire.locale.through',
    {
      g: made('/samples', { name: '{mark} top' }),
      p: made('/samples', { name: '{mark} middle', parent: '{g.documentId}' }),
      c: made('/samples', { name: '{mark} low', parent: '{p.documentId}' }),
    },
    [
      ...[
        ['g', 'haut', {}],
        ['p', 'milieu', { parent: '{g.documentId}' }],
        ['c', 'bas', { parent: '{p.documentId}' }],
      ].map(([alias, name, more]) =>
        put(`/samples/{${alias}.documentId}?locale=fr`, Object.assign({ name: `{mark} ${name}` }, more)),
      ),
      put('/samples/{g.documentId}?status=draft', { name: '{mark} draft' }),
      ...(
        [
          ['locale=en', 'top', 'low'],
          ['locale=en', 'haut', null],
          ['locale=en', 'draft', null],
          ['locale=en&status=draft', 'draft', 'low'],
          ['locale=en&status=draft', 'top', null],
          ['locale=fr', 'haut', 'bas'],
          ['locale=fr&status=draft', 'haut', 'bas'],
          ['locale=fr', 'top', null],
          ['locale=*', 'top', 'low'],
          ['locale=*', 'haut', 'bas'],
        ] as const
      ).flatMap(([words, top, low]) => [
        get(`/samples?${words}&filters[parent][parent][name]={mark} ${top}`, {
          data: low === null ? [] : is.both(is.length(1), [{ name: `{mark} ${low}` }]),
        }),
        get(`/samples?${words}&filters[name]={mark} ${top}&filters[children][children][name]={mark} ${low}`, {
          data: is.length(low === null ? 0 : 1),
        }),
      ]),
    ],
    { name: 'two relations' },
  ),
];
