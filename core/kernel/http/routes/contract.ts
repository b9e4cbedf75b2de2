// The contract of a route: converts and checks its input, and compares its answers with the check of the answer.
import { type Check, type Issue, type JsonSchema, pathToText, runCheck } from '../../check/check';
import { isPlainObject } from '../../check/checks';
import { type BodyIssue, coreErrors } from '../../errors/core-errors';
import type { Exchange } from '../request/exchange';
import { refuseUnknownKeys, requireAnswer } from './require-answer';
import type { Answer, RouteChecks } from './route';

export type Step = (request: Exchange, input: Input) => void | PromiseLike<void>;
export type Finish = (request: Exchange, input: Input) => Answer | PromiseLike<Answer>;
export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

type Source = 'path' | 'query';

/** What messages call a value of each source. */
export type SourceWords = Readonly<Record<Source, string>>;

const OF_HTTP: SourceWords = { path: 'The path parameter', query: 'The query parameter' };

export function checkSteps(checks: RouteChecks, words = OF_HTTP): Step[] {
  const steps: Step[] = [];
  const { params, query, body } = checks;
  if (params)
    steps.push((_request, input) => {
      const given = fromText(params.schema, input.params);
      input.params = checked(params, given, (issues) => invalidInput('path', issues, words));
    });
  if (query)
    steps.push((request, input) => {
      const given = fromText(query.schema, request.query);
      input.query = checked(query, given, (issues) => invalidInput('query', issues, words));
    });
  if (body)
    steps.push((_request, input) => {
      input.body = checked(body, input.body ?? {}, (issues) => coreErrors.BODY_ISSUES(issues.map(bodyIssue)));
    });
  return steps;
}

function checked<T>(check: Check<T>, input: unknown, fail: (issues: readonly Issue[]) => Error): T {
  const { value, issues } = runCheck(check, input);
  if (issues.length > 0) throw fail(issues);
  return value;
}

function invalidInput(source: Source, issues: readonly Issue[], words: SourceWords) {
  const message = issues.map((issue) => `${pathToText(issue.path)}: ${issue.message}`).join('; ');
  const [first] = issues[0]?.path ?? [];
  return coreErrors.QUERY_INVALID(`${words[source]} ${message}`, {
    key: String(first ?? ''),
    path: pathToText(issues[0]?.path ?? []),
    source,
    ...(source === 'query' ? { param: String(first ?? '') } : {}),
  });
}

function bodyIssue({ path, message }: Issue): BodyIssue {
  const place = pathToText(path);
  return {
    path: path.map(String),
    message: place ? `${place}: ${message}` : message,
    name: 'ValidationError',
  };
}

/** Text of a path or a query string → the numbers and booleans that the check expects. Other text stays, and the check refuses it. */
function fromText(schema: JsonSchema, input: unknown): unknown {
  const { type, properties, items, anyOf, additionalProperties: others } = schema;
  if (Array.isArray(anyOf)) {
    const converted = anyOf.filter(isPlainObject).map((branch) => fromText(branch, input));
    return converted.find((value) => value !== input) ?? input;
  }
  if (Array.isArray(schema.enum) && typeof input === 'string')
    return schema.enum.find((value) => String(value) === input) ?? input;
  if (type === 'array' && isPlainObject(items)) {
    const list = typeof input === 'string' ? [input] : input;
    return Array.isArray(list) ? list.map((item) => fromText(items, item)) : list;
  }
  if ((isPlainObject(properties) || isPlainObject(others)) && isPlainObject(input)) {
    const converted = Object.entries(input).map(([key, value]) => {
      const own = isPlainObject(properties) && Object.hasOwn(properties, key) ? properties[key] : others;
      return [key, isPlainObject(own) ? fromText(own, value) : value];
    });
    return Object.fromEntries(converted);
  }
  if (typeof input !== 'string') return input;
  if (type === 'boolean') return input === 'true' ? true : input === 'false' ? false : input;
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && /^-?\d+(\.\d+)?$/.test(input) ? Number(input) : input;
}

/** `place`: `shop: GET /api/orders`, for the log. */
export function checkAnswer(check: Check<unknown> | undefined, inner: Finish, place: string): Finish {
  return async (request, input) => {
    const answer = await inner(request, input);
    requireAnswer(request, answer);
    refuseUnknownKeys(answer, place);
    if (check === undefined) return answer;
    const value = 'json' in answer ? answer.json : 'text' in answer ? JSON.parse(answer.text) : undefined;
    if (value === undefined || (answer.status ?? 200) >= 300) return answer;
    const { issues } = runCheck(check, JSON.parse(JSON.stringify(value)));
    if (issues.length === 0) return answer;
    const list = issues.map((issue) => `${pathToText(issue.path)}: ${issue.message}`).join('; ');
    throw new Error(
      `${place} answers what its contract does not allow: ${list}. Change the handler or \`checks.answer\`.`,
    );
  };
}
