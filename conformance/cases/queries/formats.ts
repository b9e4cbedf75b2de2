// Cases of the format of answers: flat, and the format of version 4 at each level.
import { check, get, made, named, OWN, plain, post, put, V4 } from '../build';
import type { Case } from '../case';
import { is } from '../pattern';

const V4_TAG = {
  data: { id: is.integer, documentId: '{t.documentId}', name: is.absent, attributes: { name: '{mark}' } },
};

export const quireFormatCases: readonly Case[] = [
  check(
    'quire.v4',
    {
      g: named('/groups'),
      l: named('/labels'),
      a: plain({ group: '{g.documentId}', labels: ['{l.documentId}'] }),
    },
    [
      get(
        '/plains/{a.documentId}?populate=*',
        {
          body: {
            data: {
              id: is.integer,
              documentId: '{a.documentId}',
              name: is.absent,
              attributes: {
                name: '{mark}',
                group: { data: { attributes: { name: '{mark}' } } },
                labels: { data: [{ attributes: { name: '{mark}' } }] },
              },
            },
          },
        },
        V4,
      ),
      // A count is no document.
      get(
        '/plains/{a.documentId}?populate[labels][count]=true&populate[group][count]=true',
        {
          body: {
            data: { attributes: { labels: is.exactly({ count: 1 }), group: is.exactly({ count: 1 }) } },
          },
        },
        V4,
      ),
      get(
        `/plains?${OWN}&populate=*`,
        {
          body: {
            data: [
              {
                ...{ id: is.integer, documentId: '{a.documentId}', name: is.absent },
                attributes: { name: '{mark}', group: { data: { attributes: { name: '{mark}' } } } },
              },
            ],
            meta: { pagination: { total: 1 } },
          },
        },
        V4,
      ),
    ],
  ),
  check(
    'quire.v4',
    {
      t: named('/tags'),
      s: made('/samples', {
        ...{ name: '{mark}', tags: ['{t.documentId}'] },
        seo: { metaTitle: 'm', metas: [{ key: 'k', value: 'v' }] },
        ref: { label: 'one', target: '{t.documentId}' },
        refs: [{ label: 'a', target: '{t.documentId}' }, { label: 'b' }],
        zone: [
          { __component: 'shared.quote', text: 'q' },
          { __component: 'shared.ref', label: 'z', target: '{t.documentId}' },
        ],
      }),
      u: made('/samples', { name: '{mark} u', parent: '{s.documentId}', friends: ['{s.documentId}'] }),
    },
    [
      get(
        '/samples/{s.documentId}?populate[0]=seo.metas&populate[1]=ref.target&populate[2]=refs.target&populate[3]=zone.target',
        {
          body: {
            data: {
              attributes: {
                seo: { metaTitle: 'm', attributes: is.absent, metas: [{ key: 'k', value: 'v' }] },
                ref: { label: 'one', target: V4_TAG },
                refs: [
                  { label: 'a', target: V4_TAG },
                  { label: 'b', target: { data: null } },
                ],
                zone: [{ text: 'q' }, { label: 'z', target: V4_TAG }],
              },
            },
          },
        },
        V4,
      ),
      post(
        '/zoos',
        {
          name: '{mark}',
          morphOne: { __type: 'api::tag.tag', documentId: '{t.documentId}' },
          morphMany: [
            { __type: 'api::sample.sample', documentId: '{s.documentId}' },
            { __type: 'api::tag.tag', documentId: '{t.documentId}' },
          ],
        },
        {},
        { save: 'z' },
      ),
      get(
        '/zoos/{z.documentId}?populate[0]=morphOne&populate[1]=morphMany',
        {
          body: {
            data: {
              attributes: {
                morphOne: V4_TAG,
                morphMany: {
                  data: [{ documentId: '{s.documentId}', attributes: { name: '{mark}' } }, V4_TAG.data],
                },
              },
            },
          },
        },
        V4,
      ),
      get(
        '/samples/{u.documentId}?populate[parent][populate]=tags&populate[friends][populate]=tags',
        {
          body: {
            data: {
              attributes: {
                parent: { data: { attributes: { tags: { data: [V4_TAG.data] } } } },
                friends: { data: [{ attributes: { tags: { data: [V4_TAG.data] } } }] },
              },
            },
          },
        },
        V4,
      ),
      get(
        '/samples?filters[name][$startsWith]={mark}&sort=name:desc&populate[0]=tags&populate[1]=ref.target',
        {
          body: {
            data: [
              { name: is.absent, attributes: { tags: { data: [] }, ref: null } },
              { name: is.absent, attributes: { tags: { data: [V4_TAG.data] }, ref: { target: V4_TAG } } },
            ],
          },
        },
        V4,
      ),
      put(
        '/samples/{s.documentId}?populate=tags',
        { n: 3 },
        {
          body: { data: { n: is.absent, attributes: { n: 3, tags: { data: [V4_TAG.data] } } }, meta: {} },
        },
        V4,
      ),
      post(
        '/tags',
        { name: '{mark}' },
        { status: 201, body: { data: { name: is.absent, attributes: { name: '{mark}' } } } },
        V4,
      ),
    ],
    { name: 'at each level' },
  ),
  check(
    'quire.flat',
    {
      g: named('/groups'),
      l: named('/labels'),
      a: plain({ group: '{g.documentId}', labels: ['{l.documentId}'] }),
    },
    [
      get('/plains/{a.documentId}?populate=*', {
        body: {
          data: { group: { name: '{mark}', data: is.absent }, labels: [{ name: '{mark}', data: is.absent }] },
        },
      }),
    ],
  ),
];
