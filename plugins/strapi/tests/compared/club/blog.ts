// The blog of the project "club": posts found by slugs of now and before, likes, and a search.
import type { Files } from '../../project';
import { coreFiles } from '../../project';

export const blog: Files = {
  ...coreFiles('category', "{ except: ['delete'] }"),
  'src/utils/slugify.ts': `
export const slugify = (text: string): string =>
  text.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

export async function freeSlug(uid: string, text: string, own?: string) {
  const base = slugify(text) || 'post';
  for (let number = 0; ; number += 1) {
    const slug = number === 0 ? base : base + '-' + number;
    const taken = await strapi.db.query(uid as any).findOne({ where: { slug, ...(own ? { documentId: { $ne: own } } : {}) }, select: ['id'] });
    if (!taken) return slug;
  }
}
`,
  'src/api/post/content-types/post/lifecycles.ts': `
import { freeSlug } from '../../../../utils/slugify';
const UID = 'api::post.post';
const textOf = (nodes: any[] = []): string => nodes.map(({ text, children }) => text ?? textOf(children)).join(' ');

async function prepare(event) {
  const { data, where } = event.params;
  if (data.content) {
    data.minutes = Math.ceil(textOf(data.content).split(/\\s+/).filter(Boolean).length / 3);
    data.excerpt ??= textOf(data.content).slice(0, 12).trim();
  }
  const before = where?.id ? await strapi.db.query(UID).findOne({ where: { id: where.id } }) : null;
  if (!data.title || data.title === before?.title) return;
  if (before === null && data.slug) return;
  data.slug = await freeSlug(UID, data.title, before?.documentId ?? data.documentId);
  if (before) data.old_slugs = [...(before.old_slugs ?? []), before.slug];
  event.state.slug = data.slug;
}

export default {
  beforeCreate: prepare,
  beforeUpdate: prepare,
  afterUpdate({ state, result }) {
    if (state.slug) strapi.clubLog.push(['renamed', state.slug, result.old_slugs]);
  },
  async beforeDelete(event) {
    const post = await strapi.db.query(UID).findOne({ where: event.params.where, populate: { related: { select: ['title'] } } });
    strapi.clubLog.push(['delete', post.publishedAt !== null, post.related.length]);
  },
};
`,
  'src/api/post/controllers/post.ts': `
import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';
const UID = 'api::post.post';

export default factories.createCoreController(UID, ({ strapi }) => ({
  async find(ctx) {
    const { category, q, ...query } = ctx.query as any;
    const filters = { ...(query.filters ?? {}) };
    if (category) filters.category = { slug: { $in: String(category).split(',') } };
    if (q) filters.$or = [{ title: { $containsi: q } }, { excerpt: { $containsi: q } }];
    ctx.query = { ...query, filters, populate: { category: { fields: ['name', 'slug'] }, ...(typeof query.populate === 'object' ? query.populate : {}) } };
    const { data, meta } = await super.find(ctx);
    return { data: data.map(({ content, ...post }) => ({ ...post, hasContent: Boolean(content) })), meta: { ...meta, filtered: Object.keys(filters).length > 0 } };
  },

  async findOne(ctx) {
    const { id } = ctx.params;
    const post = await strapi.service(UID).findBySlug(id, ctx.query);
    if (!post) return ctx.notFound('Post "' + id + '" not found');
    if (post.slug !== id) {
      ctx.status = 308;
      ctx.set('Location', '/api/posts/' + post.slug);
      return { data: { slug: post.slug } };
    }
    return this.transformResponse(await this.sanitizeOutput(post, ctx), { previous: await strapi.service(UID).neighbour(post, '$lt'), next: await strapi.service(UID).neighbour(post, '$gt') });
  },

  async create(ctx) {
    const { data } = ctx.request.body;
    if (!ctx.state.user) throw new errors.UnauthorizedError('Log in to write');
    const entity = await strapi.service(UID).create({ data: { ...data, writer: ctx.state.user.id }, populate: ['category'] });
    return ctx.created(await this.transformResponse(await this.sanitizeOutput(entity, ctx)));
  },

  async like(ctx) {
    const { slug } = ctx.params;
    const { count } = await strapi.db.query(UID).updateMany({ where: { slug }, data: { likes: Number(ctx.request.body?.likes ?? 1) } });
    if (count === 0) throw new errors.NotFoundError('No post', { slug });
    const [post] = await strapi.entityService.findMany(UID, { filters: { slug }, fields: ['likes', 'title'], limit: 1 });
    ctx.body = { likes: post.likes, count };
  },

  async archive(ctx) {
    const years = new Map<string, string[]>();
    const posts = await strapi.documents(UID).findMany({ status: 'published', sort: [{ published_on: 'desc' }, { title: 'asc' }], fields: ['title', 'published_on'], filters: { published_on: { $notNull: true } } });
    for (const { title, published_on } of posts) years.set(published_on.slice(0, 4), [...(years.get(published_on.slice(0, 4)) ?? []), title]);
    ctx.body = Object.fromEntries(years);
  },
}));
`,
  'src/api/post/services/post.ts': `
import { factories } from '@strapi/strapi';
const UID = 'api::post.post';

export default factories.createCoreService(UID, ({ strapi }) => ({
  async findBySlug(slug: string, query: any) {
    const { results } = await this.find({ filters: { slug }, populate: query?.populate ?? ['category', 'related'] });
    if (results.length > 0) return results[0];
    const all = await strapi.documents(UID).findMany({ status: 'published', filters: { old_slugs: { $notNull: true } } });
    return all.find(({ old_slugs }) => (old_slugs as string[]).includes(slug)) ?? null;
  },
  async neighbour({ published_on }, operator: '$lt' | '$gt') {
    if (!published_on) return null;
    const found = await strapi.documents(UID).findFirst({ status: 'published', filters: { published_on: { [operator]: published_on } as any }, sort: { published_on: operator === '$lt' ? 'desc' : 'asc' } as any, fields: ['slug'] });
    return found?.slug ?? null;
  },
  async create(params) {
    const { data } = params;
    const published_on = data.published_on ?? '2026-02-01';
    return super.create({ ...params, data: { ...data, published_on } });
  },
}));
`,
  'src/api/post/routes/post.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreRouter('api::post.post', { config: { find: { auth: false }, update: { policies: [{ name: 'global::owns', config: { uid: 'api::post.post', by: 'writer' } }] } } });
`,
  'src/api/post/routes/01-custom.ts': `
export default {
  routes: [
    { method: 'GET', path: '/posts/archive', handler: 'post.archive', config: { auth: false } },
    { method: 'POST', path: '/posts/:slug/like', handler: 'post.like', config: { auth: false, policies: ['global::not-a-bot'] } },
  ],
};
`,
  'src/policies/not-a-bot.ts': `
export default (ctx) => !/bot/i.test(ctx.request.header['user-agent'] ?? '');
`,
  'src/policies/owns.ts': `
import utils from '@strapi/utils';
const { PolicyError } = utils.errors;

export default async (policyContext, config, { strapi }) => {
  const { user } = policyContext.state;
  const { id: documentId } = policyContext.params;
  const [entry] = await strapi.entityService.findMany(config.uid, { filters: { documentId }, populate: { [config.by]: { fields: ['id', 'username'] } } });
  if (!entry) return true;
  if (entry[config.by]?.id !== user?.id) throw new PolicyError('Owned by ' + (entry[config.by]?.username ?? 'another'));
  return true;
};
`,
};
