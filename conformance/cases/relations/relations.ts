// Cases of "Relation management": to-many on plains and labels; to-one of each kind on plains, articles, authors and zoos.
import { check, get, idOf, made, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

const LABELS = {
  l: named('/labels', 'l'),
  m: named('/labels', 'm'),
  o: named('/labels', 'o'),
  x: named('/labels', 'x'),
};
/** The list starts as l, m, o. */
const START = { ...LABELS, a: plain({ labels: ['{l.documentId}', '{m.documentId}', '{o.documentId}'] }) };
const holds = (...labels: string[]): Step =>
  get('/plains/{a.documentId}?populate=labels', { at: { 'data.labels.*.name': labels } });
const long = (alias: string, more: object = {}): object => ({ documentId: idOf(alias), ...more });
const labels = (value: unknown, status: number | 'refused' = 200): Step =>
  put('/plains/{a.documentId}', { labels: value }, { status });

const relation = (row: string, value: unknown, ...result: string[]): Case =>
  check(`relations.${row}`, START, [labels(value), holds(...result)]);
const refused = (row: string, value: unknown): Case =>
  check(`relations.${row}`, START, [labels(value, 'refused'), holds('l', 'm', 'o')]);

export const relationCases: readonly Case[] = [
  check('relations.keywords.create', LABELS, [
    post('/plains', { name: '{mark}', labels: { connect: [idOf('l'), idOf('m')] } }, {}, { save: 'a' }),
    holds('l', 'm'),
  ]),
  check(
    'relations.keywords.create',
    LABELS,
    [
      post('/plains', { name: '{mark}', labels: { set: [idOf('o'), idOf('l')] } }, {}, { save: 'a' }),
      holds('o', 'l'),
    ],
    { name: 'set' },
  ),
  check('relations.keywords.update', START, [
    labels({ connect: [idOf('x')] }),
    holds('l', 'm', 'o', 'x'),
    labels({ disconnect: [idOf('l')] }),
    holds('m', 'o', 'x'),
    labels({ set: [idOf('l'), idOf('x')] }),
    holds('l', 'x'),
  ]),
  check('relations.multi.arrays', START, [
    get('/plains/{a.documentId}?populate=labels', {
      data: { labels: is.each({ documentId: is.text }) },
      at: { 'data.labels': is.length(3) },
    }),
  ]),
  relation('connect.adds', { connect: [idOf('x')] }, 'l', 'm', 'o', 'x'),
  relation('connect.with-disconnect', { connect: [idOf('x')], disconnect: [idOf('m')] }, 'l', 'o', 'x'),
  relation('disconnect.removes', { disconnect: [idOf('m')] }, 'l', 'o'),
  relation('disconnect.partial', { disconnect: [idOf('l')] }, 'm', 'o'),
  relation('set.replaces', { set: [idOf('x')] }, 'x'),
  relation('set.replaces', { set: [] }),
  relation('set.order', { set: [idOf('o'), idOf('x'), idOf('l')] }, 'o', 'x', 'l'),
  refused('set.no-connect', { set: [idOf('x')], connect: [idOf('l')] }),
  refused('set.no-disconnect', { set: [idOf('x')], disconnect: [idOf('l')] }),
  relation('short.connect', { connect: [idOf('x')] }, 'l', 'm', 'o', 'x'),
  relation('short.disconnect', { disconnect: [idOf('o'), idOf('l')] }, 'm'),
  relation('short.set', { set: [idOf('m'), idOf('l')] }, 'm', 'l'),
  relation('long.connect', { connect: [long('x')] }, 'l', 'm', 'o', 'x'),
  relation('long.disconnect', { disconnect: [long('m')] }, 'l', 'o'),
  relation('long.set', { set: [long('x'), long('m')] }, 'x', 'm'),
  relation('bare-array', [idOf('x'), idOf('m')], 'x', 'm'),
  relation('bare-array', []),
  relation(
    'position.before',
    { connect: [long('x', { position: { before: idOf('m') } })] },
    'l',
    'x',
    'm',
    'o',
  ),
  relation(
    'position.after',
    { connect: [long('x', { position: { after: idOf('l') } })] },
    'l',
    'x',
    'm',
    'o',
  ),
  relation('position.start', { connect: [long('x', { position: { start: true } })] }, 'x', 'l', 'm', 'o'),
  relation('position.end', { connect: [long('x', { position: { end: true } })] }, 'l', 'm', 'o', 'x'),
  relation('position.default', { connect: [long('x')] }, 'l', 'm', 'o', 'x'),
  check('relations.position.written-order', { ...LABELS, a: plain({ labels: [idOf('l')] }) }, [
    labels({ connect: [long('m', { position: { start: true } }), long('o', { position: { start: true } })] }),
    holds('o', 'm', 'l'),
  ]),
  check(
    'relations.position.written-order',
    { ...LABELS, a: plain({ labels: [idOf('l')] }) },
    [
      labels({
        connect: [long('m', { position: { end: true } }), long('o', { position: { before: idOf('m') } })],
      }),
      holds('l', 'o', 'm'),
    ],
    { name: 'an entry sees the one before it' },
  ),
  refused('connect.twice', { connect: [idOf('x'), idOf('x')] }),
  refused('connect.twice.forms', { connect: [idOf('x'), long('x')] }),
  check('errors.connect-twice', START, [
    put(
      '/plains/{a.documentId}',
      { labels: { connect: [idOf('x'), idOf('x')] } },
      { status: 400, error: is.object },
    ),
    holds('l', 'm', 'o'),
  ]),
  check('relations.to-one.last.many-to-one', { g: named('/groups', 'g'), h: named('/groups', 'h') }, [
    post('/plains', { name: '{mark}', group: { connect: [idOf('g'), idOf('h')] } }, {}, { save: 'a' }),
    get('/plains/{a.documentId}?populate=group', { data: { group: { name: 'h' } } }),
  ]),
  check(
    'relations.to-one.last.many-to-one',
    { g: named('/groups', 'g'), h: named('/groups', 'h') },
    [
      post('/plains', { name: '{mark}', group: [idOf('g'), idOf('h')] }, {}, { save: 'a' }),
      get('/plains/{a.documentId}?populate=group', { data: { group: { name: 'h' } } }),
    ],
    { name: 'array' },
  ),
  check(
    'relations.to-one.last.one-to-one',
    { p: made('/profiles', { nick: 'p' }), q: made('/profiles', { nick: 'q' }) },
    [
      post('/authors', { name: '{mark}', profile: { connect: [idOf('p'), idOf('q')] } }, {}, { save: 'a' }),
      get('/authors/{a.documentId}?populate=profile', { data: { profile: { nick: 'q' } } }),
    ],
  ),
  check('relations.to-one.last.one-way', { t: named('/tags', 't'), u: named('/tags', 'u') }, [
    post('/zoos', { name: '{mark}', oneOne: { connect: [idOf('t'), idOf('u')] } }, {}, { save: 'a' }),
    get('/zoos/{a.documentId}?populate=oneOne', { data: { oneOne: { name: 'u' } } }),
  ]),
  check(
    'relations.to-one.short',
    { g: named('/groups', 'g'), h: named('/groups', 'h'), a: plain({ group: '{g.documentId}' }) },
    [
      get('/plains/{a.documentId}?populate=group', { data: { group: { name: 'g' } } }),
      put('/plains/{a.documentId}', { group: idOf('h') }),
      get('/plains/{a.documentId}?populate=group', { data: { group: { name: 'h' } } }),
    ],
  ),
  check('relations.position.version', START, [], {
    async run(bench) {
      const { status } = await bench.send({
        ...labels({ connect: [long('x', { position: { start: true } })] }),
        expect: { status: 'any' },
      });
      bench.record(`a position in connect: ${status}`);
    },
  }),
  check('versioning.positions', START, [], {
    async run(bench) {
      const { status } = await bench.send({
        ...labels({ connect: [long('x', { position: { start: true } })] }),
        expect: { status: 'any' },
      });
      bench.record(`a position in connect: ${status}`);
    },
  }),
];
