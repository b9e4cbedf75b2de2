// The blog of the project "shop": articles, comments, the home page and a log of activities.
import type { Files } from '../../project';
import { coreFiles } from '../../project';

export const blog: Files = {
  ...coreFiles('author'),
  ...coreFiles('home'),
  'src/api/article/controllers/article.ts': `
import { factories } from '@strapi/strapi';
const UID = 'api::article.article';

export default factories.createCoreController(UID, ({ strapi }) => ({
  async findOne(ctx) {
    const { id } = ctx.params;
    const entity = await strapi.db.query(UID).findOne({ where: { slug: id, publishedAt: { $ne: null } }, populate: { author: true, blocks: { on: { 'shared.quote': true, 'shared.rich-text': true, 'shared.products': { populate: { products: { select: ['name'] } } } } } } });
    if (!entity) return super.findOne(ctx);
    await strapi.service(UID).countView(entity.documentId);
    const sanitizedEntity = await this.sanitizeOutput(entity, ctx);
    return this.transformResponse(sanitizedEntity);
  },

  async update(ctx) {
    const { id } = ctx.params;
    const existing = await strapi.documents(UID).findOne({ documentId: id, populate: ['author'] });
    if (!existing) return ctx.notFound('Article not found');
    const { data } = ctx.request.body;
    if (data?.title === existing.title) return ctx.badRequest('Nothing changed', { title: data.title });
    const { data: updated, meta } = await super.update(ctx);
    return { data: updated, meta: { ...meta, previous: existing.title } };
  },

  async delete(ctx) {
    const comments = await strapi.documents('api::comment.comment').findMany({ filters: { article: { documentId: ctx.params.id } } });
    await Promise.all(comments.map(({ documentId }) => strapi.documents('api::comment.comment').delete({ documentId })));
    await super.delete(ctx);
    ctx.send({ deleted: true, comments: comments.length });
  },

  async popular(ctx) {
    const limit = Number.parseInt(ctx.query.limit as string, 10) || 2;
    const articles = await strapi.entityService.findMany(UID, { sort: [{ views: 'desc' }, { title: 'asc' }], limit, start: 0, fields: ['title', 'views'], populate: { author: { fields: ['name'] } }, filters: { views: { $gte: 0 } }, status: 'published' } as any);
    return { data: articles };
  },

  async archive(ctx) {
    const { year, month } = ctx.params;
    ctx.body = { year: Number(year), month: month === undefined ? null : Number(month) };
  },

  async compose(ctx) {
    const { title, quotes = [] } = ctx.request.body;
    const author = await strapi.db.query('api::author.author').findOne({ where: { name: { $containsi: 'writer' } } });
    const article = await strapi.documents(UID).create({
      data: {
        title,
        author: { connect: [author.documentId] },
        tags: ['new', { deep: true }],
        blocks: [...quotes.map((text) => ({ __component: 'shared.quote', text })), { __component: 'shared.rich-text', body: '# Hi' }],
      } as any,
      populate: { blocks: true, author: { fields: ['name'] } } as any,
      status: 'published',
    });
    const related = await strapi.documents(UID).findMany({ filters: { documentId: { $ne: article.documentId } }, limit: 1, sort: 'title' });
    const saved: any = await strapi.documents(UID).update({ documentId: article.documentId, data: { related: { set: related.map(({ documentId }) => documentId) }, blocks: [...(article as any).blocks.map(({ id, ...block }) => block), { __component: 'shared.quote', text: 'Last' }] } as any, populate: ['related', 'blocks'] });
    ctx.body = { title: saved.title, slug: saved.slug, readingTime: saved.readingTime, live: saved.publishedAt !== null, related: saved.related.map(({ title }) => title), blocks: saved.blocks.map(({ __component, text, body }) => [__component, text ?? body]), was: (article as any).blocks.length, author: (article as any).author.name, tags: saved.tags };
  },
}));
`,
  'src/api/article/services/article.ts': `
import { factories } from '@strapi/strapi';
const UID = 'api::article.article';
export default factories.createCoreService(UID, ({ strapi }) => ({
  async countView(documentId: string) {
    const article = await strapi.documents(UID).findOne({ documentId, fields: ['views'], status: 'published' });
    await strapi.documents(UID).update({ documentId, data: { views: (article.views ?? 0) + 1 }, status: 'published' });
  },
}));
`,
  'src/api/article/routes/01-article.ts': `
export default { type: 'content-api', routes: [
  { method: 'GET', path: '/articles/popular', handler: 'article.popular', config: { auth: false, tags: ['blog'], description: 'Popular articles' } },
  { method: 'GET', path: '/archive/:year(\\\\d{4})/:month?', handler: 'article.archive', config: { auth: false } },
  { method: 'POST', path: '/articles/compose', handler: 'article.compose', config: { auth: { scope: ['api::article.article.create'] } } },
] };
`,
  'src/api/article/routes/article.ts': `
import { factories } from '@strapi/strapi';
const router = factories.createCoreRouter('api::article.article', {
  config: { create: { policies: ['global::is-logged-in', 'limit-title'] }, find: { middlewares: [(ctx, next) => { ctx.state.seen = 'inline'; return next(); }] } },
});
export default router;
`,
  'src/api/article/policies/limit-title.ts': `
import { errors } from '@strapi/utils';
const { PolicyError } = errors;
export default (policyContext, config, { strapi }) => {
  const { title } = policyContext.request.body.data ?? {};
  if (/casino/i.test(title ?? '')) throw new PolicyError('No advertisement', { policy: 'limit-title', title });
  return true;
};
`,
  'src/api/article/content-types/article/lifecycles.ts': `
const words = (blocks = []) => blocks.reduce((sum, { body, text }) => sum + String(body ?? text ?? '').split(/\\s+/).length, 0);
export default {
  beforeCreate(event) {
    const { data } = event.params;
    data.readingTime = Math.max(1, data.readingTime ?? 0);
    if (!data.excerpt && data.title) data.excerpt = 'About ' + data.title;
  },
  async afterCreate({ result, params, model }) {
    if (result.publishedAt) await strapi.service('api::activity.activity').record('live', model.uid, { title: result.title, locale: params.locale ?? null });
  },
  async afterDelete(event) {
    await strapi.service('api::activity.activity').record('deleted', event.model.uid, { title: event.result.title, live: event.result.publishedAt !== null });
  },
};
`,
  'src/api/comment/controllers/comment.ts': `
import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';

const validateComment = async (body: any, message: string) => {
  const wrong = ['content', 'article'].filter((name) => typeof body?.[name] !== 'string' || body[name].length < 5);
  if (wrong.length > 0) throw new errors.YupValidationError({ inner: wrong.map((name) => ({ path: name, message: name + ' is not valid', value: body?.[name] ?? null })), errors: wrong } as any, message);
};

export default factories.createCoreController('api::comment.comment', ({ strapi }) => ({
  async create(ctx) {
    const body = ctx.request.body.data;
    await validateComment(body, 'The comment is not valid');
    const sanitized = (await this.sanitizeInput(body, ctx)) as any;
    const entry = await strapi.service('api::comment.comment').create({ data: { ...sanitized, ip: ctx.request.ip ? 'known' : 'unknown', author: ctx.state.user?.documentId }, populate: ['article'] });
    ctx.status = 201;
    return this.transformResponse(await this.sanitizeOutput(entry, ctx));
  },
  async find(ctx) {
    await this.validateQuery(ctx);
    const sanitizedQuery = await this.sanitizeQuery(ctx);
    const { results, pagination } = await strapi.service('api::comment.comment').find({ ...sanitizedQuery, filters: { $and: [(sanitizedQuery as any).filters ?? {}, { hidden: false }] } });
    return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination });
  },
  async hide(ctx) {
    const { documentId } = ctx.params;
    const hidden = await strapi.documents('api::comment.comment').update({ documentId, data: { hidden: true } });
    if (hidden === null) throw new errors.NotFoundError();
    return ctx.deleted();
  },
}));
`,
  'src/api/comment/services/comment.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreService('api::comment.comment');
`,
  'src/api/comment/routes/comment.ts': `
import { factories } from '@strapi/strapi';
const { createCoreRouter } = factories;
const core = createCoreRouter('api::comment.comment', { only: ['find', 'findOne', 'create'] });
const custom = [{ method: 'DELETE', path: '/comments/:documentId', handler: 'api::comment.comment.hide', config: { policies: ['global::is-logged-in'] } }];
let routes;
export default { get prefix() { return core.prefix; }, get routes() { if (!routes) routes = custom.concat((typeof core.routes === 'function' ? core.routes() : core.routes) as any); return routes; } };
`,
  'src/api/activity/controllers/activity.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreController('api::activity.activity', {
  async take(ctx) {
    const { activity } = strapi.api('activity').services as any;
    ctx.body = await activity.take();
  },
});
`,
  'src/api/activity/services/activity.ts': `
import { factories } from '@strapi/strapi';
const UID = 'api::activity.activity';
export default factories.createCoreService(UID, ({ strapi }) => ({
  async record(action: string, model: string, payload: object) {
    const ctx = strapi.requestContext.get();
    return strapi.documents(UID).create({ data: { action, model, payload: { ...payload, by: ctx?.state?.user?.username ?? null } } });
  },
  async take() {
    const found = await strapi.db.query(UID).findMany({ orderBy: 'id' });
    await strapi.db.query(UID).deleteMany({ where: { id: { $in: found.map(({ id }) => id) } } });
    return found.map(({ action, model, payload }) => [action, model, payload]);
  },
}));
`,
  'src/api/activity/routes/activity.ts': `
export default { routes: [{ method: 'GET', path: '/activities/take', handler: 'activity.take', config: { auth: false } }] };
`,
};
