// `register`, `bootstrap`, the store, cron tasks by name, configuration files.
import type { ComparedProject } from './compared-project';
import { api, crud, index } from './project-files';

export const bootstrap: ComparedProject = {
  name: 'bootstrap',
  plugins: { jobs: true, i18n: { config: { locales: ['en'] } } },
  files: {
    ...api('setting', {
      plural: 'settings',
      attributes: {
        title: { type: 'string' },
        mode: { type: 'enumeration', enum: ['light', 'dark'], default: 'light' },
      },
      more: {
        kind: 'singleType',
        info: { singularName: 'setting', pluralName: 'settings', displayName: 'setting' },
      },
    }),
    ...api('task', {
      plural: 'tasks',
      attributes: { name: { type: 'string', unique: true }, runs: { type: 'integer', default: 0 } },
    }),
    'config/shop.js':
      "module.exports = ({ env }) => ({ currency: env('SHOP_CURRENCY', 'EUR'), limits: { items: env.int('SHOP_ITEMS', 5) } });",
    'src/api/task/controllers/facts.js': `
module.exports = {
  async store(ctx) {
    const store = strapi.store({ type: 'plugin', name: 'shop' });
    const before = await store.get({ key: 'counter' });
    await store.set({ key: 'counter', value: { at: (before?.at ?? 0) + 1 } });
    ctx.body = { before, after: await store.get({ key: 'counter' }), missing: await store.get({ key: 'none' }) };
  },
  async forget(ctx) { await strapi.store({ type: 'plugin', name: 'shop', key: 'counter' }).delete(); ctx.body = { done: true }; },
  config(ctx) { ctx.body = { currency: strapi.config.get('shop.currency'), items: strapi.config.get('shop.limits.items'), has: strapi.config.has('shop.none'), other: strapi.config.get('shop.none', 3) }; },
  async context(ctx) { ctx.body = { same: strapi.requestContext.get() === ctx, path: strapi.requestContext.get().request.url, order: strapi.order }; },
  async models(ctx) {
    const model = strapi.getModel('api::task.task');
    ctx.body = { kind: model.kind, uid: model.uid, name: model.modelName, info: model.info.pluralName, unique: model.attributes.name.unique, known: Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith('api::')).sort() };
  },
  async locales(ctx) { ctx.body = { codes: (await strapi.plugin('i18n').service('locales').find()).map((one) => one.code), first: await strapi.plugin('i18n').service('locales').getDefaultLocale() }; },
};`,
    'src/api/task/routes/01-facts.js': `
module.exports = { routes: ['store', 'config', 'context', 'models', 'locales'].map((name) =>
  ({ method: 'GET', path: '/facts/' + name, handler: 'facts.' + name, config: { auth: false } })).concat([
  { method: 'DELETE', path: '/facts/store', handler: 'facts.forget', config: { auth: false } },
]) };`,
    ...index({
      grants: {
        public: [
          'api::setting.setting.find',
          'api::setting.setting.update',
          'api::setting.setting.delete',
          ...crud('api::task.task'),
        ],
      },
      register: `
    strapi.order = ['register'];
    strapi.cron.add({ nightly: { task: async ({ strapi }) => {}, options: { rule: '0 3 * * *' } } });`,
      bootstrap: `
    strapi.order.push('bootstrap');
    if (!(await strapi.documents('api::setting.setting').findFirst())) await strapi.documents('api::setting.setting').create({ data: { title: 'Shop' } });
    for (const name of ['nightly', 'weekly'])
      if (!(await strapi.db.query('api::task.task').findOne({ where: { name } }))) await strapi.db.query('api::task.task').create({ data: { name } });`,
    }),
  },
  requests: [
    ['GET /api/setting'],
    ['PUT /api/setting', { data: { mode: 'dark' } }],
    ['PUT /api/setting', { data: { mode: 'blue' } }],
    ['GET /api/setting?fields=mode'],
    ['DELETE /api/setting'],
    ['GET /api/setting'],
    ['GET /api/tasks?sort=name&fields=name,runs'],
    ['POST /api/tasks', { data: { name: 'nightly' } }],
    ['POST /api/tasks', { data: { name: 'hourly', runs: '3' } }],
    ['GET /api/tasks?filters[runs][$gt]=1'],
    ['GET /api/facts/store'],
    ['GET /api/facts/store'],
    ['DELETE /api/facts/store'],
    ['GET /api/facts/store'],
    ['GET /api/facts/config'],
    ['GET /api/facts/context?a=1'],
    ['GET /api/facts/models'],
    ['GET /api/facts/locales'],
  ],
};
