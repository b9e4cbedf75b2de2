// Extended users, seeds and permissions of the project "shop".
import type { Files } from '../../project';
import { crud } from '../project-files';

const UP = 'plugin::users-permissions';

const userSchema = {
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
    fullName: { type: 'string' },
    points: { type: 'integer', default: 0 },
    newsletter: { type: 'boolean', default: true },
    address: { type: 'component', component: 'shop.address' },
    wishlist: { type: 'relation', relation: 'manyToMany', target: 'api::product.product' },
    orders: { type: 'relation', relation: 'oneToMany', target: 'api::order.order', mappedBy: 'customer' },
  },
};

const extension: Files = {
  'src/extensions/users-permissions/content-types/user/schema.json': JSON.stringify(userSchema),
  'src/extensions/users-permissions/strapi-server.ts': `
import profile from './controllers/profile';
export default (plugin) => {
  Object.assign(plugin.controllers.user, profile);
  const { update } = plugin.controllers.user;
  plugin.controllers.user.update = async (ctx) => {
    const { points, role, ...allowed } = ctx.request.body;
    if (String(ctx.state.user.id) !== String(ctx.params.id)) return ctx.forbidden('You can change yourself only');
    ctx.request.body = allowed;
    return update(ctx);
  };
  const sanitize = (user) => { const { password, resetPasswordToken, confirmationToken, ...rest } = user; return rest; };
  plugin.controllers.user.me = async (ctx) => {
    if (!ctx.state.user) return ctx.unauthorized();
    const user = await strapi.entityService.findOne('${UP}.user', ctx.state.user.id, { populate: { role: { fields: ['name', 'type'] }, wishlist: { fields: ['name'], filters: { publishedAt: { $notNull: true } } }, address: true } } as any);
    ctx.body = sanitize(user);
  };
  plugin.routes['content-api'].routes.unshift(
    { method: 'PUT', path: '/users/me', handler: 'user.updateMe', config: { prefix: '' } },
    { method: 'POST', path: '/users/me/wishlist', handler: 'user.wish', config: { prefix: '', policies: [] } },
    { method: 'POST', path: '/users/me/token', handler: 'user.token', config: { prefix: '' } },
    { method: 'POST', path: '/users/check', handler: 'user.check', config: { prefix: '', auth: false } },
  );
  return plugin;
};
`,
  'src/extensions/users-permissions/controllers/profile.ts': `
import { errors } from '@strapi/utils';
const USER = '${UP}.user';
export default {
  async updateMe(ctx) {
    const { user } = ctx.state;
    const { fullName, address, newsletter } = ctx.request.body;
    if (fullName === '') throw new errors.ValidationError('The name is empty', { errors: [{ path: ['fullName'], message: 'The name is empty' }] } as any);
    const updated: any = await strapi.entityService.update(USER, user.id, { data: { fullName, address, newsletter } as any, populate: ['address'] });
    ctx.body = { fullName: updated.fullName, city: updated.address?.city, country: updated.address?.country, newsletter: updated.newsletter, points: updated.points };
  },
  async wish(ctx) {
    const product = await strapi.documents('api::product.product').findFirst({ filters: { slug: ctx.request.body.slug } });
    if (!product) return ctx.notFound('No product');
    await strapi.documents(USER).update({ documentId: ctx.state.user.documentId, data: { wishlist: { connect: [product.documentId] } } as any });
    const me: any = await strapi.documents(USER).findOne({ documentId: ctx.state.user.documentId, populate: { wishlist: { fields: ['name', 'price'], sort: 'name' } } });
    ctx.body = { wishlist: me.wishlist.map(({ name, price }) => [name, price]) };
  },
  async token(ctx) {
    const jwt = strapi.plugin('users-permissions').service('jwt').issue({ id: ctx.state.user.id }, { expiresIn: '1h' });
    const { id } = await strapi.plugin('users-permissions').service('jwt').verify(await jwt);
    ctx.send({ jwt, mine: id === ctx.state.user.id });
  },
  async check(ctx) {
    const { identifier, password } = ctx.request.body;
    const user = await strapi.db.query(USER).findOne({ where: { $or: [{ email: identifier }, { username: identifier }] }, populate: ['role'] });
    if (!user) return ctx.badRequest('No such user');
    const isValid = await strapi.plugins['users-permissions'].services.user.validatePassword(password, user.password);
    return { isValid, role: user.role.type };
  },
};
`,
};

