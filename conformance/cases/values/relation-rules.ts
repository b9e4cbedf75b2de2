// Cases of our own decisions on relations.
import { article, check, del, get, INVALID, made, named, OWN, plain, post, put, UNKNOWN } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

/** How many plains have the label `l`, and how many have no group. */
const totals = (labelled: number, ungrouped: number): Step[] => [
  get(`/plains?${OWN}&filters[labels][name]=l`, { meta: { pagination: { total: labelled } } }),
  get(`/plains?${OWN}&filters[group][$null]=true`, { meta: { pagination: { total: ungrouped } } }),
];

const A_LIVE = '/authors/{a.documentId}?populate=profile';
const B_DRAFT = '/authors/{b.documentId}?populate=profile&status=draft';

export const quireRelationRuleCases: readonly Case[] = [
  check('quire.relations.message', { l: named('/labels'), m: named('/labels'), a: plain() }, [
    put(
      '/plains/{a.documentId}',
      { labels: { connect: ['{m.documentId}', '{l.documentId}', '{l.documentId}'] } },
      {
        status: 400,
        error: {
          name: 'ValidationError',
          message:
            'The relation with id {l.id} is already connected. You cannot connect the same relation twice.',
        },
      },
    ),
  ]),
  check('quire.relations.to-one-last', { g: named('/groups', 'g'), h: named('/groups', 'h') }, [
    ...[
      ['{g.documentId}', '{h.documentId}'],
      { connect: ['{g.documentId}', '{h.documentId}'] },
      { set: [{ documentId: '{g.documentId}' }, '{h.documentId}'] },
    ].flatMap((group) => [
      post('/plains?populate=group', { name: '{mark}', group }, { data: { group: { name: 'h' } } }),
    ]),
  ]),
  check(
    'quire.relations.unknown',
    { l: named('/labels'), m: named('/labels'), a: plain({ labels: ['{l.documentId}'], n: 1 }), b: plain() },
    [
      ...[
        [UNKNOWN],
        { connect: [UNKNOWN] },
        { connect: ['{m.documentId}', UNKNOWN] },
        { connect: ['{m.documentId}'], disconnect: ['{l.documentId}', UNKNOWN] },
        { set: ['{m.documentId}', UNKNOWN] },
      ].map((labels) => put('/plains/{a.documentId}', { n: 2, labels }, INVALID)),
      ...[{ connect: ['{b.documentId}', UNKNOWN] }, { set: ['{b.documentId}', UNKNOWN] }].map((plains) =>
        put('/labels/{l.documentId}', { name: 'changed', plains }, INVALID),
      ),
      get('/plains/{a.documentId}?populate=labels', {
        data: { n: 1, labels: [{ documentId: '{l.documentId}' }] },
      }),
      get('/labels/{l.documentId}?populate=plains', {
        data: { name: '{mark}', plains: [{ documentId: '{a.documentId}' }] },
      }),
    ],
  ),
  check(
    'quire.relations.inverse',
    {
      a: plain({ name: '{mark} a' }),
      b: plain({ name: '{mark} b' }),
      l: made('/labels', { name: '{mark}', plains: ['{b.documentId}', '{a.documentId}'] }),
    },
    [
      get('/labels/{l.documentId}?populate=plains', {
        data: { plains: [{ name: '{mark} b' }, { name: '{mark} a' }] },
      }),
      get('/plains/{a.documentId}?populate=labels', { data: { labels: [{ documentId: '{l.documentId}' }] } }),
      // A write through the other side changes only the documents whose links change.
      ...[{ disconnect: ['{a.documentId}'] }, { connect: ['{a.documentId}'] }].flatMap((plains) => [
        get('/plains/{a.documentId}', {}, { save: 'before' }),
        get('/plains/{b.documentId}', {}, { save: 'other' }),
        put('/labels/{l.documentId}', { plains }),
        get('/plains/{a.documentId}', { data: { updatedAt: is.not('{before.updatedAt}') } }),
        get('/plains/{b.documentId}', { data: { updatedAt: '{other.updatedAt}' } }),
      ]),
    ],
  ),
  check(
    'quire.relations.one-to-many',
    {
      a: plain(),
      g: made('/groups', { name: '{mark} g', plains: ['{a.documentId}'] }),
      h: named('/groups', '{mark} h'),
    },
    [
      put('/groups/{h.documentId}', { plains: { connect: ['{a.documentId}'] } }),
      get('/plains/{a.documentId}?populate=group', { data: { group: { name: '{mark} h' } } }),
      get('/groups/{g.documentId}?populate=plains', { data: { plains: [] } }),
    ],
  ),
  check(
    'quire.relations.one-to-one',
    {
      p: made('/profiles', { nick: '{mark}' }),
      a: made('/authors', { name: '{mark} a', profile: '{p.documentId}' }),
    },
    [
      get('/authors?filters[updatedAt]={a.updatedAt}&filters[name]={mark} a', { data: is.length(1) }),
      post('/authors', { name: '{mark} b', profile: '{p.documentId}' }, {}, { save: 'b' }),
      get('/authors?filters[updatedAt]={a.updatedAt}&filters[name]={mark} a', {
        data: is.length(0),
        meta: { pagination: { total: 0 } },
      }),
      get('/authors/{b.documentId}?populate=profile', { data: { profile: { nick: '{mark}' } } }),
      get('/authors/{a.documentId}?populate=profile', { data: { profile: null } }),
      get('/profiles/{p.documentId}?populate=author', { data: { author: { name: '{mark} b' } } }),
    ],
  ),
  check(
    'quire.relations.one-to-one',
    {
      p: made('/profiles', { nick: '{mark}' }),
      a: made('/authors', { name: '{mark} a', profile: '{p.documentId}' }),
      b: made('/authors', { name: '{mark} b' }),
      c: made('/authors', { name: '{mark} c' }),
    },
    [
      put('/authors/{a.documentId}?status=draft', { profile: null }),
      put('/authors/{b.documentId}?status=draft', { profile: '{p.documentId}' }),
      // Two former partners: a published row and a draft.
      get(A_LIVE, { data: { profile: { nick: '{mark}' } } }, { save: { live: 'body.data' } }),
      get(B_DRAFT, { data: { profile: { nick: '{mark}' } } }, { save: { draft: 'body.data' } }),
      put('/profiles/{p.documentId}', { author: '{c.documentId}' }),
      get(A_LIVE, { data: { profile: null, updatedAt: is.not('{live.updatedAt}') } }),
      get(B_DRAFT, { data: { profile: null, updatedAt: is.not('{draft.updatedAt}') } }),
      get('/authors/{b.documentId}?populate=profile', { data: { profile: null } }),
      ...['draft', 'published'].map((status) =>
        get(`/authors/{c.documentId}?populate=profile&status=${status}`, {
          data: { profile: { nick: '{mark}' } },
        }),
      ),
    ],
    { name: 'several former partners', needs: ['drafts'] },
  ),
  check(
    'quire.relations.deleted-target',
    {
      l: named('/labels', 'l'),
      m: named('/labels', 'm'),
      g: named('/groups'),
      a: plain({ labels: ['{l.documentId}', '{m.documentId}'], group: '{g.documentId}' }),
    },
    [
      // Totals are kept between requests, so each is asked before and after.
      ...totals(1, 0),
      del('/labels/{l.documentId}', { status: 204 }),
      del('/groups/{g.documentId}', { status: 204 }),
      ...totals(0, 1),
      get('/plains/{a.documentId}?populate=*', { data: { labels: [{ name: 'm' }], group: null } }),
    ],
  ),
  check(
    'quire.relations.position',
    {
      l: named('/labels', 'l'),
      m: named('/labels', 'm'),
      o: named('/labels', 'o'),
      p: named('/labels', 'p'),
      a: plain({ labels: ['{l.documentId}'] }),
    },
    [
      ...[[], ['{p.documentId}']].map((others) =>
        put(
          '/plains/{a.documentId}',
          {
            labels: {
              connect: [...others, { documentId: '{m.documentId}', position: { before: '{o.documentId}' } }],
            },
          },
          {
            status: 400,
            error: {
              name: 'ValidationError',
              message:
                'There was a problem connecting relation with id {m.id} at position {"before":"{o.documentId}"}. The relation with id {o.id} needs to be connected first.',
            },
          },
        ),
      ),
      put(
        '/plains/{a.documentId}',
        { labels: { connect: [{ documentId: '{m.documentId}', position: { before: '{m.documentId}' } }] } },
        {
          status: 400,
          error: { message: is.matching('^A circular reference was found in the connect array') },
        },
      ),
      get('/plains/{a.documentId}?populate=labels', { data: { labels: [{ name: 'l' }] } }),
    ],
  ),
  check(
    'quire.relations.position',
    {
      r: made('/restaurants', { Name: 'r' }),
      s: made('/restaurants', { Name: 's' }),
      p: made('/pointers', { name: '{mark}' }),
    },
    [
      put('/restaurants/{r.documentId}?locale=fr', { Name: 'r fr' }),
      put('/pointers/{p.documentId}', { places: [{ documentId: '{r.documentId}', locale: 'fr' }] }),
      put('/pointers/{p.documentId}', {
        places: { connect: [{ documentId: '{s.documentId}', position: { before: '{r.documentId}' } }] },
      }),
      get('/pointers/{p.documentId}?populate=places', {
        data: { places: [{ Name: 's' }, { Name: 'r fr' }] },
      }),
    ],
    { needs: ['i18n'], name: 'beside a link that names a locale' },
  ),
  check(
    'quire.relations.component',
    {
      t: named('/tags', 't'),
      u: named('/authors', 'u'),
      a: article({
        zone: [
          {
            __component: 'shared.ref',
            label: 'r',
            target: { connect: ['{t.documentId}'] },
            authors: ['{u.documentId}'],
          },
        ],
      }),
    },
    [
      get('/articles/{a.documentId}?populate[zone][on][shared.ref][populate]=*', {
        data: { zone: [{ label: 'r', target: { name: 't' }, authors: [{ name: 'u' }] }] },
      }),
    ],
  ),
];
