// Every number in the configuration has a unit in its meaning, or counts things that the meaning names first.

import { builtInPlugin, builtInPlugins } from '../core/kernel/app/find-plugin';
import { isPlainObject } from '../core/kernel/check/checks';
import { CONFIG_CHECKS } from '../core/kernel/config/load-config';
import { BUILT_IN_MIDDLEWARES } from '../core/kernel/http/built-in-middlewares';
import { leavesOf } from './config-table';

const UNIT = /\((ms|bytes)\)|\b(bytes|milliseconds|seconds|minutes|hours|days|pixels|percent|port)\b/i;
const COUNT = /^(The (number|maximum number|maximum depth)|Documents|Connections)\b/;
/** A limit of lists, which count documents. */
const OF_DOCUMENTS = 'graphql maxLimit';

const checks: readonly (readonly [string, { readonly schema: unknown } | undefined])[] = [
  ...Object.entries(CONFIG_CHECKS),
  ...[...BUILT_IN_MIDDLEWARES].map(([name, { config }]) => [name, config] as const),
  ...builtInPlugins().map((name) => [name, builtInPlugin(name).config] as const),
];

const numbers = checks.flatMap(([name, check]) =>
  leavesOf(check?.schema)
    .filter(([, leaf]) => leaf.type === 'integer' || leaf.type === 'number')
    .map(([key, leaf]): [string, string] => [`${name} ${key}`, String(leaf.description)]),
);

it('finds the numbers of files, middlewares and plugins', () => {
  const found = numbers.map(([key]) => key);
  expect(found).toEqual(
    expect.arrayContaining(['server port', 'body json', 'cors maxAge', 'graphql maxLimit', 'upload quality']),
  );
  expect(checks.every(([, check]) => check === undefined || isPlainObject(check.schema))).toBe(true);
});

it.each(numbers)('%s: %s', (key, meaning) => {
  expect(UNIT.test(meaning) || COUNT.test(meaning) || key === OF_DOCUMENTS).toBe(true);
});
