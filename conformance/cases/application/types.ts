// Cases of content types that a plugin adds, of its reads and transactions, and of its taps after the commit.
import { check, del, get, INVALID, idOf, made, named, post, put } from '../build';
import type { Case, Step } from '../case';
import { gives, withVariables } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { PLUGGED, returned, runs } from './plugged';

const NOTE = '/notes/{n.documentId}';
const tags = "const tags = app.documents('api::tag.tag');";
const rooms = "const rooms = app.documents('api::room.room');";
/** What ran for a document, in its order. */
const ran = (alias: string, ...what: Pattern[]): Step =>
  returned(
    `return steps.filter(({ documentId }) => documentId === '{${alias}.documentId}').map(({ what }) => what)`,
    what,
  );
const names = (...all: string[]): Pattern => all.map((name) => ({ name: `{mark} ${name}` }));

export const quirePluggedTypeCases: readonly Case[] = [
  check(
    'quire.plugins.types',
    {
      t: named('/tags'),
      n: made('/notes', {
        name: '{mark}',
        tag: '{t.documentId}',
        lines: [{ text: 'a' }, { text: 'b', rank: 7 }],
      }),
    },
    [
      get(`${NOTE}?populate=*`, {
        data: {
          name: '{mark}',
          tag: { name: '{mark}', rank: 3 },
          lines: [
            { text: 'a', rank: 1 },
            { text: 'b', rank: 7 },
          ],
        },
      }),
      get('/tags/{t.documentId}?populate=notes', { data: { rank: 3, notes: [{ documentId: idOf('n') }] } }),
      get('/tags?filters[notes][lines][rank]=7&filters[name]={mark}', { some: ['t'] }),
      post('/notes', {}, { ...INVALID, error: { details: { errors: [{ path: ['name'] }] } } }),
      post(
        '/notes',
        { name: 'x', lines: [{ rank: 1 }] },
        { ...INVALID, error: { details: { errors: [{ path: ['lines', '0', 'text'] }] } } },
      ),
      post('/notes', { name: 'x', lines: [{ text: 'a', isbn: '1' }] }, INVALID),
      put(NOTE, { tag: null }, { status: 200 }),
      get('/tags/{t.documentId}?populate=notes', { data: { notes: [] } }),
      gives('{ conformanceExtensionNote(documentId: "{n.documentId}") { name lines { text rank isbn } } }', {
        conformanceExtensionNote: { name: '{mark}', lines: [{ rank: 1, isbn: null }, { rank: 7 }] },
      }),
      gives('{ tag(documentId: "{t.documentId}") { rank notes { name } } }', { tag: { rank: 3, notes: [] } }),
      withVariables(
        'mutation ($data: ConformanceExtensionNoteInput!) { updateConformanceExtensionNote(documentId: "{n.documentId}", data: $data) { tag { rank } } }',
        { data: { tag: '{t.documentId}' } },
        { updateConformanceExtensionNote: { tag: { rank: 3 } } },
      ),
      del(NOTE, { status: 204 }),
      get('/tags/{t.documentId}?populate=notes', { data: { notes: [] } }),
      // Without `api: true` a type has no routes and no fields.
      get('/ledgers', { status: 404 }),
      gives('{ __type(name: "ConformanceExtensionLedger") { name } }', { __type: null }),
      returned(
        `const ledgers = app.documents('plugin::conformance-extension.ledger');
        const { documentId } = await ledgers.create({ data: { name: '{mark}' } });
        const again = await ledgers.create({ data: { name: '{mark}' } }).catch(({ status }) => status);
        const found = await ledgers.findOne({ documentId });
        await ledgers.delete({ documentId });
        return [again, found.name, await ledgers.count({ filters: { name: '{mark}' } })];`,
        [400, '{mark}', 0],
      ),
    ],
    { deploy: PLUGGED },
  ),
  check(
    'quire.plugins.types',
    { b: made('/books', { name: 'quiet {mark}' }), p: made('/pages', { name: '{mark}' }) },
    [
      get('/books/{b.documentId}', { data: { stamp: 'new', shout: is.matching('^QUIET ') } }),
      put('/books/{b.documentId}', { stamp: 'old' }, { data: { stamp: 'old' } }),
      get('/books?filters[shout][$startsWith]=QUIET&filters[documentId]={b.documentId}', { some: ['b'] }),
      get('/books?sort=shout&fields[0]=shout&filters[documentId]={b.documentId}', {
        data: [{ shout: is.matching('^QUIET '), stamp: is.absent }],
      }),
      put('/books/{b.documentId}', { name: 'loud {mark}' }, { data: { shout: is.matching('^LOUD ') } }),
      put('/books/{b.documentId}', { shout: 'x' }, INVALID),
      gives('{ book(documentId: "{b.documentId}") { stamp shout } }', {
        book: { stamp: 'old', shout: is.matching('^LOUD ') },
      }),
      get('/pages/{p.documentId}', { data: { stamp: is.absent, shout: is.absent } }),
      put('/pages/{p.documentId}', { stamp: 'x' }, INVALID),
    ],
    { deploy: PLUGGED, name: 'fields of a type that asks for them' },
  ),
  check(
    'quire.plugins.reads',
    {
      a: named('/rooms', '{mark} a'),
      b: named('/rooms', '{mark} b'),
      s: made('/shelfs', { name: '{mark} s', room: '{a.documentId}' }),
    },
    [
      returned(
        `${rooms}
        const filters = { name: { $startsWith: '{mark}' } };
        const list = await rooms.findMany({ filters, sort: 'name:desc', populate: { shelfs: { fields: ['name'] } } });
        const text = app.documents.text('api::room.room');
        const { text: json, total } = await text.findMany({ filters, sort: 'name:desc', populate: ['shelfs'], pagination: { limit: 1 } });
        const one = await text.findOne({ documentId: '{a.documentId}', fields: ['name'] });
        return {
          list: list.map(({ name, shelfs }) => ({ name, shelfs: shelfs.map((shelf) => shelf.name) })),
          json: JSON.parse(json), one: JSON.parse(one), kind: typeof json + typeof one,
          first: (await rooms.findFirst({ filters, sort: 'name:desc' })).name,
          none: [await rooms.findFirst({ filters: { name: 'none {mark}' } }), await rooms.findOne({ documentId: 'none' }), await text.findOne({ documentId: 'none' })],
          counts: [await rooms.count({ filters }), await rooms.count({ filters: { shelfs: { name: '{mark} s' } } })],
        };`,
        {
          list: [
            { name: '{mark} b', shelfs: [] },
            { name: '{mark} a', shelfs: ['{mark} s'] },
          ],
          json: [{ name: '{mark} b', shelfs: [] }],
          one: { name: '{mark} a', createdAt: is.absent },
          kind: 'stringstring',
          first: '{mark} b',
          none: [null, null, null],
          counts: [2, 1],
        },
      ),
      runs("return app.documents('api::room.room').findMany({ filters: { nme: 'x' } })", INVALID),
      runs("return app.documents('api::room.none').findMany()", {
        body: { thrown: is.matching('api::room.none') },
      }),
    ],
    { deploy: PLUGGED, name: 'objects and text' },
  ),
  check(
    'quire.plugins.reads',
    { a: named('/rooms', '{mark} a') },
    [
      returned(
        `${rooms}
        const filters = { name: { $startsWith: '{mark}' } };
        const seen = [];
        const look = async () => seen.push((await rooms.findMany({ filters, sort: 'name' })).map(({ name }) => name.slice('{mark} '.length)).join());
        const fails = app.documents.transaction(async () => {
          await rooms.create({ data: { name: '{mark} b' } });
          await look();
          await rooms.update({ documentId: '{a.documentId}', data: { name: '{mark} c' } });
          await look();
          throw new Error('undone');
        });
        const message = await fails.catch((error) => error.message);
        await look();
        const done = await app.documents.transaction(async () => {
          await rooms.create({ data: { name: '{mark} d' } });
          // A write that fails inside a transaction fails it as a whole.
          await look();
          return 'kept';
        });
        await look();
        return { message, done, seen };`,
        { message: 'undone', done: 'kept', seen: ['a,b', 'b,c', 'a', 'a,d', 'a,d'] },
      ),
      get('/rooms?filters[name][$startsWith]={mark}&sort=name', { data: names('a', 'd') }),
    ],
    { deploy: PLUGGED, name: 'in a transaction' },
  ),
  check(
    'quire.plugins.reads',
    { t: named('/tags', '{mark} t') },
    [
      returned(
        `${tags}
        const changed = await tags.update({ documentId: '{t.documentId}', data: { rank: 9 }, fields: ['rank'], populate: ['notes'] });
        const missing = await tags.update({ documentId: 'none', data: {} });
        const deleted = [await tags.delete({ documentId: '{t.documentId}' }), await tags.delete({ documentId: 'none' })];
        return { changed, missing, deleted };`,
        {
          changed: { rank: 9, notes: [], name: is.absent },
          missing: null,
          deleted: [{ deleted: 1 }, { deleted: 0 }],
        },
      ),
    ],
    { deploy: PLUGGED, name: 'answers of writes' },
  ),
  check(
    'quire.hooks.done',
    { s: made('/shelfs', { name: '{mark}' }), r: named('/rooms', '{mark}') },
    [
      ran('s', 'written', 'first of create', 'count 1', 'last'),
      ran('r', 'written', 'first of create', 'last'),
      put('/shelfs/{s.documentId}', { name: '{mark} throws' }, { data: { name: '{mark} throws' } }),
      put(
        '/shelfs/{s.documentId}',
        { name: '{mark} undone' },
        { status: 403, error: { message: is.matching('undone') } },
      ),
      get('/shelfs/{s.documentId}', { data: { name: '{mark} throws' } }),
      put('/shelfs/{s.documentId}', { name: 7 }, INVALID),
      del('/shelfs/{s.documentId}', { status: 204 }),
      ran(
        's',
        ...['written', 'first of create', 'count 1', 'last'],
        ...['written', 'first of update', 'count 1', 'last'],
        'written',
        ...['written', 'first of delete', 'count 0', 'last'],
      ),
      get('/rooms/{r.documentId}', { status: 200 }, { headers: { 'X-Done': '{mark}' } }),
      get('/rooms/none', { status: 404 }, { headers: { 'X-Done': '{mark}' } }),
      get('/rooms/{r.documentId}', { status: 200 }, { headers: { 'X-Done': 'throws' } }),
      returned(
        `const mine = () => answered.filter((one) => one.startsWith('{mark}'));
        await until(() => mine().length > 1 && answered.includes('throws 200'));
        return mine();`,
        ['{mark} 200', '{mark} 404'],
      ),
    ],
    { deploy: PLUGGED },
  ),
];
