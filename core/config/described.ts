// Puts a sentence beside a check: it is the description in the JSON Schema, and the row in the README's table.
import type { Check } from '../check/check';

export const described = <T>(description: string, check: Check<T>): Check<T> => ({
  ...check,
  schema: { description, ...check.schema },
});
