// Cases of rows that a plugin hides from callers, and of values that it presets. The header X-Reader names the caller.
import { check, del, get, idOf, made, post, put } from '../build';
import type { Case, Step } from '../case';
import { gives, withVariables } from '../graphql-build';
import { is } from '../pattern';
import { PLUGGED, returned } from './plugged';

const reader = (name: string, more: Readonly<Record<string, string>> = {}): Partial<Step> => ({
  headers: { 'X-Reader': name, ...more },
});
const ANN = reader('{mark} ann');
const OPEN = reader('{mark} ann', { 'X-Open': '1' });
const shelf = (alias: string): string => `/shelfs/{${alias}.documentId}`;
const own = (owner: string, data: object = {}) => made('/shelfs', { name: '{mark}', owner, ...data });
const MINE = '/shelfs?filters[name]={mark}';
const ROOM = '/rooms/{r.documentId}?populate=shelfs';
const MEMOS = '/memos?filters[name][$startsWith]={mark}';
const SHELFS = {
  r: made('/rooms', { name: '{mark}' }),
  a: own('{mark} ann', { room: '{r.documentId}' }),
  b: own('{mark} bob', { room: '{r.documentId}', closed: true }),
  c: own('{mark} ann', { closed: true, room: '{r.documentId}' }),
};
const NAMED = '(filters: { name: { eq: "{mark}" } }, sort: "documentId")';
const GONE = { status: 404, error: { name: 'NotFoundError' } };
const INTERNAL = { status: 500, error: { message: 'Internal Server Error' } };

