// Pages of related documents inside of documents, also inside of entries. Each list has its own page, and maxLimit cuts it.
import { createTestApp, type TestApp } from '../../../core/testing';

const names = ['e', 'd', 'c', 'b', 'a'];
const TAGS = { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' } as const;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
      {
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: {
          tags: { ...TAGS, relation: 'manyToMany' },
          parts: { type: 'component', component: 'a.part', repeatable: true },
          zone: { type: 'dynamiczone', components: ['a.part'] },
        },
      },
    ],
    components: { 'a.part': { info: {}, attributes: { tags: TAGS } } },
    config: {
      server: { anonymous: 'full', logs: { level: 'error' } },
      plugins: { graphql: { enabled: true, config: { defaultLimit: 2, maxLimit: 3 } } },
    },
  });
  const tags: string[] = [];
  for (const name of names)
    tags.push((await app.documents('api::tag.tag').create({ data: { name } })).documentId);
  await app.documents('api::note.note').create({
    data: {
      tags,
      parts: [{ tags }, { tags: tags.slice(0, 1) }],
      zone: [{ __component: 'a.part', tags: [...tags].reverse() }],
    },
  });
});
afterAll(() => app.close());

interface Tagged {
  readonly tags: readonly { readonly name: string }[];
}
const shown = ({ tags }: Tagged): string => tags.map(({ name }) => name).join('');

it.each([
  ['', 'ed', 'e', 'ab'],
  ['(pagination: { start: 1 })', 'dc', '', 'bc'],
  ['(pagination: { limit: 1 })', 'e', 'e', 'a'],
  ['(pagination: { page: 2, pageSize: 2 })', 'cb', '', 'cd'],
  ['(pagination: { limit: 9 })', 'edc', 'e', 'abc'],
  ['(pagination: { limit: -1 })', 'edc', 'e', 'abc'],
  ['(sort: "name", pagination: { start: 3, limit: -1 })', 'de', '', 'de'],
])('tags%s', async (words, whole, second, zone) => {
  const tags = `tags${words} { name }`;
  const query = `{ notes { ${tags} parts { ${tags} } zone { ... on ComponentAPart { ${tags} } } } }`;
  const { data, errors } = (await app.agent.post('/graphql').send({ query })).body;
  expect(errors).toBeUndefined();
  const [note] = data.notes;
  expect([shown(note), ...note.parts.map(shown), ...note.zone.map(shown)]).toEqual([
    whole,
    whole,
    second,
    zone,
  ]);
});
