// Short functions for cases of accounts, users and roles.
import type { Bench, Case, Deployment, Expectation, Step } from './case';
import { is } from './pattern';

export const accounts = (row: string, run: (bench: Bench) => Promise<void>, deploy?: Deployment): Case => ({
  rows: [`quire.${row}`],
  run,
  ...(deploy ? { deploy } : {}),
});
export const sends = (
  send: Step['send'],
  path: string,
  body: unknown,
  expect: Expectation,
  as?: string,
): Step => ({
  ...{ send, path, expect },
  ...(body === undefined ? {} : { body }),
  ...(as === undefined ? {} : { as }),
});
export const auth = (path: string, body: object, expect: Expectation, as = 'anonymous'): Step =>
  sends('POST', `/auth/${path}`, body, expect, as);
export const refused = (message: string, name = 'ValidationError'): Expectation => ({
  status: 400,
  error: { name, message },
});
/** Each issue names its key. */
export const issues = (...all: readonly (readonly [string, string])[]): Expectation => ({
  status: 400,
  error: {
    name: 'ValidationError',
    message: all.length === 1 ? (all[0]?.[1] ?? '') : `${all.length} errors occurred`,
    details: { errors: all.map(([path, message]) => ({ path: [path], message })) },
  },
});
export const TAKEN = 'Email or Username are already taken';
export const USER = {
  ...{ id: is.integer, documentId: is.text, username: is.text, email: is.text, provider: 'local' },
  ...{ confirmed: is.boolean, blocked: false, createdAt: is.timestamp, updatedAt: is.timestamp },
};
/** Removes the user that the answer kept under `made`. */
export const removes = (bench: Bench): void =>
  bench.afterwards({ send: 'DELETE', path: `/users/${bench.value('made.id')}` });
