// Links of entries: those that name a locale or a status of their target, and those of entries in several locales.

import { HOOKED } from '../application-plugins';
import { check, del, get, made, named, post, put } from '../build';
import type { Case, Step } from '../case';
import { is, type Pattern } from '../pattern';

const NAMED = {
  authors: [
    { documentId: '{a.documentId}', status: 'draft' },
    { documentId: '{b.documentId}', status: 'published' },
    '{c.documentId}',
  ],
  place: { connect: [{ documentId: '{r.documentId}', locale: 'fr' }] },
  places: [{ documentId: '{r.documentId}', locale: 'fr' }, { documentId: '{s.documentId}' }],
};
/** In a single component, and in the second entry of a list. */
const shows = (query: string, links: { readonly [key: string]: Pattern }): Step[] => [
  get(`/pointers/{p.documentId}?${query}&populate[pin][populate]=*`, { data: { pin: links } }),
  get(`/pointers/{p.documentId}?${query}&populate[pins][populate]=*`, {
    data: { pins: [{ label: 'first' }, links] },
  }),
];
const names = (...all: string[]): Pattern =>
  is.both(is.length(all.length), is.shuffled(...all.map((name) => ({ name }))));
const places = (first: string, second: string): { readonly [key: string]: Pattern } => ({
  place: { Name: first },
  places: [{ Name: first }, { Name: second }],
});

/** Filters through a single component and through a list find the pointer as often as each value says: once or never. */
const finds = (
  relation: string,
  attribute: string,
  query: string,
  counts: Readonly<Record<string, number>>,
): Step[] =>
  Object.entries(counts).flatMap(([value, count]) =>
    ['pin', 'pins'].map((entry) =>
      get(
        `/pointers?filters[documentId]={p.documentId}&filters[${entry}][${relation}][${attribute}]=${value}&${query}`,
        { data: is.length(count) },
      ),
    ),
  );

/** A change of some links of an entry keeps what the other links name. */
const keepsOthers: readonly Step[] = [
  get('/pointers/{p.documentId}?populate[0]=pin&populate[1]=pins', {}, { save: 'stored' }),
  put('/pointers/{p.documentId}', {
    pin: {
      id: '{stored.pin.id}',
      authors: { disconnect: ['{c.documentId}'] },
      places: { disconnect: ['{s.documentId}'] },
    },
    pins: [
      { id: '{stored.pins.0.id}' },
      {
        id: '{stored.pins.1.id}',
        authors: { disconnect: ['{a.documentId}'] },
        places: { connect: [{ documentId: '{s.documentId}', locale: 'fr' }], disconnect: ['{s.documentId}'] },
      },
    ],
  }),
  get('/pointers/{p.documentId}?populate[pin][populate]=*&populate[pins][populate]=*', {
    data: {
      pin: { authors: names('bee'), place: { Name: 'roseau' }, places: [{ Name: 'roseau' }] },
      pins: [{ label: 'first' }, { authors: names('bee', 'cat'), ...places('roseau', 'mer') }],
    },
  }),
  get('/pointers/{p.documentId}?populate[pin][populate]=*&populate[pins][populate]=*&status=draft', {
    data: {
      pin: { authors: names('ant draft') },
      pins: [{ label: 'first' }, { authors: names('cat draft') }],
    },
  }),
];

/** Pointers of the case, in this order. */
const sorted = (sort: string, query: string, ...list: string[]): Step =>
  get(`/pointers?filters[name]={mark}&sort=${sort}${query}`, { list });

