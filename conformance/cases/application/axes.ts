// Cases of axes that a plugin adds: channels, which are parallel, and phases, which are stages.
import { act, check, del, get, INVALID, idOf, invalidQuery, made, named, post, put } from '../build';
import type { Case, Step } from '../case';
import { ask, gives } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { PLUGGED, returned } from './plugged';

const page = (alias: string, query = ''): string => `/pages/{${alias}.documentId}${query}`;
const PRINT = '?channel=print';
const inPrint = (alias: string, data: object = {}): Step =>
  put(page(alias, PRINT), data, { status: [200, 201] });
const FORBIDDEN = { status: 403, error: { name: 'ForbiddenError' } };
const READER = { as: 'read-only' };
/** The document that the row of a page shows on each channel. */
const shows = (alias: string, attribute: string, web: string | null, print: string | null): Step[] =>
  Object.entries({ web, print }).map(([channel, target]) =>
    get(page(alias, `?channel=${channel}&populate=${attribute}`), {
      data: { [attribute]: target === null ? null : { documentId: idOf(target) } },
    }),
  );
const lists = (alias: string, attribute: string, channel: string, ...found: string[]): Step =>
  get(page(alias, `?channel=${channel}&populate=${attribute}`), {
    at: { [`data.${attribute}.*.documentId`]: found.map(idOf) },
  });
const cardShows = (alias: string, channel: string, target: string | null): Step =>
  get(`/cards/{${alias}.documentId}?populate=page&channel=${channel}`, {
    data: { page: target === null ? null : { documentId: idOf(target), channel } },
  });
const poem = (alias: string, query = ''): string => `/poems/{${alias}.documentId}${query}`;
const count = (channel: string, total: number): Step =>
  get(`/pages?channel=${channel}&filters[name][$startsWith]={mark}`, { meta: { pagination: { total } } });
const row = (channel: string, more: { readonly [key: string]: Pattern }): Pattern => ({ channel, ...more });

