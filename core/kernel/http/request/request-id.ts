// The id of a request in logs and answers: the client's id if it is safe, else a new one.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SAFE_ID = /^[\w.:-]{1,128}$/;

/** `header`: the header with the client's id; null: clients cannot set the id. */
export function requestIds(header: string | null): (request: IncomingMessage) => string {
  // A random prefix per process and a counter: a random id per request would cost more than routing.
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
