// Members of the project "club": registration with a profile and a role, own routes of users, seeds.
import type { Files } from '../../project';
import { coreFiles } from '../../project';
import { crud } from '../project-files';

const UP = 'plugin::users-permissions';
const fixed = { configurable: false };
const hidden = { type: 'string', ...fixed, private: true, searchable: false };

const userSchema = {
  kind: 'collectionType',
  collectionName: 'up_users',
  info: { name: 'user', description: '', singularName: 'user', pluralName: 'users', displayName: 'User' },
  options: { draftAndPublish: false },
  attributes: {
    username: { type: 'string', minLength: 3, unique: true, ...fixed, required: true },
    email: { type: 'email', minLength: 6, ...fixed, required: true },
    provider: { type: 'string', ...fixed },
    password: { type: 'password', minLength: 6, ...fixed, private: true, searchable: false },
    resetPasswordToken: hidden,
    confirmationToken: hidden,
    confirmed: { type: 'boolean', default: false, ...fixed },
    blocked: { type: 'boolean', default: false, ...fixed },
    role: { type: 'relation', relation: 'manyToOne', target: `${UP}.role`, inversedBy: 'users', ...fixed },
    firstName: { type: 'string', maxLength: 20 },
    birthday: { type: 'date' },
    level: { type: 'enumeration', enum: ['basic', 'gold'], default: 'basic' },
    phone: { type: 'string', private: true },
    logins: { type: 'integer', default: 0 },
    preferences: { type: 'json' },
    profile: { type: 'relation', relation: 'oneToOne', target: 'api::profile.profile', mappedBy: 'user' },
  },
};

