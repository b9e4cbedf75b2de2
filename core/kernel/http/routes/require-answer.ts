// Throws an error when a handler or a middleware returned no answer.
import type { RequestContext } from '../request/context';

export function requireAnswer(
  { method, path }: Pick<RequestContext, 'method' | 'path'>,
  answer: unknown,
): void {
  if (typeof answer === 'object' && answer !== null) return;
  throw new Error(
    `The handler or a middleware of ${method} ${path} returned ${String(answer)}. Return an answer such as { json: … } or { status: 204 }.`,
  );
}
