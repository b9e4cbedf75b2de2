// Checks the query parameters that plugins add.
import { anything, array, callable, oneOf, optional, record, string } from '../../kernel/check/checks';
import { part } from '../../kernel/check/part';

export const paramCheck = part({
  name: string({
    pattern: /^[A-Za-z][A-Za-z0-9_]*$/,
    expected: 'letters, digits and underscores, beginning with a letter',
  }),
  description: string({ min: 1 }),
  on: array(oneOf('find', 'findOne', 'create', 'update', 'delete'), { min: 1 }),
  parse: callable(),
  apply: optional(callable()),
  transform: optional(callable()),
  graphql: optional(
    part({
      type: string({ min: 1 }),
      values: optional(record(string())),
      default: optional(string()),
      on: callable(),
    }),
  ),
  openapi: record(anything()),
});

/** The words of every read and write, which no parameter may replace. */
const WORDS = [
  'documentId',
  'data',
  'filters',
  '_q',
  'sort',
  'fields',
  'populate',
  'pagination',
  'precondition',
  'newId',
  'caller',
  'visibility',
  'limits',
];

export const takenWord = (name: string): string | undefined =>
  WORDS.includes(name) ? 'Quire uses this word itself; choose another name' : undefined;
