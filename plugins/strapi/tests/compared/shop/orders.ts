// Carts, orders and coupons of the project "shop".
import type { Files } from '../../project';
import { coreFiles } from '../../project';

export const orders: Files = {
  ...coreFiles('coupon'),
  'src/api/order/controllers/order.ts': `
import { factories } from '@strapi/strapi';
import utils from '@strapi/utils';
import { readFileSync } from 'node:fs';
const { ApplicationError } = utils.errors;
const UID = 'api::order.order';

export default factories.createCoreController(UID, ({ strapi }) => ({
  async create(ctx) {
    const { lines = [], address, coupon } = ctx.request.body.data ?? {};
    const { user } = ctx.state;
    if (lines.length === 0) return ctx.badRequest('The cart is empty', { lines });
    try {
      const order = await strapi.service(UID).place({ user, lines, address, coupon });
      const sanitized = await this.sanitizeOutput(order, ctx);
      ctx.status = 201;
      return this.transformResponse(sanitized, { mailed: await strapi.service('api::order.mailer').placed(order, user) });
    } catch (error) {
      if (error instanceof ApplicationError && (error.details as any).retry) return ctx.send({ retry: true, message: error.message }, 409);
      throw error;
    }
  },

  async find(ctx) {
    const { user } = ctx.state;
    ctx.query.filters = { ...(ctx.query.filters as object ?? {}), customer: { id: { $eq: user.id } } };
    ctx.query.populate = ['lines', 'coupon'];
    return super.find(ctx);
  },

  async findOne(ctx) {
    const { id: documentId } = ctx.params;
    const order = await strapi.db.query(UID).findOne({ where: { documentId }, populate: { customer: true, lines: { populate: { product: true } }, address: true } });
    if (!order) return ctx.notFound();
    if (order.customer?.id !== ctx.state.user.id) return ctx.forbidden('Not your order');
    const { customer, lines, address, number, state, total } = order;
    ctx.body = { data: { number, state, total: Number(total), customer: customer.username, city: address.city, lines: lines.map(({ name, quantity, price, product }) => ({ name, quantity, price: Number(price), product: product?.name })) } };
  },

  async cancel(ctx) {
    const order = await strapi.documents(UID).findOne({ documentId: ctx.params.id, populate: { customer: { fields: ['username'] } } });
    if (!order) return ctx.notFound('Order not found');
    if (order.state !== 'pending') throw new ApplicationError('Only pending orders can be cancelled', { state: order.state });
    const saved = await strapi.documents(UID).update({ documentId: order.documentId, data: { state: 'cancelled', remarks: 'by ' + (order as any).customer.username } });
    ctx.body = { data: { state: saved.state, remarks: saved.remarks } };
  },

  async summary(ctx) {
    const where = { customer: ctx.state.user.id };
    const [orders, count] = await strapi.db.query(UID).findWithCount({ where, orderBy: [{ total: 'desc' }, { id: 'asc' }], limit: 2, populate: ['coupon'] });
    const byState = await Promise.all(['pending', 'paid', 'cancelled'].map(async (state) => [state, await strapi.db.query(UID).count({ where: { ...where, state } })]));
    const withCoupon = await strapi.db.query(UID).count({ where: { ...where, coupon: { $notNull: true } } });
    const big = await strapi.db.query(UID).count({ where: { $and: [where, { $not: { total: { $lt: 50 } } }] } });
    return { count, byState: Object.fromEntries(byState), withCoupon, big, orders: orders.map(({ total, coupon }) => [Number(total), coupon?.code ?? null]) };
  },

  async pay(ctx) {
    const signature = ctx.request.headers['x-signature'];
    if (signature !== 'sha-of-body') return ctx.throw(402, 'Bad signature', { details: { signature: signature ?? null } });
    const { number } = ctx.request.body;
    const { count } = await strapi.db.query(UID).updateMany({ where: { number, state: 'pending' }, data: { state: 'paid' } });
    if (count === 0) return ctx.send({ message: 'nothing to pay' }, 404);
    const order = await strapi.db.query(UID).update({ where: { number }, data: { placedOn: '2026-01-31' }, select: ['number', 'state', 'placedOn'] });
    ctx.created({ order: { number: order.number, state: order.state, placedOn: order.placedOn }, count });
  },

  async invoice(ctx) {
    const { files, body } = ctx.request;
    const file: any = files?.invoice;
    if (!file) return ctx.badRequest('Send a file', { fields: Object.keys(body ?? {}) });
    const [stored] = await strapi.plugin('upload').service('upload').upload({ data: { fileInfo: { name: 'invoice.txt', alternativeText: body.text ?? null } }, files: file });
    ctx.body = { name: stored.name, text: readFileSync(file.filepath, 'utf8'), alternativeText: stored.alternativeText, mime: stored.mime, ext: stored.ext, field: body.text };
  },

  async csv(ctx) {
    const orders = await strapi.documents(UID).findMany({ filters: { customer: { username: 'ann' } }, sort: 'number:asc', fields: ['number', 'state'] });
    ctx.type = 'text/csv';
    ctx.attachment('orders.csv');
    ctx.body = ['number,state', ...orders.map(({ number, state }) => number + ',' + state)].join('\\n');
  },
}));
`,
  'src/api/order/services/order.ts': `
import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';
const UID = 'api::order.order';
export default factories.createCoreService(UID, ({ strapi }) => ({
  async place({ user, lines, address, coupon }) {
    return strapi.db.transaction(async () => {
      const items: any[] = [];
      for (const { product: documentId, quantity = 1 } of lines) {
        const taken = await strapi.service('api::product.product').takeFromStock(documentId, quantity);
        if (taken === null) throw new errors.NotFoundError('Product does not exist', { documentId: 'unknown' });
        if (taken === false) throw new errors.ApplicationError('Not enough in stock', { quantity, retry: quantity > 100 });
        items.push({ name: taken.name, quantity, price: Number(taken.price), product: taken.id });
      }
      const rebate = coupon ? await this.redeem(coupon) : null;
      const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * (1 - (rebate?.percent ?? 0) / 100);
      const number = 'N-' + ((await strapi.db.query(UID).count({})) + 1);
      return strapi.entityService.create(UID, {
        data: { number, lines: items, address, total: Math.round(total * 100) / 100, coupon: rebate?.id ?? null, customer: user.id, state: 'pending' } as any,
        populate: ['lines', 'address', 'coupon', 'customer'],
      });
    });
  },
  async redeem(code: string) {
    const coupon = await strapi.db.query('api::coupon.coupon').findOne({ where: { code, active: true, $or: [{ expiresAt: { $null: true } }, { expiresAt: { $gt: new Date() } }] } });
    if (!coupon) throw new errors.ValidationError('The coupon is not valid', { code });
    await strapi.db.query('api::coupon.coupon').update({ where: { id: coupon.id }, data: { used: coupon.used + 1 } });
    return coupon;
  },
}));
`,
  'src/api/order/services/mailer.ts': `
export default ({ strapi }) => ({
  async placed(order, user) {
    try {
      await strapi.plugins['email'].services.email.send({ to: user.email, from: 'shop@example.com', subject: 'Order ' + order.number, text: 'Thank you, ' + user.username, html: '<p>Thank you</p>' });
      return true;
    } catch (error) {
      strapi.log.error('mail', error);
      return false;
    }
  },
});
`,
  'src/api/order/routes/order.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreRouter('api::order.order', { only: ['find', 'findOne', 'create'] });
`,
  'src/api/order/routes/custom-order.ts': `
export default {
  routes: [
    { method: 'POST', path: '/orders/:id/cancel', handler: 'order.cancel', config: { policies: [{ name: 'global::is-owner', config: { uid: 'api::order.order', field: 'customer' } }] } },
    { method: 'GET', path: '/my/orders/summary', handler: 'order.summary' },
    { method: 'GET', path: '/my/orders.csv', handler: 'order.csv', config: { auth: false } },
    { method: 'POST', path: '/webhooks/payment', handler: 'order.pay', config: { auth: false } },
    { method: 'POST', path: '/orders/invoice', handler: 'order.invoice', config: { auth: false, policies: [], middlewares: [] } },
  ],
};
`,
  'src/api/order/content-types/order/lifecycles.ts': `
export default {
  async afterCreate(event) {
    const { result, params } = event;
    await strapi.service('api::activity.activity').record('order', event.model.uid, { number: result.number, lines: Array.isArray(params.data.lines) });
  },
  async beforeUpdateMany(event) {
    strapi.log.debug('orders change');
    event.state.where = event.params.where;
  },
  async afterUpdateMany(event) {
    await strapi.service('api::activity.activity').record('orders', event.model.uid, { count: event.result.count, number: event.state.where.number ?? null });
  },
};
`,
};
