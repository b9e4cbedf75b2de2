// One-time links: the first administrator, and the recovery of an account without a mail. The secret is in the fragment of the address,
// which no proxy and no log of a server sees.
import type { App } from '../../../core';
import { type Account, FULL_GRANT, GRANTS, USER, USERS } from '../../users-permissions';
import { adminErrors } from '../errors';
import { type AdminRows, hashOf, newSecret } from './session-rows';

export interface Links {
  /** Returns the secret. `user` null: for a new administrator. */
  create(user: number | null): Promise<string>;
  /** For the page: whom the link is for. */
  look(secret: string): Promise<{ readonly username: string | null }>;
  /** Uses the link: creates the administrator, or sets a new password. Returns the user after the write. */
  redeem(secret: string, given: Redeemed): Promise<Account>;
}

export interface Redeemed {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

const HOUR = 3_600_000;
const ROLE = 'plugin::users-permissions.role';

export function createLinks(app: App, { links }: AdminRows): Links {
  const found = async (secret: string) => {
    const row = await links.query().findOne({ key: hashOf(secret) });
    if (!row || row.ends_at.getTime() < Date.now()) throw adminErrors.ADMIN_LINK();
    return row;
  };

  return {
    async create(user) {
      const secret = newSecret();
      await links.query().where('ends_at', '<', new Date()).delete();
      await links.query().insert({ key: hashOf(secret), user, ends_at: new Date(Date.now() + HOUR) });
      return secret;
    },
    async look(secret) {
      const { user } = await found(secret);
      const account = user === null ? null : await app.documents(USER).findFirst({ filters: { id: user } });
      return { username: account ? String(account.username) : null };
    },
    redeem: (secret, given) =>
      app.documents.transaction(async () => {
        const { id, user } = await found(secret);
        // Of two parallel uses, the second removes no row.
        if ((await links.query().where({ id }).delete()) === 0) throw adminErrors.ADMIN_LINK();
        const users = app.container.resolve(USERS);
        const result =
          user === null
            ? await users.create({ ...given, role: await fullRole(app) })
            : await users.resetPassword(user, given.password);
        const redeemed = typeof result === 'number' ? result : user;
        if (redeemed === null || (typeof result !== 'number' && result.length > 0))
          throw adminErrors.ADMIN_BODY(typeof result === 'number' ? [] : result);
        // Other links for a first administrator end with the first one that was used.
        if (user === null) await links.query().whereNull('user').delete();
        return users.account(redeemed);
      }),
  };
}

/** The documentId of a role with every permission. The first start creates it. */
export async function fullRole(app: Pick<App, 'documents' | 'container'>): Promise<string> {
  const role = await app.documents(ROLE).findFirst({
    filters: { permissions: { action: FULL_GRANT.action } },
    sort: 'id',
  });
  if (role) return role.documentId;
  const grants = app.container.resolve(GRANTS);
  // A role with this type and other permissions stays as it is.
  let type = 'administrator';
  for (let n = 1; await grants.roleOfType(type); n++) type = `administrator_${n}`;
  const created = await grants.createRole({ type, name: 'Administrator', description: 'Every permission.' }, [
    FULL_GRANT,
  ]);
  return created.documentId;
}

export async function hasAdministrator(app: Pick<App, 'documents'>): Promise<boolean> {
  const filters = { blocked: { $ne: true }, role: { permissions: { action: FULL_GRANT.action } } };
  return (await app.documents(USER).count({ filters })) > 0;
}
