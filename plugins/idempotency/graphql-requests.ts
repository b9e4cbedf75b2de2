// What a request of GraphQL does, as far as its key needs it: reads have no key, and a refused mutation keeps none.
import { type Answer, check } from '../../core';

/** No operation of the request is a mutation, which always has its keyword. */
export const readsOnly = (body: unknown): boolean =>
  (Array.isArray(body) ? body : [body]).every(
    (one: unknown) =>
      check.isPlainObject(one) && typeof one.query === 'string' && !/\bmutation\b/.test(one.query),
  );

/** An answer with errors, and without a result: the next request with the key runs. */
export function changedNothing(answer: Answer): boolean {
  const body = bodyOf(answer);
  if (!check.isPlainObject(body) || !Array.isArray(body.errors)) return false;
  const isDone = body.errors.some((error: unknown) =>
    JSON.stringify(error).includes('"GRAPHQL_DONE_TOO_LARGE"'),
  );
  const { data } = body;
  return !isDone && (!check.isPlainObject(data) || Object.values(data).every((value) => value === null));
}

function bodyOf(answer: Answer): unknown {
  if ('json' in answer) return answer.json;
  if (!('text' in answer)) return null;
  try {
    return JSON.parse(answer.text);
  } catch {
    return null;
  }
}
