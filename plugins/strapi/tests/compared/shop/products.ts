// The catalog of the project "shop": categories, brands, products, reviews.
import type { Files } from '../../project';
import { coreFiles } from '../../project';

export const products: Files = {
  ...coreFiles('category'),
  ...coreFiles('brand', "{ only: ['find', 'findOne', 'create'] }"),
  'src/api/product/controllers/product.ts': `
import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';

const { ApplicationError, NotFoundError, ValidationError } = errors;
const UID = 'api::product.product';

export default factories.createCoreController(UID, ({ strapi }) => ({
  async find(ctx) {
    const { onlyFeatured, ...query } = ctx.query as any;
    if (onlyFeatured) query.filters = { $and: [query.filters ?? {}, { featured: true }] };
    ctx.query = query;
    const { data, meta } = await super.find(ctx);
    return { data, meta: { ...meta, currency: 'EUR' } };
  },

  async findOne(ctx) {
    const { id } = ctx.params;
    await this.validateQuery(ctx);
    const query = await this.sanitizeQuery(ctx);
    const entity = await strapi.service(UID).findByKey(id, query);
    if (!entity) return ctx.notFound('Product not found', { id: 'unknown' });
    const sanitized = await this.sanitizeOutput(entity, ctx);
    return this.transformResponse(sanitized, { source: 'slug' });
  },

  async create(ctx) {
    const { data } = ctx.request.body;
    if (!data) return ctx.badRequest('Missing "data" payload');
    if (data.name === 'Forbidden') throw new ApplicationError('This name is reserved', { field: 'name' });
    const response = await super.create(ctx);
    await strapi.service('api::activity.activity').record('create', UID, { name: response.data.name });
    return response;
  },

  async search(ctx) {
    const { q, min, max, category, page = 1, pageSize = 3, sort = 'price:asc' } = ctx.query as any;
    if (!q && !category) throw new ValidationError('Search for something', { parameters: ['q', 'category'] });
    const [key, direction] = String(sort).split(':');
    const where: any = { $and: [{ publishedAt: { $notNull: true } }, { locale: 'en' }] };
    if (q) where.$and.push({ $or: [{ name: { $containsi: q } }, { description: { $containsi: q } }, { brand: { name: { $eqi: q } } }] });
    if (min) where.$and.push({ price: { $gte: Number(min) } });
    if (max) where.$and.push({ price: { $lte: Number(max) } });
    if (category) where.$and.push({ categories: { slug: category } });
    const { results, pagination } = await strapi.db.query(UID).findPage({
      select: ['id', 'documentId', 'name', 'price'],
      where,
      populate: { brand: { select: ['name'] }, categories: { select: ['slug'], orderBy: { slug: 'asc' } } },
      orderBy: { [key]: direction },
      page,
      pageSize,
    });
    return { results, pagination };
  },

  async stats(ctx) {
    const products = strapi.db.query(UID);
    const live = { publishedAt: { $notNull: true }, locale: 'en' };
    const [total, cheap, branded, reviewed] = await Promise.all([
      products.count({ where: live }),
      products.count({ where: { ...live, price: { $lt: 50 } } }),
      products.count({ where: { ...live, brand: { country: { $in: ['DE', 'FR'] } } } }),
      products.count({ where: { ...live, reviews: { rating: { $gte: 4 } } } }),
    ]);
    const [newest] = await strapi.entityService.findMany(UID, { fields: ['name'], sort: { createdAt: 'desc', id: 'desc' }, limit: 1, filters: { locale: 'en' } as any });
    const top = await strapi.documents(UID).findFirst({ sort: ['price:desc'], fields: ['name', 'price'], status: 'published', populate: { brand: { fields: ['name', 'country'] } } });
    ctx.set('X-Total', String(total));
    ctx.body = { total, cheap, branded, reviewed, newest, top, drafts: await strapi.documents(UID).count({ status: 'draft' }) };
  },

  async publish(ctx) {
    const { id } = ctx.params;
    const found = await strapi.documents(UID).findOne({ documentId: id });
    if (!found) throw new NotFoundError('No such product');
    const action = ctx.request.body?.action ?? 'publish';
    if (!['publish', 'unpublish', 'discardDraft'].includes(action)) return ctx.badRequest('Unknown action', { action });
    const result: any = await (strapi.documents(UID) as any)[action]({ documentId: id, populate: ['seo'] });
    ctx.send({ action, entries: result.entries.map(({ name, publishedAt, seo }) => ({ name, live: publishedAt !== null, seo: seo?.metaTitle })) });
  },

  async translate(ctx) {
    const { id, locale } = ctx.params;
    const { name, description, seo } = ctx.request.body;
    const translated = await strapi.documents(UID).update({ documentId: id, locale, data: { name, description, seo } as any, populate: { seo: true, localizations: { fields: ['name', 'locale'] } } as any });
    if (!translated) return ctx.notFound();
    await strapi.documents(UID).publish({ documentId: id, locale });
    ctx.status = 202;
    ctx.body = { name: translated.name, locale: translated.locale, price: translated.price, seo: translated.seo?.metaTitle, others: (translated as any).localizations.map((one) => [one.locale, one.name]) };
  },

  async bulkPrice(ctx) {
    const { ids, percent } = ctx.request.body;
    if (!Array.isArray(ids)) return ctx.unprocessableEntity('ids must be a list', { ids: typeof ids });
    const changed: any[] = [];
    await strapi.db.transaction(async () => {
      for (const documentId of ids) {
        const product = await strapi.documents(UID).findOne({ documentId, fields: ['price'] });
        if (!product) throw new NotFoundError('Product ' + changed.length + ' is unknown');
        const price = Math.round(Number(product.price) * (100 + percent)) / 100;
        const saved = await strapi.documents(UID).update({ documentId, data: { price }, status: 'published' });
        changed.push({ name: saved.name, price: saved.price });
      }
    });
    return { changed };
  },

  async duplicate(ctx) {
    const cloned: any = await strapi.documents(UID).clone({ documentId: ctx.params.id, data: { sku: 'CL-001', name: 'Copy' } as any });
    if (!cloned) return ctx.notFound();
    const copy = await strapi.documents(UID).findOne({ documentId: cloned.documentId, populate: ['variants', 'brand', 'categories'] });
    return { entries: cloned.entries.length, name: copy.name, stock: copy.stock, variants: copy.variants.length, brand: (copy as any).brand?.name, categories: (copy as any).categories.length, live: copy.publishedAt !== null };
  },
}));
`,
  'src/api/product/services/product.ts': `
import { factories } from '@strapi/strapi';
const UID = 'api::product.product';
export default factories.createCoreService(UID, ({ strapi }) => ({
  async find(params) {
    const { results, pagination } = await super.find(params);
    return { results: results.map((product) => ({ ...product, onSale: Number(product.price) < 20 })), pagination };
  },
  async findByKey(key: string, query: any = {}) {
    const bySlug = await strapi.documents(UID).findFirst({ ...query, filters: { slug: key }, status: 'published' });
    return bySlug ?? (await super.findOne(key, query));
  },
  async takeFromStock(documentId: string, quantity: number) {
    const product = await strapi.db.query(UID).findOne({ where: { documentId, publishedAt: null, locale: 'en' } });
    if (!product) return null;
    if (product.stock < quantity) return false;
    await strapi.db.query(UID).updateMany({ where: { documentId }, data: { stock: product.stock - quantity } });
    return product;
  },
}));
`,
  'src/api/product/routes/01-custom.ts': `
export default {
  routes: [
    { method: 'GET', path: '/products/search', handler: 'product.search', config: { auth: false } },
    { method: 'GET', path: '/products/stats', handler: 'api::product.product.stats', config: { auth: false, middlewares: ['api::product.cache-header'] } },
    { method: 'POST', path: '/products/bulk-price', handler: 'product.bulkPrice', config: { policies: [{ name: 'global::has-role', config: { roles: ['editor'] } }] } },
    { method: 'POST', path: '/products/:id/publish', handler: 'product.publish', config: { policies: [{ name: 'global::has-role', config: { roles: ['editor'] } }] } },
    { method: 'POST', path: '/products/:id/translate/:locale(en|fr|de)', handler: 'product.translate', config: { policies: ['global::is-logged-in'] } },
    { method: 'POST', path: '/products/:id/duplicate', handler: 'product.duplicate', config: { auth: false } },
  ],
};
`,
  'src/api/product/routes/product.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreRouter('api::product.product', {
  config: {
    find: { middlewares: ['api::product.populate'] },
    findOne: { middlewares: [{ name: 'api::product.populate', config: { deep: true } }] },
    create: { policies: ['global::is-logged-in'], middlewares: [] },
  },
});
`,
  'src/api/product/middlewares/populate.ts': `
