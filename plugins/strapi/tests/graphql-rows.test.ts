// Documents of GraphQL resolvers that code has read with few values: a selection reads their relations.
import type { TestApp } from '../../../core/testing';
import { api, crud, index } from './compared/project-files';
import { startProject } from './project';

const SECRET = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';
const ENTRY = 'api::entry.entry';
const FILES = {
  ...api('author', { plural: 'authors', attributes: { name: { type: 'string' } } }),
  ...api('entry', {
    plural: 'entries',
    more: { options: { draftAndPublish: true } },
    attributes: {
      title: { type: 'string' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
  }),
  ...index({
    users: [],
    grants: { public: [...crud(ENTRY), 'api::author.author.find'] },
    register: `
    strapi.plugin('graphql').service('extension').use(({ strapi }) => ({
      typeDefs: 'extend type Query { documents: [Entry]! entities: [Entry]! rows: [Entry]! bare: [Entry]! }',
      resolvers: {
        Query: {
          documents: () => strapi.documents('${ENTRY}').findMany({ fields: ['title'], sort: 'title' }),
          entities: () => strapi.entityService.findMany('${ENTRY}', { fields: ['title'], sort: 'title' }),
          rows: () => strapi.db.query('${ENTRY}').findMany({ select: ['id', 'title'], orderBy: { title: 'asc' } }),
          bare: () => strapi.db.query('${ENTRY}').findMany({ select: ['title'], limit: 1 }),
        },
      },
      resolversConfig: { 'Query.documents': { auth: false }, 'Query.entities': { auth: false }, 'Query.rows': { auth: false }, 'Query.bare': { auth: false } },
    }));`,
  }),
};

describe('rows without publishedAt', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startProject(FILES, {
      config: {
        plugins: {
          'draft-and-publish': true,
          graphql: true,
          'users-permissions': { config: { jwtSecret: SECRET, ratelimit: { enabled: false } } },
        },
      },
    });
    const create = (uid: string, data: object, status = 'draft') =>
      app.documents(uid).create({ data, status } as never);
    const first = await app.documents('api::author.author').create({ data: { name: 'Zoe' } } as never);
    await create(ENTRY, { title: 'A', author: first.documentId });
    await create(ENTRY, { title: 'B', author: first.documentId }, 'published');
  });
  afterAll(() => app?.close());

  it.each([
    ['documents', ['A', 'B']],
    ['entities', ['A', 'B']],
    ['rows', ['A', 'B', 'B']],
  ])('have their relations: %s', async (field, titles) => {
    const { body } = await app.agent
      .post('/graphql')
      .send({ query: `{ ${field} { title author { name } } }` });
    expect(body).toEqual({ data: { [field]: titles.map((title) => ({ title, author: { name: 'Zoe' } })) } });
  });

  it('need their id, and the log says so', async () => {
    const ask = (query: string) => app.agent.post('/graphql').send({ query });
    expect((await ask('{ bare { title } }')).body).toEqual({ data: { bare: [{ title: 'A' }] } });
    const { body } = await ask('{ bare { title author { name } } }');
    expect(body.errors).toMatchObject([{ message: 'Internal Server Error', path: ['bare', 0, 'author'] }]);
    expect(JSON.stringify(app.logs)).toContain(`Code returned a document of ${ENTRY} without its id`);
  });
});