const grants = {
  public: [
    ...crud('api::category.category'),
    ...crud('api::brand.brand'),
    'api::product.product.find',
    'api::product.product.findOne',
    'api::review.review.find',
    'api::article.article.find',
    'api::article.article.findOne',
    'api::author.author.find',
    'api::comment.comment.find',
    'api::comment.comment.create',
    'api::home.home.find',
    `${UP}.auth.callback`,
    `${UP}.auth.register`,
  ],
  authenticated: [
    ...['category', 'brand', 'product', 'review', 'article', 'author', 'coupon', 'comment'].flatMap((name) =>
      crud(`api::${name}.${name}`),
    ),
    'api::review.review.approve',
    'api::home.home.find',
    'api::home.home.update',
    ...['find', 'findOne', 'create', 'cancel', 'summary'].map((name) => `api::order.order.${name}`),
    ...['translate', 'bulkPrice', 'publish'].map((name) => `api::product.product.${name}`),
    'api::comment.comment.hide',
    `${UP}.role.find`,
    ...['me', 'update', 'updateMe', 'wish', 'token'].map((name) => `${UP}.user.${name}`),
  ],
};

const index: Files = {
  'src/bootstrap/seed.ts': `
import type { Core } from '@strapi/strapi';
const UP = '${UP}';
const grants = ${JSON.stringify(grants)};

export async function seedRoles(strapi: Core.Strapi) {
  const roles = strapi.db.query(UP + '.role');
  const editor = await roles.create({ data: { name: 'Editor', description: 'Edits', type: 'editor' } });
  for (const [type, actions] of Object.entries({ ...grants, editor: grants.authenticated })) {
    const role = type === 'editor' ? editor : await roles.findOne({ where: { type }, populate: ['permissions'] });
    const known = new Set((role.permissions ?? []).map(({ action }) => action));
    await Promise.all(actions.filter((action) => !known.has(action)).map((action) => strapi.db.query(UP + '.permission').create({ data: { action, role: role.id } })));
  }
  for (const [username, type] of [['ann', 'authenticated'], ['bob', 'authenticated'], ['eve', 'editor']]) {
    const role = await roles.findOne({ where: { type } });
    await strapi.plugin('users-permissions').service('user').add({ username, email: username + '@example.com', password: 'Passw0rd!', provider: 'local', confirmed: true, role: role.id } as any);
  }
}

export async function seedContent(strapi: Core.Strapi) {
  if ((await strapi.documents('api::category.category').count({})) > 0) return;
  const locales = strapi.plugin('i18n').service('locales');
  if (!(await locales.findByCode('fr'))) await locales.create({ code: 'fr', name: 'French (fr)' });
  const rooms = await strapi.documents('api::category.category').create({ data: { name: 'Rooms', slug: 'rooms', position: 1 } });
  const kitchen = await strapi.entityService.create('api::category.category', { data: { name: 'Kitchen', slug: 'kitchen', position: 2, parent: rooms.id } as any });
  const office = await strapi.db.query('api::category.category').create({ data: { name: 'Office', slug: 'office', position: 3, parent: { connect: [{ id: rooms.id }] } } });
  const acme = await strapi.documents('api::brand.brand').create({ data: { name: 'Acme', country: 'US', contact: 'acme@example.com' } });
  const holz = await strapi.documents('api::brand.brand').create({ data: { name: 'Holz', contact: 'holz@example.com' } });
  const rows: any[] = [
    { name: 'Chair', sku: 'CH-001', price: 19.5, brand: holz.documentId, categories: [kitchen.documentId, office.documentId], description: 'Solid wood', margin: 0.4, seo: { metaTitle: 'Buy a chair' }, variants: [{ name: 'Oak', price: 21 }, { name: 'Pine', options: { color: ['light'] } }] },
    { name: 'Desk', sku: 'DE-001', price: 120, brand: holz.documentId, categories: [office.documentId], stock: 2, featured: true, attributes: { width: 140, drawers: [1, 2] } },
    { name: 'Lamp', sku: 'LA-001', price: 45.25, brand: acme.documentId, categories: { connect: [{ documentId: office.documentId }] }, description: 'Bright light', featured: true },
    { name: 'Mug', sku: 'MU-001', price: 7, brand: { connect: [acme.documentId] }, categories: { set: [kitchen.documentId] } },
  ];
  for (const data of rows) await strapi.documents('api::product.product').create({ data, status: 'published' });
  await strapi.documents('api::product.product').create({ data: { name: 'Prototype', sku: 'PR-001', price: 999 } as any });
  await strapi.db.query('api::coupon.coupon').createMany({ data: [{ code: 'TEN', percent: 10, active: true, used: 0 }, { code: 'OLD', percent: 50, active: true, used: 0, expiresAt: new Date('2020-01-01') }] });
  const writer = await strapi.documents('api::author.author').create({ data: { name: 'A Writer', email: 'writer@example.com' } });
  const mug = await strapi.db.query('api::product.product').findOne({ where: { slug: 'mug', publishedAt: { $notNull: true } } });
  await strapi.documents('api::article.article').create({
    data: { title: 'Wood is good', slug: 'wood-is-good', author: writer.documentId, blocks: [{ __component: 'shared.quote', text: 'Trees', by: 'Anon' }, { __component: 'shared.products', title: 'Ours', products: [mug.documentId] }] } as any,
    status: 'published',
  });
  await strapi.documents('api::article.article').create({ data: { title: 'A draft', author: writer.documentId } as any });
  await strapi.documents('api::home.home').create({ data: { title: 'Welcome', seo: { metaTitle: 'Shop' }, featured: [mug.documentId] } as any });
}
`,
  'src/index.ts': `
import type { Core } from '@strapi/strapi';
import { seedContent, seedRoles } from './bootstrap/seed';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    strapi.documents.use(async (context, next) => {
      if (context.uid === 'api::category.category' && context.action === 'delete') {
        const children = await strapi.documents('api::category.category').count({ filters: { parent: { documentId: (context.params as any).documentId } } });
        if (children > 0) throw new (require('@strapi/utils').errors.ApplicationError)('The category has children', { children });
      }
      if (context.uid === 'api::author.author' && ['create', 'update'].includes(context.action)) {
        const { data } = context.params as any;
        if (data.name) data.name = data.name.trim();
      }
      const result = await next();
      if (context.uid === 'api::author.author' && context.action === 'findMany') for (const author of result as any[]) author.initials = author.name?.slice(0, 1);
      return result;
    });
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    await seedRoles(strapi);
    await seedContent(strapi);
    strapi.db.lifecycles.subscribe({
      models: ['${UP}.user'],
      async beforeCreate(event) {
        const { data } = event.params;
        data.fullName = data.fullName ?? 'User ' + data.username;
      },
      async afterCreate(event) {
        await strapi.service('api::activity.activity').record('signup', event.model.uid, { username: event.result.username });
      },
    });
    strapi.db.lifecycles.subscribe(async (event) => {
      if (event.action === 'afterCreate' && event.model.uid === 'api::comment.comment') await strapi.service('api::activity.activity').record('comment', event.model.uid, { content: event.result.content });
    });
    strapi.cron.add({ cleanup: { task: async ({ strapi }) => { await strapi.db.query('api::activity.activity').deleteMany({}); }, options: { rule: '0 0 1 1 *' } } });
    await strapi.db.query('api::activity.activity').deleteMany({});
  },
};
`,
};

export const users: Files = { ...extension, ...index };
