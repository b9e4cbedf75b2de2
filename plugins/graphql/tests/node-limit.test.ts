// `nodeLimit` counts the documents that an operation really reads: in lists, below them, in buckets and in the answer of a mutation.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const POST: ContentTypeDefinition = {
  info: { singularName: 'post', pluralName: 'posts' },
  attributes: {
    n: { type: 'integer' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'posts' },
  },
};
const TAG: ContentTypeDefinition = {
  info: { singularName: 'tag', pluralName: 'tags' },
  attributes: {
    n: { type: 'integer' },
    posts: { type: 'relation', relation: 'manyToMany', target: 'api::post.post', mappedBy: 'tags' },
  },
};
const ALL = 'pagination: { limit: -1 }';

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [POST, TAG],
      config: {
        server: { anonymous: 'full' },
        plugins: { graphql: { enabled: true, config: { nodeLimit: 20 } } },
      },
    });
  });
  afterAll(() => app?.close());
  const ask = async (query: string) => {
    const { status, body } = await app.agent.post('/graphql').send({ query });
    return {
      status,
      ...(body as { data?: unknown; errors?: readonly { message: string; extensions: unknown }[] }),
    };
  };
  const refused = {
    status: 400,
    errors: [
      expect.objectContaining({
        message:
          'The operation reads more than 20 documents, the nodeLimit (graphql.config.nodeLimit in config/plugins; docs/graphql.md#limits). Ask for smaller pages, such as pagination: { pageSize: 10 }, or for fewer nested lists',
        extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
      }),
    ],
  };

  it('lets a front end ask for everything where there is little', async () => {
    const nested = `{ posts(${ALL}) { n tags(${ALL}) { n posts(${ALL}) { tags(${ALL}) { n } } } } }`;
    expect(await ask(nested)).toEqual({ status: 200, data: { posts: [] } });
  });

  it('counts what is read', async () => {
    const tags = app.documents('api::tag.tag');
    const posts = app.documents('api::post.post');
    const ids: string[] = [];
    for (const n of [0, 1, 2]) ids.push((await tags.create({ data: { n } })).documentId);
    const made: string[] = [];
    for (const n of [0, 1, 2, 3, 4]) made.push((await posts.create({ data: { n, tags: ids } })).documentId);

    // 5 posts with 3 tags each.
    const most = {
      status: 200,
      data: { posts: Array.from({ length: 5 }, (_, n) => ({ n, tags: [{ n: 0 }, { n: 1 }, { n: 2 }] })) },
    };
    expect(await ask(`{ posts(${ALL}) { n tags(${ALL}) { n } } }`)).toEqual(most);
    expect(await ask(`{ posts(${ALL}) { a: tags { n posts_connection(${ALL}) { nodes { n } } } } }`)).toEqual(
      refused,
    );
    expect(await ask(`{ posts(${ALL}) { tags { n } } tags(${ALL}) { n } }`)).toEqual(refused);
    expect(await ask(`{ tags(${ALL}) { n } tags_connection { nodes { posts(${ALL}) { n } } } }`)).toEqual(
      refused,
    );
    expect(
      await ask(`{ tags(${ALL}) { n } tags_connection { nodes { n } pageInfo { total } } }`),
    ).toMatchObject({ status: 200 });
    // The same text again: what is kept of it holds no count.
    for (const _ of [1, 2, 3]) expect(await ask(`{ posts(${ALL}) { n tags(${ALL}) { n } } }`)).toEqual(most);

    const deep = `updatePost(documentId: "${made[0]}", data: { n: 9 }) { tags { posts { tags { n } } } }`;
    const write = await ask(`mutation { ${deep} }`);
    expect(write).toMatchObject({
      status: 200,
      data: { updatePost: null },
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    });
    expect(write.errors?.[0]?.message).toMatch(/nodeLimit/);
    expect(await posts.findOne({ documentId: made[0] ?? '' })).toMatchObject({ n: 0 });

    for (let n = 5; n < 30; n++) await posts.create({ data: { n } });
    expect(await ask(`{ posts(${ALL}) { n } }`)).toEqual(refused);
    expect(await ask('{ posts_connection { aggregate { groupBy { n { key } } } } }')).toEqual(refused);
  });
});
