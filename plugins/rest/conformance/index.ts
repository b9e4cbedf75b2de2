// Rows and cases of writes of many documents in one request.
import { actionsOf, borrowUser } from '../../../conformance/cases/accounts';
import { article, del, get, plain, put } from '../../../conformance/cases/build';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { exactly, is, type Pattern } from '../../../conformance/cases/pattern';
import { rowsOf } from '../../../conformance/spec/row';

export const rows = rowsOf(
  { section: 'quire.bulk', title: 'Quire: many documents in one request', profile: 'quire' },
  `
quire.bulk.items      | bulk | must | tokens | items create, update and delete in their order; the answer has an id for each, and no content
quire.bulk.atomic     | bulk | must | tokens | the error names each refused item, and nothing is stored; with atomic false the others are stored
quire.bulk.conditions | bulk | must | tokens | ifMatch of an item is the ETag that the document has; another one refuses the item
quire.bulk.operations | bulk | must | tokens drafts | each operation of a type is an item, for drafts too; another one is a 400
quire.bulk.rights     | bulk | must | tokens auth | a caller needs the permission for many documents and that of each item
quire.bulk.refused    | bulk | must | tokens | an empty list, a wrong item and more items than the limit are a 400, and nothing is stored
quire.bulk.filter     | bulk | must | tokens | update-by-filter changes the documents that match and no others; without a condition it is a 400
`,
);

const OWN = 'filters[mail][$eq]={mark}@conform.test&sort=id';
const create = (n: number) => ({ operation: 'create', data: { n, mail: '{mark}@conform.test' } });
const change = (alias: string, data: object, more: object = {}) => ({
  ...{ operation: 'update', documentId: `{${alias}.documentId}`, data },
  ...more,
});
const one = (operation: string, alias: string) => ({ operation, documentId: `{${alias}.documentId}` });
const bulk = (items: readonly object[], expect: Expectation, more: object = {}, query = ''): Step => ({
  ...{ send: 'POST', path: `/plains/actions/bulk${query}`, body: { data: { items, ...more } }, expect },
});
const counted = (stored: number, refused: number, data: readonly Pattern[]): Expectation => ({
  ...{ status: 200, body: { data: exactly(data), meta: { stored, refused } } },
});
/** The numbers of the own documents, in their order. */
const numbers = (...all: readonly number[]): Step =>
  get(`/plains?${OWN}`, { data: exactly(all.map((n) => ({ n }))) });
const at = (name: string, step: Step): Step => ({ ...step, path: step.path.replace('/plains', `/${name}`) });

/** Items make documents that no step names: the case removes them. */
async function removeOwn(bench: Bench): Promise<void> {
  const { body } = await bench.send(get(`/plains?${OWN}`));
  for (const { documentId } of Object(body).data) await bench.send(del(`/plains/${documentId}`));
}

