// `enumeration`: one of the values that the schema file lists.
import * as check from '../../kernel/check/checks';
import type { ScalarType } from './attribute-type';
import { textFilterValue } from './families/filter-values';
import { SHORT_TEXT, textFromJson, textToJson } from './families/text';
import { textProblem } from './families/unicode';
import { placeOf, refuse } from './families/value-issues';

export interface EnumerationOptions {
  readonly enum: readonly string[];
  /** The name of its GraphQL type, instead of one made of its place. */
  readonly enumName?: string | undefined;
}

const COLUMN = { kind: 'string', length: SHORT_TEXT } as const;

export const enumerationType: ScalarType<EnumerationOptions> = {
  kind: 'scalar',
  name: 'enumeration',
  options: check.object({
    enum: check.array(check.string({ min: 1, max: SHORT_TEXT, expected: 'a value of 1 to 255 characters' }), {
      min: 1,
      distinct: true,
    }),
    enumName: check.optional(
      check.string({ pattern: /^[_A-Za-z][_0-9A-Za-z]*$/, expected: 'a GraphQL name' }),
    ),
  }),
  checkOptions: (options) =>
    options.enum.flatMap((value, index) => {
      const problem = typeof value === 'string' ? textProblem(value) : null;
      return problem ? [{ path: ['enum', index], message: problem }] : [];
    }),
  parse: (input, options, at) =>
    typeof input === 'string' && options.enum.includes(input)
      ? input
      : // the list ends with an empty name for null, as recorded
        refuse(
          at,
          `${placeOf(at)} must be one of the following values: ${[...options.enum, ''].join(', ')}`,
          input,
        ),
  check: () => undefined,
  column: () => COLUMN,
  json: (expr, dialect) => dialect.json('string', expr),
  toJson: textToJson,
  fromJson: textFromJson,
  entry: (object, key, dialect) => dialect.entryValue(object, key, COLUMN),
  filter: { kind: 'text', parse: textFilterValue },
  sortable: true,
  aggregates: ['groupBy'],
  searchable: true,
  graphql: {
    output: 'String',
    input: 'String',
    filter: 'StringFilterInput',
    values: (options) => options.enum,
  },
  openapi: (options) => ({ type: 'string', enum: options.enum }),
};
