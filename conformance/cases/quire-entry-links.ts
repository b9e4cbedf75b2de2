// Links of entries: those that name a locale or a status of their target, and those of entries in several locales.

import { HOOKED } from './application-plugins';
import { check, del, get, made, named, post, put } from './build';
import type { Case, Step } from './case';
import { is, type Pattern } from './pattern';

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

export const quireEntryLinkCases: readonly Case[] = [
  check(
    'quire.relations.named-in-entries',
    {
      a: named('/authors', 'ant'),
      b: named('/authors', 'bee'),
      c: named('/authors', 'cat'),
      r: made('/restaurants', { Name: 'reed' }),
      s: made('/restaurants', { Name: 'sea' }),
    },
    [
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
