// Whether the user who created a token still has all permissions of the token.
import { type App, USER_RIGHTS } from '../../core';
import { actionsOf } from './maker-limit';
import type { ApiToken } from './types';

export type MakerCheck = (token: ApiToken) => boolean | Promise<boolean>;

export function createMakerCheck(app: Pick<App, 'actions' | 'container'>): MakerCheck {
  /** Per permissions of a user: a change of the permissions gives a new function. */
  const results = new WeakMap<object, WeakMap<ApiToken, boolean>>();

  function holds(has: ((action: string) => boolean) | null, token: ApiToken): boolean {
    if (!has) return false;
    let known = results.get(has);
    if (!known) {
      known = new WeakMap();
      results.set(has, known);
    }
    let result = known.get(token);
    if (result === undefined) {
      result = actionsOf(token, app).every((action) => !app.actions.has(action) || has(action));
      known.set(token, result);
    }
    return result;
  }

  return (token) => {
    if (token.maker === null) return true;
    if (!app.container.has(USER_RIGHTS)) return false;
    const rights = app.container.resolve(USER_RIGHTS).of(token.maker, token.madeAt);
    return rights instanceof Promise ? rights.then((has) => holds(has, token)) : holds(rights, token);
  };
}
