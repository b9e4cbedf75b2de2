// Sends requests to an application in a test, with the credentials of one caller. Redirects are not followed.

import { subscribe, type TestSubscription } from './subscription';

export interface TestAnswer {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed JSON; undefined when the body is something else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

export interface Asked extends Promise<TestAnswer> {
  /** Rejects with the answer in the message unless the answer has this status. */
  expect(status: number): Promise<TestAnswer>;
}

type OwnHeaders = Readonly<Record<string, string>>;

export interface TestClient {
  get(path: string, headers?: OwnHeaders): Asked;
  delete(path: string, headers?: OwnHeaders): Asked;
  /** A body is sent as JSON; FormData and text are sent unchanged. */
  post(path: string, body?: unknown, headers?: OwnHeaders): Asked;
  put(path: string, body?: unknown, headers?: OwnHeaders): Asked;
  patch(path: string, body?: unknown, headers?: OwnHeaders): Asked;
  /** Sends a query or a mutation of GraphQL. `body` has `data` and `errors`. */
  graphql(query: string, variables?: Variables): Asked;
  /** Opens a subscription of GraphQL over a WebSocket. */
  subscribe(query: string, variables?: Variables): Promise<TestSubscription>;
}

type Variables = Readonly<Record<string, unknown>>;

/** Where the application answers. */
export interface Addresses {
  url(): string;
  /** The path of GraphQL. */
  graphql(): string;
}

export function createClient({ url, graphql }: Addresses, token: () => Promise<string | null>): TestClient {
  const ask = (method: string, path: string, body: unknown, own: OwnHeaders = {}): Asked => {
    const answer = send(method, path, body, own);
    return Object.assign(answer, { expect: (status: number) => answer.then(requireStatus(status)) });
  };

  async function send(method: string, path: string, body: unknown, own: OwnHeaders): Promise<TestAnswer> {
    const bearer = await token();
    const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof FormData);
    const headers = {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...own,
    };
    const sent = isJson ? JSON.stringify(body) : (body as string | FormData | undefined);
    const init = {
      method,
      headers,
      redirect: 'manual' as const,
      ...(sent === undefined ? {} : { body: sent }),
    };
    const response = await fetch(url() + path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      body: parsed(text),
    };
  }

  const requireStatus =
    (status: number) =>
    (answer: TestAnswer): TestAnswer => {
      if (answer.status === status) return answer;
      throw new Error(`expected status ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
    };

  return {
    get: (path, headers) => ask('GET', path, undefined, headers),
    delete: (path, headers) => ask('DELETE', path, undefined, headers),
    post: (path, body, headers) => ask('POST', path, body, headers),
    put: (path, body, headers) => ask('PUT', path, body, headers),
    patch: (path, body, headers) => ask('PATCH', path, body, headers),
    graphql: (query, variables) => ask('POST', graphql(), { query, ...(variables ? { variables } : {}) }),
    subscribe: async (query, variables) =>
      subscribe(url() + graphql(), { query, ...(variables ? { variables } : {}) }, await token()),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
