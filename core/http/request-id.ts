// What a request is called in logs and answers: the client's own name for it where that is safe to repeat, else a new one.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SAFE_ID = /^[\w.:-]{1,128}$/;

/** `header`: where clients may name their request; null: they may not. */
export function requestIds(header: string | null): (request: IncomingMessage) => string {
  // Unguessable per process, countable within it: a random id per request would cost more than routing it.
  const prefix = `${randomBytes(9).toString('hex')}-`;
  let count = 0;
  const next = () => prefix + (++count).toString(36);
  if (header === null) return next;
  const name = header.toLowerCase();
  return ({ rawHeaders }) => {
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const key = rawHeaders[i] ?? '';
      if (key.length !== name.length || key.toLowerCase() !== name) continue;
      const given = rawHeaders[i + 1] ?? '';
      return SAFE_ID.test(given) ? given : next();
    }
    return next();
  };
}
