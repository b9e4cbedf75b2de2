// The rules that the schema has for values of an attribute, as they are remembered, and whether a stored value meets them.
import type { ScalarType, Uniqueness } from '../../attributes/attribute-type';
import type { Attribute } from '../../schema/model/content-type';

export interface StoredRules {
  readonly required: boolean;
  readonly unique: Uniqueness;
  /** The options of the type as text: bounds, lengths, a pattern, values of an enumeration. */
  readonly options: string;
}

export const rulesOf = (attribute: Attribute): StoredRules | null =>
  attribute.kind === 'waiting' || attribute.kind === 'relation'
    ? null
    : {
        required: attribute.common.required,
        unique: attribute.kind === 'scalar' ? attribute.unique : false,
        options: attribute.kind === 'scalar' ? textOf(attribute.options) : '',
      };

/** `plain`: as an answer shows the value. */
export function meetsRules(
  plain: unknown,
  { type, options }: { readonly type: ScalarType; readonly options: unknown },
): boolean {
  const at = { path: [type.name], issues: [], strictness: 'complete' as const };
  const value = type.parse(plain, options, at);
  if (value !== null && at.issues.length === 0) type.check(value, options, at);
  return at.issues.length === 0;
}

/** The text of a regular expression as JSON would be `{}`. */
const textOf = (options: unknown): string =>
  JSON.stringify(options, (_key, value) => (value instanceof RegExp ? String(value) : value)) ?? '';