const extension: Files = {
  'src/extensions/users-permissions/content-types/user/schema.json': JSON.stringify(userSchema),
  'src/extensions/users-permissions/strapi-server.ts': `
import authOverrides from './server/auth';
import userOverrides from './server/user';
import routes from './server/routes';

export default (plugin) => {
  const originalAuth = plugin.controllers.auth;
  plugin.controllers.auth = ({ strapi }) => {
    const auth = typeof originalAuth === 'function' ? originalAuth({ strapi }) : originalAuth;
    return { ...auth, ...authOverrides({ strapi, auth }) };
  };
  Object.assign(plugin.controllers.user, userOverrides(plugin.controllers.user));
  plugin.routes['content-api'].routes.push(...routes);
  return plugin;
};
`,
  'src/extensions/users-permissions/server/auth.ts': `
import { errors } from '@strapi/utils';

const LEAST = { firstName: 1, email: 5, username: 3, password: 6 };
function validateRegister(body) {
  const wrong = Object.entries(LEAST).filter(([name, length]) => String(body[name] ?? '').length < length);
  if (wrong.length > 0) throw new errors.ValidationError(wrong.length + ' errors occurred', { errors: wrong.map(([name]) => ({ path: [name], message: name + ' is too short' })) });
}

export default ({ strapi, auth }) => ({
  async register(ctx) {
    const { nickname, firstName, ...credentials } = ctx.request.body;
    validateRegister(ctx.request.body);
    if (/@(spam|trash)\\./.test(credentials.email)) throw new errors.ApplicationError('This domain is not allowed');
    ctx.request.body = credentials;
    await auth.register(ctx);
    const { user, jwt } = ctx.response.body ?? ctx.body;
    if (!user) return;
    const role = await strapi.db.query('${UP}.role').findOne({ where: { type: 'member' } });
    const updated = await strapi.db.query('${UP}.user').update({ where: { id: user.id }, data: { firstName, role: role.id }, populate: ['role'] });
    const profile = await strapi.documents('api::profile.profile').create({ data: { nickname: nickname ?? firstName, user: user.id } });
    strapi.clubMails.push({ to: user.email, subject: 'Welcome ' + firstName });
    ctx.send({ jwt, user: { ...user, firstName: updated.firstName, role: updated.role.type, profile: { nickname: profile.nickname } } });
  },

  async callback(ctx) {
    const { identifier } = ctx.request.body;
    const known = await strapi.db.query('${UP}.user').findOne({ where: { $or: [{ username: identifier }, { email: String(identifier).toLowerCase() }] } });
    if (known?.level === 'gold' && known.logins >= 1) return ctx.tooManyRequests('One login a day');
    await auth.callback(ctx);
    if (ctx.status === 200 && known) await strapi.entityService.update('${UP}.user', known.id, { data: { logins: known.logins + 1 } });
  },
});
`,
  'src/extensions/users-permissions/server/user.ts': `
const USER = '${UP}.user';

export default ({ find, update }) => ({
  async me(ctx) {
    const { user } = ctx.state;
    if (!user) return ctx.unauthorized('Log in first');
    const data = await strapi.documents(USER).findOne({ documentId: user.documentId, populate: { role: { fields: ['type'] }, profile: { populate: { favourites: { fields: ['title'] } } } } });
    const schema = strapi.contentType(USER);
    const clean: any = await strapi.contentAPI.sanitize.output(data, schema, { auth: ctx.state.auth });
    ctx.body = { ...clean, profile: data.profile && { nickname: data.profile.nickname, favourites: data.profile.favourites.map(({ title }) => title) }, role: data.role.type };
  },
  async find(ctx) {
    ctx.query = { ...ctx.query, filters: { ...(ctx.query.filters ?? {}), level: 'gold' }, fields: ['username', 'level'] };
    await find(ctx);
    ctx.body = { total: ctx.body.length, users: ctx.body };
  },
  async update(ctx) {
    const { id } = ctx.params;
    if (ctx.state.user.id !== Number(id)) return ctx.forbidden();
    for (const name of ['level', 'role', 'confirmed', 'blocked']) delete ctx.request.body[name];
    await update(ctx);
    ctx.body = { firstName: ctx.body.firstName, level: ctx.body.level, birthday: ctx.body.birthday, phone: ctx.body.phone ?? null };
  },
  async favourite(ctx) {
    const { documentId } = ctx.params;
    const profile = await strapi.db.query('api::profile.profile').findOne({ where: { user: ctx.state.user.id }, populate: ['favourites'] });
    if (!profile) return ctx.notFound('No profile');
    const event = await strapi.documents('api::event.event').findOne({ documentId, status: 'published' });
    if (!event) return ctx.badRequest('No event', { documentId: 'unknown' });
    const isThere = profile.favourites.some((one) => one.documentId === documentId);
    const updated: any = await strapi.documents('api::profile.profile').update({ documentId: profile.documentId, data: { favourites: isThere ? { disconnect: [documentId] } : { connect: [documentId] } }, populate: { favourites: { fields: ['title'] } } });
    return { added: !isThere, favourites: [...new Set(updated.favourites.map(({ title }) => title))] };
  },
  async upgrade(ctx) {
    const { username } = ctx.params;
    const user = await strapi.query(USER).findOne({ where: { username }, populate: { role: true } });
    if (!user) return ctx.notFound();
    const saved = await strapi.plugin('users-permissions').service('user').edit(user.id, { level: 'gold', preferences: { since: '2026' } });
    const jwt = strapi.plugin('users-permissions').services.jwt.issue({ id: saved.id });
    ctx.body = { level: saved.level, preferences: saved.preferences, jwt: await jwt };
  },
});
`,
  'src/extensions/users-permissions/server/routes.ts': `
export default [
  { method: 'POST', path: '/favourites/:documentId', handler: 'user.favourite', config: { prefix: '', policies: [] } },
  { method: 'POST', path: '/members/:username/upgrade', handler: 'user.upgrade', config: { prefix: '', auth: false } },
];
`,
};

const grants = {
  public: [
    ...['page', 'event', 'venue', 'speaker', 'faq', 'category', 'post'].flatMap((name) => [
      `api::${name}.${name}.find`,
      `api::${name}.${name}.findOne`,
    ]),
    'api::global.global.find',
    'api::redirection.redirection.find',
    `${UP}.auth.register`,
    `${UP}.auth.callback`,
  ],
  member: [
    ...['page', 'event', 'venue', 'post', 'category', 'booking'].flatMap((name) =>
      crud(`api::${name}.${name}`),
    ),
    'api::page.page.createLocalization',
    'api::booking.booking.status',
    'api::subscriber.subscriber.find',
    'api::global.global.find',
    'api::global.global.update',
    `${UP}.role.find`,
    ...['me', 'find', 'update', 'favourite'].map((name) => `${UP}.user.${name}`),
  ],
};

const text = (words: string): object[] => [{ type: 'paragraph', children: [{ type: 'text', text: words }] }];

