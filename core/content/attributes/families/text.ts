// The common parts of attribute types with one text as value: string, text, richtext, email, uid, password.

import type { Stored } from '../../../database/sql-dialect';
import type { Check, Issue } from '../../../kernel/check/check';
import * as check from '../../../kernel/check/checks';
import type { CommonOptions, ScalarType, ValueContext } from '../attribute-type';
import { textFilterValue } from './filter-values';
import { matchPattern } from './match-pattern';
import { textProblem } from './unicode';
import { placeOf, refuse, refuseType } from './value-issues';

/** Characters that a short text holds at most. */
export const SHORT_TEXT = 255;

export interface TextOptions {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly regex?: RegExp | undefined;
}

const regex: Check<RegExp> = {
  parse(input, path, issues) {
    if (input instanceof RegExp) return input;
    if (typeof input === 'string') {
      try {
        return new RegExp(input);
      } catch (error) {
        issues.push({ path, message: `expected a regular expression: ${messageOf(error)}`, value: input });
        return /(?:)/;
      }
    }
    issues.push({ path, message: 'expected a regular expression as a string', value: input });
    return /(?:)/;
  },
  schema: { type: 'string', format: 'regex' },
};

export const textShape = {
  minLength: check.optional(check.integer({ min: 0 })),
  maxLength: check.optional(check.integer({ min: 1 })),
  regex: check.optional(regex),
};

export interface TextFacts {
  readonly name: string;
  /** The most characters it holds; null: unbounded. */
  readonly limit: number | null;
}

export function textType(facts: TextFacts): ScalarType<TextOptions> {
  const column =
    facts.limit === null ? ({ kind: 'text' } as const) : ({ kind: 'string', length: facts.limit } as const);
  return {
    kind: 'scalar',
    name: facts.name,
    options: check.object(textShape),
    checkOptions: checkLengthOptions,
    column: () => column,
    parse: parseText,
    check: (value, options, at) => checkText(value, options, facts.limit, at),
    json: (expr, dialect) => dialect.json('string', expr),
    toJson: textToJson,
    fromJson: textFromJson,
    entry: (object, key, dialect) => dialect.entryValue(object, key, column),
    filter: { kind: 'text', parse: textFilterValue },
    sortable: true,
    aggregates: facts.limit === null ? [] : ['groupBy'],
    searchable: true,
    graphql: { output: 'String', input: 'String', filter: 'StringFilterInput' },
    openapi: (options) => textSchema(options, facts.limit),
  };
}

function parseText(input: unknown, _options: unknown, at: ValueContext): string | null {
  if (typeof input !== 'string') return refuseType(at, 'string', input);
  const problem = textProblem(input);
  return problem ? refuse(at, `${placeOf(at)} ${problem}`, input) : input;
}

export function checkText(value: Stored, options: TextOptions, limit: number | null, at: ValueContext): void {
  if (typeof value !== 'string') return;
  const least = at.strictness === 'complete' ? (options.minLength ?? 0) : 0;
  const most = Math.min(options.maxLength ?? Number.POSITIVE_INFINITY, limit ?? Number.POSITIVE_INFINITY);
  if (value.length < least) refuse(at, `${placeOf(at)} must be at least ${least} characters`, value);
  if (value.length > most) refuse(at, `${placeOf(at)} must be at most ${most} characters`, value);
  if (!options.regex || at.strictness !== 'complete' || value === '' || value.length > most) return;
  const matched = matchPattern(options.regex, value);
  if (matched === null)
    refuse(
      at,
      `${placeOf(at)} takes too long to compare with "${options.regex}"; send a shorter text`,
      value,
    );
  else if (!matched) refuse(at, `${placeOf(at)} must match the following: "${options.regex}"`, value);
}

export function checkLengthOptions(options: TextOptions & CommonOptions): readonly Issue[] {
  const { minLength, maxLength } = options;
  if (minLength === undefined || maxLength === undefined || minLength <= maxLength) return [];
  return [{ path: ['minLength'], message: `expected at most maxLength (${maxLength}), got ${minLength}` }];
}

export const textToJson = (value: Stored): string => JSON.stringify(value === null ? null : String(value));

export const textFromJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

const textSchema = (options: TextOptions, limit: number | null) => ({
  type: 'string',
  ...(options.minLength === undefined ? {} : { minLength: options.minLength }),
  ...(options.maxLength === undefined && limit === null
    ? {}
    : {
        maxLength: Math.min(options.maxLength ?? Number.POSITIVE_INFINITY, limit ?? Number.POSITIVE_INFINITY),
      }),
  ...(options.regex ? { pattern: options.regex.source } : {}),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
