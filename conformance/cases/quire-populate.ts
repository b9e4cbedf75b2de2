// Cases of our own decisions on populate.
import { article, check, get, invalidQuery, named, plain } from './build';
import type { Case } from './case';
import { is } from './pattern';

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
  check('quire.populate.none', { a: article() }, [
    get(
      '/articles/{a.documentId}?populate[0]=category&populate[1]=tags&populate[2]=seo&populate[3]=links&populate[4]=zone',
      { data: { category: null, tags: [], seo: null, links: [], zone: [] } },
    ),
  ]),
];
