// Events and bookings of the project "club": mails, seats, and the events of reads inside operations.
import type { Files } from '../../project';
import { coreFiles } from '../../project';

export const bookings: Files = {
  ...coreFiles('speaker'),
  ...coreFiles('event'),
  ...coreFiles('venue'),
  'src/api/venue/content-types/venue/lifecycles.ts': `
const note = (event) => strapi.clubLog.push([event.action]);
export default Object.fromEntries(
  ['FindOne', 'FindMany', 'Count', 'Create', 'Update', 'Delete'].flatMap((kind) => [['before' + kind, note], ['after' + kind, note]]),
);
`,
  'src/api/venue/controllers/operations.ts': `
const UID = 'api::venue.venue';
// Strapi reads rows inside its operations, too.
const events = () => strapi.clubLog.splice(0).map(([action]) => action).filter((action) => !/Find|Count/.test(action));

export default {
  async run(ctx) {
    const { operation } = ctx.params;
    const venue = await strapi.documents(UID).create({ data: { name: 'Hall', city: 'Rome' }, status: 'published' });
    const made = events();
    const { documentId } = venue;
    if (operation === 'create') { ctx.body = { events: made }; }
    else if (operation === 'update') { await strapi.documents(UID).update({ documentId, data: { name: 'Hall B' } }); ctx.body = { events: events() }; }
    else { await (strapi.documents(UID) as any)[operation]({ documentId }); ctx.body = { events: events() }; }
    await strapi.documents(UID).delete({ documentId });
    events();
  },
};
`,
  'src/api/venue/routes/operations.ts': `
export default { routes: [{ method: 'POST', path: '/venues/run/:operation', handler: 'operations.run', config: { auth: false } }] };
`,
  'src/api/booking/content-types/booking/lifecycles.ts': `
import { errors } from '@strapi/utils';
const UID = 'api::booking.booking';

export default {
  async beforeCreate(event) {
    const { data } = event.params;
    if (data.seats > 6) throw new errors.ApplicationError('At most 6 seats', { seats: data.seats });
    const count = await strapi.db.query(UID).count();
    data.code = 'B' + String(count + 1).padStart(4, '0');
  },
  async afterCreate({ result }) {
    await strapi.service('api::booking.mail').send(result.contact, 'Booked ' + result.code, result.seats + ' seats');
  },
  async beforeUpdate(event) {
    const { where, data } = event.params;
    const before = await strapi.db.query(UID).findOne({ where, populate: { history: true, event: true } });
    event.state = { from: before.status_of, event: before.event?.title };
    if (data.status_of && before.status_of === 'cancelled') throw new errors.ApplicationError('Cancelled for ever');
  },
  async afterUpdate({ result, state, params }) {
    if (state.from === result.status_of) return;
    await strapi.service('api::booking.mail').send(result.contact, result.code + ' is ' + result.status_of, state.event);
  },
};
`,
  'src/api/booking/services/mail.ts': `
export default ({ strapi }) => ({
  async send(to, subject, text) {
    strapi.clubMails.push({ to, subject, text });
    if (!to) return false;
    try {
      await strapi.plugin('email').service('email').send({ to, from: 'club@example.com', replyTo: 'desk@example.com', subject, text, html: '<p>' + text + '</p>' });
      return true;
    } catch (error) {
      strapi.log.warn(error.message);
      return false;
    }
  },
});
`,
  'src/api/booking/services/booking.ts': `
import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';
const EVENT = 'api::event.event';
const UID = 'api::booking.booking';

export default factories.createCoreService(UID, ({ strapi }) => ({
  async free(documentId: string) {
    const event: any = await strapi.documents(EVENT).findOne({ documentId, status: 'published', populate: { bookings: { filters: { status_of: { $ne: 'cancelled' } }, fields: ['seats'] } } });
    if (!event) throw new errors.NotFoundError('No such event');
    return { event, free: event.capacity - event.bookings.reduce((sum, { seats }) => sum + seats, 0) };
  },
  async book(user, { event: documentId, seats }) {
    const { event, free } = await this.free(documentId);
    if (free < seats) throw new errors.ApplicationError('Sold out', { free });
    return this.create({ data: { seats, event: documentId, total: event.price * seats, contact: user.email, user: user.id }, populate: { event: { fields: ['title'] }, user: { fields: ['username'] } } });
  },
}));
`,
  'src/api/booking/controllers/booking.ts': `
import { factories } from '@strapi/strapi';
const UID = 'api::booking.booking';

export default factories.createCoreController(UID, ({ strapi }) => ({
  async create(ctx) {
    const { data } = ctx.request.body;
    if (!data?.event) return ctx.badRequest('event is missing', { data: data ?? null });
    const booking = await strapi.service(UID).book(ctx.state.user, data);
    return this.transformResponse(await this.sanitizeOutput(booking, ctx));
  },
  async find(ctx) {
    const sanitized: any = await this.sanitizeQuery(ctx);
    const { results, pagination } = await strapi.service(UID).find({ ...sanitized, filters: { $and: [sanitized.filters ?? {}, { user: { id: ctx.state.user.id } }] } });
    return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination });
  },
  async status(ctx) {
    const { id: documentId } = ctx.params;
    const { to } = ctx.request.body;
    const before = await strapi.documents(UID).findOne({ documentId, populate: ['history'] });
    const history = [...(before?.history ?? []).map(({ id, from, to }) => ({ id, from, to })), { from: before?.status_of, to, at: new Date('2026-01-01') }];
    const booking = await strapi.documents(UID).update({ documentId, data: { status_of: to, history }, populate: ['history'] });
    if (!booking) return ctx.notFound();
    return { status: booking.status_of, history: booking.history.map(({ from, to, at }) => [from, to, at]) };
  },
  async mails(ctx) {
    ctx.body = strapi.clubMails.splice(0);
  },
  async log(ctx) {
    ctx.body = strapi.clubLog.splice(0);
  },
  async seats(ctx) {
    const { free } = await strapi.service(UID).free(ctx.params.event);
    const totals = await strapi.db.query(UID).findMany({ where: { event: { documentId: ctx.params.event }, status_of: { $in: ['new', 'paid'] } }, select: ['seats', 'total', 'code'], orderBy: { code: 'desc' } });
    ctx.body = { free, sold: totals.map(({ code, seats, total }) => [code, seats, Number(total)]) };
  },
}));
`,
  'src/api/booking/routes/booking.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreRouter('api::booking.booking', { only: ['create', 'find'], config: { create: { policies: ['global::is-member'] }, find: { policies: ['global::is-member'] } } });
`,
  'src/api/booking/routes/custom.ts': `
export default {
  routes: [
    { method: 'PATCH', path: '/bookings/:id/status', handler: 'booking.status', config: { policies: ['global::is-member', { name: 'global::owns', config: { uid: 'api::booking.booking', by: 'user' } }] } },
    { method: 'GET', path: '/mails', handler: 'booking.mails', config: { auth: false } },
    { method: 'GET', path: '/log', handler: 'booking.log', config: { auth: false } },
    { method: 'GET', path: '/events/:event/seats', handler: 'booking.seats', config: { auth: false } },
  ],
};
`,
  'src/policies/is-member.ts': `
export default (policyContext, config, { strapi }) => {
  const { user } = policyContext.state;
  return Boolean(user) && ['member', 'authenticated'].includes(user.role.type);
};
`,
  'src/api/subscriber/controllers/subscriber.ts': `
import { factories } from '@strapi/strapi';
const UID = 'api::subscriber.subscriber';

export default factories.createCoreController(UID, ({ strapi }) => ({
  async subscribe(ctx) {
    const { email } = ctx.request.body as any;
    const existing = await strapi.documents(UID).findFirst({ filters: { email: { $eqi: email } } });
    if (existing) return ctx.conflict('Already subscribed', { confirmed: existing.confirmed });
    try {
      const { documentId } = await strapi.documents(UID).create({ data: { email, token: 'token-of-' + email } });
      await strapi.service('api::booking.mail').send(email, 'Confirm', 'token-of-' + email);
      ctx.send({ documentId, message: 'Look into your inbox' }, 202);
    } catch (error) {
      return ctx.badRequest(error.message, { name: error.name, path: error.details?.errors?.[0]?.path });
    }
  },
  async confirm(ctx) {
    const [subscriber] = await strapi.documents(UID).findMany({ filters: { token: ctx.query.token as string }, limit: 1 });
    if (!subscriber) return ctx.redirect('/newsletter?error=1');
    await strapi.documents(UID).update({ documentId: subscriber.documentId, data: { confirmed: true, token: null } });
    ctx.redirect('/newsletter?ok=' + encodeURIComponent(subscriber.email));
  },
  async unsubscribe(ctx) {
    const { count } = await strapi.db.query(UID).deleteMany({ where: { email: ctx.params.email } });
    ctx.status = count === 0 ? 404 : 204;
  },
}));
`,
  'src/api/subscriber/services/subscriber.ts': `
import { factories } from '@strapi/strapi';
export default factories.createCoreService('api::subscriber.subscriber');
`,
  'src/api/subscriber/routes/subscriber.ts': `
export default {
  routes: [
    { method: 'POST', path: '/newsletter', handler: 'subscriber.subscribe', config: { auth: false } },
    { method: 'GET', path: '/newsletter/confirm', handler: 'subscriber.confirm', config: { auth: false } },
    { method: 'DELETE', path: '/newsletter/:email', handler: 'subscriber.unsubscribe', config: { auth: false } },
    { method: 'GET', path: '/subscribers', handler: 'subscriber.find' },
  ],
};
`,
};
