// Lifecycles of types, subscribers and middlewares of the document service, with drafts.
import type { ComparedProject } from './compared-project';
import { api, crud, index } from './project-files';

export const lifecycles: ComparedProject = {
  name: 'lifecycles',
  files: {
    ...api('post', {
      plural: 'posts',
      attributes: {
        title: { type: 'string', required: true },
        slug: { type: 'string' },
        words: { type: 'integer' },
        body: { type: 'text' },
      },
      more: { options: { draftAndPublish: true } },
    }),
    ...api('entry', {
      plural: 'entries',
      attributes: { name: { type: 'string' }, code: { type: 'string' } },
    }),
    'src/api/post/content-types/post/lifecycles.js': `
const log = (event) => strapi.eventLog.push(event.action + ' ' + (event.result?.title ?? event.params.data?.title ?? '-') + (event.result ? (event.result.publishedAt ? ' live' : ' draft') : ''));
module.exports = {
  beforeCreate(event) {
    const { data } = event.params;
    if (data.title === 'Refuse') throw new (require('@strapi/utils').errors.ApplicationError)('Refused by the lifecycle', { title: data.title });
    data.slug = data.title.toLowerCase().replace(/ /g, '-');
    data.words = (data.body ?? '').split(' ').filter(Boolean).length;
    event.state = { at: 1 };
    log(event);
  },
  beforeUpdate(event) { if (event.params.data.body !== undefined) event.params.data.words = event.params.data.body.split(' ').length; log(event); },
  afterCreate(event) { log(event); },
  afterUpdate(event) { log(event); },
  async afterDelete(event) { log(event); },
};`,
    'src/api/entry/content-types/entry/lifecycles.js': `
module.exports = {
  async beforeCreate(event) {
    const count = await strapi.db.query('api::entry.entry').count();
    event.params.data.code = 'E' + (count + 1);
  },
  async afterCreate({ result }) {
    if (result.name === 'Parent') await strapi.documents('api::entry.entry').create({ data: { name: 'Child of ' + result.name } });
  },
};`,
    'src/api/post/controllers/log.js': `
module.exports = {
  read(ctx) { ctx.body = strapi.eventLog.splice(0); },
  async publish(ctx) { const { entries } = await strapi.documents('api::post.post').publish({ documentId: ctx.params.id }); ctx.body = { count: entries.length }; },
  async draft(ctx) { const made = await strapi.documents('api::post.post').create({ data: ctx.request.body }); ctx.body = { documentId: made.documentId, slug: made.slug, words: made.words }; },
};`,
    'src/api/post/routes/log.js': `
module.exports = { routes: [
  { method: 'GET', path: '/log', handler: 'log.read', config: { auth: false } },
  { method: 'POST', path: '/publish/:id', handler: 'log.publish', config: { auth: false } },
  { method: 'POST', path: '/draft', handler: 'log.draft', config: { auth: false } },
] };`,
    ...index({
      grants: { public: [...crud('api::post.post'), ...crud('api::entry.entry')] },
      register: `
    strapi.eventLog = [];
    strapi.documents.use(async (context, next) => {
      if (context.uid === 'api::entry.entry' && context.action === 'create') context.params.data.name = context.params.data.name.trim();
      return next();
    });`,
      bootstrap: `
    strapi.db.lifecycles.subscribe({ models: ['api::entry.entry'], afterUpdate(event) { strapi.eventLog.push('subscriber ' + event.result.name); } });`,
    }),
  },
  requests: [
    ['POST /api/posts', { data: { title: 'First Post', body: 'one two three' } }],
    ['GET /api/log'],
    ['POST /api/posts', { data: { title: 'Refuse' } }],
    ['GET /api/log'],
    ['PUT /api/posts/{1.data.documentId}', { data: { body: 'one two' } }],
    ['GET /api/log'],
    ['POST /api/draft', { title: 'Only Draft', body: 'a b' }],
    ['GET /api/log'],
    ['GET /api/posts?sort=title'],
    ['POST /api/publish/{7.documentId}'],
    ['GET /api/log'],
    ['GET /api/posts?sort=title&fields=title,slug,words'],
    ['DELETE /api/posts/{1.data.documentId}'],
    ['GET /api/log'],
    ['POST /api/entries', { data: { name: ' Parent ', code: 'x' } }],
    ['GET /api/entries?sort=code'],
    ['PUT /api/entries/{15.data.documentId}', { data: { name: 'Renamed' } }],
    ['GET /api/log'],
    ['GET /api/entries?filters[code][$eq]=E2'],
    ['GET /api/posts/{7.documentId}'],
  ],
};
