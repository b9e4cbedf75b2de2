// Short functions for cases of the OpenAPI document.

import { get } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { isObject } from '../../../conformance/read-only/learned-type';

export type Object_ = Readonly<Record<string, unknown>>;
export const DOCUMENT: Step = get('/openapi.json', { status: 200, body: { openapi: is.matching('^3\\.1') } });
export const objectIn = (value: unknown, ...path: string[]): Object_ => {
  let found = value;
  for (const key of path) found = isObject(found) ? found[key] : undefined;
  return isObject(found) ? found : {};
};
export const openapi = (row: string, run: (bench: Bench, document: Object_) => Promise<void>): Case => ({
  rows: [`quire.openapi.${row}`],
  async run(bench) {
    const { body } = await bench.send(DOCUMENT);
    await run(bench, objectIn(body));
  },
});
export const same = (
  bench: Bench,
  what: string,
  expected: readonly string[],
  received: readonly string[],
): void => {
  if ([...expected].sort().join() !== [...received].sort().join())
    bench.fail(`${what} differ`, [...expected].sort(), [...received].sort());
};
/** The parameters that the operation names. */
export const parametersOf = ({ parameters }: Object_): Object_[] =>
  (Array.isArray(parameters) ? parameters : []).map((one) => objectIn(one));
