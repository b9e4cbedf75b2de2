// A read that is too costly runs once. A list above `amountLimit` is read again, since graphql-js gives its error a place.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const contentTypes: ContentTypeDefinition[] = [
  {
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: {
      title: { type: 'string' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    },
  },
  { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
];
const MOST_ROWS = 12;
const AMOUNT = 4;

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes,
      config: {
        api: { limits: { maxRows: MOST_ROWS } },
        plugins: { graphql: { config: { amountLimit: AMOUNT } } },
        server: { anonymous: 'full', logs: { level: 'silent' } },
      },
    });
    const tags: string[] = [];
    for (let n = 0; n < 5; n++)
      tags.push((await app.documents('api::tag.tag').create({ data: { name: `${n}` } })).documentId);
    for (let n = 0; n < 4; n++)
      await app.documents('api::note.note').create({
        data: { title: `${n}`, tags: n === 0 ? tags : tags.slice(1) },
      });
  });
  afterAll(() => app.close());

  const ask = async (query: string) => {
    const before = app.kernel.database.stats().statements;
    const { body } = await app.agent.post('/graphql').send({ query });
    return { errors: body.errors, statements: app.kernel.database.stats().statements - before };
  };
  const notes = (first: number, tags: string) =>
    `{ notes(sort: "title", pagination: { limit: ${first} }) { title tags(pagination: { limit: ${tags} }) { name } } }`;

  it('of more rows than a query may read', async () => {
    const fits = await ask(notes(2, '4'));
    expect(fits.errors).toBeUndefined();
    const costly = await ask(notes(4, '4'));
    expect(costly.errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(`more than ${MOST_ROWS} rows`),
        path: ['notes'],
      }),
    ]);
    expect(costly.statements).toBe(fits.statements);
  });

  it('of a list above amountLimit', async () => {
    const { errors } = await ask(notes(1, '-1'));
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(`${AMOUNT}`),
        path: ['notes', 0, 'tags'],
        extensions: expect.anything(),
      }),
    ]);
  });
});
