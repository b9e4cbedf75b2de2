// Calls of the document service by a plugin of the application: clones, and reads with values that no query string has.
import { HOOKED } from '../application-plugins';
import { check, get, INVALID, made, named, plain, put } from '../build';
import type { Case, Step } from '../case';
import { answers, counts, returns, throws } from '../document-plugin';
import { is, type Pattern } from '../pattern';

const deploy = { deploy: HOOKED };

const WRONG_ROWS = { headers: { 'x-conformance-rows': 'wrong' } };

/** Entries with their ids. */
const shells = (...cores: Pattern[]): Pattern => cores.map((core) => ({ core, id: is.integer }));
const ids = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value.flatMap(ids)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => (key === 'id' ? [one] : ids(one)))
      : [];

const inFrench = (alias: string, name: string, code: string | null): Step =>
  put(`/coineds/{${alias}.documentId}?locale=fr`, { name, code }, { status: 200 });

export const quireServiceCallCases: readonly Case[] = [
  check(
    'quire.entries.clone',
    {
      a: made('/coineds', { name: '{mark} a', code: '{mark} 1' }),
      b: made('/coineds', { name: '{mark} b', code: '{mark} 2' }),
      c: made('/coineds?locale=fr', { name: '{mark} c' }),
    },
    [
      inFrench('a', '{mark} a fr', null),
      inFrench('b', '{mark} b fr', '{mark} 3'),
      // The value is taken by the original, in this locale or in another.
      answers('coined', 'clone', { documentId: '{a.documentId}' }, INVALID),
      answers('coined', 'clone', { documentId: '{b.documentId}', data: { code: '{mark} 4' } }, INVALID),
      answers(
        'coined',
        'clone',
        { documentId: '{b.documentId}', locale: 'fr', data: { code: '{mark} 3' } },
        INVALID,
      ),
      counts('/coineds', 2),
      returns(
        'coined',
        'clone',
        { documentId: '{a.documentId}', data: { name: '{mark} copy', code: '{mark} 5' } },
        { name: '{mark} copy', code: '{mark} 5', locale: 'en' },
      ),
      get('/coineds?filters[code]={mark} 5', {}, { save: { copy: 'body.data.0' } }),
      get('/coineds/{copy.documentId}?locale=fr', { data: { name: '{mark} a fr', code: null } }),
      get('/coineds/{a.documentId}', { data: { name: '{mark} a', code: '{mark} 1' } }),
      returns(
        'coined',
        'clone',
        { documentId: '{b.documentId}', locale: 'fr', data: { code: '{mark} 6' } },
        { name: '{mark} b fr', locale: 'fr' },
      ),
      // Only the named locale, and the only locale of a document.
      counts('/coineds', 3),
      counts('/coineds', 5, '&locale=fr'),
      returns('coined', 'clone', { documentId: '{c.documentId}', data: { name: '{mark} d' } }, is.any),
      counts('/coineds', 3),
      get('/coineds?locale=fr&filters[name]={mark} d', { data: is.length(1) }),
      get('/coineds?locale=fr&filters[name]={mark} c', { data: is.length(1) }),
      returns('coined', 'clone', { documentId: 'none' }, null),
      answers('setting', 'clone', {}, { status: 400, error: { message: is.matching('single type') } }),
    ],
    { ...deploy, name: 'of a document with locales and unique values' },
  ),
  check(
    'quire.entries.clone',
    { a: made('/coineds', { name: '{mark} a' }), f: made('/coineds?locale=fr', { name: '{mark} f' }) },
    [
      inFrench('a', '{mark} a fr', null),
      returns(
        'coined',
        'clone',
        { documentId: '{a.documentId}', locale: '*', data: { name: '{mark} copy' } },
        { name: '{mark} copy', locale: 'en' },
      ),
      get('/coineds?filters[name]={mark} copy', {}, { save: { copy: 'body.data.0' } }),
      get('/coineds/{copy.documentId}?locale=fr', { data: { name: '{mark} a fr' } }),
      returns(
        'coined',
        'clone',
        { documentId: '{f.documentId}', locale: '*', data: { name: '{mark} copy f' } },
        { name: '{mark} copy f', locale: 'fr' },
      ),
    ],
    { ...deploy, name: 'of all locales' },
  ),
  {
    rows: ['quire.entries.clone'],
    name: 'of components in components',
    ...deploy,
    given: {
      t: named('/tags', 't'),
      s: made('/stampeds', {
        ...{ name: '{mark}', n: 3, tag: '{t.documentId}', tags: ['{t.documentId}'] },
        shell: { label: 'a', core: { label: 'b' }, cores: [] },
        shells: [{ core: null }, { core: { label: 'c' }, cores: [{ label: 'd' }, { label: 'e' }] }],
      }),
    },
    async run(bench) {
      const args = { documentId: '{s.documentId}', data: { name: '{mark} copy' } };
      await bench.send(returns('stamped', 'clone', args, { name: '{mark} copy', n: 3 }));
      const words =
        'populate[shell][populate]=*&populate[shells][populate]=*&populate[tag]=true&populate[tags]=true';
      const shown = (name: string): Step =>
        get(`/stampeds?filters[name]=${name}&${words}`, {
          data: [
            {
              ...{ n: 3, tag: { name: 't' }, tags: [{ name: 't' }] },
              shell: { label: 'a', core: { label: 'b', id: is.integer }, cores: is.length(0) },
              shells: is.both(shells(null, { label: 'c', id: is.integer }), [
                { cores: is.length(0) },
                { cores: [{ label: 'd' }, { label: 'e' }] },
              ]),
            },
          ],
        });
      const [old, copy] = [await bench.send(shown('{mark}')), await bench.send(shown('{mark} copy'))].map(
        ({ body }) => {
          const { shell, shells } = Object(Object(body).data[0]);
          return ids([shell, shells]);
        },
      );
      if (copy?.some((id) => old?.includes(id)) || new Set(copy).size !== 7)
        bench.fail('the ids of the entries of the clone', 'seven new ids', { old, copy });
      // The id of an entry of the source names no entry of the clone.
      await bench.send({ ...shown('{mark}'), save: { shell: 'body.data.0.shell.id' } });
      const again = { name: '{mark} again', shell: { id: '{shell}', label: 'z' } };
      await bench.send(returns('stamped', 'clone', { ...args, data: again }, { name: '{mark} again' }));
      const empty = { id: is.integer, label: 'z', core: null, cores: is.length(0) };
      await bench.send(
        get(`/stampeds?filters[name]={mark} again&${words}`, {
          data: [{ shell: empty, shells: is.length(2) }],
        }),
      );
    },
  },
  check(
    'quire.filters.places',
    {
      g: named('/groups', 'g'),
      a: plain({ name: '{mark} a', group: '{g.documentId}' }),
      b: plain({ name: '{mark} b' }),
      c: plain({ name: null }),
    },
    (
      [
        [{ name: { $contains: [] } }, 0],
        [{ name: { $notContains: [] } }, 2],
        [{ name: { $in: [] } }, 0],
        [{ name: { $notIn: [] } }, 2],
        [{ name: ['{mark} a', '{mark} b'] }, 2],
        [{ name: { $eq: [null, '{mark} a'] } }, 2],
        [{ name: { $ne: [null, '{mark} a'] } }, 1],
        [{ group: null }, 2],
        [{ group: [] }, 0],
        [{ group: { $not: null } }, 1],
        [{ group: { $or: [null, { name: 'g' }] } }, 3],
        [{ group: { $and: [{ $notNull: true }, { name: 'g' }] } }, 1],
        // A condition that is always true makes its alternatives true.
        [{ $or: [{ $not: { name: { $in: [] } } }, { name: 'none' }] }, 3],
      ] as const
    ).map(([filters, count]) =>
      returns('plain', 'count', { filters: { mail: '{mark}@conform.test', ...filters } }, count),
    ),
    { ...deploy, name: 'filters that only a plugin can send' },
  ),
  check(
    'quire.errors.internal',
    { a: plain({ name: '{mark} a' }), b: plain({ name: '{mark} b' }) },
    [
      returns(
        'plain',
        'findFirst',
        { filters: { mail: '{mark}@conform.test' }, sort: 'name:desc' },
        { name: '{mark} b' },
      ),
      returns('plain', 'findFirst', { filters: { mail: '{mark}' } }, null),
      returns('plain', 'findOne', { documentId: 'none' }, null),
      returns('plain', 'update', { documentId: 'none', data: { n: 1 } }, null),
      returns('plain', 'delete', { documentId: 'none' }, { deleted: 0 }),
      returns('setting', 'delete', { documentId: 'none' }, { deleted: 0 }),
      returns('setting', 'findOne', { documentId: 'none' }, null),
      returns('plain', 'delete', { documentId: '{b.documentId}' }, { deleted: 1 }),
      returns(
        'plain',
        'count',
        { filters: { mail: '{mark}@conform.test' }, sort: 'nothing', fields: ['none'] },
        1,
      ),
      throws(
        'none',
        'count',
        {},
        is.matching('no content type "api::none.none". Known: api::article.article, '),
      ),
      answers('plain', 'count', { filters: { nothing: 1 } }, INVALID),
      // A filter of rows that is wrong is no mistake of the client.
      get('/plains?pagination[limit]=1', { status: 200 }, WRONG_ROWS),
      ...['/tags', '/articles?populate=tags'].map((path) =>
        get(path, { status: 500, error: { message: 'Internal Server Error' } }, WRONG_ROWS),
      ),
    ],
    { ...deploy, name: 'calls for nothing' },
  ),
];
