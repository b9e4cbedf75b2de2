// Cases of rules that compare with a value of the user, while the user has none: they match nothing, on each transport.
import { actionsOf, type Granted, makeUser } from '../accounts';
import { del, get, named, plain, post, put } from '../build';
import type { Bench, Case, Step } from '../case';
import { gives, MINE } from '../graphql-build';
import { SUBSCRIBED, watch } from '../subscriptions-build';
import { sends, TEXT, upload } from '../upload-files';
import { grants } from './taken-rights';

const TEXT_RULES: readonly object[] = [
  { name: '$user.nick' },
  { name: { $eqi: '$user.nick' } },
  { name: { $contains: '$user.nick' } },
  { name: { $containsi: '$user.nick' } },
  { name: { $startsWith: '$user.nick' } },
  { name: { $endsWith: '$user.nick' } },
  { name: { $in: ['$user.nick', 'x'] } },
  { name: { $gte: '$user.nick' } },
  { name: { $ne: '$user.nick' } },
  { name: { $notContains: '$user.nick' } },
  { name: { $notIn: ['$user.nick'] } },
  { $not: { name: '$user.nick' } },
  { $or: [{ name: '$user.nick' }, { n: 1 }] },
  { labels: { name: { $contains: '$user.nick' } } },
  { labels: { name: { $ne: '$user.nick' } } },
];
const NUMBER_RULES: readonly object[] = [
  { n: '$user.rank' },
  { n: { $lt: '$user.rank' } },
  { n: { $ne: '$user.rank' } },
  { n: { $notIn: ['$user.rank', 7] } },
  { n: { $between: ['$user.rank', 9] } },
  { $not: { n: { $gt: '$user.rank' } } },
  { $or: [{ n: '$user.rank' }, { name: { $notNull: true } }] },
];

const WORLD = {
  l: named('/labels', 'x'),
  a: plain({ n: 1, name: 'x', labels: ['{l.documentId}'] }),
  b: plain({ n: null, name: null, labels: ['{l.documentId}'] }),
  c: plain({ n: 0, name: '', labels: ['{l.documentId}'] }),
};

const ruled = (where: object): Granted[] => [
  ...actionsOf('plain', 'find', 'findOne', 'create', 'update', 'delete').map((action) => ({ action, where })),
  ...actionsOf('label', 'find', 'findOne', 'update'),
];
const all = async (bench: Bench, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) await bench.send({ ...step, as: 'caller' });
};
const has = (body: object): Step => ({
  ...{ send: 'PUT', path: '/users/{callerUser.id}', body, expect: { status: 200 } },
});

const OWN = 'filters[mail]={mark}@conform.test';
const NOTHING: readonly Step[] = [
  get(`/plains?${OWN}`, { list: [], meta: { pagination: { total: 0 } } }),
  get('/plains?filters[id][$notNull]=true', { list: [] }),
  ...['a', 'b', 'c'].map((alias) => get(`/plains/{${alias}.documentId}`, { status: 404 })),
  get('/labels/{l.documentId}?populate=plains', { data: { plains: [] } }),
  get('/labels/{l.documentId}?populate[plains][count]=true', { data: { plains: { count: 0 } } }),
  get('/labels?filters[plains][mail]={mark}@conform.test', { list: [] }),
  put('/plains/{a.documentId}', { flag: true }, { status: 404 }),
  del('/plains/{a.documentId}', { status: 204 }),
  post('/plains', { mail: '{mark}@conform.test', n: 1, name: 'x' }, { status: 403 }),
  put('/labels/{l.documentId}', { plains: { disconnect: ['{a.documentId}'] } }, { status: [200, 400] }),
  gives(
    `{ plains(filters: { ${MINE} }) { n } plain(documentId: "{a.documentId}") { n }
       plains_connection(filters: { ${MINE} }) { nodes { n } pageInfo { total } aggregate { count max { n } groupBy { name { key } } } }
       label(documentId: "{l.documentId}") { plains { n } plains_connection { nodes { n } } } }`,
    {
      plains: [],
      plain: null,
      plains_connection: {
        ...{ nodes: [], pageInfo: { total: 0 } },
        aggregate: { count: 0, max: { n: null }, groupBy: { name: [] } },
      },
      label: { plains: [], plains_connection: { nodes: [] } },
    },
  ),
];

