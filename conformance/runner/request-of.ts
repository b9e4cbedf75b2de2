// Turns a step into an HTTP request: fills placeholders, encodes values, adds credentials.
import type { Step } from '../cases/case';
import type { Target } from '../target/target';
import type { Captures } from '../wire/captures';
import type { WireRequest } from '../wire/client';

export function requestOf(step: Step, target: Target, captures: Captures): WireRequest {
  const base = target.url + (step.from === 'root' ? '' : target.prefix);
  const token = target.tokens[step.as ?? 'full'] ?? tokenKept(step.as, captures);
  const body = bodyOf(step, captures);
  return {
    method: step.send,
    url: base + (step.verbatim ? String(captures.fill(step.path)) : encoded(step.path, captures)),
    headers: {
      ...(body === null || step.bytes ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...captures.fill(step.headers ?? {}),
    },
    body,
    isLimited: [step.expect?.status].flat().includes(429),
  };
}

function bodyOf({ bytes, text, body }: Step, captures: Captures): string | Buffer | null {
  if (bytes) return Buffer.from(bytes);
  if (text !== undefined) return String(captures.fill(text));
  return body === undefined ? null : JSON.stringify(captures.fill(body));
}

/** The token of a user that the case logged in, kept as `<name>.token`. */
function tokenKept(name: string | undefined, captures: Captures): string | undefined {
  if (name === undefined || name === 'anonymous' || name === 'full') return undefined;
  const token = captures.value(`${name}.token`);
  return typeof token === 'string' ? token : undefined;
}

/** Keys stay readable, values are encoded. An `&` or `=` of the template separates parameters. */
function encoded(path: string, captures: Captures): string {
  const mark = path.indexOf('?');
  if (mark < 0) return String(captures.fill(path));
  const pairs = path
    .slice(mark + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.search(/=(?![^[]*\])/);
      const key = String(captures.fill(equals < 0 ? pair : pair.slice(0, equals))).replaceAll(' ', '%20');
      return equals < 0 ? key : `${key}=${encodeURIComponent(String(captures.fill(pair.slice(equals + 1))))}`;
    });
  return `${String(captures.fill(path.slice(0, mark)))}?${pairs.join('&')}`;
}
