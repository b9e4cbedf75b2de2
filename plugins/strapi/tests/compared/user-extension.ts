// The extension of the user: attributes, wrapped and replaced actions, routes, policies, lifecycles.
import type { ComparedProject } from './compared-project';
import { api, crud, index } from './project-files';

const UP = 'plugin::users-permissions';
const USER = {
  kind: 'collectionType',
  collectionName: 'up_users',
  info: { name: 'user', description: '', singularName: 'user', pluralName: 'users', displayName: 'User' },
  options: { draftAndPublish: false },
  attributes: {
    username: { type: 'string', minLength: 3, unique: true, configurable: false, required: true },
    email: { type: 'email', minLength: 6, configurable: false, required: true },
    provider: { type: 'string', configurable: false },
    password: { type: 'password', minLength: 6, configurable: false, private: true, searchable: false },
    resetPasswordToken: { type: 'string', configurable: false, private: true, searchable: false },
    confirmationToken: { type: 'string', configurable: false, private: true, searchable: false },
    confirmed: { type: 'boolean', default: false, configurable: false },
    blocked: { type: 'boolean', default: false, configurable: false },
    role: {
      type: 'relation',
      relation: 'manyToOne',
      target: `${UP}.role`,
      inversedBy: 'users',
      configurable: false,
    },
    phone: { type: 'string' },
    bio: { type: 'text' },
    notes: { type: 'string', private: true },
  },
};

export const userExtension: ComparedProject = {
  name: 'user-extension',
  files: {
    ...api('team', { plural: 'teams', attributes: { name: { type: 'string' } } }),
    'src/extensions/users-permissions/content-types/user/schema.json': JSON.stringify(USER),
    'src/extensions/users-permissions/strapi-server.js': `
const { ApplicationError } = require('@strapi/utils').errors;
const UID = '${UP}.user';
const clean = (user) => {
  const { password, resetPasswordToken, confirmationToken, ...rest } = user;
  return rest;
};
module.exports = (plugin) => {
  const { me, find, count, update } = plugin.controllers.user;
  plugin.controllers.user.me = async (ctx) => {
    if (!ctx.state.user) return ctx.unauthorized();
    if (ctx.query.plain) return me(ctx);
    const user = await strapi.entityService.findOne(UID, ctx.state.user.id, { populate: ['role'] });
    ctx.body = { ...clean(user), isMine: true };
  };
  plugin.controllers.user.find = async (ctx) => {
    ctx.query = { ...ctx.query, filters: { username: { $ne: 'bob' } }, sort: 'username' };
    await find(ctx);
    ctx.body = ctx.body.map(({ username, phone }) => ({ username, phone }));
  };
  plugin.controllers.user.updateMe = async (ctx) => {
    const { id } = ctx.state.user;
    const { phone, bio } = ctx.request.body;
    if (phone === 'bad') throw new ApplicationError('The phone is bad', { phone });
    const user = await strapi.plugin('users-permissions').service('user').edit(id, { phone, bio });
    ctx.send({ phone: user.phone, bio: user.bio });
  };
  plugin.controllers.user.profile = async (ctx) => {
    const user = await strapi.db.query(UID).findOne({ where: { username: ctx.params.username } });
    if (!user) return ctx.notFound('No such user');
    return strapi.contentAPI.sanitize.output(user, strapi.getModel(UID), { auth: ctx.state.auth });
  };
  const auth = plugin.controllers.auth;
  plugin.controllers.auth = ({ strapi }) => {
    const original = auth({ strapi });
    return {
      ...original,
      async register(ctx) {
        if (String(ctx.request.body.email).endsWith('@spam.example')) return ctx.badRequest('No spam', { field: 'email' });
        ctx.request.body = { ...ctx.request.body, username: String(ctx.request.body.username).toLowerCase() };
        await original.register(ctx);
        ctx.body.welcome = 'Hello ' + ctx.body.user.username;
      },
      async callback(ctx) {
        await original.callback(ctx);
        if (ctx.body.user.username === 'bob') return ctx.forbidden('Bob may not log in');
      },
    };
  };
  plugin.policies['is-self'] = (ctx) => ctx.state.user?.username === ctx.params.username;
  plugin.services.greeting = ({ strapi }) => ({ text: (name) => 'Good day, ' + name });
  plugin.contentTypes.user.lifecycles = {
    beforeCreate(event) { event.params.data.bio = event.params.data.bio ?? 'New here'; },
  };
  const { routes } = plugin.routes['content-api'];
  // Strapi serves the first of two routes.
  routes.unshift(
    { method: 'PUT', path: '/users/me', handler: 'user.updateMe', config: { prefix: '', policies: [] } },
    { method: 'GET', path: '/users/profile/:username', handler: 'user.profile', config: { prefix: '', policies: ['plugin::users-permissions.is-self'] } },
    { method: 'GET', path: '/hello/:name', handler: 'user.hello', config: { auth: false } },
    { method: 'GET', path: '/how-many', handler: 'user.howMany', config: { prefix: '', auth: false } },
  );
  plugin.controllers.user.hello = async (ctx) => {
    ctx.body = { text: strapi.plugin('users-permissions').service('greeting').text(ctx.params.name) };
  };
  plugin.controllers.user.howMany = async (ctx) => {
    await count(ctx);
    ctx.body = { users: ctx.body };
  };
  plugin.routes['content-api'].routes = plugin.routes['content-api'].routes.filter((route) => route.handler !== 'user.destroy');
  return plugin;
};
`,
    ...index({
      users: ['ann', 'bob'],
      grants: {
        authenticated: ['me', 'find', 'findOne', 'updateMe', 'profile', 'update', 'destroy']
          .map((one) => `${UP}.user.${one}`)
          .concat(`${UP}.role.find`),
        public: [...crud('api::team.team')],
      },
    }),
  },
  requests: [
    ['GET /api/users/me'],
    ['GET /api/users/me', undefined, 'ann'],
    ['GET /api/users/me?plain=1', undefined, 'ann'],
    ['PUT /api/users/me', { phone: '555', bio: 'Hi', notes: 'x' }, 'ann'],
    ['PUT /api/users/me', { phone: 'bad' }, 'ann'],
    ['PUT /api/users/me', { phone: '1' }],
    ['GET /api/users', undefined, 'ann'],
    ['GET /api/users'],
    ['GET /api/users/profile/ann', undefined, 'ann'],
    ['GET /api/users/profile/bob', undefined, 'ann'],
    ['GET /api/users/profile/ann'],
    ['GET /api/users-permissions/hello/Zoe'],
    ['GET /api/how-many'],
    ['POST /api/auth/local/register', { username: 'CAT', email: 'cat@example.com', password: 'Passw0rd!' }],
    ['POST /api/auth/local/register', { username: 'dog', email: 'dog@spam.example', password: 'Passw0rd!' }],
    ['POST /api/auth/local/register', { username: 'cat', email: 'cat2@example.com', password: 'Passw0rd!' }],
    ['POST /api/auth/local', { identifier: 'bob', password: 'Passw0rd!' }],
    ['POST /api/auth/local', { identifier: 'cat', password: 'wrong' }],
    ['POST /api/auth/local', { identifier: 'cat@example.com', password: 'Passw0rd!' }],
    ['DELETE /api/users/{14.user.id}', undefined, 'ann'],
    ['GET /api/users/{14.user.id}', undefined, 'ann'],
    ['PUT /api/users/{14.user.id}', { bio: 'Changed' }, 'ann'],
    ['GET /api/teams'],
  ],
};
