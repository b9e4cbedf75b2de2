// `dynamiczone`: a list of entries, each of one of several components.
import * as check from '../../kernel/check/checks';
import type { StructuralType } from './attribute-type';

export interface ZoneOptions {
  readonly components: readonly string[];
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export const zoneType = {
  kind: 'dynamiczone',
  name: 'dynamiczone',
  options: check.object({
    components: check.array(check.string({ min: 1, expected: 'the uid of a component, <category>.<name>' }), {
      min: 1,
      distinct: true,
    }),
    min: check.optional(check.integer({ min: 0 })),
    max: check.optional(check.integer({ min: 1 })),
  }),
  checkOptions: ({ min, max }) =>
    min !== undefined && max !== undefined && min > max
      ? [{ path: ['min'], message: `expected at most max (${max}), got ${min}` }]
      : [],
} satisfies StructuralType<ZoneOptions>;
