// The rules of this plugin for production: the secret of tokens, the rights of the public role, limits of attempts.
import { type SecurityCheck, secretWeakness } from '../../core';
import type { UsersPermissionsConfig } from './config';
import type { RoleCache } from './roles/role-cache';

/** Actions that only read published content. */
const READING = /\.(find|findOne|count|listLocales)$/;
/** Users, roles and tokens are no content. */
const PEOPLE = /^plugin::(users-permissions|api-tokens)\./;
/** Callers without an account need these. */
const ACCOUNT = /^plugin::users-permissions\.(auth|user\.me$)/;

interface Parts {
  readonly config: UsersPermissionsConfig;
  readonly key: { readonly secret: string };
  readonly roleCache: RoleCache;
}

export const securityChecks = ({ config, key, roleCache }: Parts): readonly SecurityCheck[] => [
  {
    name: 'jwt-secret',
    description: 'the secret that signs tokens is random',
    check() {
      const weakness = secretWeakness(key.secret);
      return weakness === null ? [] : [`${weakness}; set JWT_SECRET to 32 random bytes`];
    },
  },
  {
    name: 'public-role',
    description: 'callers without credentials read published content, and nothing else',
    async check() {
      const role = (await roleCache.read()).byType.get('public');
      const open = [...(role?.actions ?? [])].filter(
        (action) => (PEOPLE.test(action) || !READING.test(action)) && !ACCOUNT.test(action),
      );
      return open.sort().map((action) => `everyone may do ${action}; run quire role revoke public ${action}`);
    },
  },
  {
    name: 'rate-limit',
    description: 'attempts to log in are limited',
    check: () =>
      config.ratelimit.enabled ? [] : ['passwords can be guessed without a limit; enable ratelimit'],
  },
];
