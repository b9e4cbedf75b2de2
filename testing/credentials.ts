// Creates the user or the token of a caller, and returns what the caller sends as a bearer token.
import { randomBytes } from 'node:crypto';
import type { Kernel, Token } from '../core';
import { API_TOKENS } from '../plugins/api-tokens';
import { AUTHENTICATION, GRANTS } from '../plugins/users-permissions';

export type Caller =
  | 'public'
  /** A document of `plugin::users-permissions.user`. */
  | { readonly documentId: string }
  /** A new user with a role, by its type: `authenticated`. */
  | { readonly role: string }
  /** A new user with a new role that has these permissions: `api::article.article.find`. */
  | { readonly can: readonly string[] }
  /** A new API token: `read-only`, `full-access`, or the permissions of a custom token. */
  | { readonly token: 'read-only' | 'full-access' | readonly string[] };

const USER = 'plugin::users-permissions.user';

export function createCredentials(app: Kernel): (caller: Caller) => () => Promise<string | null> {
  const service = <T>(token: Token<T>, plugin: string): T => {
    if (app.container.has(token)) return app.container.resolve(token);
    throw new Error(`This caller needs the plugin "${plugin}"; set config.plugins["${plugin}"] to true.`);
  };
  const users = () => service(AUTHENTICATION, 'users-permissions');
  const grants = () => service(GRANTS, 'users-permissions');
  const unique = (): string => randomBytes(6).toString('hex');

  async function newUser(role: string): Promise<string> {
    const name = `user-${unique()}`;
    const data = { username: name, email: `${name}@example.com`, provider: 'local', confirmed: true, role };
    return tokenOfUser((await app.documents(USER).create({ data })).documentId);
  }

  async function tokenOfUser(documentId: string): Promise<string> {
    const user = await app.documents(USER).findOne({ documentId });
    if (!user)
      throw new Error(`There is no user with the documentId "${documentId}". Create the user first.`);
    return (await users().issue(user.id)).jwt;
  }

  async function tokenOf(caller: Caller): Promise<string | null> {
    if (caller === 'public') return null;
    if ('token' in caller) {
      const tokens = service(API_TOKENS, 'api-tokens');
      const { token } = caller;
      const kind = typeof token === 'string' ? { type: token } : { type: 'custom' as const, actions: token };
      return (await tokens.create({ name: `token-${unique()}`, ...kind })).accessKey;
    }
    users();
    if ('documentId' in caller) return tokenOfUser(caller.documentId);
    if ('role' in caller) {
      const role = await grants().roleOfType(caller.role);
      if (!role) throw new Error(`There is no role of the type "${caller.role}". Create the role first.`);
      return newUser(role.documentId);
    }
    const name = `role-${unique()}`;
    const granted = caller.can.map((action) => ({ action, rule: null }));
    const role = await grants().createRole({ name, type: name, description: '' }, granted);
    return newUser(role.documentId);
  }

  return (caller) => {
    let made: Promise<string | null> | undefined;
    return () => {
      made ??= tokenOf(caller);
      return made;
    };
  };
}
