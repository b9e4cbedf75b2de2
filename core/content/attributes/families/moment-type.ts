// The common parts of date, time, datetime and timestamp: text of fixed width, in the same order as the moments.
import type { JsonSchema } from '../../../kernel/check/check';
import * as check from '../../../kernel/check/checks';
import type { AggregateOperator, ScalarType } from '../attribute-type';
import type { Reading } from './moment';
import { textFromJson, textToJson } from './text';
import { refuse } from './value-issues';

export type NoOptions = Readonly<Record<never, never>>;

export interface MomentFacts {
  readonly name: string;
  readonly width: number;
  readonly read: (input: unknown) => Reading;
  readonly aggregates: readonly AggregateOperator[];
  readonly scalar: string;
  /** The format in OpenAPI: a format of JSON Schema, if one exists. */
  readonly shape: JsonSchema;
}

export function momentType(facts: MomentFacts): ScalarType<NoOptions> {
  const column = { kind: 'string', length: facts.width } as const;
  return {
    kind: 'scalar',
    name: facts.name,
    options: check.object({}),
    column: () => column,
    parse(input, _options, at) {
      const reading = facts.read(input);
      return 'value' in reading ? reading.value : refuse(at, reading.reason, input);
    },
    check: () => undefined,
    json: (expr, dialect) => dialect.json('plain', expr),
    toJson: textToJson,
    fromJson: textFromJson,
    entry: (object, key, dialect) => dialect.entryValue(object, key, column),
    filter: { kind: 'moment', parse: facts.read },
    sortable: true,
    aggregates: facts.aggregates,
    graphql: {
      output: facts.scalar,
      input: facts.scalar,
      filter: `${facts.scalar}FilterInput`,
    },
    openapi: () => ({ type: 'string', ...facts.shape }),
  };
}
