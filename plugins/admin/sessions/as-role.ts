// `Quire-As-Role: 3`: the answer to a read of the session is what a user with this role would get. Only reads, and never more than the caller's own.
import type { App, RequestContext } from '../../../core';
import { type Account, GRANTS, grantsBeyond, isFull } from '../../users-permissions';
import { adminErrors } from '../errors';
import { OPEN, PREVIEW_ROLE } from '../types';

const HEADER = 'quire-as-role';
const ROLE = 'plugin::users-permissions.role';

export interface AsRole {
  /** Of a request without a session of the admin: throws the 403 if it has the header. */
  refuse(request: RequestContext): void;
  /** The account that the request acts as. */
  accountOf(request: RequestContext, account: Account): Promise<Account>;
}

export function createAsRole(app: Pick<App, 'documents' | 'container'>): AsRole {
  return {
    refuse(request) {
      if (request.header(HEADER) !== undefined)
        throw adminErrors.ADMIN_AS_ROLE('Only a session of the admin sees as another role');
    },
    async accountOf(request, account) {
      const id = request.header(HEADER);
      if (id === undefined) return account;
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw adminErrors.ADMIN_AS_ROLE('Nothing can be written while you see the admin as another role');
      const grants = app.container.resolve(GRANTS);
      const held = account.role === null ? [] : await grants.of(account.role);
      if (!isFull(held) && !held.some(({ action }) => action === PREVIEW_ROLE))
        throw adminErrors.ADMIN_AS_ROLE(`Your role has no permission ${PREVIEW_ROLE}`);
      const role = /^\d{1,15}$/.test(id)
        ? await app.documents(ROLE).findFirst({ filters: { id: Number(id) }, fields: ['id'] })
        : null;
      if (!role) throw adminErrors.ADMIN_AS_ROLE(`There is no role with the id ${id}`);
      const wanted = await grants.of(role.documentId);
      if (grantsBeyond(held, wanted).length > 0)
        throw adminErrors.ADMIN_AS_ROLE('This role may do more than you');
      if (!isFull(wanted) && !wanted.some(({ action }) => action === OPEN))
        throw adminErrors.ADMIN_AS_ROLE('This role may not open the admin');
      return { ...account, role: role.documentId };
    },
  };
}
