// Short functions for cases of the admin: requests as its page sends them.
import { type Granted, makeUser } from '../../../conformance/cases/accounts';
import type { Bench, Expectation, Step } from '../../../conformance/cases/case';
import { is, only } from '../../../conformance/cases/pattern';

export const OPEN = 'plugin::admin.app.open';
export const BASE = '/admin/api';
export const SHEETS = '/documents/api.sheet.sheet';
export const PAGE = { 'quire-admin': '1', 'sec-fetch-site': 'same-origin' };

/** A request of the page; `as` names a user who has entered. */
export const asks = (
  send: Step['send'],
  path: string,
  as: string | null,
  body: object | undefined,
  expect: Expectation,
  more: Partial<Step> = {},
): Step => ({
  ...{ send, from: 'root', path: BASE + path, as: 'anonymous', expect, ...more },
  headers: { ...PAGE, ...(as === null ? {} : { cookie: `{${as}Cookie}` }), ...more.headers },
  ...(body === undefined ? {} : { body }),
});
export const looks = (path: string, as: string | null, expect: Expectation, more: Partial<Step> = {}): Step =>
  asks('GET', path, as, undefined, expect, more);
export const login = (alias: string, expect: Expectation, more: Partial<Step> = {}): Step =>
  asks(
    'POST',
    '/login',
    null,
    { identifier: `{${alias}.email}`, password: `{${alias}.password}` },
    expect,
    more,
  );

/** Logs a user in, and keeps the cookie under a name. */
export async function enter(bench: Bench, alias: string, name = alias): Promise<void> {
  const user = { id: `{${alias}User.id}`, username: `{${alias}.name}` };
  const { headers } = await bench.send(login(alias, { status: 200, body: only({ user }) }));
  bench.keep(`${name}Cookie`, (headers['set-cookie'] ?? '').split(';')[0]);
}
/** A user who may open the admin, and has entered. */
export async function person(bench: Bench, alias: string, actions: readonly Granted[] = []): Promise<void> {
  await makeUser(bench, alias, [OPEN, ...actions]);
  await enter(bench, alias);
}
/** The role of the user: its id. */
export async function roleOf(bench: Bench, alias: string): Promise<number> {
  const { body } = await bench.send({ send: 'GET', path: `/users/{${alias}User.id}?populate=role` });
  return Number(Object(Object(body).role).id);
}
export const ofSheets = (...verbs: string[]): string[] => verbs.map((verb) => `api::sheet.sheet.${verb}`);
export const forbidden = (message = '.'): Expectation => ({
  status: 403,
  error: { name: 'ForbiddenError', message: is.matching(message) },
});