import type { Core } from '@strapi/strapi';
const small = { brand: { fields: ['name'] }, categories: { fields: ['name', 'slug'], sort: 'slug' } };
const deep = { ...small, seo: true, variants: { fields: ['name', 'price'] }, reviews: { filters: { approved: { $eq: true } }, sort: ['rating:desc'], fields: ['rating', 'comment'] } };
export default (config: { deep?: boolean }, { strapi }: { strapi: Core.Strapi }) => async (ctx, next) => {
  if (!ctx.query.populate) ctx.query.populate = config.deep ? deep : small;
  await next();
};
`,
  'src/api/product/middlewares/cache-header.ts': `
export default () => async (ctx, next) => {
  await next();
  ctx.set('Cache-Control', 'public, max-age=60');
};
`,
  'src/api/product/content-types/product/lifecycles.ts': `
import { errors } from '@strapi/utils';
const slugify = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
export default {
  async beforeCreate(event) {
    const { data } = event.params;
    if (data.name && !data.slug) data.slug = slugify(data.name);
    if (Number(data.price) > 10000) throw new errors.ApplicationError('Too expensive', { price: data.price });
    event.state.startedWith = data.stock;
  },
  async beforeUpdate(event) {
    const { data, where } = event.params;
    if (data.stock !== undefined && data.stock < 0) throw new errors.ValidationError('Stock cannot be negative', { stock: data.stock });
    const before = await strapi.db.query('api::product.product').findOne({ where });
    event.state.oldPrice = before?.price;
  },
  async afterUpdate(event) {
    const { result, state } = event;
    if (state.oldPrice !== undefined && Number(state.oldPrice) !== Number(result.price))
      await strapi.service('api::activity.activity').record('price', 'api::product.product', { from: Number(state.oldPrice), to: Number(result.price) });
  },
};
`,
  'src/api/review/controllers/review.ts': `
