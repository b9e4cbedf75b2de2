// Throws an error when a handler or a middleware returned no answer.
import { unknownKey } from '../../check/checks';
import type { RequestContext } from '../request/context';

import type { Answer } from './route';

const CONTENT = ['json', 'text', 'stream', 'html', 'status'] as const;
const KEYS: readonly string[] = [...CONTENT, 'headers', 'type'];
const HINT = 'Return an answer such as { json: … } or { status: 204 }.';

export function requireAnswer(
  { method, path }: Pick<RequestContext, 'method' | 'path'>,
  answer: unknown,
): void {
  const refused = (what: string, remedy: string): Error =>
    new Error(`The handler or a middleware of ${method} ${path} returned ${what}. ${remedy}`);
  if (typeof answer !== 'object' || answer === null) throw refused(String(answer), HINT);
  if (!CONTENT.some((key) => key in answer))
    throw refused(`an object with the keys ${Object.keys(answer).join(', ') || '(none)'}`, HINT);
  const { status } = answer as Answer;
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw refused(`the status ${String(status)}`, 'Use a whole number from 200 to 599.');
}

/** A wrong key, such as `statusCode`, has no effect. `place`: `shop: GET /api/orders`, for the log. */
export function refuseUnknownKeys(answer: Answer, place: string): void {
  const wrong = Object.keys(answer).find((key) => !KEYS.includes(key));
  if (wrong !== undefined) throw new Error(`${place} returned an answer with the ${unknownKey(wrong, KEYS)}`);
}
