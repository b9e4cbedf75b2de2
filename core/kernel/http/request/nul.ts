// Refuses U+0000 in a path, a query string or a body: PostgreSQL cannot store the character.
import { coreErrors } from '../../errors/core-errors';

/** In a URL the character is always written `%00`. */
export function refuseNulInUrl(url: string): void {
  if (!url.includes('%00')) return;
  const start = url.indexOf('?');
  const path = start === -1 ? url : url.slice(0, start);
  if (path.includes('%00')) throw coreErrors.VALUE_NUL('The path', 'path');
  const pair = url
    .slice(start + 1)
    .split('&')
    .find((each) => each.includes('%00'));
  const key = (pair ?? '').replace(/=.*/, '').replaceAll('%00', '');
  throw coreErrors.VALUE_NUL(decoded(key), 'query');
}

export function refuseNulInBody(body: unknown): void {
  const waiting: [path: string, value: unknown][] = [['', body]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && value.includes('\0')) throw coreErrors.VALUE_NUL(path, 'body');
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const place = path ? `${path}.${key}` : key;
      if (key.includes('\0')) throw coreErrors.VALUE_NUL(place.replaceAll('\0', ''), 'body');
      waiting.push([place, inner]);
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
