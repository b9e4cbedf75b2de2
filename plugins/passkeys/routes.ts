// The routes of users for their own passkeys, and the beginning of a sign-in. The sign-in itself is `POST /api/auth/local`.
import { type App, check, coreErrors, type RequestContext, type RouteDefinition, route } from '../../core';
import { type Account, USERS } from '../users-permissions';
import type { Ceremonies } from './ceremonies';
import { passkeyErrors } from './errors';
import type { PasskeyRow, Passkeys } from './passkey-rows';

const { anything, object, optional, string } = check;
const name = string({ min: 1, max: 100 });
const currentPassword = optional(string({ min: 1, max: 1000 }));

export function passkeyRoutes(app: App, passkeys: Passkeys, ceremonies: Ceremonies): RouteDefinition[] {
  const base = `${app.config.api.rest.prefix}/auth/passkeys`;
  const users = () => app.container.resolve(USERS);
  const common = { action: null, tags: ['Authentication'], cacheControl: 'no-store' } as const;
  const post = { ...common, method: 'POST', body: 'json' } as const;

  const prove = (request: RequestContext, password: string | undefined) =>
    users().provePassword(request, userOf(request), password);

  /** Runs `work` in a transaction, in which the password that was sent is still that of the user. */
  async function whileProved<T>(
    request: RequestContext,
    password: string | undefined,
    work: (account: Account) => Promise<T>,
  ): Promise<T> {
    return users().locked(await prove(request, password), work);
  }

  return [
    route({
      ...common,
      method: 'GET',
      path: base,
      summary: 'Lists the passkeys of the user',
      async handler(request) {
        const account = await users().account(userOf(request).id);
        const rows = await passkeys.of(account.documentId);
        return { json: { data: rows.map((row) => shown(row, account)) } };
      },
    }),
    route({
      ...post,
      path: `${base}/options`,
      summary: 'Begins to add a passkey',
      checks: { body: object({ currentPassword }) },
      // Else a stolen token could open the account for ever.
      async handler(request, { body }) {
        const { tokenEpoch } = await prove(request, body.currentPassword);
        return { json: await ceremonies.beginAdding({ ...userOf(request), tokenEpoch }) };
      },
    }),
    route({
      ...post,
      path: base,
      summary: 'Adds a passkey',
      checks: { body: object({ name, response: anything() }) },
      async handler(request, { body }) {
        const row = await ceremonies.add(request, userOf(request), body.name, body.response);
        return { status: 201, json: { data: shown(row, userOf(request)) } };
      },
    }),
    route({
      ...common,
      method: 'PUT',
      body: 'json',
      path: `${base}/:id`,
      summary: 'Renames a passkey',
      checks: { body: object({ name }) },
      async handler(request, { params, body }) {
        const account = await users().account(userOf(request).id);
        const row = await passkeys.change(account.documentId, idOf(params.id), { name: body.name });
        if (!row) throw passkeyErrors.PASSKEY_NOT_FOUND();
        return { json: { data: shown(row, account) } };
      },
    }),
    route({
      ...post,
      path: `${base}/:id/confirm`,
      summary: 'Lets a passkey sign in again, for example after a new password',
      checks: { body: object({ currentPassword }) },
      async handler(request, { params, body }) {
        const id = idOf(params.id);
        return whileProved(request, body.currentPassword, async (account) => {
          const { documentId, tokenEpoch, id: user } = account;
          const row = await passkeys.change(documentId, id, { epoch: tokenEpoch });
          if (!row) throw passkeyErrors.PASSKEY_NOT_FOUND();
          await app.record('passkey.confirmed', { user, passkey: id, signsIn: true }, request);
          return { json: { data: shown(row, account) } };
        });
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      body: 'json',
      path: `${base}/:id`,
      summary: 'Removes a passkey',
      checks: { body: object({ currentPassword }) },
      async handler(request, { params, body }) {
        const id = idOf(params.id);
        await whileProved(request, body.currentPassword, async (account) => {
          if (!(await passkeys.remove(account.documentId, id))) throw passkeyErrors.PASSKEY_NOT_FOUND();
          await users().factorRemoved(account);
          await app.record('passkey.removed', { user: account.id, passkey: id }, request);
        });
        return { json: { data: {} } };
      },
    }),
    route({
      ...post,
      path: `${base}/sign-in`,
      summary: 'Begins a sign-in with a passkey',
      async handler(request) {
        await users().limit(request, 'passkey');
        return { json: await ceremonies.beginSignIn() };
      },
    }),
  ];
}

function userOf({ state }: RequestContext): Account {
  if (!state.user) throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
  return state.user;
}

function idOf(text: string | undefined): number {
  const id = /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;
  if (id === null) throw passkeyErrors.PASSKEY_NOT_FOUND();
  return id;
}

const shown = (
  { id, name, epoch, created_at: createdAt, used_at: usedAt }: PasskeyRow,
  { tokenEpoch }: Account,
) => ({
  id,
  name,
  /** False: only a second factor until it is confirmed. */
  signsIn: epoch === tokenEpoch,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});
