// Faults for the test of the suite: a proxy in front of a sound deployment breaks one rule per fault, a naive server answers
// smuggled requests, and a fragile one ends with a reset. `finds` is the beginning of a finding's id.
import { createServer, type Server, type Socket } from 'node:net';
import type { Answer } from '../../conformance/cases/case';
import type { Mutant, Seen } from '../../conformance/mutants/mutating-proxy';
import { valueAt } from '../../conformance/wire/captures';

interface Fault {
  readonly finds: string;
  readonly does: string;
  readonly on: (seen: Seen, answer: Answer) => boolean;
  readonly answer: (answer: Answer, seen: Seen) => Partial<Answer>;
}

const asks = (method: string, path: string) => (seen: Seen) => seen.method === method && seen.path === path;
const isRight = ({ query }: Seen): boolean => query.some(([, value]) => /aaaaaa?$/.test(value));
const identifierOf = ({ body }: Seen): string => String(valueAt(body, 'identifier'));
const isKnown = (seen: Seen): boolean => !identifierOf(seen).startsWith('zz');
const isLogin = (seen: Seen): boolean =>
  asks('POST', '/api/auth/local')(seen) && valueAt(seen.body, 'password') === 'Wrong-1-password';
const isRevocationById = ({ method, path }: Seen): boolean =>
  method === 'DELETE' && /^\/api\/api-tokens\/\d{1,8}$/.test(path);
const REFUSED = { status: 400, body: { data: null, error: { status: 400, message: 'Refused' } } };
const sleep = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

