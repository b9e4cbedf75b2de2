// A text that no message prints.
import type { Check } from '../check/check';
import { string } from '../check/checks';

export function secret(): Check<string> {
  const text = string();
  return {
    schema: { ...text.schema, writeOnly: true },
    parse(input, path, issues) {
      if (typeof input === 'string') return input;
      issues.push({ path, message: 'expected a text (the value is not shown)' });
      return '';
    },
  };
}
