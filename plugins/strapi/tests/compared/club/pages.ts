// Pages, the global type and redirections of the project "club": middlewares that populate, and a sitemap.
import type { Files } from '../../project';
import { coreFiles } from '../../project';

const populateFile = (populate: string): string => `
import type { Core } from '@strapi/strapi';

const populate = ${populate};

export default (config, { strapi }: { strapi: Core.Strapi }) => {
  return async (ctx, next) => {
    ctx.query.populate = populate;
    if (config?.published) ctx.query.status = 'published';
    strapi.log.debug('populate of ' + ctx.request.url);
    await next();
  };
};
`;

export const pages: Files = {
  ...coreFiles('faq'),
  ...coreFiles(
    'global',
    "{ config: { find: { middlewares: ['api::global.global-populate'] }, update: { middlewares: ['api::global.global-populate'] } } }",
  ),
  'src/api/global/middlewares/global-populate.ts': populateFile(`{
  navbar: { populate: { left_items: true, cta: { fields: ['text'] } } },
  footer: { populate: { columns: { populate: ['links'] } } },
  seo: { populate: '*' },
}`),
  ...coreFiles(
    'page',
    `{
  config: {
    find: { middlewares: [{ name: 'api::page.page-populate', config: { published: true } }, 'global::cache'] },
    findOne: { middlewares: ['api::page.page-populate', { name: 'global::cache', config: { seconds: 5 } }] },
  },
}`,
  ),
  'src/api/page/middlewares/page-populate.ts': populateFile(`{
  dynamic_zone: {
    on: {
      'blocks.hero': { populate: { buttons: true } },
      'blocks.faq': { populate: { faqs: { sort: 'question:desc', fields: ['question', 'answer'] } } },
      'blocks.events': {
        fields: ['heading'],
        populate: { events: { populate: { venue: { fields: ['name'] }, speakers: true }, filters: { capacity: { $gt: 0 } } } },
      },
      'blocks.text': true,
    },
  },
  seo: { populate: { socials: true } },
  localizations: true,
}`),
  'src/middlewares/cache.ts': `
export default (config: { seconds?: number }, { strapi }) => async (ctx, next) => {
  await next();
  if (ctx.status === 200 && ctx.method === 'GET') ctx.set('X-Seconds', String(config?.seconds ?? 60));
  const { data, meta } = ctx.response.body ?? {};
  if (Array.isArray(data)) ctx.response.set('X-Pages', String(meta.pagination.total));
};
`,
  'src/api/page/controllers/sitemap.ts': `
import type { Context } from 'koa';

const LOCALES = ['en', 'fr'];

export default ({ strapi }) => ({
  async index(ctx: Context) {
    const lists = await Promise.all(
      LOCALES.map((locale) =>
        strapi.documents('api::page.page').findMany({ locale, status: 'published', fields: ['slug', 'order'], sort: ['order:asc', 'slug'] })),
    );
    const urls = lists.flatMap((list, at) => list.map(({ slug }) => '/' + LOCALES[at] + '/' + slug));
    if (ctx.accepts('json', 'xml') === 'xml') {
      ctx.type = 'application/xml';
      ctx.body = '<urlset>' + urls.map((url) => '<url>' + url + '</url>').join('') + '</urlset>';
      return;
    }
    ctx.body = { urls };
  },
  async tree(ctx) {
    const { start = 0, limit = 2 } = ctx.query;
    const [pages, total] = await Promise.all([
      strapi.entityService.findMany('api::page.page', { start: +start, limit: +limit, sort: { slug: 'asc' }, locale: 'en', populate: { dynamic_zone: { populate: '*' } } }),
      strapi.db.query('api::page.page').count({ where: { locale: 'en', publishedAt: { $null: true } } }),
    ]);
    const slugs = async (params) => (await strapi.entityService.findMany('api::page.page', { sort: 'slug', fields: ['slug'], ...params })).map(({ slug }) => slug);
    const page = await strapi.db.query('api::page.page').findOne({ where: { slug: 'accueil' } });
    const french = await strapi.entityService.findOne('api::page.page', page.id, { locale: 'fr', fields: ['slug'] });
    return ctx.send({
      total,
      slugs: await slugs({}),
      french: [await slugs({ locale: 'fr' }), french.slug, await strapi.entityService.count('api::page.page', { locale: 'fr' })],
      filtered: await slugs({ locale: 'fr', filters: { title: { $startsWith: 'A' } } }),
      pages: pages.map(({ title, dynamic_zone }) => ({ title, zone: dynamic_zone.map(({ __component, heading, buttons }) => [__component, heading ?? null, buttons?.length ?? null]) })),
    });
  },
});
`,
  'src/api/page/routes/a-sitemap.ts': `
export default {
  routes: [
    { method: 'GET', path: '/sitemap', handler: 'sitemap.index', config: { auth: false } },
    { method: 'GET', path: '/pages/tree', handler: 'sitemap.tree', config: { auth: false, middlewares: ['global::cache'] } },
  ],
};
`,
  ...coreFiles('redirection'),
  'src/api/redirection/controllers/go.ts': `
export default {
  async go(ctx) {
    const source = '/' + ctx.params.path;
    const found = await strapi.db.query('api::redirection.redirection').findOne({ where: { source: { $eqi: source } } });
    if (!found) return ctx.notFound('No redirection', { source });
    await strapi.db.query('api::redirection.redirection').update({ where: { id: found.id }, data: { hits: String(Number(found.hits) + 1) } });
    if (!found.destination) return ctx.throw(410, 'Gone');
    ctx.status = 301;
    ctx.redirect(found.destination);
  },
};
`,
  'src/api/redirection/routes/go.ts': `
export default { routes: [{ method: 'GET', path: '/go/:path', handler: 'go.go', config: { auth: false } }] };
`,
};
