// Requests of tests over HTTP: the status is checked, and the body parsed.

/** Rejects unless the answer has this status. Returns the parsed JSON, the text of another body, or null for none. */
export type Ask = (
  method: string,
  path: string,
  status: number,
  body?: unknown,
  token?: string,
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
) => Promise<any>;

/** `base`: the address before the path, asked with each request. */
export const createAsk =
  (base: () => string): Ask =>
  async (method, path, status, body, token) => {
    const answer = await fetch(base() + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== status)
      throw new Error(`${method} ${path}: expected ${status}, got ${answer.status} ${text}`);
    if (text === '') return null;
    return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  };
