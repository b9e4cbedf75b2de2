// Changes of the GraphQL schema in `register`: fields, rules, and parts that are disabled.
import type { ComparedProject, ComparedRequest } from './compared-project';
import { api, crud, index } from './project-files';

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
          'plugin::users-permissions.auth.callback',
        ],
        authenticated: [
          ...crud('api::article.article'),
          'api::author.author.find',
          'plugin::users-permissions.user.me',
          'plugin::users-permissions.auth.callback',
        ],
      },
      register: `
    const extension = strapi.plugin('graphql').service('extension');
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
        'Query.notes': { policies: [{ name: 'global::limit', config: { not: 5 } }] },
        'Mutation.addView': { auth: { scope: ['api::article.article.update'] } },
      },
    }));`,
      bootstrap: `
    const author = await strapi.documents('api::author.author').create({ data: { name: 'Zoe' } });
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
  ],
};