export const FAULTS: readonly Fault[] = [
  {
    finds: 'oracles.full.checks.hid.',
    does: 'a filter on a private attribute is applied',
    on: (seen) => seen.path === '/api/checks' && seen.query.some(([key]) => key.includes('[hid]')),
    answer: (_answer, seen) => ({ status: 200, body: { data: isRight(seen) ? [{ id: 1 }] : [] } }),
  },
  {
    finds: 'oracles.ruled.row.',
    does: 'a document outside a row rule answers 403 instead of 404',
    on: (seen, { status }) =>
      seen.method === 'GET' && /^\/api\/plains\/\w*(?<![qr]{6})$/.test(seen.path) && status === 404,
    answer: () => ({ status: 403, body: {} }),
  },
  {
    finds: 'mass-assignment.mallory.list-users',
    does: 'every account lists users',
    on: asks('GET', '/api/users'),
    answer: () => ({ status: 200, body: [] }),
  },
  {
    finds: 'mass-assignment.labels.create.createdAt',
    does: 'a body sets createdAt',
    on: asks('POST', '/api/labels'),
    answer: ({ body }, seen) => ({
      status: 201,
      body: { data: { ...(valueAt(body, 'data') as object), ...(valueAt(seen.body, 'data') as object) } },
    }),
  },
  {
    finds: 'sign-in.page.absolute',
    does: 'a sign-in leads to every page',
    on: (seen) => asks('GET', '/api/connect/corp')(seen) && seen.query.some(([key]) => key === 'callback'),
    answer: (answer, { query }) => ({
      status: 302,
      headers: { ...answer.headers, location: query[0]?.[1] ?? '' },
    }),
  },
  {
    finds: 'sign-in.code.unsigned',
    does: 'a token without a signature logs in',
    on: asks('GET', '/api/auth/corp/callback'),
    answer: () => ({ status: 200, body: { jwt: 'a.b.c' } }),
  },
  {
    finds: 'forged-identities.token.nonce',
    does: 'a sign-in in which the provider forges the nonce logs in',
    on: (seen, { headers }) =>
      asks('GET', '/api/connect/corp/callback')(seen) && String(headers.location).includes('error='),
    answer: () => ({ status: 200, body: { jwt: 'a.b.c' } }),
  },
  {
    finds: 'passkeys.login.replay',
    does: 'a replayed passkey logs in',
    on: (seen, { status }) =>
      asks('POST', '/api/auth/local')(seen) && status === 400 && valueAt(seen.body, 'passkey') !== undefined,
    answer: () => ({ status: 200, body: { jwt: 'a.b.c' } }),
  },
  {
    finds: 'token-life.forged.no-signature',
    does: 'tokens without a signature are accepted',
    on: (seen, { status }) => asks('GET', '/api/users/me')(seen) && status === 401,
    answer: () => ({ status: 200, body: { id: 1 } }),
  },
  {
    finds: 'admin.no-header.explain',
    does: 'the admin answers requests without its header',
    on: (seen, { status }) => asks('GET', '/admin/api/explain')(seen) && (status === 401 || status === 403),
    answer: () => ({ status: 200, body: { data: {} } }),
  },
  {
    finds: 'admin.no-permission.builder.read',
    does: 'each session reads the files of the builder',
    on: (seen, { status }) => asks('GET', '/admin/api/builder')(seen) && status === 403,
    answer: () => ({ status: 200, body: { data: { files: [] } } }),
  },
  {
    finds: 'admin.as-role.write',
    does: 'a session that sees the admin as another role writes',
    on: (seen, { status }) =>
      seen.method === 'POST' && seen.path.startsWith('/admin/api/documents/') && status === 403,
    answer: () => ({ status: 201, body: { data: {} } }),
  },
  {
    finds: 'account-secrets.refresh.cookie',
    does: 'a refresh without the header shows the refresh token',
    on: asks('POST', '/api/auth/refresh'),
    answer: ({ body }) => ({ status: 200, body: { ...(body as object), refreshToken: 'shown' } }),
  },
  {
    finds: 'account-secrets.revoked.api-token.id',
    does: 'a deletion by id reports success and deletes nothing',
    on: isRevocationById,
    answer: () => ({ status: 204 }),
  },
  {
    finds: 'enumeration.login-by-name.text',
    does: 'a login names the wrong part',
    on: (seen) => isLogin(seen) && !identifierOf(seen).includes('@'),
    answer: (_answer, seen) => ({
      status: 400,
      body: { message: isKnown(seen) ? 'Wrong password' : 'Unknown user' },
    }),
  },
  {
    finds: 'enumeration.login.time',
    does: 'a login with a known address takes longer',
    on: isLogin,
    answer(_answer, seen) {
      if (isKnown(seen)) sleep(100);
      return REFUSED;
    },
  },
  {
    finds: 'limits.rest.sort-1000',
    does: 'a long list of words in sort is a 500',
    on: ({ query }) => query.some(([key, value]) => key === 'sort' && value.length > 2_000),
    answer: () => ({ status: 500, body: {} }),
  },
  {
    finds: 'multiplied.introspection',
    does: 'introspection has no limit',
    on: (seen, { status }) =>
      asks('POST', '/graphql')(seen) &&
      status === 400 &&
      String(valueAt(seen.body, 'query')).startsWith('{ a0: __schema'),
    answer: () => ({ status: 200, body: { data: { a0: {} } } }),
  },
  {
    finds: 'parsers.groups.filter',
    does: 'a number that does not fit is a 500',
    on: ({ path, query }) =>
      path === '/api/groups' &&
      query.some(([, value]) => /^(1e21|1\.5|9{19,}|9223372036854775808)$/.test(value)),
    answer: () => ({ status: 500, body: {} }),
  },
  {
    finds: 'races.unique.checks.uniq',
    does: 'a taken unique value is created again',
    on: (seen, { status }) =>
      asks('POST', '/api/checks')(seen) && status === 400 && valueAt(seen.body, 'data.uniq') !== undefined,
    answer: () => ({ status: 201, body: { data: { documentId: 'made' } } }),
  },
  {
    finds: 'foreign-files.link.id',
    does: 'a file is linked without an action of files',
    on: (seen, { status }) =>
      seen.method === 'PUT' &&
      seen.path.startsWith('/api/articles/') &&
      status === 400 &&
      valueAt(seen.body, 'data.cover') !== undefined,
    answer: () => ({ status: 200, body: { data: {} } }),
  },
  {
    finds: 'uploads.active.svg',
    does: 'an uploaded SVG is shown inline',
    on: ({ path }) => path.startsWith('/uploads/'),
    answer: ({ headers }) => {
      const { 'content-disposition': _disposition, 'content-security-policy': _policy, ...rest } = headers;
      return { headers: rest };
    },
  },
];

/** All faults at once: each breaks requests of its own. */
export const FAULTY: Mutant = {
  row: '',
  does: 'breaks a rule per fault',
  // The hash of a wrong password would hide a delay of some milliseconds.
  body: (body, seen) => (isLogin(seen) ? {} : body),
  method: (seen) => (isRevocationById(seen) ? 'GET' : seen.method),
  answer: (answer, seen) => FAULTS.find(({ on }) => on(seen, answer))?.answer(answer, seen) ?? {},
};

/** Answers each request line that it reads, also one inside a body. */
export async function startNaiveServer(): Promise<{ readonly url: string; close(): void }> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const count = chunk.toString('latin1').match(/ HTTP\/1\.1\r\n/g)?.length ?? 0;
      socket.write('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'.repeat(count));
    });
  });
  return { url: await urlOf(server), close: () => void server.close() };
}

/** Accepts every upgrade, and ends with the first connection that is reset. */
export async function startFragileServer(): Promise<{ readonly url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', close);
    socket.on('data', (chunk) => {
      const isOffer = /^Upgrade: h2c/m.test(chunk.toString('latin1'));
      const status = isOffer ? '101 Switching Protocols' : '404 Not Found\r\nContent-Length: 0';
      socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
    });
  });
  return { url: await urlOf(server), close };
}

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
