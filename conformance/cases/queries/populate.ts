// Cases of our own decisions on populate.
import { article, check, get, invalidQuery, named, plain } from '../build';
import type { Case } from '../case';
import { is } from '../pattern';

const ZONE = {
  t: named('/tags', 't'),
  a: article({
    zone: [
      { __component: 'shared.ref', label: 'r', target: '{t.documentId}' },
      { __component: 'shared.quote', text: 'Be.', by: 'Me' },
    ],
  }),
};

export const quirePopulateCases: readonly Case[] = [
  check('quire.populate.component-filter', { a: article({ seo: { metaTitle: 'one' } }) }, [
    get('/articles/{a.documentId}?populate[seo][filters][metaTitle]=one', {
      data: { seo: { metaTitle: 'one' } },
    }),
    get('/articles/{a.documentId}?populate[seo][filters][metaTitle]=two', { data: { seo: null } }),
  ]),
  check('quire.populate.unknown', {}, [
    invalidQuery('/plains?populate=nope', { details: { key: 'nope', param: 'populate' } }),
    invalidQuery('/plains?populate=name'),
    invalidQuery('/plains?populate[group][populate][0]=nope'),
  ]),
  check(
    'quire.populate.limits',
    {},
    ['limit', 'start', 'pagination'].map((key) =>
      invalidQuery(`/plains?populate[labels][${key}]${key === 'pagination' ? '[page]' : ''}=1`, {
        message: `Invalid key ${key} at labels`,
      }),
    ),
  ),
  check('quire.populate.zone-places', ZONE, [
    get('/articles/{a.documentId}?populate[zone][on][shared.quote][fields][0]=text', {
      data: {
        zone: [
          { __component: 'shared.ref', label: 'r', target: is.absent },
          { __component: 'shared.quote', text: 'Be.', by: is.absent },
        ],
      },
    }),
  ]),
  check('quire.populate.to-one-filter', { g: named('/groups'), a: plain({ group: '{g.documentId}' }) }, [
    get('/plains/{a.documentId}?populate[group][filters][name][$eq]=other', { data: { group: null } }),
    get('/plains/{a.documentId}?populate[group][filters][name][$eq]={mark}', {
      data: { group: { name: '{mark}' } },
    }),
  ]),
  check('quire.populate.empty', { l: named('/labels'), a: plain({ labels: ['{l.documentId}'] }) }, [
    get('/plains/{a.documentId}?populate[0]=', { data: { labels: is.absent } }),
    get('/plains/{a.documentId}?populate[0]=&populate[1]=labels', { data: { labels: [{ name: '{mark}' }] } }),
    get('/plains/{a.documentId}?populate[labels][filters]=', { data: { labels: [{ name: '{mark}' }] } }),
  ]),
  check(
    'quire.populate.star-below',
    {
      g: named('/groups'),
      p: plain({ group: '{g.documentId}' }),
      l: { at: '/labels', data: { name: '{mark}', plains: ['{p.documentId}'] } },
      a: article({ seo: { metaTitle: 'one', metas: [{ key: 'k' }] } }),
    },
    [
      get('/labels/{l.documentId}?populate[plains]=*', {
        data: { plains: [{ group: { name: '{mark}' }, labels: [{ name: '{mark}' }] }] },
      }),
      get('/articles/{a.documentId}?populate[seo]=*', { data: { seo: { metas: [{ key: 'k' }] } } }),
      get('/articles/{a.documentId}?populate[seo]=true', { data: { seo: { metas: is.absent } } }),
    ],
  ),
  check('quire.errors.skipped', { a: plain() }, [
    get('/plains/{a.documentId}?start=0', { data: { name: '{mark}' } }),
    get('/plains/{a.documentId}?start=', { data: { name: '{mark}' } }),
    get('/plains/{a.documentId}?pagination[start]=1', { data: { name: '{mark}' } }),
    get('/plains/{a.documentId}?start=1', { status: 404, error: { name: 'NotFoundError' } }),
    ...['-1', 'x', '1.5'].map((start) =>
      get(`/plains/{a.documentId}?start=${start}`, {
        status: 400,
        error: { name: 'ValidationError', message: is.matching('^convertStartQueryParams'), details: {} },
      }),
    ),
  ]),
  check('quire.populate.none', { a: article() }, [
    get(
      '/articles/{a.documentId}?populate[0]=category&populate[1]=tags&populate[2]=seo&populate[3]=links&populate[4]=zone',
      { data: { category: null, tags: [], seo: null, links: [], zone: [] } },
    ),
  ]),
];