const empty = (rules: readonly object[], values: readonly object[], name: string): Case => ({
  rows: ['quire.rules.empty-value'],
  name,
  deploy: SUBSCRIBED,
  given: WORLD,
  async run(bench) {
    await makeUser(bench, 'caller', []);
    for (const value of values) {
      await bench.send(has(value));
      for (const where of rules) {
        await grants(bench, ruled(where));
        await all(bench, NOTHING);
      }
    }
    // Nothing was changed.
    await bench.send(
      get(`/plains?${OWN}&filters[labels][name]=x&filters[flag][$null]=true`, { some: ['a', 'b', 'c'] }),
    );
  },
});

/** Rules with a value of the user, that value, and values of a document that match. */
const WATCHED: readonly (readonly [where: object, value: object, data: object])[] = [
  [{ name: { $contains: '$user.nick' } }, { nick: 'seen' }, { name: 'is seen' }],
  [{ name: { $ne: '$user.nick' } }, { nick: 'seen' }, { name: 'other' }],
  [{ $or: [{ n: { $gt: '$user.rank' } }, { n: 5 }] }, { rank: 2 }, { n: 3 }],
];

export const quireEmptyUserValueCases: readonly Case[] = [
  empty(TEXT_RULES, [{ nick: null }, { nick: '' }], 'a text'),
  empty(NUMBER_RULES, [{ rank: null }], 'a number'),
  {
    rows: ['quire.rules.empty-value'],
    name: 'in subscriptions',
    deploy: SUBSCRIBED,
    given: { a: plain({ n: 5, name: 'x' }) },
    async run(bench) {
      await makeUser(bench, 'caller', []);
      for (const [where, value, data] of WATCHED)
        for (const nick of [null, '']) {
          await bench.send(has({ nick, rank: null }));
          await grants(bench, ruled(where));
          const seen = await watch(bench, {
            ...{ field: 'plainChanged', args: `(filters: { ${MINE} })`, shows: 'n name', as: 'caller' },
            last: plain(data),
          });
          await bench.send(put('/plains/{a.documentId}', { n: 5 }));
          await bench.send(
            post('/plains', { mail: '{mark}@conform.test', name: 'is seen', n: 5 }, {}, { save: 'b' }),
          );
          await bench.send(del('/plains/{b.documentId}'));
          await bench.send(put('/plains/{a.documentId}', { mail: 'other@conform.test' }));
          // Changes are compared one after the other: those so far are done when this one is seen.
          const later = {
            field: 'plainChanged',
            args: `(filters: { ${MINE} })`,
            shows: 'n',
            last: plain({ n: 9 }),
          };
          await (await watch(bench, later)).seenLater();
          // From now on, the rule matches documents.
          await bench.send(has(value));
          bench.compare(`the changes under ${JSON.stringify(where)}`, [], await seen.seenLater());
          await bench.send(put('/plains/{a.documentId}', { mail: '{mark}@conform.test' }));
        }
    },
  },
  {
    rows: ['quire.rules.empty-value'],
    name: 'of files',
    needs: ['upload'],
    deploy: SUBSCRIBED,
    async run(bench) {
      await upload(bench, 'f', TEXT, { caption: '{mark}' });
      const where = { caption: { $contains: '$user.nick' } };
      const files = ['find', 'findOne', 'upload', 'destroy'].map((verb) => ({
        ...{ action: `plugin::upload.content-api.${verb}`, where },
      }));
      await makeUser(bench, 'caller', []);
      for (const nick of [null, '']) {
        await bench.send(has({ nick }));
        await grants(bench, files);
        await all(bench, [
          get('/upload/files', { body: [] }),
          get('/upload/files/{f.id}', { status: 404 }),
          { send: 'DELETE', path: '/upload/files/{f.id}', expect: { status: 404 } },
          sends([TEXT], { status: 404 }, { path: '/upload?id={f.id}' }),
          sends([TEXT], { status: 403 }),
          gives('{ uploadFiles { name } }', { uploadFiles: [] }),
        ]);
      }
      await bench.send(get('/upload/files/{f.id}', { status: 200 }));
    },
  },
];
