// Policies and global middlewares of the project "shop".
import type { Files } from '../../project';

const UP = 'plugin::users-permissions';

export const steps: Files = {
  'src/policies/is-logged-in.ts': `
export default (policyContext) => {
  if (policyContext.state.user) return true;
  return false;
};
`,
  'src/policies/has-role.ts': `
import { errors } from '@strapi/utils';
const { PolicyError, UnauthorizedError } = errors;
export default async (policyContext, config: { roles: string[] }, { strapi }) => {
  const { user } = policyContext.state;
  if (!user) throw new UnauthorizedError();
  const { role } = await strapi.db.query('${UP}.user').findOne({ where: { id: user.id }, populate: ['role'] });
  if (!config.roles.includes(role.type)) throw new PolicyError('Needs the role ' + config.roles.join(', '), { role: role.type });
  return true;
};
`,
  'src/policies/is-owner.ts': `
export default async (policyContext, { uid, field }, { strapi }) => {
  const { id } = policyContext.params;
  const entry = await strapi.documents(uid).findOne({ documentId: id, populate: { [field]: { fields: ['id'] } } });
  return entry?.[field]?.id === policyContext.state.user?.id;
};
`,
  'src/middlewares/envelope.ts': `
export default (config, { strapi }) => async (ctx, next) => {
  ctx.state.startedBy = config.name;
  await next();
  ctx.set('X-Shop', config.name);
  if (ctx.query.envelope && ctx.body && typeof ctx.body === 'object') ctx.body = { shop: config.name, status: ctx.status, ...ctx.body };
};
`,
  'src/middlewares/maintenance.ts': `
export default (config, { strapi }) => async (ctx, next) => {
  const store = strapi.store({ type: 'api', name: 'shop' });
  if (ctx.request.url.startsWith('/api/maintenance/')) {
    await store.set({ key: 'maintenance', value: { on: ctx.request.url.endsWith('/on') } });
    ctx.body = { done: true, started: ctx.state.startedBy ?? null };
    return;
  }
  const state: any = await store.get({ key: 'maintenance' });
  if (state?.on) {
    ctx.status = 503;
    ctx.set('Retry-After', '60');
    ctx.body = { data: null, error: { status: 503, name: 'ServiceUnavailableError', message: 'We are back soon', details: {} } };
    return;
  }
  try {
    await next();
  } catch (error: any) {
    if (error.name === 'TypeError') return ctx.internalServerError('Something broke');
    throw error;
  }
};
`,
};
