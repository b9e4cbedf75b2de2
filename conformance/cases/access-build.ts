// Short functions for cases of permissions.
import { borrowUser, makeUser } from './accounts';
import type { Bench, Case, Deployment, Given, Step } from './case';

export const AUTHOR = (verb: string): string => `api::author.author.${verb}`;
export const ME = 'plugin::users-permissions.user.me';

/** A user with only these permissions runs these steps. */
export const may = (
  rows: string | readonly string[],
  actions: readonly string[],
  steps: readonly Step[],
  given: Record<string, Given> = {},
  more: Partial<Case> = {},
): Case => ({
  rows: [rows].flat(),
  given,
  ...more,
  async run(bench) {
    await borrowUser(bench, 'user', actions);
    await runAsUser(bench, steps);
  },
});
/** The same with a user of the case alone: the steps may change it. */
export const ownUserMay = (
  row: string,
  actions: readonly string[],
  steps: readonly Step[],
  name?: string,
): Case => ({
  rows: [row],
  ...(name === undefined ? {} : { name }),
  async run(bench) {
    await makeUser(bench, 'user', actions);
    await runAsUser(bench, steps);
  },
});
async function runAsUser(bench: Bench, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await bench.send(step.as === undefined ? { ...step, as: 'user' } : step);
}
export const userMay = (
  row: string,
  actions: readonly string[],
  steps: readonly Step[],
  given: Record<string, Given> = {},
  more: Partial<Case> = {},
): Case => may(`quire.access.${row}`, actions, steps, given, more);
export const FORBIDDEN = { status: 403, error: { status: 403, name: 'ForbiddenError' } };
/** A deployment without users and tokens; `anonymous` is its option `server.anonymous`. */
export const withoutAuth = (anonymous: string, more: Deployment = {}) => ({
  deploy: {
    ...more,
    config: { server: { anonymous }, plugins: { 'users-permissions': false, 'api-tokens': false } },
    anonymous,
  },
});
