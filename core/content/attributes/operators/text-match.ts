// `$contains`, `$startsWith`, `$endsWith` and their variants. On a list of scalars `$contains` means: the list has the element.

import { type Sql, sql, type TextMatch } from '../../../database/sql-dialect';
import type { Compared, ComparedKind, OneValueOperator } from '../filter-operator';

export const TEXT_KINDS: readonly ComparedKind[] = ['text', 'number', 'moment', 'json'];

const WORDS: Readonly<Record<Exclude<TextMatch, 'equals'>, string>> = {
  contains: 'Contains a text',
  starts: 'Starts with a text',
  ends: 'Ends with a text',
};

function textMatch(
  name: OneValueOperator['name'],
  match: keyof typeof WORDS,
  how: { readonly ignoresCase?: true; readonly negative?: true } = {},
): OneValueOperator {
  const hasElements = match === 'contains' && !how.ignoresCase;
  const description = how.negative ? WORDS[match].replace('Contains', 'Does not contain') : WORDS[match];
  return {
    name,
    description: description + (how.ignoresCase ? ', in any letter case' : ''),
    takes: 'one',
    on: hasElements ? [...TEXT_KINDS, 'list'] : TEXT_KINDS,
    value: 'text',
    ...how,
    ...(how.negative ? {} : { containsValue: true }),
    sql(compared) {
      const { dialect, stored, value } = compared;
      const matches =
        compared.kind === 'list' ? hasElement(compared) : dialect.textMatch(match, stored, value);
      return how.negative ? sql`NOT (${matches})` : matches;
    },
    graphql: 'String',
    openapi: {},
  };
}

/** EXISTS is false without a list; NULL is what `$not` must not turn into true. */
function hasElement({ dialect, stored, value }: Compared & { readonly value: Sql }): Sql {
  const { from, entry } = dialect.eachEntry(stored, 'e');
  return sql`CASE WHEN ${stored} IS NOT NULL THEN EXISTS (SELECT 1 FROM ${from} WHERE ${entry} = ${value}) END`;
}

const ignoresCase = true;
const negative = true;

/** Some text inside of structured JSON contains the value. Requests do not name it: `_q` uses it. */
export const TEXTS_CONTAIN: OneValueOperator = {
  ...{ name: '$textsContaini', description: 'Has a text that contains a text, in any letter case' },
  ...{ takes: 'one', on: ['json'], value: 'text', ignoresCase },
  sql({ dialect, stored, value, textKey = '' }) {
    const { from, entry } = dialect.eachEntry(dialect.keyValues(stored, textKey), 'e');
    const matches = dialect.textMatch('contains', entry, value);
    return sql`CASE WHEN ${stored} IS NOT NULL THEN EXISTS (SELECT 1 FROM ${from} WHERE ${matches}) END`;
  },
  ...{ graphql: null, openapi: {} },
};

export const TEXT_MATCHES: readonly OneValueOperator[] = [
  textMatch('$contains', 'contains'),
  textMatch('$notContains', 'contains', { negative }),
  textMatch('$containsi', 'contains', { ignoresCase }),
  textMatch('$notContainsi', 'contains', { ignoresCase, negative }),
  textMatch('$startsWith', 'starts'),
  textMatch('$startsWithi', 'starts', { ignoresCase }),
  textMatch('$endsWith', 'ends'),
  textMatch('$endsWithi', 'ends', { ignoresCase }),
];
