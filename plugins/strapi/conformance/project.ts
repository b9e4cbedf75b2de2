// A project with code of its own, as files: routes, controllers, services, policies, middlewares, lifecycles and `src/index`.
import type { Case, Deployment, Given } from '../../../conformance/cases/case';
import { typeOf } from '../../../conformance/cases/definition-files';

export const BOOK = 'api::book.book';

const TYPES = {
  ...typeOf(
    'book',
    {
      title: { type: 'string', required: true, maxLength: 80 },
      pages: { type: 'integer', default: 1 },
      secret: { type: 'string', private: true },
      link: { type: 'component', component: 'shared.link' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::writer.writer', inversedBy: 'books' },
    },
    { options: { draftAndPublish: true } },
  ),
  ...typeOf('writer', {
    name: { type: 'string' },
    books: { type: 'relation', relation: 'oneToMany', target: BOOK, mappedBy: 'author' },
  }),
  ...typeOf('lobby', { text: { type: 'string' } }, { kind: 'singleType' }),
  ...typeOf('closed', { text: { type: 'string' } }),
};

const router = (name: string, config = '{}'): string =>
  `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::${name}.${name}', ${config});`;
const part = (kind: 'Controller' | 'Service', name: string, members = ''): string =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${name}.${name}', ({ strapi }) => ({${members}}));`;

const OWN_ROUTES = `
const open = (path, handler, config = {}) => ({ method: 'GET', path, handler, config: { auth: false, ...config } });
module.exports = { routes: [
  open('/books/open', 'book.open'),
  { method: 'GET', path: '/books/needs', handler: 'api::book.book.open' },
  { method: 'GET', path: '/books/scoped', handler: 'book.open', config: { auth: { scope: ['api::writer.writer.find'] } } },
  open('/books/number/:id(\\\\d+)', 'book.params'),
  open('/books/files/(.*)', 'book.params'),
  open('/books/maybe/:id?', 'book.params'),
  open('/books/policy/:word', 'book.params', { policies: ['api::book.says', { name: 'global::wants', config: { key: 'k' } }] }),
  open('/books/steps', 'book.params', { middlewares: [(ctx, next) => { ctx.state.steps = ['own']; return next(); }, 'api::book.mark', { name: 'global::mark', config: { word: 'global' } }] }),
  open('/books/query', 'book.params', { middlewares: [(ctx, next) => { ctx.query = { replaced: ctx.query.given }; return next(); }] }),
  open('/books/answer/:name', 'book.answer'),
  { method: 'POST', path: '/books/answer/:name', handler: 'book.answer', config: { auth: false } },
  { method: 'POST', path: '/books/run/:name', handler: 'book.run', config: { auth: false } },
  { method: 'GET', path: '/books/state', handler: 'book.state' },
] };`;

/** Functions that a request names. They show what code of a project can do. */
const RUNS = `
const UID = '${BOOK}', WRITER = 'api::writer.writer';
const rows = (strapi, uid = UID) => strapi.db.query(uid);
const titles = (list) => list.map(({ title }) => title);
const runs = {
  create: (strapi, { data, status }) => strapi.documents(UID).create({ data, status }),
  update: (strapi, { documentId, data, status }) => strapi.documents(UID).update({ documentId, data, status }),
  findOne: (strapi, args) => strapi.documents(UID).findOne(args),
  findMany: (strapi, args) => strapi.documents(UID).findMany(args),
  findFirst: (strapi, args) => strapi.documents(UID).findFirst(args),
  count: async (strapi, args) => ({ count: await strapi.documents(UID).count(args) }),
  remove: (strapi, { documentId }) => strapi.documents(UID).delete({ documentId }),
  publish: (strapi, args) => strapi.documents(UID).publish(args),
  unpublish: (strapi, args) => strapi.documents(UID).unpublish(args),
  discard: (strapi, args) => strapi.documents(UID).discardDraft(args),
  clone: (strapi, args) => strapi.documents(UID).clone(args),
  rowCreate: (strapi, args) => rows(strapi, args.uid).create(args),
  rowFindOne: (strapi, args) => rows(strapi, args.uid).findOne(args),
  rowFindMany: (strapi, args) => rows(strapi, args.uid).findMany(args),
  rowFindPage: (strapi, args) => rows(strapi, args.uid).findWithCount(args),
  rowCount: async (strapi, args) => ({ count: await rows(strapi, args.uid).count(args) }),
  rowUpdate: (strapi, args) => rows(strapi, args.uid).update(args),
  rowDelete: (strapi, args) => rows(strapi, args.uid).delete(args),
  rowCreateMany: (strapi, args) => rows(strapi, args.uid).createMany(args),
  rowUpdateMany: (strapi, args) => rows(strapi, args.uid).updateMany(args),
  rowDeleteMany: (strapi, args) => rows(strapi, args.uid).deleteMany(args),
  entityCreate: (strapi, args) => strapi.entityService.create(args.uid ?? UID, args),
  entityFindOne: (strapi, { id, ...args }) => strapi.entityService.findOne(UID, id, args),
  entityFindMany: (strapi, args) => strapi.entityService.findMany(UID, args),
  entityFindPage: (strapi, args) => strapi.entityService.findPage(UID, args),
  entityCount: async (strapi, args) => ({ count: await strapi.entityService.count(UID, args) }),
  entityUpdate: (strapi, { id, ...args }) => strapi.entityService.update(UID, id, args),
  entityDelete: (strapi, { id }) => strapi.entityService.delete(UID, id),
  undone: async (strapi, { title }) => {
    const message = await strapi.db.transaction(async () => {
      await strapi.documents(UID).create({ data: { title } });
      throw new Error('undone');
    }).catch((error) => error.message);
    return { message };
  },
  done: async (strapi, { title }) => {
    const events = [];
    await strapi.db.transaction(async ({ onCommit, onRollback, trx }) => {
      onCommit(() => events.push('commit'));
      onRollback(() => events.push('rollback'));
      await strapi.documents(UID).create({ data: { title } });
      const found = await trx('books').where({ title }).count('* as n');
      events.push('inside ' + Number(found[0].n));
    });
    return { events };
  },
  rolledBack: async (strapi, { title }) => {
    const events = [];
    await strapi.db.transaction(async ({ rollback, onRollback }) => {
      onRollback(() => events.push('rollback'));
      await strapi.documents(UID).create({ data: { title } });
      await rollback();
    }).catch((error) => events.push(error.message));
    return { events };
  },
  sql: async (strapi, { title }) => ({ rows: await strapi.db.connection('books').where({ title }).select('title', 'pages').orderBy('id') }),
  store: async (strapi, { key, value }) => {
    const store = strapi.store({ type: 'plugin', name: 'suite' });
    const before = (await store.get({ key })) ?? null;
    if (value !== undefined) await store.set({ key, value });
    const after = (await store.get({ key })) ?? null;
    if (value === null) await store.delete({ key });
    return { before, after, other: (await strapi.store({ type: 'plugin', name: 'other' }).get({ key })) ?? null };
  },
  places: async (strapi, { key, sets, environment }) => {
    const store = strapi.store({ type: 'plugin', name: 'suite' });
    for (const [place, value] of sets ?? []) await store.set({ key, value, environment: place });
    return { found: (await store.get({ key, ...(environment ? { environment } : {}) })) ?? null };
  },
  service: (strapi, { word }) => strapi.service('api::book.book').shout(word),
  members: (strapi) => ({
    service: typeof strapi.service('api::book.book').find,
    controller: typeof strapi.controller('api::book.book').open,
    api: Object.keys(strapi.api('book').services),
    type: strapi.contentType(UID).attributes.title.type,
    table: strapi.db.metadata.get(UID).tableName,
    plugin: strapi.plugin('nothing') === undefined,
    email: typeof strapi.plugin('email').service('email').send,
    word: strapi.config.get('suite.word', 'fallback'),
    absent: strapi.config.get('suite.absent', 'fallback'),
    code: strapi.config.get('coded.says'),
    known: strapi.config.has('server'),
  }),
  events: (strapi, { title }) => ({ events: strapi.suite.events.filter((each) => each.title === title).map(({ name }) => name) }),
  uses: (strapi, { title }) => ({ uses: strapi.suite.uses.filter((each) => each.title === title).map(({ action }) => action) }),
  users: async (strapi, { id }) => {
    const user = await strapi.plugin('users-permissions').service('user').fetch(id, { populate: ['role'] });
    return { username: user.username, role: user.role.name, json: 'password' in JSON.parse(JSON.stringify(user)) };
  },
  token: async (strapi, { id }) => {
    const jwt = strapi.plugin('users-permissions').service('jwt');
    return { jwt: await jwt.issue({ id }), claims: (await jwt.verify(await jwt.issue({ id }))).id };
  },
};`;

const CONTROLLER = `${RUNS}
const { errors } = require('@strapi/utils');
const answers = {
  bad: (ctx) => ctx.badRequest('wrong', { key: 'k' }),
  missing: (ctx) => ctx.notFound(),
  denied: (ctx) => ctx.forbidden('no'),
  created: (ctx) => ctx.created({ made: true }),
  sent: (ctx) => ctx.send({ sent: true }, 202),
  raw: (ctx) => ctx.send({ text: ctx.request.body[Symbol.for('unparsedBody')] }),
  returned: () => ({ returned: true }),
  text: (ctx) => { ctx.type = 'text/plain'; ctx.body = 'words'; },
  nothing: () => undefined,
  thrown: () => { throw new errors.ApplicationError('it failed', { key: 'k' }); },
  invalid: () => { throw new errors.ValidationError('not valid'); },
  gone: (ctx) => ctx.throw(410, 'it is gone'),
  busy: (ctx) => ctx.throw(429, 'later'),
  unexpected: () => { throw new Error('a secret of the program'); },
  status: (ctx) => { ctx.status = 204; },
};
module.exports = require('@strapi/strapi').factories.createCoreController(UID, ({ strapi }) => ({
  open: (ctx) => ctx.send({ user: ctx.state.user?.username ?? null }),
  params: (ctx) => ({ params: ctx.params, steps: ctx.state.steps ?? [], query: ctx.query }),
  answer: (ctx) => answers[ctx.params.name](ctx),
  run: async (ctx) => ctx.send({ result: (await runs[ctx.params.name](strapi, ctx.request.body)) ?? null }),
  state: (ctx) => ({ user: ctx.state.user?.username ?? null, role: ctx.state.user?.role?.name ?? null, strategy: ctx.state.auth.strategy.name, handler: ctx.state.route.handler }),
  async find(ctx) {
    const answer = await super.find(ctx);
    return { ...answer, meta: { ...answer.meta, own: true } };
  },
  async findOne(ctx) {
    await this.validateQuery(ctx);
    const query = await this.sanitizeQuery(ctx);
    const found = await strapi.service(UID).findOne(ctx.params.id, query);
    if (!found) return ctx.notFound('no such book');
    return this.transformResponse(await this.sanitizeOutput(found, ctx), { own: 'one' });
  },
}));`;

const INDEX = `module.exports = {
  register({ strapi }) {
    strapi.suite = { events: [], uses: [] };
    strapi.documents.use((context, next) => {
      const title = context.params.data?.title;
      if (context.uid === '${BOOK}' && title !== undefined) strapi.suite.uses.push({ action: context.action, title });
      if (context.uid === '${BOOK}' && String(title).endsWith(' renamed')) context.params.data.pages = 77;
      return next();
    });
  },
  async bootstrap({ strapi }) {
    await strapi.documents('api::lobby.lobby').create({ data: { text: 'made by bootstrap' } });
  },
};`;

const LIFECYCLES = `
const note = (name) => ({ params, result }) => strapi.suite.events.push({ name, title: result?.title ?? params.data?.title });
module.exports = {
  beforeCreate({ params }) {
    const title = String(params.data.title);
    if (title.endsWith(' counted')) params.data.pages = title.length;
    if (title.endsWith(' refused')) throw new (require('@strapi/utils').errors.ApplicationError)('refused by a lifecycle');
    note('beforeCreate')({ params });
  },
  afterCreate: note('afterCreate'), beforeUpdate: note('beforeUpdate'), afterUpdate: note('afterUpdate'), afterDelete: note('afterDelete'),
};`;

const FILES: Readonly<Record<string, unknown>> = {
  ...TYPES,
  'index.js': INDEX,
  'api/book/content-types/book/lifecycles.js': LIFECYCLES,
  'api/book/routes/book.js': router(
    'book',
    "{ config: { find: { middlewares: ['api::book.first'] }, delete: { policies: ['api::book.never'] } } }",
  ),
  'api/book/routes/own.js': OWN_ROUTES,
  'api/book/controllers/book.js': CONTROLLER,
  'api/book/services/book.js': part(
    'Service',
    'book',
    "shout: (word) => ({ said: word.toUpperCase() + '!' })",
  ),
  'api/book/policies/says.js': `module.exports = (ctx) => ({ yes: true, nothing: undefined, no: false, text: 'true', later: Promise.resolve(true) })[ctx.params.word];`,
  'api/book/policies/never.js': 'module.exports = () => false;',
  'policies/wants.js': 'module.exports = (ctx, config) => ctx.query[config.key] !== "no";',
  'api/book/middlewares/first.js': `module.exports = () => async (ctx, next) => { if (ctx.query.first) { ctx.query = { ...ctx.query, pagination: { pageSize: 1 } }; delete ctx.query.first; } await next(); };`,
  'api/book/middlewares/mark.js': `module.exports = () => async (ctx, next) => { ctx.state.steps.push('mark'); await next(); ctx.set('x-marked', 'yes'); };`,
  'middlewares/mark.js': `module.exports = (config) => async (ctx, next) => { ctx.state.steps = [...(ctx.state.steps ?? []), config.word]; await next(); };`,
  'api/writer/routes/writer.js': router('writer', "{ except: ['delete'], prefix: '' }"),
  'api/writer/controllers/writer.js': part('Controller', 'writer'),
  'api/writer/services/writer.js': part(
    'Service',
    'writer',
    "async find(params) { const found = await super.find(params); return { ...found, results: found.results.map((each) => ({ ...each, name: each.name + '!' })) }; }",
  ),
  'api/lobby/routes/lobby.js': router('lobby', "{ only: ['find', 'update'] }"),
  'api/lobby/controllers/lobby.js': part('Controller', 'lobby'),
  'api/lobby/services/lobby.js': part('Service', 'lobby'),
};

const PROJECT: Deployment = {
  files: FILES,
  config: {
    plugins: { strapi: true },
    suite: { word: 'own' },
    'coded.js': "module.exports = ({ env }) => ({ says: env('NOTHING_SET', 'by code') });",
  },
};

export const project = (
  row: string,
  given: Readonly<Record<string, Given>>,
  run: Case['run'] & {},
  more: Partial<Case> = {},
): Case => ({ rows: [`quire.project.${row}`], given, run, deploy: PROJECT, ...more });