const seeds = `
  const put = (uid, data, more = {}) => strapi.documents(uid).create({ data, ...more });
  const live = { status: 'published' };
  const hall = await put('api::venue.venue', { name: 'Town hall', city: 'Rome' }, live);
  const ada = await put('api::speaker.speaker', { name: 'Ada', email: 'ada@example.com' });
  const bea = await put('api::speaker.speaker', { name: 'Bea' });
  const talk = await put('api::event.event', { title: 'A talk', slug: 'a-talk', starts: '2026-05-01T18:00:00.000Z', door: '17:30:00', price: 12.5, venue: hall.documentId, speakers: [bea.documentId, ada.documentId] }, live);
  const gone = await put('api::event.event', { title: 'Sold out', capacity: 0, price: 1, venue: hall.documentId }, live);
  await put('api::event.event', { title: 'Planned', slug: 'planned', speakers: [ada.documentId] });
  const faqs = [];
  for (const question of ['Where?', 'When?']) faqs.push(await put('api::faq.faq', { question, answer: 'Here: ' + question, secret_note: 'x' }));
  const zone = [
    { __component: 'blocks.hero', heading: 'Hello', buttons: [{ text: 'Go', URL: '/go' }, { text: 'Stay', variant: 'primary', target: '_blank' }] },
    { __component: 'blocks.faq', heading: 'Questions', faqs: faqs.map(({ documentId }) => documentId) },
    { __component: 'blocks.text', body: '# Hi' },
    { __component: 'blocks.events', heading: 'Next', events: [gone.documentId, talk.documentId] },
  ];
  const home = await put('api::page.page', { title: 'Home', slug: 'home', order: 1, dynamic_zone: zone, seo: { metaTitle: 'Club', structuredData: { '@type': 'Club' }, socials: [{ network: 'x', handle: '@club' }, { network: 'mastodon' }] } }, live);
  await strapi.documents('api::page.page').update({ documentId: home.documentId, locale: 'fr', data: { title: 'Accueil', slug: 'accueil', dynamic_zone: [zone[0]] }, status: 'published' });
  await put('api::page.page', { title: 'About', slug: 'about', dynamic_zone: [{ __component: 'blocks.text', body: 'We' }] }, live);
  await put('api::page.page', { title: 'Soon', slug: 'soon' });
  await put('api::global.global', { site_name: 'The club', navbar: { left_items: [{ text: 'Home', URL: '/' }], cta: { text: 'Join', URL: '/join', variant: 'primary' } }, footer: { copyright: '2026', columns: [{ title: 'A', links: [{ text: 'l1' }, { text: 'l2' }] }, { title: 'B' }] }, seo: { metaTitle: 'Global' } });
  for (const [source, destination] of [['/old', '/new'], ['/gone', null]]) await put('api::redirection.redirection', { source, destination });
  const news = await put('api::category.category', { name: 'News', slug: 'news' });
  const first = await put('api::post.post', { title: 'First Post', content: ${JSON.stringify(text('one two three four'))}, category: news.documentId, published_on: '2025-03-01' }, live);
  await put('api::post.post', { title: 'Été à Paris', related: [first.documentId], published_on: '2026-01-15' }, live);
  await put('api::post.post', { title: 'First Post', published_on: '2026-01-10' });
`;

const index: Files = {
  'src/index.ts': `
import type { Core } from '@strapi/strapi';
const UP = '${UP}';

async function grant(strapi: Core.Strapi, type: string, actions: string[]) {
  const [role] = await strapi.entityService.findMany(UP + '.role' as any, { filters: { type }, populate: { permissions: true } } as any) as any[];
  const target = role ?? await strapi.entityService.create(UP + '.role' as any, { data: { name: 'Member', type, description: 'Of the club' } } as any);
  const known = (role?.permissions ?? []).map(({ action }) => action);
  for (const action of actions) if (!known.includes(action)) await strapi.entityService.create(UP + '.permission' as any, { data: { action, role: target.id } as any });
}

export default {
  register({ strapi }) {
    strapi.clubLog = [];
    strapi.clubMails = [];
  },
  async bootstrap({ strapi }) {
    for (const [type, actions] of Object.entries(${JSON.stringify(grants)})) await grant(strapi, type, actions);
    const locales = strapi.plugin('i18n').service('locales');
    if (!(await locales.findByCode('fr'))) await locales.create({ code: 'fr', name: 'French (fr)' });
    const role = await strapi.query(UP + '.role').findOne({ where: { type: 'member' } });
    for (const username of ['ann', 'bob']) await strapi.plugin('users-permissions').service('user').add({ username, email: username + '@example.com', password: 'Passw0rd!', provider: 'local', confirmed: true, role: role.id });
    if ((await strapi.documents('api::page.page').count({})) > 0) return;
    ${seeds}
    strapi.clubLog.length = 0;
  },
};
`,
};

export const members: Files = { ...coreFiles('profile'), ...extension, ...index };
