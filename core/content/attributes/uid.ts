// `uid`: text for addresses, unique among the documents of its type. Generating one is the work of core/content/documents.
import * as check from '../../kernel/check/checks';
import type { ScalarType } from './attribute-type';
import { checkText, SHORT_TEXT, type TextOptions, textShape, textType } from './families/text';
import { placeOf, refuse } from './families/value-issues';

/** How text becomes a slug. */
export interface SlugOptions {
  readonly separator?: string | undefined;
  readonly lowercase?: boolean | undefined;
  readonly decamelize?: boolean | undefined;
  readonly customReplacements?: readonly (readonly string[])[] | undefined;
  readonly preserveLeadingUnderscore?: boolean | undefined;
  readonly preserveTrailingDash?: boolean | undefined;
  readonly preserveCharacters?: readonly string[] | undefined;
}

export interface UidOptions extends TextOptions {
  /** The attribute whose text becomes the uid when none is sent. */
  readonly targetField?: string | undefined;
  readonly options?: SlugOptions | undefined;
}

const UID_PATTERN = /^[A-Za-z0-9-_.~]*$/;

const base = textType({ name: 'uid', limit: SHORT_TEXT });

export const uidType: ScalarType<UidOptions> = {
  ...base,
  options: check.object({
    ...textShape,
    targetField: check.optional(check.string({ min: 1, expected: 'the name of an attribute' })),
    options: check.optional(
      check.object({
        separator: check.optional(
          check.string({ pattern: /^[A-Za-z0-9-_.~]*$/, expected: 'text that a uid may hold' }),
        ),
        lowercase: check.optional(check.boolean()),
        decamelize: check.optional(check.boolean()),
        customReplacements: check.optional(check.array(check.array(check.string(), { min: 2, max: 2 }))),
        preserveLeadingUnderscore: check.optional(check.boolean()),
        preserveTrailingDash: check.optional(check.boolean()),
        preserveCharacters: check.optional(check.array(check.string())),
      }),
    ),
  }),
  check(value, options, at) {
    checkText(value, options, SHORT_TEXT, at);
    if (at.strictness === 'complete' && !UID_PATTERN.test(String(value)))
      refuse(at, `${placeOf(at)} must match the following: "${UID_PATTERN}"`, value);
  },
  alwaysUnique: true,
};
