// Adds a sentence to a check: the description in its JSON Schema, and the meaning in the table of docs/configuration.md.
import type { Check } from './check';

export const described = <T>(description: string, check: Check<T>): Check<T> => ({
  ...check,
  schema: { description, ...check.schema },
});
