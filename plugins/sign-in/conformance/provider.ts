// A provider on this machine: an OpenID provider, and GitHub Enterprise. A case says who the person is, and changes single facts.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { CLIENT, PROVIDER } from '../../../conformance/cases/people';

export type Claims = Readonly<Record<string, unknown>>;

export interface Facts {
  /** Of the ID token, or of the person on GitHub. */
  readonly claims?: Claims;
  /** The answer about the person, beside the ID token. */
  readonly info?: Claims;
  readonly emails?: unknown;
  readonly groups?: unknown;
  readonly alg?: string;
  /** Signs with a key that the provider does not publish. */
  readonly isForged?: boolean;
  /** Accepts only the verifier of another sign-in. */
  readonly challenge?: string;
  /** The status of the answer with the tokens. */
  readonly status?: number;
}

export interface Provider {
  /** The code of a person who has logged in, for the address that began the sign-in. */
  codeFor(location: URL, facts: Facts): string;
}

interface Kept {
  readonly facts: Facts;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly redirectUri: string | null;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
/** A deployment keeps the published key, so all cases have the same. */
let keys: Record<'own' | 'other', ReturnType<typeof newKey>> | null = null;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(claims: Claims, alg: string, key: KeyObject): string {
  const text = `${part({ alg, kid: 'own', typ: 'JWT' })}.${part(claims)}`;
  if (alg === 'none') return `${text}.`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return new URLSearchParams(Buffer.concat(pieces).toString());
}

const METADATA = {
  issuer: PROVIDER,
  authorization_endpoint: `${PROVIDER}/authorize`,
  token_endpoint: `${PROVIDER}/token`,
  userinfo_endpoint: `${PROVIDER}/me`,
  jwks_uri: `${PROVIDER}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};

export async function withProvider(work: (provider: Provider) => Promise<void>): Promise<void> {
  keys ??= { own: newKey(), other: newKey() };
  const { own, other } = keys;
  const codes = new Map<string, Kept>();

  function tokensOf({ facts, nonce }: Kept, code: string): object {
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: PROVIDER, aud: CLIENT.id, iat: now, exp: now + 60, nonce };
    const token = signed(
      { ...standard, ...facts.claims },
      facts.alg ?? 'RS256',
      (facts.isForged ? other : own).privateKey,
    );
    return { access_token: code, token_type: 'bearer', id_token: token };
  }

  /** null: the client, the code or its verifier is wrong. */
  async function proved(request: IncomingMessage, isHub: boolean): Promise<[Kept, string] | null> {
    const form = await formOf(request);
    const [user, password] = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64')
      .toString()
      .split(':')
      .map((text) => decodeURIComponent(text.replaceAll('+', ' ')));
    const code = form.get('code') ?? '';
    const kept = codes.get(code);
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '');
    const isClient = isHub
      ? form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret
      : user === CLIENT.id && password === CLIENT.secret;
    const isGood = isClient && form.get('redirect_uri') === kept?.redirectUri;
    return kept && isGood && verifier.digest('base64url') === kept.challenge ? [kept, code] : null;
  }

  async function answerTo(request: IncomingMessage): Promise<readonly [number, unknown]> {
    const path = request.url?.split('?')[0];
    if (path === '/.well-known/openid-configuration') return [200, METADATA];
    if (path === '/keys')
      return [200, { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig' }] }];
    if (path === '/token' || path === '/login/oauth/access_token') {
      const found = await proved(request, path !== '/token');
      if (!found) return [400, { error: 'invalid_grant' }];
      const tokens =
        path === '/token' ? tokensOf(...found) : { access_token: found[1], token_type: 'bearer' };
      return [found[0].facts.status ?? 200, tokens];
    }
    const facts = codes.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''))?.facts;
    const about: Readonly<Record<string, unknown>> = {
      '/me': { sub: facts?.claims?.sub, ...facts?.info },
      '/api/v3/user': facts?.claims,
      '/api/v3/user/emails': facts?.emails,
      '/api/v3/user/orgs': facts?.groups,
    };
    const value = facts && about[path ?? ''];
    return value === undefined ? [404, { message: 'Not Found' }] : [200, value];
  }

  const server = createServer(async (request, response) => {
    const [status, value] = await answerTo(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  });
  const { hostname, port } = new URL(PROVIDER);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(Number(port), hostname, resolve);
  });
  try {
    await work({
      codeFor({ searchParams: query }, facts) {
        const code = `code-${codes.size}-${query.get('state')}`;
        const challenge = facts.challenge ?? query.get('code_challenge') ?? '';
        codes.set(code, {
          ...{ facts, challenge, nonce: query.get('nonce') },
          redirectUri: query.get('redirect_uri'),
        });
        return code;
      },
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
