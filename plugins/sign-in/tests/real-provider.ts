// Test helper: a real OpenID provider in this process. `spoil` changes its answers, to forge them.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { id: 'quire', secret: 'a-secret-of-the-client-0123456789' };

type Claims = Readonly<Record<string, unknown>>;

/** Answers in place of the provider, or changes its JSON. undefined: the provider answers. */
export type Spoil = (
  path: string,
  response: ServerResponse,
  request: IncomingMessage,
) => boolean | ((body: Record<string, unknown>) => object);

export interface RealProvider {
  readonly issuer: string;
  /** By login. */
  readonly people: Map<string, Claims>;
  spoil: Spoil | null;
  /** After the port of the application is known. */
  allow(...redirectUris: readonly string[]): Promise<void>;
  /** An ID token with the key of the provider, or of another server. */
  signed(claims: Claims, header?: Claims, key?: 'own' | 'other'): string;
  close(): Promise<void>;
}

export async function startProvider(): Promise<RealProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  let listener: RequestListener | null = null;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const spoiled = provider.spoil?.(path, response, request) ?? false;
    if (spoiled === true) return;
    if (typeof spoiled === 'function') changeJson(response, spoiled);
    if (listener === null) response.writeHead(503).end();
    else listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: RealProvider = {
    issuer,
    people: new Map(),
    spoil: null,
    async allow(...redirectUris) {
      const { default: Provider } = await import('oidc-provider');
      const key = { ...privateKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' };
      const real = new Provider(
        issuer,
        ofNode({
          clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...redirectUris] }],
          jwks: { keys: [key as never] },
          cookies: { keys: ['a key of the cookies of the provider'] },
          claims: {
            openid: ['sub', 'groups', 'realm_access'],
            email: ['email', 'email_verified'],
            profile: ['preferred_username'],
          },
          pkce: { required: () => true },
          findAccount: (_context, id) => ({
            accountId: id,
            claims: async () => ofNode({ sub: id, ...provider.people.get(id) }),
          }),
        }),
      );
      listener = real.callback() as RequestListener;
    },
    signed(claims, header = { alg: 'RS256', kid: 'own', typ: 'JWT' }, key = 'own') {
      const text = [header, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      if (header.alg === 'none') return `${text}.`;
      const used = key === 'own' ? privateKey : other;
      return `${text}.${sign('sha256', Buffer.from(text), used).toString('base64url')}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return provider;
}

/** Jest has objects and lists of its own; the provider takes those of Node. */
function ofNode<T>(value: T): T {
  if (Array.isArray(value)) return Object.assign(structuredClone([]), value.map(ofNode)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, ofNode(each)] as const);
  return Object.assign(structuredClone({}), Object.fromEntries(entries)) as T;
}

/** The provider writes its answer with one `end`. */
function changeJson(response: ServerResponse, change: (body: Record<string, unknown>) => object): void {
  const end = response.end.bind(response);
  response.end = ((body: string | Buffer) => {
    const changed = JSON.stringify(change(JSON.parse(String(body)) as Record<string, unknown>));
    response.setHeader('content-length', Buffer.byteLength(changed));
    return end(changed);
  }) as typeof response.end;
}

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
