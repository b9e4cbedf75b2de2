// The common parts of json, array and blocks: a column of compact JSON text. JSON.parse of the text gives the value that was sent.

import type { Stored } from '../../../database/sql-dialect';
import type { ScalarType, ValueContext } from '../attribute-type';
import type { FilterValue } from './filter-values';
import { jsonTextProblem } from './unicode';
import { placeOf, refuse } from './value-issues';

/** Real documents nest less deeply, and the JSON parsers of all databases accept this depth. */
const DEEPEST = 500;

/** The facts that do not depend on what the JSON holds. */
export const jsonTextFacts = {
  column: () => COLUMN,
  json: (expr, dialect) => dialect.json('raw', expr),
  toJson: (value) => (value === null ? 'null' : String(value)),
  fromJson: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
  entry: (object, key, dialect) => dialect.entryValue(object, key, COLUMN),
  filter: { kind: 'json', parse: jsonFilterValue },
  sortable: true,
  aggregates: [],
  graphql: { output: 'JSON', input: 'JSON', filter: 'JSONFilterInput' },
} satisfies Partial<ScalarType>;

const COLUMN = { kind: 'json' } as const;

export function parseJson(input: unknown, at: ValueContext): string | null {
  const text = toJsonText(input);
  if (text === null) return refuse(at, `${placeOf(at)} must be a value that JSON can hold`, undefined);
  if (depthOf(text) > DEEPEST)
    return refuse(at, `${placeOf(at)} must not be nested more than ${DEEPEST} levels deep`, undefined);
  const problem = jsonTextProblem(text);
  return problem ? refuse(at, `${placeOf(at)} ${problem}`, input) : text;
}

/** Text with JSON becomes the value of the JSON. Other text, and other values, stay as they are. */
function jsonFilterValue(raw: unknown): FilterValue {
  const text = toJsonText(typeof raw === 'string' ? parseOrKeep(raw) : raw);
  if (text === null) return { reason: 'a JSON value' };
  const problem = jsonTextProblem(text);
  return problem
    ? { reason: `a JSON value that can be stored: it ${problem}` }
    : { value: text satisfies Stored };
}

function toJsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null; // a bigint, a cycle, or nested deeper than the stack
  }
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (inString) {
      if (code === 92) index++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth);
    else if (code === 93 || code === 125) depth--;
  }
  return deepest;
}
