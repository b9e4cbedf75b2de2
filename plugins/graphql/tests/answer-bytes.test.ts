// Aliases multiply the text of an answer. It is bounded before the read by `maxAliases`, and while it is written by `limits.answerBytes`.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions, testDatabases } from '../../../core/testing';
import { wrapsQueries } from './fixture';

const MOST = 1_000_000;
const TEXT = 'x'.repeat(30_000);
const contentTypes: ContentTypeDefinition[] = [
  {
    info: { singularName: 'post', pluralName: 'posts' },
    attributes: {
      txt: { type: 'text' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    },
  },
  { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
];
const aliases = (count: number, of = 'txt'): string =>
  Array.from({ length: count }, (_, index) => `a${index}: ${of}`).join(' ');
const tooLarge = expect.objectContaining({
  message: expect.stringContaining(`more than ${MOST} bytes (limits.answerBytes of config/api)`),
});

async function openPosts(options: TestAppOptions): Promise<TestApp> {
  const app = await createTestApp({
    contentTypes,
    ...options,
    config: {
      api: { limits: { answerBytes: MOST } },
      plugins: { graphql: { config: { apolloServer: { allowBatchedHttpRequests: true } } } },
      server: { anonymous: 'full', logs: { level: 'silent' } },
    },
  });
  for (let n = 0; n < 10; n++) await app.documents('api::post.post').create({ data: { txt: TEXT } });
  return app;
}

const opened: TestApp[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

describe.each(testDatabases())('on %s', (database) => {
  describe.each([
    ['written as text', []],
    ['written by graphql-js', [wrapsQueries('posts')]],
  ])('%s', (_name, plugins) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await openPosts({ database, plugins });
      opened.push(app);
    });
    const post = (body: unknown) => app.agent.post('/graphql').send(body as object);

    it('refuses aliases without a read', async () => {
      const { statements } = app.kernel.database.stats();
      const { status, body } = await post({ query: `{ posts { ${aliases(101)} } }` });
      expect(status).toBe(400);
      expect(body.errors[0].message).toContain('more than 100 times in one selection (graphql.maxAliases)');
      expect(app.kernel.database.stats().statements).toBe(statements);
    });

    it.each([
      ['aliases of a text', `{ posts { ${aliases(20)} } }`],
      ['aliases below a list', `{ posts(pagination: { limit: 1 }) { ${aliases(50)} } }`],
      ['root fields', `{ ${aliases(30, 'posts { txt }')} }`],
    ])('refuses %s with more bytes', async (_case, query) => {
      const { text, body } = await post({ query });
      expect(body.errors).toContainEqual(tooLarge);
      expect(text.length).toBeLessThan(MOST / 10);
    });

    it('refuses the operations of a batch that need more bytes', async () => {
      const { text, body } = await post(new Array(9).fill({ query: '{ posts { txt } }' }));
      expect(body[0].data.posts).toHaveLength(10);
      expect(body[8].errors).toEqual([tooLarge]);
      expect(text.length).toBeLessThan(2 * MOST);
    });

    it('answers the same questions with fewer bytes', async () => {
      const { body } = await post({ query: '{ posts { a: txt b: txt txt } }' });
      expect(body.errors).toBeUndefined();
      expect(body.data.posts[9]).toEqual({ a: TEXT, b: TEXT, txt: TEXT });
    });
  });
});

describe('a mutation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openPosts({});
    opened.push(app);
  });

  it('says that it is done when its answer is too large', async () => {
    const query = `mutation($txt: String) { createPost(data: { txt: $txt }) { ${aliases(60)} } }`;
    const { status, body } = await app.agent.post('/graphql').send({ query, variables: { txt: TEXT } });
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain('The operation is done');
    expect(body.errors[0].message).toContain('limits.answerBytes');
    expect(await app.documents('api::post.post').count()).toBe(11);
  });

  it('is answered in a batch, whatever the others need', async () => {
    const mutation = { query: 'mutation { createTag(data: { name: "a" }) { name } }' };
    const { status, body } = await app.agent
      .post('/graphql')
      .send([mutation, ...new Array(4).fill({ query: '{ posts { txt } }' })]);
    expect(status).toBe(200);
    expect(body[0].data.createTag.name).toBe('a');
    expect(body[4].errors).toEqual([tooLarge]);
  });
});
