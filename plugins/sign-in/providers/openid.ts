// An OpenID provider: discovery, the authorization code with PKCE, the signed ID token, and the claims of the person.
import { createSingleFlight } from '../../../core';
import type { Identity } from '../types';
import {
  type Configuration,
  type OpenidClient,
  openidClient,
  type Provider,
  type ProviderSettings,
  textIn,
} from './provider';
import { createProviderFetch, ProviderFault } from './provider-fetch';

type Claims = Readonly<Record<string, unknown>>;

/** Milliseconds for which the metadata and the keys of a provider stay in memory. */
const KEPT = 3_600_000;

export function createOpenidProvider(settings: ProviderSettings): Provider {
  const { name, issuer, scopes } = settings;
  const discoveries = createSingleFlight<'discovery', Configuration>();
  let known: { readonly configuration: Configuration; readonly until: number } | null = null;

  async function discovered(client: OpenidClient): Promise<Configuration> {
    if (known && known.until > Date.now()) return known.configuration;
    const configuration = await discoveries.run('discovery', () => discover(client, settings));
    known = { configuration, until: Date.now() + KEPT };
    return configuration;
  }

  return {
    name,
    issuer,

    async begin({ state, nonce, verifier }, redirectUri) {
      const client = await openidClient();
      return client.buildAuthorizationUrl(await discovered(client), {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async identityOf({ state, nonce, verifier }, answered) {
      const client = await openidClient();
      const configuration = await discovered(client);
      const tokens = await client.authorizationCodeGrant(configuration, answered, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const token: Claims = { ...tokens.claims() };
      const subject = textIn(token.sub);
      if (subject === null) throw new ProviderFault('its ID token has no subject');
      const isComplete =
        textIn(token.email) !== null &&
        (settings.groups === null || valueAt(token, settings.groups) !== undefined);
      if (isComplete || !configuration.serverMetadata().userinfo_endpoint)
        return identityIn([token], subject, settings);
      // The client compares the subject with that of the ID token.
      const info: Claims = await client.fetchUserInfo(configuration, tokens.access_token, subject);
      return identityIn([token, info], subject, settings);
    },
  };
}

async function discover(client: OpenidClient, settings: ProviderSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret, timeout } = settings;
  const isPlain = issuer.startsWith('http:');
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret),
    {
      [client.customFetch]: createProviderFetch(timeout) as never,
      // Startup refuses plain HTTP in production.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    },
  );
  configuration.timeout = Math.ceil(timeout / 1000);
  return configuration;
}

/** An address counts as verified only by the answer that has the address. */
function identityIn(
  sources: readonly Claims[],
  subject: string,
  { trustEmail, groups }: ProviderSettings,
): Identity {
  const first = (claim: string): string | null =>
    sources.map((source) => textIn(source[claim])).find((text) => text !== null) ?? null;
  const addressed = sources.find((source) => textIn(source.email) !== null);
  const verified = addressed?.email_verified;
  const email = textIn(addressed?.email);
  const listed = sources.map((source) => (groups === null ? undefined : valueAt(source, groups)));
  return {
    subject,
    email,
    isVerified: trustEmail || verified === true || verified === 'true',
    name: first('preferred_username') ?? first('nickname') ?? email?.split('@')[0] ?? '',
    groups: textsIn(listed.find((value) => value !== undefined)),
  };
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** `realm_access.roles`; a claim with dots in its name counts too, such as `https://example.com/groups`. */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}
