// Cases of one database under several deployments: see switch-deployments.ts.
import { check, del, get, INVALID, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { is, type Pattern } from '../pattern';
import { THIRD } from './switch-deployments';

const named = (...tags: string[]): Pattern => tags.map((name) => ({ name: `switch ${name}` }));
const listed = (...entries: readonly Pattern[]): Pattern => entries;
const [BOTH, C] = [['a', 'b'], ['c']];
/** Values that the row had, or that were written while the plugins were disabled. */
const WRITTEN: readonly (readonly [query: string, code: string, tags: string[], marks: string[]])[] = [
  ['filters[title]=changed', 'new', C, C],
  ['filters[title]=clean, changed', 'new', C, C],
  ['filters[title]=clean, changed&status=draft', 'new', C, C],
  // All locales have the shared values that were written last.
  ['filters[title]=kept fr&locale=fr', 'new', BOTH, C],
  ['filters[title]=clean fr&locale=fr', 'new', BOTH, C],
  ['filters[title]=clean fr&locale=fr&status=draft', 'new', BOTH, C],
  // A document with changes in a draft keeps its drafts.
  ['filters[title]=kept draft&status=draft', 'old', C, BOTH],
  ['filters[title]=kept fr&locale=fr&status=draft', 'old', BOTH, BOTH],
];
const LINKED = ['one', 'many', 'only', 'next']
  .map((name, index) => `populate[${index + 2}]=${name}`)
  .join('&');
const shows = (query: string, ...titles: string[]) =>
  get(`/switcheds?${query}`, {
    data: is.both(is.length(titles.length), is.shuffled(...titles.map((title) => ({ title })))),
  });

/** The query finds the documents with these numbers: all of them, and two in the other order. */
const finds = (query: string, ...numbers: number[]): Step[] => {
  const found = numbers.map((n) => ({ n }));
  const more: Expectation = { meta: { pagination: { total: numbers.length } } };
  return [
    get(`/searcheds?${query}`, { data: is.both(is.length(found.length), is.shuffled(...found)), ...more }),
    get(`/searcheds?sort=n:desc&pagination[pageSize]=2&${query}`, {
      data: [...found].reverse().slice(0, 2),
      ...more,
    }),
    get(`/searcheds?sort=id&pagination[page]=2&pagination[pageSize]=2&${query}`, {
      data: found.slice(2, 4),
      ...more,
    }),
    get(`/searcheds?sort=id:desc&pagination[pageSize]=2&${query}`, {
      data: [...found].reverse().slice(0, 2),
      ...more,
    }),
  ];
};

export const quireSwitchCases: readonly Case[] = [
  check(
    'quire.switches.hidden',
    {},
    [
      shows('status=published', 'changed', 'clean, changed', 'rival', 'born', 'cloned'),
      shows(
        'status=draft',
        'kept draft',
        'clean, changed',
        'rival draft',
        'parted',
        'drafted',
        'born',
        'cloned',
      ),
      shows('locale=fr', 'kept fr', 'clean fr', 'rival fr', 'parted fr'),
      shows('locale=fr&status=draft', 'kept fr', 'clean fr', 'rival fr', 'parted fr'),
      shows('locale=de'),
      shows('locale=de&status=draft'),
      // The document lost its only shown row with the locale.
      get('/pointers?filters[name]=drafted&populate=to&status=draft', {
        data: [{ to: [{ title: 'drafted' }] }],
      }),
    ],
    { deploy: THIRD },
  ),
  check(
    'quire.switches.hidden',
    {},
    [
      ...WRITTEN.map(([query, code, tags, marks]) =>
        get(`/switcheds?${query}&populate[0]=tags&populate[1]=marks&populate[2]=mark`, {
          data: [
            { code, tags: named(...tags), marks: named(...marks), mark: { name: `switch ${marks[0]}` } },
          ],
        }),
      ),
      get('/switcheds?filters[title]=kept fr&locale=fr&populate=part.target', {
        data: [{ part: { label: 'kept fr', target: { name: 'switch a' } } }],
      }),
      get('/switcheds?filters[title]=clean, changed&status=draft&populate=part.target', {
        data: [{ part: { label: 'new', target: null } }],
      }),
    ],
    { deploy: THIRD, name: 'values and links' },
  ),
  check(
    'quire.switches.attached',
    {},
    ['published', 'draft'].flatMap((status) => [
      get(`/laters?sort=title&status=${status}&populate[0]=part.target&populate[1]=zone.target&${LINKED}`, {
        data: ['one', 'two'].map(
          (title): Pattern => ({
            title,
            publishedAt: status === 'draft' ? null : is.timestamp,
            one: { name: 'switch a' },
            many: named('b', 'a'),
            only: { name: title === 'one' ? 'switch a' : 'switch b' },
            next: title === 'one' ? null : { title: 'one' },
            part: { label: title, target: { name: 'switch b' } },
            zone: listed({ label: title, target: { name: 'switch c' } }, { text: title }),
          }),
        ),
      }),
      // No draft has pending changes.
      get(`/laters?publicationFilter=modified&status=${status}`, { data: [] }),
      get(`/laters?publicationFilter=unmodified&status=${status}`, { data: is.length(2) }),
    ]),
    { deploy: THIRD },
  ),
  check(
    'quire.switches.unique',
    {},
    [
      ...[
        { code: 'x' },
        { code: 'twice' },
        { part: { code: 'x' } },
        { zone: [{ __component: 'shared.coded', code: 'x' }] },
      ].map((data) => post('/codeds', data, INVALID)),
      ...['X', 'x ', ''].map((one) => post('/codeds', { code: one, part: { code: one } }, { status: 201 })),
      get(
        '/codeds?filters[code]=twice',
        { data: is.length(2) },
        { save: { x: 'body.data.0', y: 'body.data.1' } },
      ),
      // The values of all documents count, however many there are.
      ...[0, 150, 250, 350, 409].flatMap((start) => [
        get(
          `/codeds?filters[code][$startsWith]=many&sort=documentId&pagination[start]=${start}&pagination[limit]=1`,
          {},
          { save: { one: 'body.data.0' } },
        ),
        post('/codeds', { code: '{one.code}' }, INVALID),
      ]),
      // A document keeps its own value, also one that another document has too.
      ...['x', 'y'].map((alias) =>
        put(`/codeds/{${alias}.documentId}`, { batch: `kept ${alias}` }, { data: { code: 'twice' } }),
      ),
      post('/codeds', { batch: 'kept y' }, INVALID),
      post('/codeds', { batch: 'b3' }, INVALID),
      // `old` was not unique for a while: the former values of two documents are free, their values of that time are not.
      ...['o0', 'o2', 'o3', 'o5'].map((old) => post('/codeds', { old }, INVALID)),
      post('/codeds', { old: 'o1' }, { status: 201 }),
      get('/codeds?filters[old]=o0', {}, { save: { z: 'body.data.0' } }),
      put('/codeds/{z.documentId}', { old: 'o6' }),
      post('/codeds', { old: 'o0' }, { status: 201 }),
    ],
    { deploy: THIRD },
  ),
  check(
    'quire.switches.search',
    {},
    [
      ...finds('filters[name][$containsi]=REED', 1, 2, 4),
      ...finds('filters[name][$contains]=reed', 2),
      ...finds('filters[name][$containsi]=re', 1, 2, 4),
      ...finds('filters[name][$containsi]=reed-reed'),
      ...finds('filters[body][$containsi]=Reed B', 1, 5),
      ...finds('filters[body][$containsi]=öko', 4),
      ...finds('filters[name][$startsWith]=reed', 2),
      ...finds('filters[name][$startsWithi]=reed', 1, 2),
      ...finds('filters[name][$endsWithi]=TAXI', 4),
      ...finds('filters[name][$eqi]=REED Bunting', 2),
      ...finds('filters[name][$in][0]=Coot&filters[name][$in][1]=Reed', 5),
      ...finds('filters[name][$notContainsi]=reed', 3, 5),
      ...finds('filters[$not][name][$containsi]=reed', 3, 5),
      ...finds('filters[name][$containsi]=reed&filters[body][$containsi]=reed', 1),
      ...finds('filters[name][$containsi]=reed&filters[n][$gt]=1', 2, 4),
      ...finds('filters[$or][0][name][$containsi]=warbler&filters[$or][1][body][$containsi]=over', 1, 3),
      ...finds('filters[$or][0][n]=5&filters[$or][1][n]=3', 3, 5),
      ...finds('filters[$or][0][n]=5&filters[$or][1][name][$containsi]=reed', 1, 2, 4, 5),
      ...finds('filters[$or][0][name][$containsi]=reed&filters[$or][1][name][$containsi]=co', 1, 2, 4, 5),
      ...finds(
        'filters[$or][0][name][$containsi]=reed&filters[$or][1][name][$containsi]=harrier&filters[n][$lt]=4',
        1,
        2,
        3,
      ),
      ...finds('_q=reed', 1, 2, 3, 4, 5),
      ...finds('_q=harrier', 3),
      // A changed, a new and a removed document.
      get('/searcheds?filters[n]=2', {}, { save: { b: 'body.data.0' } }),
      get('/searcheds?filters[n]=3', {}, { save: { c: 'body.data.0' } }),
      get('/searcheds?filters[n]=4', {}, { save: { d: 'body.data.0' } }),
      put('/searcheds/{b.documentId}', { name: 'Rail' }),
      post('/searcheds', { n: 6, name: 'Reedling' }),
      ...finds('filters[name][$containsi]=reed', 1, 4, 6),
      ...finds('filters[name][$containsi]=rail', 2),
      put('/searcheds/{c.documentId}', { name: 'Bittern', body: 'booms in the marsh' }),
      ...finds('filters[name][$containsi]=harrier'),
      ...finds('filters[name][$containsi]=bittern', 3),
      ...finds('filters[body][$containsi]=booms', 3),
      del('/searcheds/{d.documentId}'),
      ...finds('filters[name][$containsi]=reed', 1, 6),
    ],
    { deploy: THIRD },
  ),
];
