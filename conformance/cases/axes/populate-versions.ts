// Cases of populated documents when the read shows several locales or fallbacks, and the document that holds the links has no locales.
import { check, get, made, named, post, put } from '../build';
import type { Case, Step } from '../case';
import { OTHER_OPTIONS } from '../deployments';
import { is, type Pattern } from '../pattern';

const R = '{r.documentId}';
/** A restaurant whose versions are written in this order. */
const versions = (...codes: string[]): Step[] =>
  codes.map((code) => put(`/restaurants/${R}?locale=${code}`, { Name: `{mark} ${code}` }));
const ALL = 'populate[0]=place&populate[1]=places&populate[2]=pin.place&populate[3]=pin.places';
const places = (codes: readonly string[]): Pattern =>
  is.both(
    is.length(codes.length),
    codes.map((locale) => ({ locale })),
  );
/** Expects rows of these locales, in the relations of the document and of its entry. */
const shows = (words: string, ...codes: string[]): Step[] => {
  const place = { locale: codes[0] ?? '' };
  const links = { place, places: places(codes) };
  const data = { ...links, pin: links };
  return [get(`/pointers?filters[documentId]={p.documentId}&${words}&${ALL}`, { data: [data] })];
};

export const quirePopulateVersionCases: readonly Case[] = [
  check(
    'quire.locale.passed-on',
    {
      r: made('/restaurants?locale=fr', { Name: '{mark} fr' }),
      p: named('/pointers'),
    },
    [
      ...versions('de', 'en'),
      put('/pointers/{p.documentId}?locale=fr', {
        ...{ place: R, places: [R] },
        pin: { place: R, places: [R] },
      }),
      ...shows('locale=de', 'de'),
      // The version that was written first comes first.
      ...shows('locale=*', 'fr', 'de', 'en'),
      ...shows('locale[0]=de&locale[1]=fr', 'fr', 'de'),
      get('/pointers?filters[documentId]={p.documentId}&locale=*&populate[place][sort]=Name', {
        data: [{ place: { locale: 'de' } }],
      }),
      get('/pointers?filters[documentId]={p.documentId}&locale=*&populate[places][count]=true', {
        data: [{ places: { count: 3 } }],
      }),
    ],
    { name: 'several locales' },
  ),
  check(
    'quire.locales.fallback',
    {},
    [
      post('/restaurants', { Name: '{mark} r en' }, { status: 201 }, { save: 'r' }),
      ...versions('fr'),
      post('/restaurants', { Name: '{mark} s en' }, { status: 201 }, { save: 's' }),
      put('/restaurants/{s.documentId}?locale=de', { Name: '{mark} s de' }),
      post(
        '/pointers',
        {
          name: '{mark}',
          place: { documentId: R, locale: 'en' },
          places: [R, '{s.documentId}', { documentId: R, locale: 'en' }],
          pin: { place: R, places: ['{s.documentId}', R] },
        },
        { status: 201 },
        { save: 'p' },
      ),
      ...(
        [
          ['de', 'fr', ['fr', 'de', 'en'], ['de', 'fr']],
          ['fr', 'fr', ['fr', 'en', 'en'], ['en', 'fr']],
          // The link that names English shows the same row as the first link.
          ['en', 'en', ['en', 'en'], ['en', 'en']],
        ] as const
      ).map(([code, inPin, list, listInPin]) =>
        get(`/pointers/{p.documentId}?locale=${code}&${ALL}`, {
          data: {
            place: { Name: '{mark} r en' },
            places: places(list),
            pin: { place: { locale: inPin }, places: places(listInPin) },
          },
        }),
      ),
    ],
    { name: 'of links that name a locale', deploy: OTHER_OPTIONS },
  ),
];
