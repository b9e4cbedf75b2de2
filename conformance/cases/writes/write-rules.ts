// Rules of a write as a whole: all issues at once, times of rows, generated uids; and values at their limits.
import { check, get, INVALID, made, named, post, put } from '../build';
import type { Case, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is, type Pattern } from '../pattern';

const AUTHOR = '/authors/{a.documentId}';
const action = (name: string): Step => ({
  send: 'POST',
  path: `${AUTHOR}/actions/${name}`,
  expect: { status: 200 },
});
const sameTime = ['', '?status=draft'].map((words) =>
  get(`${AUTHOR}${words}`, { data: { createdAt: '{a.createdAt}' } }),
);
const slugged = (data: object, slug: Pattern, save = 'other'): Step =>
  post('/sluggeds', data, { status: 201, data: { slug } }, { save });

const WRONG = {
  uniq: '{mark}',
  len: 'ab',
  comp: { name: 'abcdef', uq: '{mark}' },
  comps: [{ name: 'ok' }, { n: 9 }],
  dz: [{ __component: 'shared.strict' }],
};
const ISSUES = ['req', 'uniq', 'len', 'comp.name', 'comp.uq', 'comps.1.name', 'comps.1.n', 'dz.0.name'];
const TAKEN = { req: '{mark}', uniq: '{mark}', comp: { name: 'ok', uq: '{mark}' } };

/** Moments and times in the spellings of a body, and as answered. */
const MOMENTS: readonly (readonly [sent: unknown, answered: string])[] = [
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0050-03-01T10:00:00Z', '0050-03-01T10:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['2024-03-01T00:10:00.5+05:30', '2024-02-29T18:40:00.500Z'],
  ['2024-12-31T20:00:00.05-05:45', '2025-01-01T01:45:00.050Z'],
];
const TIMES = [
  ['00:00:00', '00:00:00.000'],
  ['10:20:30.5', '10:20:30.500'],
  ['10:20:30.05', '10:20:30.050'],
] as const;
/** A millisecond before the year 0, and after the year 9999. */
const OUTSIDE = [-62_167_219_200_001, 253_402_300_800_000, '0000-01-01T00:00:00+01:00'];
const item = (at: number): Pattern => is.including({ path: ['items', String(at)] });

export const quireWriteRuleCases: readonly Case[] = [
  check('quire.errors.all-issues', { a: made('/checks', TAKEN) }, [
    post('/checks', WRONG, {
      status: 400,
      error: { details: { errors: is.shuffled(...ISSUES.map((path) => ({ path: path.split('.') }))) } },
    }),
  ]),
  check('quire.values.created-at', { a: named('/authors', '{mark} 1') }, [
    ...sameTime,
    put(`${AUTHOR}?status=draft`, { name: '{mark} 2' }),
    ...sameTime,
    put(AUTHOR, { name: '{mark} 3' }, { data: { createdAt: '{a.createdAt}' } }),
    ...sameTime,
    action('unpublish'),
    action('publish'),
    ...sameTime,
    action('discard-draft'),
    ...sameTime,
  ]),
  check(
    'quire.values.uid-rules',
    {},
    [
      slugged({}, 'without-title', 'a'),
      slugged({}, 'without-title-1'),
      slugged({}, 'without-title-2'),
      slugged({ title: 'Abcdefghij Klmnop' }, 'abcdefghij-klmn'),
      slugged({ title: 'Abcdefghij Klmnop' }, is.matching('^(?=.{1,15}$)abcdefghij.*-1$')),
      post('/sluggeds?status=draft', { title: 'Draft One' }, { data: { slug: 'draft-one' } }),
      slugged({ title: 'Draft One' }, 'draft-one-1'),
      slugged({ title: 'ownWordsHere' }, 'own-words-here'),
      // The cut is after a word: no separator stays at the end.
      slugged({ title: 'Fourteen Chars More' }, 'fourteen-chars'),
      // `code` has at least five characters.
      post(
        '/sluggeds',
        { title: 'abcd' },
        { ...INVALID, error: { details: { errors: [{ path: ['code'] }] } } },
      ),
      post(
        '/sluggeds',
        { title: 'abcd', code: 'given' },
        { status: 201, data: { slug: 'abcd', code: 'given' } },
      ),
      // Letters that no accent explains have a spelling.
      slugged({ title: 'Straße Ærø' }, 'strasse-aero'),
      slugged({ title: 'ŁÓDŹ Þór œuf' }, 'lodz-thor-oeuf'),
      slugged({ title: 'Crème Brûlée 5€' }, 'creme-brulee-5'),
      post('/lettereds', { title: 'Only' }, { status: 201, data: { word: 'only' } }),
      post(
        '/lettereds',
        { title: 'Only' },
        { ...INVALID, error: { details: { errors: [{ path: ['word'], message: is.matching('unique') }] } } },
      ),
      post('/lettereds', { title: 'Two Words' }, INVALID),
      put('/sluggeds/{a.documentId}', { title: 'Other' }, { data: { slug: 'without-title' } }),
      put('/sluggeds/{a.documentId}', { slug: null }, { data: { slug: null } }),
      put('/sluggeds/{a.documentId}', { title: 'Again Now' }, { data: { slug: 'again-now' } }),
    ],
    { deploy: OWN_TYPES },
  ),
  check('quire.values.moment', { a: made('/checks', { req: '{mark}' }) }, [
    ...MOMENTS.flatMap(([sent, answered]) =>
      ['dt', 'ts'].flatMap((name) => [
        put('/checks/{a.documentId}', { [name]: sent }, { data: { [name]: answered } }),
        get('/checks/{a.documentId}', { data: { [name]: answered } }),
      ]),
    ),
    ...TIMES.map(([timev, answered]) =>
      put('/checks/{a.documentId}', { timev }, { data: { timev: answered } }),
    ),
    ...OUTSIDE.flatMap((value) =>
      ['dt', 'ts'].map((name) => put('/checks/{a.documentId}', { [name]: value }, INVALID)),
    ),
  ]),
  check(
    'quire.values.array',
    {},
    [
      post('/lists', { items: ['a', 1, -0.5, true, ''] }, { data: { items: ['a', 1, -0.5, true, ''] } }),
      ...[null, {}, [], { a: 1 }].flatMap((wrong) => [
        post('/lists', { items: [wrong, 'a'] }, { status: 400, error: { details: { errors: item(0) } } }),
        post('/lists', { items: ['a', wrong] }, { status: 400, error: { details: { errors: item(1) } } }),
      ]),
      ...['a', 1, { 0: 'a' }].map((items) => post('/lists', { items }, INVALID)),
    ],
    { deploy: OWN_TYPES },
  ),
];
