// Short functions for cases of scheduled changes.
import { askUntil } from '../../../conformance/cases/ask-until';
import { get } from '../../../conformance/cases/build';
import type { Bench, Expectation, Step } from '../../../conformance/cases/case';
import { record } from '../../../conformance/cases/recorded';

export const LATER = '2099-01-01T00:00:00.000Z';
export const RELEASES = '/schedule/releases';
export const CHANGES = '/schedule/changes';

export const draft = (title = '{mark}') => ({ ...record({ title }), at: '/records?status=draft' });
export const plan = (
  alias: string,
  data: object,
  expect: Expectation = { status: 200 },
  more: Partial<Step> = {},
): Step => ({
  ...{ send: 'POST', path: `/records/{${alias}.documentId}/actions/schedule`, body: { data }, expect },
  ...more,
});
export const cancel = (alias: string, id: unknown, expect: Expectation): Step => ({
  ...{ send: 'POST', path: `/records/{${alias}.documentId}/actions/unschedule` },
  ...{ body: { data: { id } }, expect },
});
export const sends = (
  send: Step['send'],
  path: string,
  body: object | undefined,
  expect: Expectation,
  more: Partial<Step> = {},
): Step => ({ ...{ send, path, expect }, ...(body === undefined ? {} : { body }), ...more });
/** Keeps the release under an alias. */
export const makeRelease = (alias: string, body: object = {}, expect: Expectation = { status: 201 }): Step =>
  sends('POST', RELEASES, { name: `{mark} ${alias}`, ...body }, expect, { save: alias });
export const one = (alias: string, expect: Expectation): Step =>
  get(`/records/{${alias}.documentId}`, expect);
/** The shortest time to which a change is planned. */
const SOON = 2_000;
/** The same before several requests: one pause of a busy machine must fit into it. */
export const LONGER = 8_000;
/** Requests that arrive before the time. */
const REQUESTS = 20;

/** A time that has not come when the next requests arrive, also on a busy machine. */
export async function soon(bench: Bench, least: number = SOON): Promise<number> {
  const began = Date.now();
  await bench.send(get('/schedule/releases?pageSize=1'));
  return Date.now() + Math.max(least, REQUESTS * (Date.now() - began));
}
export const textOf = (moment: number): string => new Date(moment).toISOString();

/** Asks until the change or the release has ended. */
export async function ended(bench: Bench, path: string): Promise<unknown> {
  const { body } = await askUntil(
    bench,
    get(path),
    (answer) => Object(answer.body).data?.state !== 'waiting',
  );
  return Object(body).data;
}