import { factories } from '@strapi/strapi';
const UID = 'api::review.review';
export default factories.createCoreController(UID, ({ strapi }) => ({
  async create(ctx) {
    const user = ctx.state.user;
    if (!user) return ctx.unauthorized('Log in to review');
    const { data } = ctx.request.body;
    const product = await strapi.documents('api::product.product').findOne({ documentId: data?.product ?? 'none' });
    if (!product) return ctx.badRequest('Unknown product', { product: data?.product });
    const mine = await strapi.db.query(UID).count({ where: { product: { documentId: product.documentId }, author: { id: user.id } } });
    if (mine > 0) return ctx.conflict('You have reviewed this product');
    ctx.request.body.data = { ...data, author: user.documentId, approved: undefined };
    const response = await super.create(ctx);
    return response;
  },
  async approve(ctx) {
    const review = await strapi.entityService.update(UID, ctx.params.id, { data: { approved: true }, populate: ['author', 'product'] });
    if (!review) return ctx.notFound('No review');
    const { author, product, ...rest } = review as any;
    return { rating: rest.rating, approved: rest.approved, author: author?.username, hasPassword: 'password' in (author ?? {}), product: product?.name };
  },
  async average(ctx) {
    const reviews = await strapi.entityService.findMany(UID, { filters: { approved: true, product: { slug: ctx.params.slug } }, fields: ['rating'], sort: 'rating' });
    if (reviews.length === 0) return ctx.send({ average: null, count: 0 }, 200);
    const sum = reviews.reduce((all, { rating }) => all + rating, 0);
    ctx.send({ average: sum / reviews.length, count: reviews.length });
  },
}));
`,
  'src/api/review/services/review.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreService('api::review.review');
`,
  'src/api/review/routes/review.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreRouter('api::review.review', { except: ['delete'], config: { update: { policies: [{ name: 'global::is-owner', config: { uid: 'api::review.review', field: 'author' } }] } } });
`,
  'src/api/review/routes/moderation.ts': `
export default { routes: [
  { method: 'PUT', path: '/reviews/:id/approve', handler: 'review.approve', config: { policies: [{ name: 'global::has-role', config: { roles: ['editor'] } }] } },
  { method: 'GET', path: '/products/:slug/rating', handler: 'review.average', config: { auth: false } },
] };
`,
};
