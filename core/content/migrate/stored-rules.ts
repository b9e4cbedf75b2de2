// The stored form of the rules for values of an attribute, and the check of stored values by these rules.
import type { Uniqueness } from '../attributes/attribute-type';
import type { Attribute } from '../model/compiled/content-type';
import { hasTooFew, isNested } from '../model/compiled/nested';

export interface StoredRules {
  readonly required: boolean;
  readonly unique: Uniqueness;
  /** The options of the type as text: bounds, lengths, a pattern, values of an enumeration. */
  readonly options: string;
}

export const rulesOf = (attribute: Attribute): StoredRules | null =>
  attribute.kind === 'waiting'
    ? null
    : {
        required: attribute.common.required,
        unique: attribute.kind === 'scalar' ? attribute.unique : false,
        options: optionsOf(attribute),
      };

/** Of an attribute that is new. */
export const NO_RULES: StoredRules = { required: false, unique: false, options: '' };

function optionsOf(attribute: Attribute): string {
  if (attribute.kind === 'scalar') return textOf(attribute.options);
  if (!isNested(attribute)) return '';
  const { min, max } = attribute;
  return min === null && max === null ? '' : textOf({ min, max });
}

/** `plain`: as an answer shows the value. */
export function meetsRules(plain: unknown, attribute: Attribute): boolean {
  if (isNested(attribute)) {
    const count = Array.isArray(plain) ? plain.length : null;
    return count === null || !(hasTooFew(attribute, count) || count > (attribute.max ?? count));
  }
  if (attribute.kind !== 'scalar' || plain === null || plain === undefined) return true;
  const { type, options } = attribute;
  const at = { path: [type.name], issues: [], strictness: 'complete' as const };
  const value = type.parse(plain, options, at);
  if (value !== null && at.issues.length === 0) type.check(value, options, at);
  return at.issues.length === 0;
}

/** The text of a regular expression as JSON would be `{}`. */
const textOf = (options: unknown): string =>
  JSON.stringify(options, (_key, value) => (value instanceof RegExp ? String(value) : value)) ?? '';
