// Short functions for cases of permissions.
import { makeUser } from './accounts';
import type { Case, Deployment, Given, Step } from './case';

export const AUTHOR = (verb: string): string => `api::author.author.${verb}`;
export const ME = 'plugin::users-permissions.user.me';

/** A user with only these permissions runs these steps. */
export const may = (
  row: string,
  actions: readonly string[],
  steps: readonly Step[],
  given: Record<string, Given> = {},
  more: Partial<Case> = {},
): Case => ({
  rows: [row],
  given,
  ...more,
  async run(bench) {
    await makeUser(bench, 'user', actions);
    for (const step of steps) await bench.send(step.as === undefined ? { ...step, as: 'user' } : step);
  },
});
export const userMay = (
  row: string,
  actions: readonly string[],
  steps: readonly Step[],
  given: Record<string, Given> = {},
  more: Partial<Case> = {},
): Case => may(`quire.access.${row}`, actions, steps, given, more);
/** `plain`, `find` → `api::plain.plain.find` */
export const actionsOf = (name: string, ...verbs: string[]): string[] =>
  verbs.map((verb) => `api::${name}.${name}.${verb}`);
export const FORBIDDEN = { status: 403, error: { status: 403, name: 'ForbiddenError' } };
/** A deployment without users and tokens; `anonymous` is its option `server.anonymous`. */
export const withoutAuth = (anonymous: string, more: Deployment = {}) => ({
  deploy: {
    ...more,
    config: { server: { anonymous }, plugins: { 'users-permissions': false, 'api-tokens': false } },
    anonymous,
  },
});
