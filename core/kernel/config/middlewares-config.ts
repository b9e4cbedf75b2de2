// config/middlewares: the steps of every request, in order. Built-in steps have a name, others a path or package. This file
// checks the list; core/kernel/http/middlewares.ts checks the names and their configuration.
import type { Check } from '../check/check';
import { anyOf, anything, array, boolean, object, optional, string } from '../check/checks';

export interface MiddlewareEntry {
  /** A built-in name; any name for a step with `resolve`. */
  readonly name: string;
  /** A path from the application folder (`./src/timing`) or a package; absent for built-in steps. */
  readonly resolve?: string;
  /** Of a step with `resolve`: it runs only for this path and the paths below it. */
  readonly path?: string;
  /** Of a step with `resolve`: it needs `ctx.request.body` and `ctx.request.files`. */
  readonly body?: boolean;
  readonly config: unknown;
  readonly enabled: boolean;
}

/** null: no list in the configuration; the built-in order applies. */
export type MiddlewaresConfig = readonly MiddlewareEntry[] | null;

const entry = object({
  name: optional(string({ min: 1 })),
  resolve: optional(string({ min: 1 })),
  path: optional(string({ pattern: /^\/[^\s?#%*:]*$/, expected: 'a path like /admin' })),
  body: optional(boolean()),
  enabled: optional(boolean(), true),
  config: optional(anything()),
});

const EXPECTED = 'a name, or an object with name or resolve, and config';
const entries = array(anyOf(EXPECTED, string({ min: 1 }), entry));

export const middlewaresConfig: Check<MiddlewaresConfig> = {
  schema: { title: 'config/middlewares', ...entries.schema },
  absent: { value: null },
  parse(input, path, issues) {
    const given = entries.parse(input, path, issues);
    if (issues.length > 0) return null;
    return given.map((item, index): MiddlewareEntry => {
      if (typeof item !== 'object') return { name: item ?? '', config: undefined, enabled: true };
      const { name, resolve, path: prefix, body, enabled, config } = item;
      if (name === undefined && resolve === undefined)
        issues.push({ path: [...path, index], message: `expected ${EXPECTED}` });
      if ((prefix !== undefined || body !== undefined) && resolve === undefined)
        issues.push({
          path: [...path, index],
          message: `"path" and "body" need "resolve": they are no settings of the built-in step "${name}"`,
        });
      return {
        name: name ?? resolve ?? '',
        enabled,
        config,
        ...(resolve === undefined ? {} : { resolve }),
        ...(prefix === undefined ? {} : { path: prefix }),
        ...(body === undefined ? {} : { body }),
      };
    });
  },
};