export const cases: readonly Case[] = [
  {
    rows: ['quire.bulk.items'],
    given: { a: plain({ n: 1 }), b: plain({ n: 2 }) },
    run: async (bench) => {
      const items = [
        create(3),
        change('a', { n: 10 }),
        one('delete', 'b'),
        create(4),
        change('a', { n: 11 }),
      ];
      const answers = [
        { documentId: is.text, error: null },
        { documentId: '{a.documentId}', error: null },
        { documentId: '{b.documentId}', error: null },
        { documentId: is.text, error: null },
        { documentId: '{a.documentId}', error: null },
      ].map((each) => is.both(each, { n: is.absent, mail: is.absent }));
      await bench.send(bulk(items, counted(5, 0, answers)));
      await bench.send(numbers(11, 3, 4));
      await bench.send(get('/plains/{b.documentId}', { status: 404 }));
      await removeOwn(bench);
    },
  },
  {
    rows: ['quire.bulk.atomic'],
    given: { a: plain({ n: 1 }) },
    run: async (bench) => {
      const unknown = { operation: 'update', documentId: 'unknown00000000000000000', data: { n: 1 } };
      const gone = { ...unknown, operation: 'delete' };
      const wrong = change('a', { nn: 1 });
      const items = [create(2), wrong, change('a', { n: 5 }), unknown, gone, create(3)];
      const refused = (index: number, status: number) => ({ index, error: { status, name: is.text } });
      const expected = exactly([refused(1, 400), refused(3, 404), refused(4, 404)]);
      const error = { name: 'BulkWriteError', details: { items: expected } };
      for (const more of [{}, { atomic: true }]) await bench.send(bulk(items, { status: 400, error }, more));
      await bench.send(numbers(1));
      const outcome = [null, 400, null, 404, 404, null];
      const data = outcome.map((status) => ({ error: status === null ? null : { status } }));
      await bench.send(bulk(items, counted(3, 3, data), { atomic: false }));
      await bench.send(numbers(5, 2, 3));
      await removeOwn(bench);
    },
  },
  {
    rows: ['quire.bulk.conditions'],
    given: { a: plain({ n: 1 }), b: plain({ n: 2 }) },
    run: async (bench) => {
      const tags: Record<string, unknown> = {};
      for (const alias of ['a', 'b'])
        tags[alias] = (await bench.send(get(`/plains/{${alias}.documentId}`))).headers.etag;
      await bench.send(put('/plains/{b.documentId}', { n: 3 }));
      const items = ['a', 'b'].map((alias) => change(alias, { n: 9 }, { ifMatch: tags[alias] }));
      const refused = { index: 1, error: { status: 412, name: 'PreconditionFailedError' } };
      const details = { items: exactly([refused]) };
      await bench.send(bulk(items, { status: 400, error: { name: 'BulkWriteError', details } }));
      await bench.send(numbers(1, 3));
      const data = [{ error: null }, { error: { status: 412 } }];
      await bench.send(bulk(items, counted(1, 1, data), { atomic: false }));
      await bench.send(numbers(9, 3));
    },
  },
  {
    rows: ['quire.bulk.operations'],
    given: { a: article(), b: article() },
    run: async (bench) => {
      const operate = (name: string) =>
        at('articles', bulk([one(name, 'a'), one(name, 'b')], counted(2, 0, [is.object, is.object])));
      const shown = (alias: string, status: number) => get(`/articles/{${alias}.documentId}`, { status });
      await bench.send(operate('unpublish'));
      for (const alias of ['a', 'b']) await bench.send(shown(alias, 404));
      await bench.send(operate('publish'));
      for (const alias of ['a', 'b']) await bench.send(shown(alias, 200));
      const drafts = [change('a', { title: '{mark} draft' })];
      await bench.send(at('articles', bulk(drafts, { status: 200 }, {}, '?status=draft')));
      await bench.send(get('/articles/{a.documentId}', { data: { title: '{mark}' } }));
      await bench.send(operate('discardDraft'));
      await bench.send(get('/articles/{a.documentId}?status=draft', { data: { title: '{mark}' } }));
      await bench.send(at('articles', bulk([one('destroy', 'a')], { status: 400 })));
      await bench.send(bulk([{ operation: 'publish', documentId: 'any' }], { status: 400 }));
    },
  },
  {
    rows: ['quire.bulk.rights'],
    given: { a: plain({ n: 1 }) },
    run: async (bench) => {
      await borrowUser(bench, 'bulk', actionsOf('plain', 'bulk', 'find'));
      await borrowUser(bench, 'update', actionsOf('plain', 'update', 'find'));
      await borrowUser(bench, 'both', actionsOf('plain', 'bulk', 'update', 'find'));
      const items = [change('a', { n: 2 })];
      for (const as of ['bulk', 'update']) await bench.send({ ...bulk(items, { status: 403 }), as });
      // None of two operations is allowed.
      const two = [...items, one('delete', 'a')];
      await bench.send({ ...bulk(two, { status: 403, error: { name: 'ForbiddenError' } }), as: 'bulk' });
      await bench.send({ ...bulk(two, { status: [400, 403] }), as: 'both' });
      await bench.send(numbers(1));
      await bench.send({ ...bulk(items, { status: 200 }), as: 'both' });
      await bench.send(numbers(2));
    },
  },
  {
    rows: ['quire.bulk.refused'],
    given: { a: plain({ n: 1 }) },
    run: async (bench) => {
      const wrong: readonly (readonly object[])[] = [
        [],
        [create(2), { operation: 'creat', data: { n: 1 } }],
        [create(2), { operation: 'update', data: { n: 1 } }],
        [create(2), { ...one('update', 'a'), data: [] }],
        [create(2), { ...change('a', { n: 1 }), force: true }],
        Array.from({ length: 1001 }, (_, index) => create(index)),
      ];
      for (const items of wrong) await bench.send(bulk(items, { status: 400 }));
      await bench.send(bulk([create(2)], { status: 400 }, { atomic: 'no' }));
      await bench.send(numbers(1));
    },
  },
  {
    rows: ['quire.bulk.filter'],
    given: { a: plain({ n: 1 }), b: plain({ n: 2 }), c: plain({ n: 3 }) },
    run: async (bench) => {
      const update = (filters: unknown, data: object, expect: Expectation): Step => ({
        ...{
          send: 'POST',
          path: '/plains/actions/update-by-filter',
          body: { data: { filters, data } },
          expect,
        },
      });
      const own = { mail: '{mark}@conform.test' };
      const ids = ['b', 'c'].map((alias) => ({ documentId: `{${alias}.documentId}`, error: null }));
      const matching = { ...own, n: { $gt: 1 } };
      await bench.send(update(matching, { n: 7 }, { status: 200, body: { data: is.shuffled(...ids) } }));
      await bench.send(numbers(1, 7, 7));
      await bench.send(update({ ...own, n: 99 }, { n: 8 }, counted(0, 0, [])));
      for (const filters of [{}, [], null]) await bench.send(update(filters, { n: 9 }, { status: 400 }));
      await bench.send(update({ nn: 1 }, { n: 9 }, { status: 400 }));
      await bench.send(update(own, { nn: 9 }, { status: 400 }));
      await bench.send(numbers(1, 7, 7));
    },
  },
];