export const quireEntryLinkCases: readonly Case[] = [
  check(
    'quire.sort.entry-links',
    {
      r: made('/restaurants', { Name: '{mark} b' }),
      s: made('/restaurants', { Name: '{mark} a' }),
      a: named('/authors', '{mark} a'),
      b: named('/authors', '{mark} b'),
    },
    [
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} x' }),
      put('/restaurants/{s.documentId}?locale=fr', { Name: '{mark} y' }),
      put('/authors/{a.documentId}?status=draft', { name: '{mark} c' }),
      ...[
        {
          pin: { place: '{r.documentId}', authors: ['{b.documentId}'] },
          pins: [{ places: ['{r.documentId}'] }, { places: ['{s.documentId}', '{r.documentId}'] }],
        },
        {
          pin: { place: '{s.documentId}', authors: ['{a.documentId}'] },
          pins: [{ places: [] }, { places: ['{r.documentId}'] }],
        },
        {},
        {
          pin: { place: { connect: [{ documentId: '{s.documentId}', locale: 'fr' }] } },
          pins: [{ label: 'x' }],
        },
      ].map((data, index) => post('/pointers', { name: '{mark}', ...data }, {}, { save: `p${index}` })),
      sorted('pin.place.Name', '', 'p2', 'p1', 'p0', 'p3'),
      sorted('pin.place.Name:desc', '', 'p3', 'p0', 'p1', 'p2'),
      sorted('pin.place.Name', '&locale=fr', 'p2', 'p0', 'p1', 'p3'),
      sorted('pin.place.Name:desc', '&locale=fr', 'p1', 'p3', 'p0', 'p2'),
      sorted('pins.places.Name', '', 'p2', 'p3', 'p0', 'p1'),
      sorted('pins.places.Name:desc', '', 'p0', 'p1', 'p2', 'p3'),
      sorted('pins.places.Name:desc', '&locale=fr', 'p0', 'p1', 'p2', 'p3'),
      sorted('pin.authors.name', '', 'p2', 'p3', 'p1', 'p0'),
      sorted('pin.authors.name', '&status=draft', 'p2', 'p3', 'p0', 'p1'),
    ],
  ),
  check(
    'quire.relations.named-in-entries',
    {
      a: named('/authors', 'ant'),
      b: named('/authors', 'bee'),
      c: named('/authors', 'cat'),
      r: made('/restaurants', { Name: 'reed' }),
      s: made('/restaurants', { Name: 'sea' }),
      x: named('/samples', 'sample'),
    },
    [
      put('/samples/{x.documentId}?locale=fr', { name: 'exemple' }),
      put('/samples/{x.documentId}?locale=fr&status=draft', { name: 'exemple, brouillon' }),
      put('/samples/{x.documentId}?status=draft', { name: 'sample draft' }),
      put('/restaurants/{r.documentId}?locale=fr', { Name: 'roseau' }),
      put('/restaurants/{s.documentId}?locale=fr', { Name: 'mer' }),
      ...['a', 'b', 'c'].map((alias) =>
        put(`/authors/{${alias}.documentId}?status=draft`, { name: `{${alias}.name} draft` }),
      ),
      {
        send: 'POST',
        path: '/pointers',
        body: { data: { name: '{mark}', pin: NAMED, pins: [{ label: 'first' }, NAMED] } },
        save: 'p',
      },
      ...shows('status=published', { authors: names('bee', 'cat') }),
      ...shows('status=draft', { authors: names('ant draft', 'cat draft') }),
      ...shows('locale=en', places('roseau', 'sea')),
      ...shows('locale=fr', places('roseau', 'mer')),
      ...shows('status=draft&locale=fr', {
        authors: names('ant draft', 'cat draft'),
        ...places('roseau', 'mer'),
      }),
      ...finds('authors', 'name', 'status=published', { bee: 1, cat: 1, ant: 0, 'cat draft': 0 }),
      ...finds('authors', 'name', 'status=draft', { 'ant draft': 1, 'cat draft': 1, cat: 0, 'bee draft': 0 }),
      ...finds('places', 'Name', 'locale=en', { roseau: 1, sea: 1, reed: 0, mer: 0 }),
      ...finds('places', 'Name', 'locale=fr', { roseau: 1, mer: 1, reed: 0, sea: 0 }),
      ...keepsOthers,
      ...(
        [
          [{}, 'sample', 'sample draft'],
          [{ locale: null, status: null }, 'sample', 'sample draft'],
          [{ locale: 'fr' }, 'exemple', 'exemple, brouillon'],
          [{ locale: 'fr', status: 'published' }, 'exemple', null],
          [{ locale: 'fr', status: 'draft' }, null, 'exemple, brouillon'],
          [{ locale: 'en', status: 'published' }, 'sample', null],
        ] as const
      ).flatMap(([named, name, draft]) => [
        put('/pointers/{p.documentId}', {
          pin: { sample: { connect: [Object.assign({ documentId: '{x.documentId}' }, named)] } },
        }),
        ...[
          ['published', name],
          ['draft', draft],
        ].map(([status, shown]) =>
          get(`/pointers/{p.documentId}?populate[pin][populate]=sample&status=${status}`, {
            data: { pin: { sample: shown ? { name: shown } : null } },
          }),
        ),
      ]),
    ],
  ),
  check(
    'quire.relations.rows-in-entries',
    {
      r: made('/restaurants', { Name: 'english' }),
      o: made('/restaurants', { Name: 'other' }),
      d: made('/deeps', { name: 'one', items: [{ label: 'x', place: '{r.documentId}' }] }),
    },
    [
      put('/restaurants/{r.documentId}?locale=fr', { Name: 'french' }),
      put('/deeps/{d.documentId}?locale=fr', {
        ...{ name: 'un', items: [{ label: 'y', place: '{r.documentId}', places: ['{r.documentId}'] }] },
      }),
      post(
        '/holders',
        { deeps: ['en', 'fr'].map((locale) => ({ documentId: '{d.documentId}', locale })) },
        {},
        { save: 'h' },
      ),
      ...['en', 'fr'].map((locale) =>
        get(
          `/holders/{h.documentId}?locale=${locale}&populate[deeps][populate][items][populate][0]=place&populate[deeps][populate][items][populate][1]=places`,
          {
            data: {
              deeps: [
                { name: 'one', items: [{ label: 'x', place: { Name: 'english' }, places: [] }] },
                {
                  name: 'un',
                  items: [{ label: 'y', place: { Name: 'french' }, places: [{ Name: 'french' }] }],
                },
              ],
            },
          },
        ),
      ),
      ...[
        ['english', 1],
        ['french', 1],
        ['other', 0],
      ].map(([name, count]) =>
        get(`/holders?filters[documentId]={h.documentId}&filters[deeps][items][place][Name]=${name}`, {
          data: is.length(Number(count)),
        }),
      ),
      del('/holders/{h.documentId}'),
    ],
    { deploy: HOOKED },
  ),
];