export const quirePluggedVisibilityCases: readonly Case[] = [
  check(
    'quire.plugins.visibility',
    SHELFS,
    [
      get(MINE, { some: ['a', 'b', 'c'] }),
      get(MINE, { some: ['a', 'c'], meta: { pagination: { total: 2 } } }, ANN),
      // Two plugins hide rows: both conditions hold.
      get(MINE, { some: ['a'] }, OPEN),
      get(MINE, { some: ['a'] }, { headers: { 'X-Open': '1' } }),
      get(`${MINE}&filters[owner][$contains]=bob`, { some: [] }, ANN),
      get(shelf('b'), GONE, ANN),
      get(shelf('a'), { data: { owner: '{mark} ann' } }, ANN),
      get(shelf('c'), GONE, OPEN),
      get(ROOM, { at: { 'data.shelfs.*.documentId': is.shuffled(idOf('a'), idOf('c')) } }, ANN),
      get(ROOM, { at: { 'data.shelfs.*.documentId': [idOf('a')] } }, OPEN),
      get('/rooms?filters[shelfs][owner]={mark} bob', { some: ['r'] }),
      get('/rooms?filters[shelfs][owner]={mark} bob', { some: [] }, ANN),
      get('/rooms/{r.documentId}?populate[shelfs][count]=true', { data: { shelfs: { count: 2 } } }, ANN),
    ],
    { deploy: PLUGGED, name: 'reads' },
  ),
  check(
    'quire.plugins.visibility',
    SHELFS,
    [
      put(shelf('b'), { closed: false }, GONE, ANN),
      del(shelf('b'), { status: [204, 404] }, ANN),
      get(shelf('b'), { data: { closed: true } }),
      put(shelf('a'), { closed: true }, { data: { closed: true } }, ANN),
      put(shelf('a'), { closed: true }, { status: [403, 404] }, OPEN),
      put(shelf('c'), { owner: '{mark} bob' }, { status: 403 }, ANN),
      get(shelf('c'), { data: { owner: '{mark} ann' } }),
      put('/rooms/{r.documentId}', { shelfs: [idOf('b')] }, { status: [400, 403] }, ANN),
      // A replaced list keeps the rows that the caller does not see.
      put('/rooms/{r.documentId}', { shelfs: [idOf('a')] }, {}, ANN),
      get(ROOM, { at: { 'data.shelfs.*.documentId': is.shuffled(idOf('a'), idOf('b')) } }),
      del(shelf('c'), { status: 204 }, ANN),
      get(shelf('c'), { status: 404 }),
    ],
    { deploy: PLUGGED, name: 'writes' },
  ),
  check(
    'quire.plugins.visibility',
    {
      d: made('/desks', { name: '{mark}' }),
      a: made('/memos', { name: '{mark} a', desk: '{d.documentId}' }),
      b: made('/memos', { name: '{mark} b', desk: '{d.documentId}' }),
      c: made('/memos?status=draft', { name: '{mark} c', desk: '{d.documentId}' }),
    },
    [
      // The answer of a write is a read, so it finds nothing either.
      put('/memos/{b.documentId}', { state: 'closed' }, { data: null }),
      get(MEMOS, { some: ['a'], meta: { pagination: { total: 1 } } }),
      get(`${MEMOS}&status=draft`, { some: ['a', 'c'] }),
      // Also beside a parameter that another plugin adds to the query.
      get(`${MEMOS}&publicationFilter=unmodified`, { some: ['a'] }),
      get(`${MEMOS}&status=draft&hasPublishedVersion=true`, { some: ['a'] }),
      get('/memos/{b.documentId}', { status: 404 }),
      get('/desks/{d.documentId}?populate[memos][count]=true', { data: { memos: { count: 1 } } }),
      get('/desks/{d.documentId}?populate=memos&status=draft', {
        at: { 'data.memos.*.documentId': is.shuffled(idOf('a'), idOf('c')) },
      }),
      gives(
        '{ memos_connection(filters: { name: { startsWith: "{mark}" } }) { nodes { name } pageInfo { total } } desk(documentId: "{d.documentId}") { memos { name } } }',
        {
          memos_connection: { nodes: [{ name: '{mark} a' }], pageInfo: { total: 1 } },
          desk: { memos: [{ name: '{mark} a' }] },
        },
      ),
    ],
    { deploy: PLUGGED, name: 'conditions of a plugin in each query', needs: ['drafts'] },
  ),
  check(
    'quire.plugins.visibility',
    {},
    [
      post('/shelfs', { name: '{mark} 1' }, { status: 201, data: { owner: '{mark} ann' } }, ANN),
      post('/shelfs', { name: '{mark} 2', owner: '{mark} bob' }, { status: 403 }, ANN),
      post('/shelfs', { name: '{mark} 3' }, { status: 403 }, reader('none')),
      post('/shelfs', { name: '{mark} 4', owner: 'none' }, { status: 201 }, reader('none')),
      post('/shelfs', { name: '{mark} 5' }, { status: 201, data: { owner: null } }),
      // The preset is a mistake of the plugin, not of the client.
      post('/shelfs', { name: '{mark} 6' }, INTERNAL, reader('wrong')),
      post('/rooms', { name: '{mark}' }, { status: 201 }, ANN),
      get('/shelfs?filters[name][$startsWith]={mark}&sort=name', {
        data: ['1', '4', '5'].map((digit) => ({ name: `{mark} ${digit}` })),
      }),
    ],
    { deploy: PLUGGED, name: 'presets' },
  ),
  check(
    'quire.plugins.visibility',
    SHELFS,
    [
      gives(`{ shelfs${NAMED} { owner } }`, { shelfs: is.length(2) }, ANN),
      gives(
        `{ shelfs_connection${NAMED} { pageInfo { total } } }`,
        { shelfs_connection: { pageInfo: { total: 2 } } },
        ANN,
      ),
      gives('{ shelf(documentId: "{b.documentId}") { owner } }', { shelf: null }, ANN),
      gives('{ shelf(documentId: "{c.documentId}") { owner } }', { shelf: null }, OPEN),
      gives(
        '{ room(documentId: "{r.documentId}") { shelfs { owner } } }',
        { room: { shelfs: is.length(2) } },
        ANN,
      ),
      gives(
        'mutation { updateShelf(documentId: "{b.documentId}", data: { closed: false }) { owner } }',
        { updateShelf: null },
        ANN,
      ),
      get(shelf('b'), { data: { closed: true } }),
      withVariables(
        'mutation ($data: ShelfInput!) { createShelf(data: $data) { owner } }',
        { data: { name: '{mark} new' } },
        { createShelf: { owner: '{mark} ann' } },
        ANN,
      ),
    ],
    { deploy: PLUGGED, name: 'over GraphQL' },
  ),
  check(
    'quire.plugins.visibility',
    SHELFS,
    [
      returned(
        `const filters = { name: '{mark}' };
        const [all, seen] = [app.documents('api::shelf.shelf'), app.documentsAs(request)('api::shelf.shelf')];
        const [list] = await seen.findMany({ filters, sort: 'closed' });
        return [await all.count({ filters }), await seen.count({ filters }), list.documentId];`,
        [3, 2, idOf('a')],
        ANN,
      ),
      returned(
        `const as = app.documentsAs(request)('api::shelf.shelf');
        const tries = [];
        for (const documentId of ['{a.documentId}', '{b.documentId}'])
          tries.push(await as.update({ documentId, data: { closed: true } }).then(({ closed }) => closed, ({ status }) => status));
        return tries;`,
        [true, 404],
        ANN,
      ),
      returned(
        `const as = app.documentsAs(request)('api::shelf.shelf');
        const tries = [];
        for (const documentId of ['{a.documentId}', '{b.documentId}'])
          tries.push(await as.clone({ documentId, data: {} }).then((copy) => copy?.name, ({ status }) => status));
        tries.push(await app.documents('api::shelf.shelf').count({ filters: { name: '{mark}' } }));
        for (const documentId of ['{b.documentId}', '{c.documentId}'])
          tries.push(await as.delete({ documentId }).then((gone) => gone !== null, ({ status }) => status));
        return tries;`,
        ['{mark}', 404, 4, 404, true],
        ANN,
      ),
      get('/shelfs?filters[owner]={mark} bob', { some: ['b'] }),
      get(shelf('c'), { status: 404 }),
    ],
    { deploy: PLUGGED, name: 'in the program' },
  ),
];
