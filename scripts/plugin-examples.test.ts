// Runs examples of docs/plugins/ that need an application: operators that a type excludes, and old and new links.
import { createTestApp, examine, testDatabases } from '../testing';
import { pluginOfPage } from './page-blocks';

test('an attribute type excludes operators of its kind', async () => {
  const app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'book', pluralName: 'books' }, attributes: { isbn: { type: 'isbn' } } },
    ],
    plugins: [pluginOfPage('plugins/attributes.md', 'books')],
    config: { plugins: { openapi: true, graphql: true } },
  });
  const client = app.as('public');
  try {
    await client.post('/api/books', { data: { isbn: '9780000000001' } }).expect(201);
    for (const filter of ['$startsWith]=978', '$eq]=9780000000001', '$lengthGt]=12'])
      expect((await client.get(`/api/books?filters[isbn][${filter}`).expect(200)).body.data).toHaveLength(1);
    const refused = await client.get('/api/books?filters[isbn][$gt]=1').expect(400);
    expect(refused.body.error.message).toContain('isbn is of type isbn and cannot be compared with $gt');
    await client
      .get('/api/books?filters[$or][0][isbn][$between][]=1&filters[$or][0][isbn][$between][]=2')
      .expect(400);
    const query = '{ books(filters: { isbn: { gt: "1" } }) { isbn } }';
    const { body } = await client.post('/graphql', { query });
    expect(body.errors[0].message).toContain('cannot be compared with');
    const { components } = (await client.get('/api/openapi.json').expect(200)).body;
    const described = JSON.stringify(components.schemas.Conditions_isbn);
    expect([described.includes('$startsWith'), described.includes('$gte')]).toEqual([true, false]);
  } finally {
    await app.close();
  }
});

test.each(testDatabases())('a plugin sees old and new links on %s', async (database) => {
  const shared = (name: string, plural: string, attributes: object) =>
    ({
      info: { singularName: name, pluralName: plural },
      options: { draftAndPublish: true },
      attributes,
    }) as never;
  const tags = { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' };
  const posts = { type: 'relation', relation: 'oneToMany', target: 'api::post.post', mappedBy: 'author' };
  const app = await createTestApp({
    contentTypes: [
      shared('post', 'posts', {
        title: { type: 'string' },
        tags,
        author: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'api::author.author',
          inversedBy: 'posts',
        },
        anything: { type: 'relation', relation: 'morphToMany' },
      }),
      { info: { singularName: 'author', pluralName: 'authors' }, attributes: { posts } },
      { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
    ],
    plugins: [pluginOfPage('plugins/documents.md', 'link-log')],
    config: { plugins: { 'draft-and-publish': true }, server: { logs: { level: 'info' } } },
    database,
  });
  const client = app.as('public');
  let seen = 0;
  /** The changes that the last request logged. */
  const changes = () => {
    const all = app.logs.filter(({ message, msg }) => (message ?? msg) === 'links changed');
    const added = all.slice(seen);
    seen = all.length;
    return added.map(({ status, name, old, ids }) => [status, name, old, ids]);
  };
  try {
    const made = await Promise.all(
      ['a', 'b'].map((name) => client.post('/api/tags', { data: { name } }).expect(201)),
    );
    const [a, b] = made.map(({ body }) => body.data.documentId);
    const { data } = (await client.post('/api/posts', { data: { title: 't', tags: [a] } }).expect(201)).body;
    const both = (old: string, ids: string) => [
      ['draft', 'tags', old, ids],
      ['published', 'tags', old, ids],
    ];
    expect(changes()).toEqual(both('', a));
    const path = `/api/posts/${data.documentId}`;
    await client.put(`${path}?status=draft`, { data: { tags: { connect: [b] } } }).expect(200);
    expect(changes()).toEqual([['draft', 'tags', a, `${a},${b}`]]);
    await client.post(`${path}/actions/publish`, {}).expect(200);
    expect(changes()).toEqual([['published', 'tags', a, `${a},${b}`]]);
    await client.put(path, { data: { title: 'u' } }).expect(200);
    expect(changes()).toEqual([]);
    await client.delete(path).expect(204);
    expect(changes()).toEqual(both(`${a},${b}`, ''));
    // Draft-only targets of a type without drafts, and targets of any type.
    const draft = (await client.post('/api/posts?status=draft', { data: { title: 'd' } }).expect(201)).body
      .data;
    const author = (await client.post('/api/authors', { data: { posts: [draft.documentId] } }).expect(201))
      .body.data;
    expect(changes()).toEqual([[undefined, 'posts', '', draft.documentId]]);
    const anything = { connect: [{ __type: 'api::author.author', documentId: author.documentId }] };
    await client.put(`/api/posts/${draft.documentId}?status=draft`, { data: { anything } }).expect(200);
    expect(changes()).toEqual([['draft', 'anything', '', author.documentId]]);
    expect(await examine(app.kernel)).toEqual([]);
  } finally {
    await app.close();
  }
});
