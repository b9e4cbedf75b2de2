// Own and wrapped actions, helpers of the context, errors.
import type { ComparedProject } from './compared-project';
import { api, crud, index } from './project-files';

export const controllers: ComparedProject = {
  name: 'controllers',
  files: {
    ...api('article', {
      plural: 'articles',
      attributes: {
        title: { type: 'string', required: true, maxLength: 20 },
        slug: { type: 'uid', targetField: 'title' },
        views: { type: 'integer', default: 0 },
        secret: { type: 'string', private: true },
        tag: { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag' },
      },
      controller: `({ strapi }) => ({
  async find(ctx) {
    const { data, meta } = await super.find(ctx);
    return { data: data.map((one) => ({ ...one, shout: one.title.toUpperCase() })), meta: { ...meta, count: data.length } };
  },
  async create(ctx) {
    if (ctx.request.body.data?.title === 'Bad') return ctx.badRequest('Bad title', { title: 'Bad' });
    const response = await super.create(ctx);
    response.meta.made = true;
    return response;
  },
  async findOne(ctx) {
    const { id } = ctx.params;
    const entity = await strapi.service('api::article.article').findOne(id, await this.sanitizeQuery(ctx));
    if (!entity) return ctx.notFound('No article');
    return this.transformResponse(await this.sanitizeOutput(entity, ctx), { own: true });
  },
  async view(ctx) {
    const article = await strapi.documents('api::article.article').findOne({ documentId: ctx.params.id });
    if (!article) return ctx.notFound();
    const updated = await strapi.documents('api::article.article').update({ documentId: ctx.params.id, data: { views: article.views + 1 } });
    ctx.body = { views: updated.views };
  },
  async echo(ctx) { ctx.send({ query: ctx.query, params: ctx.params.one, body: ctx.request.body ?? null, method: ctx.method, path: ctx.path }, 202); },
  async fail(ctx) {
    const { errors } = require('@strapi/utils');
    switch (ctx.params.how) {
      case 'unauthorized': return ctx.unauthorized();
      case 'forbidden': return ctx.forbidden('No way');
      case 'conflict': return ctx.conflict('Taken', { by: 'x' });
      case 'many': return ctx.tooManyRequests('Slow down');
      case 'internal': return ctx.internalServerError('Broken');
      case 'validation': throw new errors.ValidationError('Not valid', { errors: [{ path: ['a'] }] });
      case 'notfound': throw new errors.NotFoundError();
      case 'error': throw new Error('secret');
      case 'redirect': return ctx.redirect('/api/tags');
      case 'throw': return ctx.throw(418, 'Tea');
      case 'status': ctx.status = 204; return;
      default: return;
    }
  },
})`,
    }),
    ...api('tag', {
      plural: 'tags',
      attributes: { name: { type: 'string' } },
      router: "{ only: ['find', 'create'], config: { find: { auth: false } } }",
    }),
    'src/api/article/routes/01-custom.js': `
module.exports = { routes: [
  { method: 'POST', path: '/articles/:id/view', handler: 'article.view' },
  { method: 'POST', path: '/echo/:one', handler: 'api::article.article.echo', config: { auth: false } },
  { method: 'GET', path: '/echo/:one', handler: 'article.echo', config: { auth: false } },
  { method: 'GET', path: '/fail/:how', handler: 'article.fail', config: { auth: false } },
] };`,
    ...index({
      grants: {
        public: [...crud('api::article.article', 'view'), 'api::tag.tag.create', 'api::tag.tag.findOne'],
      },
    }),
  },
  requests: [
    ['POST /api/tags', { data: { name: 'News' } }],
    ['POST /api/articles', { data: { title: 'First one', secret: 's', tag: '{1.data.documentId}' } }],
    ['POST /api/articles', { data: { title: 'Bad' } }],
    ['POST /api/articles', { data: {} }],
    ['POST /api/articles', { data: { title: 'Much too long a title for this' } }],
    ['POST /api/articles', { title: 'x' }],
    ['GET /api/articles'],
    ['GET /api/articles?fields=title&populate=tag'],
    ['GET /api/articles?filters[secret][$eq]=s'],
    ['GET /api/articles/{2.data.documentId}?fields=title'],
    ['GET /api/articles/none'],
    ['POST /api/articles/{2.data.documentId}/view'],
    ['POST /api/articles/none/view'],
    ['PUT /api/articles/{2.data.documentId}', { data: { views: 7 } }],
    ['POST /api/echo/a?x[y]=1&z=2', { a: [1, { b: null }] }],
    ['GET /api/echo/b'],
    ...[
      'unauthorized',
      'forbidden',
      'conflict',
      'many',
      'internal',
      'validation',
      'notfound',
      'error',
      'redirect',
      'throw',
      'status',
      'nothing',
    ].map((how): [string] => [`GET /api/fail/${how}`]),
    ['GET /api/tags'],
    ['GET /api/tags/{1.data.documentId}'],
    ['DELETE /api/articles/{2.data.documentId}'],
  ],
};
