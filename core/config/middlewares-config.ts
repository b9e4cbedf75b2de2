// config/middlewares: the steps every request goes through, in order: built-in ones by name, an application's own by path or
// package. Which names exist, and what each takes, is known to whoever builds the server; here only the list is checked.
import type { Check } from '../check/check';
import { anyOf, anything, array, boolean, object, optional, string } from '../check/checks';

export interface MiddlewareEntry {
  /** What it is called: a built-in name, or any for a step with `resolve`. */
  readonly name: string;
  /** A path from the application folder (`./src/timing`) or a package; absent: built in. */
  readonly resolve?: string;
  readonly config: unknown;
  readonly enabled: boolean;
}

/** null: no list is given, the built-in order holds. */
export type MiddlewaresConfig = readonly MiddlewareEntry[] | null;

const entry = object({
  name: optional(string({ min: 1 })),
  resolve: optional(string({ min: 1 })),
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
      const { name, resolve, enabled, config } = item;
      if (name === undefined && resolve === undefined)
        issues.push({ path: [...path, index], message: `expected ${EXPECTED}` });
      return { name: name ?? resolve ?? '', enabled, config, ...(resolve === undefined ? {} : { resolve }) };
    });
  },
};
