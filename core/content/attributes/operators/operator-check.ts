// Checks the filter operators that plugins add.
import { anything, array, callable, oneOf, optional, record, string } from '../../../kernel/check/checks';
import { nullable, part, variants } from '../../../kernel/check/part';
import { EVERY_KIND } from '../filter-operator';

const text = string({ min: 1 });
const mark = optional(oneOf(true));

const facts = {
  name: text,
  description: text,
  takes: text,
  on: array(oneOf(...EVERY_KIND), { min: 1 }),
  types: optional(array(text)),
  negative: mark,
  graphql: nullable(text),
  openapi: record(anything()),
  sql: callable(),
};
const ofValues = { ...facts, value: oneOf('own', 'text', 'number') };

export const operatorCheck = variants('takes', {
  one: part({ ...ofValues, ignoresCase: mark, containsValue: mark, takesNull: mark }),
  pair: part(ofValues),
  list: part(ofValues),
  none: part({ ...facts, opposite: optional(text) }),
});
