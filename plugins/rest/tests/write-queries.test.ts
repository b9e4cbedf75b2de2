// The query of a write is checked before anything is written, also the words that its answer does not need.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const contentTypes: ContentTypeDefinition[] = [
  {
    info: { singularName: 'page', pluralName: 'pages', displayName: 'page' },
    attributes: { title: { type: 'string' }, data: { type: 'json' }, text: { type: 'blocks' } },
  },
];

const paragraph = (text: string) => [{ type: 'paragraph', children: [{ type: 'text', text }] }];

describe.each(testDatabases())('queries on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ database, contentTypes });
  });
  afterAll(() => app?.close());

  const titles = async (query = 'sort=title') =>
    ((await app.agent.get(`/api/pages?${query}`)).body.data as { title: string }[]).map(({ title }) => title);

  it.each([
    'sort=nope',
    'sort=title:up',
    'filters[nope]=1',
    'filters[title][$like]=x',
    'fields=nope',
    'populate=nope',
  ])('%s is refused by POST, PUT and DELETE, and nothing is written', async (query) => {
    const { documentId } = (await app.agent.post('/api/pages').send({ data: { title: 'kept' } })).body.data;
    const before = await titles();
    const body = { data: { title: 'written' } };
    for (const answer of [
      await app.agent.post(`/api/pages?${query}`).send(body),
      await app.agent.put(`/api/pages/${documentId}?${query}`).send(body),
      await app.agent.delete(`/api/pages/${documentId}?${query}`),
    ])
      expect([answer.status, answer.body.error?.name]).toEqual([400, 'ValidationError']);
    expect(await titles()).toEqual(before);
  });

  it('good words change nothing about a write', async () => {
    const made = await app.agent
      .post('/api/pages?sort=title&filters[title]=other')
      .send({ data: { title: 'x' } });
    expect([made.status, made.body.data.title]).toEqual([201, 'x']);
    const gone = await app.agent.delete(
      `/api/pages/${made.body.data.documentId}?sort=title&filters[title]=other`,
    );
    expect(gone.status).toBe(204);
  });

  it.each(['data', 'text'])('sorts by the text of %s, nulls first', async (name) => {
    const values: Record<string, unknown[]> = {
      data: [{ b: 1 }, { a: 1 }, null, { B: 1 }],
      text: [paragraph('b'), paragraph('a'), null, paragraph('B')],
    };
    for (const [index, value] of (values[name] ?? []).entries())
      await app.agent.post('/api/pages').send({ data: { title: `${name} ${index}`, [name]: value } });
    const query = (order: string) => `sort=${name}:${order}&sort=id&filters[title][$startsWith]=${name}`;
    expect(await titles(query('asc'))).toEqual([2, 3, 1, 0].map((index) => `${name} ${index}`));
    expect(await titles(query('desc'))).toEqual([0, 1, 3, 2].map((index) => `${name} ${index}`));
  });
});
