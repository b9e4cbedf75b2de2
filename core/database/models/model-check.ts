// Checks the definitions of own tables.
import {
  anyOf,
  array,
  boolean,
  callable,
  integer,
  number,
  optional,
  record,
  string,
} from '../../kernel/check/checks';
import { part, variants } from '../../kernel/check/part';

const text = string({ min: 1 });
const shared = {
  kind: text,
  notNull: optional(boolean()),
  default: optional(anyOf('a text or a number', string(), number())),
};
const plain = part(shared);

const column = variants('kind', {
  id: part({ ...shared, reuse: optional(boolean()) }),
  string: part({ ...shared, length: integer({ min: 1, max: 16_383 }) }),
  text: plain,
  json: plain,
  integer: plain,
  bigint: plain,
  double: plain,
  boolean: plain,
  datetime: plain,
});

export const modelCheck = part({
  table: text,
  columns: record(column),
  primaryKey: optional(array(text, { min: 1 })),
  indexes: optional(
    array(
      part({ columns: array(text, { min: 1 }), unique: optional(boolean()), filled: optional(boolean()) }),
    ),
  ),
  relations: optional(callable()),
});
