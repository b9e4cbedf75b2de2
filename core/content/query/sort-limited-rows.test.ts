// A sort through relations whose targets are limited for the caller: rows that the caller does not see give no value, so that the order
// tells nothing of them.
import { definePlugin } from '../../kernel/app/plugin';
import { createTestApp, type TestApp, testDatabases } from '../../testing';
import { limitRows, OPEN_VISIBILITY } from '../model/compiled/visibility';

const AUTHOR = 'api::author.author';
const ARTICLE = 'api::article.article';

const guard = definePlugin({
  name: 'guard' as string,
  register({ hooks }) {
    hooks.request.authorize(() => ({ allowed: true, visibility: OPEN_VISIBILITY }));
    hooks.request.visibility((visibility) =>
      limitRows(visibility, 'open', ({ uid }) =>
        uid === AUTHOR ? { $or: [{ open: true }, { team: { name: 'all' } }] } : null,
      ),
    );
  },
});

describe.each(testDatabases())('sorts through limited rows on %s', (database) => {
  let app: TestApp;
  let hidden: string;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      plugins: [guard],
      contentTypes: [
        { info: { singularName: 'team', pluralName: 'teams' }, attributes: { name: { type: 'string' } } },
        {
          info: { singularName: 'author', pluralName: 'authors' },
          attributes: {
            name: { type: 'string' },
            open: { type: 'boolean' },
            team: { type: 'relation', relation: 'manyToOne', target: 'api::team.team' },
          },
        },
        {
          info: { singularName: 'article', pluralName: 'articles' },
          attributes: {
            title: { type: 'string' },
            author: { type: 'relation', relation: 'manyToOne', target: AUTHOR },
            readers: { type: 'relation', relation: 'manyToMany', target: AUTHOR },
          },
        },
      ],
      config: { plugins: { rest: true, graphql: true } },
    });
    const team = await app.documents('api::team.team').create({ data: { name: 'all' } });
    const author = (name: string, data: object) => app.documents(AUTHOR).create({ data: { name, ...data } });
    const [bea, cid, ada] = [
      await author('bea', { open: true }),
      await author('cid', { team: team.documentId }),
      await author('ada', { open: false }),
    ];
    hidden = ada.documentId;
    const write = (title: string, by: typeof bea, readers: (typeof bea)[]) =>
      app.documents(ARTICLE).create({
        data: { title, author: by.documentId, readers: readers.map(({ documentId }) => documentId) },
      });
    await write('of bea', bea, [cid, ada]);
    await write('of cid', cid, [bea]);
    await write('of ada', ada, [ada]);
  });
  afterAll(() => app?.close());

  const titles = async (sort: string) => {
    const { status, body } = await app.agent.get(`/api/articles?sort=${sort}`);
    return status === 200 ? body.data.map(({ title }: { title: string }) => title) : body.error.message;
  };

  it.each([
    ['author.name', ['of ada', 'of bea', 'of cid']],
    ['author.name:desc', ['of cid', 'of bea', 'of ada']],
    ['readers.name', ['of ada', 'of cid', 'of bea']],
    ['readers.name:desc', ['of bea', 'of cid', 'of ada']],
  ])('sort=%s', async (sort, expected) => {
    for (const name of ['ada', 'zoe', 'bob']) {
      await app.documents(AUTHOR).update({ documentId: hidden, data: { name } });
      // The hidden author changes nothing, whatever the name.
      expect([name, await titles(sort)]).toEqual([name, expected]);
    }
  });

  it('sorts over GraphQL and inside populate, too', async () => {
    const { body } = await app.agent
      .post('/graphql')
      .send({ query: '{ articles(sort: "author.name:desc") { title } }' });
    expect(body).toEqual({ data: { articles: ['of cid', 'of bea', 'of ada'].map((title) => ({ title })) } });
    const answer = await app.agent.get('/api/articles?populate[readers][sort]=team.name:desc&sort=id');
    expect(answer.body.data[0].readers.map(({ name }: { name: string }) => name)).toEqual(['cid']);
  });
});
