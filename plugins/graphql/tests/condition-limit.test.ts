// `limits.conditions` counts all filters of one operation: of root fields, of lists inside documents and of aggregates. A refused
// operation runs no statement.
import { createTestApp, type TestApp } from '../../../core/testing';

const MOST = 20;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: {
          title: { type: 'string' },
          tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
        },
      },
      { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
    ],
    config: {
      api: { limits: { conditions: MOST } },
      server: { anonymous: 'full', logs: { level: 'silent' } },
      plugins: { graphql: true },
    },
  });
  const tag = await app.documents('api::tag.tag').create({ data: { name: 'n1' } });
  await app.documents('api::note.note').create({ data: { title: 'n1', tags: [tag.documentId] } });
});
afterAll(() => app.close());

const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join(' ');
const names = (count: number, field: string): string =>
  `{ or: [${times(count, (n) => `{ ${field}: { eq: "n${n}" } }`)}] }`;
const ask = async (query: string, variables?: object) => {
  const before = app.kernel.database.stats().statements;
  const { body, status } = await app.agent.post('/graphql').send({ query, variables });
  return { ...body, status, statements: app.kernel.database.stats().statements - before };
};
const REFUSED = {
  status: 400,
  statements: 0,
  errors: [
    {
      message:
        'The filters have more than 20 conditions (limits.conditions of config/api). Use one list ($in) instead of many values, or send several requests',
      extensions: { error: { details: { limit: MOST } } },
    },
  ],
};

const root = (count: number) => `{ notes(filters: ${names(count, 'title')}) { title } }`;
const related = (count: number) =>
  `{ notes(filters: ${names(10, 'title')}) { tags(filters: ${names(count - 10, 'name')}) { name } } }`;
const aliases = (count: number) =>
  `{ ${times(count / 2, (n) => `a${n}: notes(filters: { title: { eq: "n1" }, tags: { name: { ne: "${n}" } } }) { title }`)} }`;
const fragments = (count: number) =>
  `{ ${times(count / 2, (n) => `a${n}: notes { ...some }`)} } fragment some on Note { tags(filters: ${names(2, 'name')}) { name } }`;
const aggregates = (count: number) =>
  `{ notes_connection { aggregate { groupBy { title { connection(filters: ${names(count, 'title')}) { aggregate { count } } } } } } }`;
const joined = (count: number) =>
  `{ notes(filters: { title: { or: [${times(count, (n) => `"n${n}"`)}] } }) { title } }`;
const empty = (count: number) =>
  `{ notes(filters: { and: [${times(count / 2, () => '{}, { and: [] }')}] }) { title } }`;

it.each([
  ['a root field', root],
  ['a list inside a document', related],
  ['aliases', aliases],
  ['a fragment that is used several times', fragments],
  ['buckets', aggregates],
  ['a list of values in `or`', joined],
  ['empty objects and lists', empty],
])('counts the conditions of %s', async (_what, query) => {
  expect((await ask(query(MOST))).errors).toBeUndefined();
  expect(await ask(query(MOST + 2))).toMatchObject(REFUSED);
});

it('counts variables with each request, and each of their uses', async () => {
  const query =
    'query($f: NoteFiltersInput) { a: notes(filters: $f) { title } b: notes(filters: $f) { title } }';
  const filters = (count: number) => ({
    f: { or: Array.from({ length: count }, (_, n) => ({ title: { eq: `n${n}` } })) },
  });
  expect((await ask(query, filters(MOST / 2))).errors).toBeUndefined();
  expect(await ask(query, filters(MOST / 2 + 1))).toMatchObject(REFUSED);
  expect((await ask(query, filters(MOST / 2))).errors).toBeUndefined();
});

it('a list of `in` is one condition', async () => {
  const list = times(100, (n) => `"n${n}"`);
  expect((await ask(`{ notes(filters: { title: { in: [${list}] } }) { title } }`)).data).toEqual({
    notes: [{ title: 'n1' }],
  });
});
