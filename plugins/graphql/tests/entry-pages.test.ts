// Pages of the entries of a repeatable component. Wrong values are refused as in every other list.
import { createTestApp, type TestApp } from '../../../core/testing';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: { parts: { type: 'component', component: 'a.part', repeatable: true } },
      },
    ],
    components: { 'a.part': { info: {}, attributes: { name: { type: 'string' } } } },
    config: {
      server: { anonymous: 'full', logs: { level: 'error' } },
      plugins: { graphql: { enabled: true } },
    },
  });
  await app
    .documents('api::note.note')
    .create({ data: { parts: ['a', 'b', 'c'].map((name) => ({ name })) } });
});
afterAll(() => app.close());

const ask = async (pagination: string) => {
  const query = `{ notes { parts(pagination: { ${pagination} }) { name } } }`;
  return (await app.agent.post('/graphql').send({ query })).body;
};

it.each([
  ['page: 2, pageSize: 2', ['c']],
  ['start: 1', ['b', 'c']],
  ['limit: 2', ['a', 'b']],
  ['start: 1, limit: -1', ['b', 'c']],
  ['start: 1, page: null', ['b', 'c']],
])('reads %s', async (pagination, names) => {
  const { data, errors } = await ask(pagination);
  expect(errors).toBeUndefined();
  expect(data.notes[0].parts.map(({ name }: { readonly name: string }) => name)).toEqual(names);
});

it.each([
  ['start: -1', /pagination\.start/],
  ['page: 0', /pagination\.page/],
  ['pageSize: 0', /pagination\.pageSize/],
  ['limit: -2', /pagination\.limit/],
  ['page: 1, start: 1', /both page & offset/],
])('refuses %s', async (pagination, message) => {
  const { errors } = await ask(pagination);
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
});
