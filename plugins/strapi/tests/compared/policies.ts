// Policies and middlewares of routes, with `ctx.query.populate`.
import type { ComparedProject } from './compared-project';
import { api, component, crud, index } from './project-files';

export const policies: ComparedProject = {
  name: 'policies',
  middlewares: { 'global::tenant': { name: 'acme' }, 'global::plain': {} },
  files: {
    ...api('page', {
      plural: 'pages',
      attributes: {
        title: { type: 'string' },
        slug: { type: 'string' },
        blocks: { type: 'dynamiczone', components: ['part.hero', 'part.quote'] },
        seo: { type: 'component', component: 'part.seo' },
        owner: { type: 'relation', relation: 'manyToOne', target: 'api::person.person' },
      },
      router: `{ config: {
  find: { middlewares: ['api::page.populate', { name: 'global::stamp', config: { by: 'find' } }] },
  findOne: { middlewares: [{ name: 'api::page.populate', config: { deep: true } }], policies: ['has-key'] },
  create: { policies: [{ name: 'global::role', config: { type: 'authenticated' } }] },
  delete: { policies: ['global::never'] },
  update: { middlewares: [async (ctx, next) => { ctx.request.body.data.title += '!'; await next(); ctx.body.meta.seen = true; }] },
} }`,
    }),
    ...api('person', {
      plural: 'persons',
      attributes: { name: { type: 'string' }, phone: { type: 'string', private: true } },
    }),
    ...component('part.hero', {
      headline: { type: 'string' },
      person: { type: 'relation', relation: 'oneToOne', target: 'api::person.person' },
    }),
    ...component('part.quote', { text: { type: 'text' } }),
    ...component('part.seo', { description: { type: 'string' } }),
    'src/api/page/middlewares/populate.js': `
module.exports = (config, { strapi }) => async (ctx, next) => {
  ctx.query.populate = {
    seo: true,
    owner: config.deep ? true : { fields: ['name'] },
    blocks: { on: { 'part.hero': { populate: { person: { fields: ['name'] } } }, 'part.quote': { populate: '*' } } },
  };
  if (ctx.query.only) { ctx.query.filters = { slug: ctx.query.only }; delete ctx.query.only; }
  await next();
};`,
    'src/middlewares/stamp.js': `
module.exports = (config, { strapi }) => async (ctx, next) => {
  await next();
  ctx.set('x-stamp', config.by);
  if (ctx.body?.meta) ctx.body.meta.stamp = config.by;
};`,
    'src/middlewares/tenant.js': `
module.exports = (config, { strapi }) => async (ctx, next) => {
  if (ctx.request.path === '/api/closed') return ctx.forbidden('Closed for ' + config.name, { uids: 'api::page.page' in strapi.contentTypes });
  if (ctx.request.path === '/api/thrown') throw new (require('@strapi/utils').errors.ApplicationError)('Thrown by ' + config.name, { at: 1 });
  if (ctx.request.path === '/api/answered') { ctx.body = { same: strapi.requestContext.get() === ctx }; return; }
  ctx.state.tenant = config.name;
  await next();
  if (ctx.query.seen && ctx.body?.meta) ctx.body.meta.tenant = ctx.state.tenant;
  if (ctx.status === 404 && ctx.request.path === '/api/nowhere') { ctx.status = 418; ctx.body = { tea: true }; }
};`,
    'src/middlewares/plain.js': `
module.exports = () => (ctx, next) => next();`,
    'src/api/page/policies/has-key.js': `
module.exports = async (policyContext, config, { strapi }) => {
  if (policyContext.request.query.key === 'throw') throw new (require('@strapi/utils').errors.PolicyError)('Wrong key', { policy: 'has-key' });
  return policyContext.request.query.key !== 'bad';
};`,
    'src/policies/role.js': `
module.exports = (policyContext, config) => policyContext.state.user?.role?.type === config.type;`,
    'src/policies/never.js': 'module.exports = () => false;',
    ...index({
      users: ['ann'],
      grants: {
        public: [...crud('api::page.page'), 'api::person.person.find'],
        authenticated: [...crud('api::page.page'), ...crud('api::person.person')],
      },
      bootstrap: `
    const person = await strapi.documents('api::person.person').create({ data: { name: 'Zoe', phone: '1' } });
    await strapi.documents('api::page.page').create({ data: {
      title: 'Home', slug: 'home', owner: person.documentId, seo: { description: 'About' },
      blocks: [{ __component: 'part.hero', headline: 'Hi', person: person.documentId }, { __component: 'part.quote', text: 'Yes' }],
    } });
    await strapi.documents('api::page.page').create({ data: { title: 'Empty', slug: 'empty' } });`,
    }),
  },
  requests: [
    ['GET /api/pages?sort=slug'],
    ['GET /api/pages?only=home'],
    ['GET /api/pages?populate=*&fields=title&sort=slug:desc'],
    ['GET /api/pages?only=none'],
    ['GET /api/pages?pagination[pageSize]=1&sort=title', undefined, 'ann'],
    ['GET /api/pages/{1.data.1.documentId}'],
    ['GET /api/pages/{1.data.1.documentId}', undefined, 'ann'],
    ['GET /api/pages/{1.data.1.documentId}?key=good&fields=slug'],
    ['GET /api/pages/{1.data.1.documentId}?key=bad'],
    ['GET /api/pages/{1.data.1.documentId}?key=throw'],
    ['GET /api/pages/none'],
    ['POST /api/pages', { data: { title: 'New', slug: 'new' } }],
    ['POST /api/pages', { data: { title: 'New', slug: 'new', seo: { description: 'x' } } }, 'ann'],
    ['PUT /api/pages/{13.data.documentId}', { data: { title: 'Newer' } }],
    [
      'PUT /api/pages/{13.data.documentId}',
      { data: { title: 'Newest', blocks: [{ __component: 'part.quote', text: 'Q' }] } },
      'ann',
    ],
    ['GET /api/pages?only=new'],
    ['DELETE /api/pages/{13.data.documentId}', undefined, 'ann'],
    ['GET /api/persons'],
    ['GET /api/persons', undefined, 'ann'],
    ['GET /api/pages?filters[owner][name][$eq]=Zoe'],
    ['GET /api/closed'],
    ['GET /api/thrown'],
    ['GET /api/answered'],
    ['GET /api/nowhere'],
    ['GET /api/pages?sort=slug&fields=slug&seen=1'],
    ['GET /api/persons?seen=1', undefined, 'ann'],
  ],
};
