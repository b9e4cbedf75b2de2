// An OpenID provider of the attacker. The code of a sign-in says what the provider answers, so it keeps nothing.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Values = Readonly<Record<string, unknown>>;

export interface Forgery {
  readonly claims: Values;
  readonly header?: Values;
  /** The key that signs; `other` is not in the list of the provider. */
  readonly key?: 'own' | 'other';
  /** Replaces the signature. */
  readonly signature?: string;
}

export interface ForgingProvider {
  readonly issuer: string;
  /** The value of `code` that makes the provider answer so. */
  codeFor(forgery: Forgery): string;
  close(): void;
}

export const CLIENT_ID = 'attack';

export async function startForgingProvider(): Promise<ForgingProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signed = ({
    claims,
    header = { alg: 'RS256', kid: 'own' },
    key = 'own',
    signature,
  }: Forgery): string => {
    const text = [header, claims].map(encode).join('.');
    const { privateKey } = key === 'own' ? own : other;
    const real =
      header.alg === 'none' ? '' : sign('sha256', Buffer.from(text), privateKey).toString('base64url');
    return `${text}.${signature ?? real}`;
  };
  const server = createServer(async (request, response) => {
    const json = (body: object): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/me`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['none'],
        });
      case '/jwks':
        return json({
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }],
        });
      case '/token': {
        const code = new URLSearchParams(await textOf(request)).get('code') ?? '';
        return json({ access_token: code, token_type: 'Bearer', id_token: signed(decode(code)) });
      }
      case '/me':
        return json(decode(String(request.headers.authorization).replace(/^Bearer /, '')).claims);
      default:
        return void response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    codeFor: encode,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text: string): Forgery => JSON.parse(Buffer.from(text, 'base64url').toString()) as Forgery;

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