export const quirePluggedAxisCases: readonly Case[] = [
  check(
    'quire.plugins.axes',
    { a: made('/pages', { name: '{mark} web', motto: 'one', slug: '{mark}', channel: 'print' }) },
    [
      get(page('a'), { data: row('web', { name: '{mark} web' }) }),
      get(page('a', PRINT), { status: 404 }),
      put(page('a', PRINT), { name: '{mark} print' }, { data: row('print', { motto: 'one', slug: null }) }),
      get(page('a', `${PRINT}&populate=others`), {
        data: row('print', { name: '{mark} print', others: [row('web', { name: '{mark} web' })] }),
      }),
      get(page('a'), { data: row('web', { name: '{mark} web', slug: '{mark}' }) }),
      inPrint('a', { motto: 'two' }),
      get(page('a'), { data: { motto: 'two' } }),
      count('web', 1),
      count('print', 1),
      count('*', 2),
      get('/pages?channel=*&filters[name][$startsWith]={mark}&sort=name', {
        data: [row('print', { name: '{mark} print' }), row('web', { name: '{mark} web' })],
      }),
      get(page('a', '?channel=both'), { data: row('print', {}) }),
      invalidQuery('/pages?channel=radio', { message: 'channel: expected web or print, got "radio"' }),
      invalidQuery(page('a', '?channel=*')),
      del(page('a', PRINT), { status: 204 }),
      get(page('a', PRINT), { status: 404 }),
      get(page('a', '?channel=both'), { data: row('web', {}) }),
      inPrint('a', { name: '{mark} again' }),
      get(page('a', PRINT), { data: row('print', { motto: 'two' }) }),
      del(page('a'), { status: 204 }),
      get(page('a', PRINT), { status: [200, 404] }),
    ],
    { deploy: PLUGGED, name: 'rows of each channel' },
  ),
  check(
    'quire.plugins.axes',
    { a: made('/pages', { slug: '{mark}', number: 4711 }), b: made('/pages', { name: '{mark} b' }) },
    [
      put(page('b'), { slug: '{mark}' }, INVALID),
      put(page('b', PRINT), { number: 4711 }, INVALID),
      inPrint('b', { slug: '{mark}' }),
      put(page('a', PRINT), { slug: '{mark}' }, INVALID),
      put(page('b'), { number: 4712 }),
      get(page('b', PRINT), { data: { number: 4712, slug: '{mark}' } }),
    ],
    { deploy: PLUGGED, name: 'unique values' },
  ),
  check(
    'quire.plugins.axes',
    { a: made('/pages', { name: '{mark}' }) },
    [
      inPrint('a', { name: '{mark} print' }),
      get(page('a'), { data: { name: '{mark}' } }, READER),
      get(page('a', PRINT), FORBIDDEN, READER),
      get('/pages?channel=*', FORBIDDEN, READER),
      get(page('a', '?channel=both'), FORBIDDEN, READER),
      get('/cards?populate=page&channel=print', { data: is.each({ page: null }) }, READER),
      get('/poems?phase=edit', FORBIDDEN, READER),
      get('/poems', { status: 200 }, READER),
    ],
    { deploy: PLUGGED, name: 'permissions', needs: ['tokens'] },
  ),
  check(
    'quire.plugins.axes',
    { a: named('/pages', 'a'), b: named('/pages', 'b'), c: named('/pages', 'c') },
    [
      inPrint('a'),
      inPrint('b'),
      put(page('a'), { next: [idOf('b'), idOf('c')] }),
      inPrint('a', { next: [idOf('b')] }),
      lists('a', 'next', 'web', 'b', 'c'),
      lists('a', 'next', 'print', 'b'),
      lists('b', 'before', 'web', 'a'),
      inPrint('b', { before: [] }),
      lists('a', 'next', 'web', 'b', 'c'),
      lists('a', 'next', 'print'),
      // The target follows the channel of the row: it must have this row.
      put(page('a', PRINT), { next: [idOf('c')] }, INVALID),
      put(page('a'), { next: [{ documentId: idOf('b'), channel: 'print' }] }, INVALID),
    ],
    { deploy: PLUGGED, name: 'links between channels' },
  ),
  check(
    'quire.plugins.axes',
    { a: named('/pages', 'a'), b: named('/pages', 'b'), d: named('/desks', 'd') },
    [
      inPrint('a', { desk: idOf('d') }),
      inPrint('b'),
      put(page('a'), { desk: idOf('d') }),
      ...shows('a', 'desk', 'd', 'd'),
      // The body names a row of one channel. Rows of the other channel keep their links.
      put('/desks/{d.documentId}', { page: { documentId: idOf('b'), channel: 'print' } }),
      ...shows('a', 'desk', 'd', null),
      ...shows('b', 'desk', null, 'd'),
      put('/desks/{d.documentId}', { page: { connect: [{ documentId: idOf('a'), channel: 'print' }] } }),
      ...shows('a', 'desk', 'd', 'd'),
      ...shows('b', 'desk', null, null),
      put('/desks/{d.documentId}', { page: idOf('b') }),
      ...shows('a', 'desk', null, 'd'),
      ...shows('b', 'desk', 'd', null),
      put('/desks/{d.documentId}?channel=print', { page: null }),
      ...shows('a', 'desk', null, null),
      ...shows('b', 'desk', 'd', null),
    ],
    { deploy: PLUGGED, name: 'named rows of an inverse side' },
  ),
  check(
    'quire.plugins.axes',
    { p: named('/pages', 'p'), c: named('/cards', 'c'), e: named('/cards', 'e'), f: named('/cards', 'f') },
    [
      inPrint('p'),
      put('/cards/{c.documentId}', { page: { documentId: idOf('p'), channel: 'print' } }),
      cardShows('c', 'print', 'p'),
      cardShows('c', 'web', null),
      ...shows('p', 'card', null, 'c'),
      // A card has no channels: another card takes the page, in each spelling and from each side.
      put('/cards/{e.documentId}', { page: idOf('p') }),
      cardShows('c', 'print', null),
      ...shows('p', 'card', 'e', 'e'),
      put('/cards/{e.documentId}', { page: { documentId: idOf('p'), channel: 'print' } }),
      put(page('p'), { card: idOf('f') }),
      cardShows('e', 'print', null),
      cardShows('f', 'web', 'p'),
      cardShows('f', 'print', 'p'),
    ],
    { deploy: PLUGGED, name: 'pinned links' },
  ),
  check(
    'quire.plugins.axes',
    { a: named('/pages', 'a'), b: named('/pages', 'b'), d: named('/desks', 'd'), e: named('/desks', 'e') },
    [
      inPrint('a'),
      ...['d', 'e'].map((desk) =>
        put(`/desks/{${desk}.documentId}`, {
          shown: [{ documentId: idOf('a'), channel: 'print' }, { documentId: idOf('b') }],
        }),
      ),
      // A link to each channel of a page replaces the link to one channel. Other links stay.
      put(page('a'), { desks: { connect: [idOf('d')] } }),
      ...[
        ['d', 'web', 'a', 'b'],
        ['d', 'print', 'a'],
        ['e', 'print', 'a'],
      ].map(([desk, channel, ...names]) =>
        get(`/desks/{${desk}.documentId}?populate=shown&channel=${channel}`, {
          data: { shown: is.shuffled(...names.map((name) => ({ documentId: idOf(name) }))) },
        }),
      ),
    ],
    { deploy: PLUGGED, name: 'pinned links from the other side' },
  ),
  check(
    'quire.plugins.axes',
    { a: made('/poems', { name: '{mark}', code: '{mark}' }), b: made('/poems', { code: '{mark}' }) },
    [
      get(poem('a'), { status: 404 }),
      get(poem('a', '?phase=edit'), { data: { phase: 'edit', name: '{mark}' } }),
      act(poem('b'), 'release', { status: 400, error: { details: { errors: [{ path: ['name'] }] } } }),
      act(poem('a'), 'release', { data: { phase: 'live', name: '{mark}' } }),
      get(poem('a'), { data: { phase: 'live', code: '{mark}' } }),
      put(poem('a'), { name: '{mark} 2', phase: 'live' }, { data: { phase: 'edit', name: '{mark} 2' } }),
      get(poem('a'), { data: { name: '{mark}' } }),
      put(poem('b'), { name: '{mark} b' }),
      act(poem('b'), 'release', { status: 400, error: { details: { errors: [{ path: ['code'] }] } } }),
      put(poem('b'), { code: '{mark} b' }),
      act(poem('b'), 'release', { data: { code: '{mark} b' } }),
      get('/poems?filters[name][$startsWith]={mark}&phase=edit&sort=name', {
        data: [{ name: '{mark} 2' }, { name: '{mark} b' }],
      }),
      invalidQuery('/poems?phase=none'),
      act('/poems/none', 'release', { status: 404 }),
      act(page('a'), 'release', { status: 404 }),
      del(poem('a'), { status: 204 }),
      get(poem('a', '?phase=edit'), { status: 404 }),
    ],
    { deploy: PLUGGED, name: 'stages' },
  ),
  check(
    'quire.plugins.axes',
    { a: made('/pages', { name: '{mark} web' }), p: made('/poems', { name: '{mark}' }) },
    [
      gives(
        'mutation { updatePage(documentId: "{a.documentId}", channel: PRINT, data: { name: "p" }) { name channel } }',
        {
          updatePage: { name: 'p', channel: 'print' },
        },
      ),
      gives('{ page(documentId: "{a.documentId}", channel: PRINT) { name others { name channel } } }', {
        page: { name: 'p', others: [{ name: '{mark} web', channel: 'web' }] },
      }),
      gives('{ pages(channel: ALL, filters: { documentId: { eq: "{a.documentId}" } }) { channel } }', {
        pages: is.shuffled({ channel: 'web' }, { channel: 'print' }),
      }),
      ask('{ poems(channel: PRINT) { name } }', { status: 400, body: { errors: is.list } }),
      gives('mutation { releasePoem(documentId: "{p.documentId}") { name phase } }', {
        releasePoem: { name: '{mark}', phase: 'live' },
      }),
      ask('mutation { releasePage(documentId: "{a.documentId}") { name } }', {
        status: 400,
        body: { errors: is.list },
      }),
    ],
    { deploy: PLUGGED, name: 'over GraphQL' },
  ),
  check(
    'quire.plugins.axes',
    { a: made('/places', { name: '{mark} en web' }) },
    [
      put('/places/{a.documentId}?locale=fr&channel=print', { name: '{mark} fr print' }),
      get('/places/{a.documentId}?locale=fr', { status: 404 }),
      get('/places/{a.documentId}?channel=print', { status: 404 }),
      get('/places/{a.documentId}?locale=fr&channel=print', {
        data: { locale: 'fr', channel: 'print', name: '{mark} fr print' },
      }),
      get('/places?locale=fr&channel=*&filters[name][$startsWith]={mark}', { data: is.length(1) }),
      put('/places/{a.documentId}?channel=print', { name: '{mark} en print' }),
      get('/places/{a.documentId}?channel=print&populate=others', {
        data: { locale: 'en', others: [{ locale: 'en', channel: 'web' }] },
      }),
      del('/places/{a.documentId}?locale=fr&channel=print', { status: 204 }),
      get('/places/{a.documentId}?channel=print', { data: { name: '{mark} en print' } }),
    ],
    { deploy: PLUGGED, name: 'beside locales', needs: ['i18n'] },
  ),
  check(
    'quire.plugins.axes',
    { a: made('/pages', { name: '{mark}' }), p: made('/poems', { name: '{mark}' }) },
    [
      returned(
        `const [page, poem] = ['page', 'poem'].map((name) => app.documents('api::' + name + '.' + name));
        await page.update({ documentId: '{a.documentId}', channel: 'print', data: { name: 'print' } });
        const live = await poem.release({ documentId: '{p.documentId}' });
        const printed = await page.findOne({ documentId: '{a.documentId}', channel: 'print' });
        return [live.phase, printed.name, await page.count({ channel: '*', filters: { documentId: '{a.documentId}' } })];`,
        ['live', 'print', 2],
      ),
      post('/poems/{p.documentId}/actions/release', {}, { status: 200 }),
    ],
    { deploy: PLUGGED, name: 'in the document service' },
  ),
];
