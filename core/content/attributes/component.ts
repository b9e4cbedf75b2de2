// `component`: one entry of a component, or a list of them.
import * as check from '../../kernel/check/checks';
import type { StructuralType } from './attribute-type';

export interface ComponentOptions {
  readonly component: string;
  readonly repeatable: boolean;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly fieldsFrom: Readonly<Record<string, string>>;
}

export const componentType = {
  kind: 'component',
  name: 'component',
  options: check.object({
    component: check.string({ min: 1, expected: 'the uid of a component, <category>.<name>' }),
    repeatable: check.optional(check.boolean(), false),
    min: check.optional(check.integer({ min: 0 })),
    max: check.optional(check.integer({ min: 1 })),
    /** `{ "title": "headline" }`: the field takes the values of a former attribute of the content type. */
    fieldsFrom: check.optional(check.record(check.string({ min: 1 })), {}),
  }),
  checkOptions: ({ repeatable, min, max }) => [
    ...(!repeatable && (min !== undefined || max !== undefined)
      ? [
          {
            path: [min === undefined ? 'max' : 'min'],
            message: 'counts entries and needs "repeatable": true',
          },
        ]
      : []),
    ...(min !== undefined && max !== undefined && min > max
      ? [{ path: ['min'], message: `expected at most max (${max}), got ${min}` }]
      : []),
  ],
} satisfies StructuralType<ComponentOptions>;
