// Changes of the GraphQL schema in `register`: fields, rules, and parts that are disabled.
import type { ComparedProject, ComparedRequest } from './compared-project';
import { api, component, crud, index } from './project-files';

const ask = (query: string, user?: string): ComparedRequest =>
  user === undefined ? ['POST /graphql', { query }] : ['POST /graphql', { query }, user];

export const graphqlExtension: ComparedProject = {
  name: 'graphql-extension',
  plugins: { graphql: true },
  files: {
    ...api('article', {
      plural: 'articles',
      attributes: {
        title: { type: 'string', required: true },
        body: { type: 'text' },
        views: { type: 'integer', default: 0 },
        secret: { type: 'string', private: true },
        hidden: { type: 'string' },
        author: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'api::author.author',
          inversedBy: 'articles',
        },
      },
    }),
    ...api('author', {
      plural: 'authors',
      attributes: {
        name: { type: 'string' },
        articles: {
          type: 'relation',
          relation: 'oneToMany',
          target: 'api::article.article',
          mappedBy: 'author',
        },
        home: { type: 'component', component: 'shared.place' },
        places: { type: 'component', component: 'shared.place', repeatable: true },
        parts: { type: 'dynamiczone', components: ['shared.place'] },
      },
    }),
    ...component('shared.place', { city: { type: 'string' }, floors: { type: 'integer' } }),
    ...api('entry', {
      plural: 'entries',
      more: { options: { draftAndPublish: true } },
      attributes: {
        title: { type: 'string' },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
        related: { type: 'relation', relation: 'manyToMany', target: 'api::entry.entry' },
      },
    }),
    ...api('log', { plural: 'logs', attributes: { text: { type: 'string' } } }),
    ...api('note', { plural: 'notes', attributes: { text: { type: 'string' } } }),
    'src/policies/is-ann.js': `
module.exports = (context) => context.state.user?.username === 'ann';`,
    'src/policies/limit.js': `
module.exports = (context, config) => context.args.pagination?.limit !== config.not;`,
    'src/extensions/users-permissions/strapi-server.js': `
module.exports = (plugin) => {
  const auth = plugin.controllers.auth;
  plugin.controllers.auth = ({ strapi }) => {
    const original = auth({ strapi });
    return {
      ...original,
      async callback(ctx) {
        if (ctx.request.body.identifier === 'bob') throw new (require('@strapi/utils').errors.ApplicationError)('Bob may not log in');
        await original.callback(ctx);
      },
    };
  };
  return plugin;
};`,
    ...index({
      users: ['ann', 'bob'],
      grants: {
        public: [
          ...crud('api::article.article'),
          'api::log.log.find',
          'api::note.note.find',
          'api::note.note.create',
          'api::entry.entry.find',
          'plugin::users-permissions.auth.callback',
        ],
        authenticated: [
          ...crud('api::article.article'),
          'api::author.author.find',
          'api::entry.entry.find',
          'plugin::users-permissions.user.me',
          'plugin::users-permissions.auth.callback',
        ],
      },
      register: `
    const extension = strapi.plugin('graphql').service('extension');
    extension.use(({ nexus }) => ({
      types: [
        nexus.objectType({ name: 'Summary', definition(t) { t.nonNull.string('title'); t.field('article', { type: 'Article' }); t.list.field('authors', { type: 'Author' }); } }),
        nexus.extendType({ type: 'Author', definition(t) { t.nonNull.int('count', { resolve: (author) => strapi.documents('api::article.article').count({ filters: { author: { documentId: author.documentId } } }) }); } }),
        nexus.extendType({ type: 'Query', definition(t) {
          t.field('summary', { type: 'Summary', args: { title: nexus.nonNull(nexus.stringArg()) }, resolve: async (parent, { title }, context) => {
            const article = await strapi.documents('api::article.article').findFirst({ filters: { title } });
            return article && { title: context.state.user ? title + ' for ' + context.state.user.username : title, article, authors: await strapi.db.query('api::author.author').findMany({ populate: { articles: true } }) };
          } });
          t.nonNull.list.nonNull.field('plain', { type: 'Article', resolve: () => strapi.documents('api::article.article').findMany({ sort: 'title' }) });
        } }),
      ],
      resolversConfig: { 'Query.summary': { auth: false }, 'Query.plain': { auth: false } },
    }));
    extension.shadowCRUD('api::log.log').disable();
    extension.shadowCRUD('api::note.note').disableMutations();
    extension.shadowCRUD('api::article.article').disableAction('delete');
    extension.shadowCRUD('api::article.article').field('hidden').disable();
    extension.use(({ strapi }) => ({
      typeDefs: \`
        type Statistics { articles: Int! views: Int! }
        union Found = Article | Statistics
        extend type Article { shout: String! }
        extend type Query {
          top(limit: Int): [Article]!
          statistics: Statistics!
          whoAmI: String
          mine: String
          scoped: String
          broken: String
          found(title: String!): Found
          entryVersions: [Entry]!
          writers: [Author]!
        }
        extend type Mutation { addView(documentId: ID!): Article }
      \`,
      resolvers: {
        Found: { __resolveType: (value) => value.title ? 'Article' : 'Statistics' },
        Article: { shout: { resolve: (parent) => parent.title.toUpperCase() + '!' } },
        Query: {
          top: { resolve: (parent, { limit }) => strapi.documents('api::article.article').findMany({ sort: 'views:desc', limit: limit ?? 2, populate: ['author'] }) },
          statistics: async () => {
            const all = await strapi.db.query('api::article.article').findMany();
            return { articles: all.length, views: all.reduce((sum, one) => sum + one.views, 0) };
          },
          whoAmI: (parent, args, context) => context.state.user ? context.state.user.username + '/' + context.state.user.role.type : null,
          mine: () => 'only of ann',
          entryVersions: () => strapi.db.query('api::entry.entry').findMany({ where: { title: 'First' }, orderBy: { publishedAt: 'asc' } }),
          writers: () => strapi.documents('api::author.author').findMany({ fields: ['name'] }),
          scoped: () => 'scoped',
          found: async (parent, { title }) => (await strapi.documents('api::article.article').findFirst({ filters: { title } })) ?? { articles: 0, views: 0 },
          broken: () => { throw new (require('@strapi/utils').errors.ApplicationError)('It is broken', { part: 'x' }); },
        },
        Mutation: {
          addView: async (parent, { documentId }) => {
            const article = await strapi.documents('api::article.article').findOne({ documentId });
            if (!article) throw new (require('@strapi/utils').errors.NotFoundError)('No such article');
            return strapi.documents('api::article.article').update({ documentId, data: { views: article.views + 1 } });
          },
        },
      },
      resolversConfig: {
        'Query.top': { auth: false },
        'Query.statistics': { auth: false, middlewares: [async (next, parent, args, context, info) => {
          const result = await next(parent, args, context, info);
          return { ...result, views: result.views + 1000 };
        }] },
        'Query.mine': { policies: ['global::is-ann'] },
        'Query.scoped': { auth: { scope: ['api::author.author.find'] } },
        'Query.broken': { auth: false },
        'Query.found': { auth: false },
        'Query.entryVersions': { auth: false },
        'Query.writers': { auth: false },
        'Query.notes': { policies: [{ name: 'global::limit', config: { not: 5 } }] },
        'Mutation.addView': { auth: { scope: ['api::article.article.update'] } },
      },
    }));`,
      bootstrap: `
    const author = await strapi.documents('api::author.author').create({ data: { name: 'Zoe', home: { city: 'Rom', floors: 2 }, places: [{ city: 'A' }, { city: 'B' }], parts: [{ __component: 'shared.place', city: 'C' }] } });
    const second = await strapi.documents('api::entry.entry').create({ data: { title: 'Second', author: author.documentId }, status: 'published' });
    await strapi.documents('api::entry.entry').create({ data: { title: 'First', author: author.documentId, related: [second.documentId] }, status: 'published' });
    for (const [title, views] of [['One', 1], ['Two', 20], ['Three', 3]])
      await strapi.documents('api::article.article').create({ data: { title, views, secret: 's', body: 'B ' + title, author: author.documentId } });`,
    }),
  },
  requests: [
    ask('{ articles(sort: "title") { documentId title shout views author { name } } }', 'ann'),
    ask('{ articles(sort: "title") { shout } }'),
    ask('{ articles(sort: "title") { title author { name } } }'),
    ask('{ top { title views } }'),
    ask('{ top(limit: 1) { title author { name } } }', 'ann'),
    ask('{ top(limit: 1) { title author { name } } }'),
    ask('{ top { title secret } }'),
    ask('{ statistics { articles views } }'),
    ask('{ whoAmI }'),
    ask('{ whoAmI }', 'ann'),
    ask('{ mine }', 'ann'),
    ask('{ scoped }'),
    ask('{ scoped }', 'ann'),
    ask('{ broken }'),
    [
      'POST /graphql',
      { query: 'mutation { addView(documentId: "{1.data.articles.0.documentId}") { title views } }' },
    ],
    ask('mutation { addView(documentId: "none") { title } }'),
    ask('{ logs { text } }'),
    ask('{ notes { text } }'),
    ask('{ notes(pagination: { limit: 5 }) { text } }'),
    ask('mutation { createNote(data: { text: "a" }) { text } }'),
    ask('mutation { deleteArticle(documentId: "x") { documentId } }'),
    ask('{ articles { hidden } }'),
    ask('mutation { login(input: { identifier: "ann", password: "Passw0rd!" }) { jwt user { username } } }'),
    ask('mutation { login(input: { identifier: "bob", password: "Passw0rd!" }) { jwt } }'),
    ask('{ me { username } }', 'ann'),
    ask('{ found(title: "Two") { __typename ... on Article { title shout } } }'),
    ask('{ found(title: "None") { ... on Statistics { articles views } } }'),
    ask('{ found(title: "Two") { ... on Article { title author { name } } } }'),
    ask('{ found(title: "Two") { ... on Article { title author { name } } } }', 'ann'),
    ask('{ plain { title author { name } } }'),
    ask('{ plain { title author { name count } } }', 'ann'),
    ask('{ summary(title: "Two") { title article { title } authors { name count } } }'),
    ask('{ summary(title: "Two") { title article { title author { name } } } }'),
    ask(
      '{ summary(title: "Two") { title article { author { name } } authors { articles { title } } } }',
      'ann',
    ),
    ask('{ summary(title: "Nine") { title } }'),
    ask(
      '{ writers { name home { city floors } places(pagination: { limit: 1 }) { city } parts { ... on ComponentSharedPlace { city } } } }',
    ),
    ask('{ writers { name articles(sort: "title:desc", pagination: { limit: 2 }) { title } } }'),
    ask(
      '{ writers { articles(filters: { views: { gt: 2 } }, sort: "views") { title author { name } } articles_connection { pageInfo { total } } } }',
      'ann',
    ),
    ask('{ entryVersions { title related { title related { title } } } }'),
    ask('{ entryVersions { title author { name } } }'),
    ask('{ entryVersions { title author { name } } }', 'ann'),
  ],
};
