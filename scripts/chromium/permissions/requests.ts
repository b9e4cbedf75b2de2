// Requests as the page of the admin sends them, with the session of a person.
import { PAGE as HEADERS } from '../../../plugins/admin/tests/admin-app';

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export async function send(
  base: string,
  cookie: string,
  { path, method = 'GET', body, form, headers }: HttpRequest,
): Promise<Answer> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      'quire-admin': HEADERS['quire-admin'],
      'sec-fetch-site': HEADERS['sec-fetch-site'],
      ...headers,
      cookie,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: answer.status, body: isJson && text !== '' ? (JSON.parse(text) as unknown) : null };
}

/** The value below these keys. */
export function valueIn(body: unknown, ...keys: readonly (string | number)[]): unknown {
  let value = body;
  for (const key of keys) value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[key];
  return value;
}

/** Of a request for several documents, the answer about the first one. */
export const statusOf = ({ status, body }: Answer): number =>
  Number(valueIn(body, 'data', 0, 'error', 'status') ?? status);
