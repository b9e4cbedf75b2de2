// Relations: versions and locales of the target, places at the ends, and both sides of a relation.
import { article, check, get, INVALID, idOf, made, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { exactly, is } from '../pattern';

const START = {
  l: named('/labels', 'l'),
  m: named('/labels', 'm'),
  x: named('/labels', 'x'),
  y: named('/labels', 'y'),
  a: plain({ labels: [idOf('l'), idOf('m')] }),
};
const connect = (...entries: unknown[]): Step =>
  put('/plains/{a.documentId}', { labels: { connect: entries } });
const holds = (...labels: string[]): Step =>
  get('/plains/{a.documentId}?populate=labels', { at: { 'data.labels.*.name': labels } });
const at = (alias: string, position: object): object => ({ documentId: idOf(alias), position });

const version = (locale: string, status: string): object => ({
  documentId: '{x.documentId}',
  locale,
  status,
});
/** What the pointer shows when each status is read. */
const samples = (published: readonly string[], draft: readonly string[]): Step[] =>
  Object.entries({ published, draft }).map(([status, names]) =>
    get(`/pointers/{p.documentId}?populate[samples][fields]=name&status=${status}`, {
      data: {
        samples: exactly(names.map((name) => ({ name }))),
      },
    }),
  );

export const relationSideCases: readonly Case[] = [
  check('relations.position.after.last', START, [
    connect(at('x', { after: idOf('m') })),
    holds('l', 'm', 'x'),
    connect(at('y', { after: idOf('x') })),
    holds('l', 'm', 'x', 'y'),
  ]),
  check('relations.position.before.first', START, [
    connect(at('x', { before: idOf('l') })),
    holds('x', 'l', 'm'),
  ]),
  check('relations.position.end.after-start', START, [
    connect(at('x', { start: true }), at('y', { end: true })),
    holds('x', 'l', 'm', 'y'),
  ]),
  check('quire.relations.end-moves', START, [connect(at('l', { end: true })), holds('m', 'l')]),
  check(
    'relations.long.locale',
    {
      t: article({ title: '{mark} en' }),
      c: named('/categories', 'french'),
      e: named('/categories', 'english'),
    },
    [
      put('/articles/{t.documentId}?locale=fr', { title: '{mark} fr' }),
      put('/categories/{c.documentId}', { articles: { connect: [{ documentId: idOf('t'), locale: 'fr' }] } }),
      put('/categories/{e.documentId}', { articles: { connect: [{ documentId: idOf('t'), locale: 'en' }] } }),
      get('/articles/{t.documentId}?locale=fr&populate=category', { data: { category: { name: 'french' } } }),
      get('/articles/{t.documentId}?locale=en&populate=category', {
        data: { category: { name: 'english' } },
      }),
    ],
  ),
  check(
    'relations.long.status',
    { a: named('/authors', '{mark}'), p: made('/profiles', { nick: '{mark}' }) },
    [
      put('/profiles/{p.documentId}', { author: { connect: [{ documentId: idOf('a'), status: 'draft' }] } }),
      get('/authors/{a.documentId}?populate=profile&status=draft', { data: { profile: { nick: '{mark}' } } }),
      get('/authors/{a.documentId}?populate=profile&status=published', { data: { profile: null } }),
      put('/profiles/{p.documentId}', {
        author: { connect: [{ documentId: idOf('a'), status: 'published' }] },
      }),
      get('/authors/{a.documentId}?populate=profile&status=published', {
        data: { profile: { nick: '{mark}' } },
      }),
    ],
  ),
  check('relations.i18n-off.target', { t: named('/tags'), z: made('/zoos', { name: '{mark}' }) }, [
    put('/zoos/{z.documentId}', { oneOne: { connect: [{ documentId: idOf('t'), locale: 'fr' }] } }),
    get('/zoos/{z.documentId}?populate=oneOne', { data: { oneOne: { name: '{mark}' } } }),
  ]),
  check('relations.both-sides', { ...START, b: plain({ labels: [idOf('x')] }) }, [
    get('/labels/{l.documentId}?populate=plains', { data: { plains: [{ documentId: idOf('a') }] } }),
    put('/labels/{l.documentId}', { plains: { connect: [idOf('b')] } }),
    get('/plains/{b.documentId}?populate=labels', {
      data: { labels: is.shuffled({ name: 'l' }, { name: 'x' }) },
    }),
    put('/labels/{l.documentId}', { plains: { disconnect: [idOf('a')] } }),
    holds('m'),
  ]),
  check('quire.relations.named-twice', { x: named('/samples', 'en'), y: named('/samples', 'y') }, [
    put('/samples/{x.documentId}?status=draft', { name: 'en draft' }),
    put('/samples/{x.documentId}?locale=fr', { name: 'fr' }),
    put('/samples/{x.documentId}?locale=fr&status=draft', { name: 'fr draft' }),
    post(
      '/pointers',
      {
        name: '{mark}',
        samples: [version('fr', 'draft'), version('fr', 'published'), version('en', 'draft')],
      },
      { status: 201 },
      { save: 'p' },
    ),
    ...samples(['fr'], ['fr draft', 'en draft']),
    put('/pointers/{p.documentId}', { samples: { connect: ['{y.documentId}'] } }),
    ...samples(['fr', 'y'], ['fr draft', 'en draft', 'y']),
    put('/pointers/{p.documentId}', { samples: { disconnect: [version('fr', 'published')] } }),
    ...samples(['y'], ['fr draft', 'en draft', 'y']),
    put('/pointers/{p.documentId}', {
      samples: { connect: [{ ...version('en', 'draft'), position: { start: true } }] },
    }),
    ...samples(['y'], ['en draft', 'fr draft', 'y']),
    put('/pointers/{p.documentId}', { samples: { set: [version('fr', 'draft'), '{y.documentId}'] } }),
    ...samples(['y'], ['fr draft', 'y']),
  ]),
  check(
    'quire.relations.disconnect-named',
    {
      r: made('/restaurants', { Name: 'english' }),
      ...Object.fromEntries(['t', 'u', 'v'].map((alias) => [alias, made('/articles', { title: '{mark}' })])),
      c: named('/categories', '{mark}'),
    },
    [
      put('/restaurants/{r.documentId}?locale=fr', { Name: 'french' }),
      post(
        '/pointers',
        { name: '{mark}', places: [{ documentId: idOf('r'), locale: 'fr' }, idOf('r')] },
        {},
        { save: 'p' },
      ),
      get('/pointers/{p.documentId}?populate=places', {
        data: { places: [{ Name: 'french' }, { Name: 'english' }] },
      }),
      put('/pointers/{p.documentId}', { places: { disconnect: [{ documentId: idOf('r'), locale: 'fr' }] } }),
      get('/pointers/{p.documentId}?populate=places', { data: { places: [{ Name: 'english' }] } }),
      // A link without a locale is meant when no link names it.
      put('/pointers/{p.documentId}', { places: { disconnect: [{ documentId: idOf('r'), locale: 'fr' }] } }),
      get('/pointers/{p.documentId}?populate=places', { data: { places: [] } }),
      put(
        '/pointers/{p.documentId}',
        { places: { connect: [{ documentId: idOf('r'), locale: 'de' }] } },
        INVALID,
      ),
      put(
        '/pointers/{p.documentId}',
        { places: { connect: [{ documentId: idOf('r'), locale: 3 }] } },
        INVALID,
      ),
      put('/articles/{t.documentId}?locale=fr', { title: '{mark} fr' }),
      put('/categories/{c.documentId}', { articles: { connect: [{ documentId: idOf('t'), locale: 'fr' }] } }),
      put('/categories/{c.documentId}', { articles: { connect: [idOf('t')] } }),
      ...['en', 'fr'].map((locale) =>
        get(`/articles/{t.documentId}?populate=category&locale=${locale}`, {
          data: { category: { name: '{mark}' } },
        }),
      ),
      put('/categories/{c.documentId}', {
        articles: { disconnect: [{ documentId: idOf('t'), locale: 'fr' }] },
      }),
      get('/articles/{t.documentId}?populate=category&locale=fr', { data: { category: null } }),
      get('/articles/{t.documentId}?populate=category', { data: { category: { name: '{mark}' } } }),
      // Several at once, beside one without a locale.
      ...['u', 'v'].flatMap((alias) => [
        put(`/articles/{${alias}.documentId}?locale=fr`, { title: '{mark} fr' }),
        put('/categories/{c.documentId}', {
          articles: { connect: ['en', 'fr'].map((locale) => ({ documentId: idOf(alias), locale })) },
        }),
        get(`/articles/{${alias}.documentId}?populate=category&locale=fr`, {
          data: { category: { name: '{mark}' } },
        }),
      ]),
      put('/categories/{c.documentId}', {
        articles: {
          disconnect: [...['u', 'v'].map((alias) => ({ documentId: idOf(alias), locale: 'fr' })), idOf('t')],
        },
      }),
      ...['draft', 'published'].flatMap((status) => [
        ...['u', 'v', 't'].map((alias) =>
          get(`/articles/{${alias}.documentId}?populate=category&locale=fr&status=${status}`, {
            data: { category: null },
          }),
        ),
        ...['u', 'v'].map((alias) =>
          get(`/articles/{${alias}.documentId}?populate=category&status=${status}`, {
            data: { category: { name: '{mark}' } },
          }),
        ),
        get(`/articles/{t.documentId}?populate=category&status=${status}`, { data: { category: null } }),
      ]),
    ],
  ),
];
