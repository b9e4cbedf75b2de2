// GitHub, also GitHub Enterprise: OAuth 2 with PKCE. Its API, and not an ID token, says who the person is.
import {
  type Configuration,
  type OpenidClient,
  openidClient,
  type Provider,
  type ProviderSettings,
  textIn,
} from './provider';
import { createProviderFetch, ProviderFault } from './provider-fetch';

type Fields = Readonly<Record<string, unknown>>;

export function createGithubProvider(settings: ProviderSettings): Provider {
  const { name, issuer, clientId, scopes } = settings;
  const base = issuer.replace(/\/+$/, '');
  const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`;
  const ask = createProviderFetch(settings.timeout);

  /** null: the scopes of the token do not allow the question. */
  async function read(path: string, token: string): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'Quire',
    };
    const response = await ask(`${api}${path}`, { headers });
    if (response.status === 403 || response.status === 404) return null;
    if (response.status !== 200) throw new ProviderFault(`GET ${path} has the status ${response.status}`);
    return response.json().catch(() => {
      throw new ProviderFault(`the answer of GET ${path} is not JSON`);
    });
  }

  function configurationOf(client: OpenidClient): Configuration {
    const configuration = new client.Configuration(
      {
        issuer: base,
        authorization_endpoint: `${base}/login/oauth/authorize`,
        token_endpoint: `${base}/login/oauth/access_token`,
      },
      clientId,
      undefined,
      client.ClientSecretPost(settings.clientSecret ?? ''),
    );
    configuration[client.customFetch] = ask as never;
    if (base.startsWith('http:')) client.allowInsecureRequests(configuration);
    return configuration;
  }

  return {
    name,
    issuer: base,

    async begin({ state, verifier }, redirectUri) {
      const client = await openidClient();
      return client.buildAuthorizationUrl(configurationOf(client), {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async identityOf({ state, verifier }, answered) {
      const client = await openidClient();
      const { access_token: token } = await client.authorizationCodeGrant(configurationOf(client), answered, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      });
      const person = await read('/user', token);
      const { id, login } = fieldsOf(person);
      if (typeof id !== 'number' || !Number.isSafeInteger(id))
        throw new ProviderFault('the answer of GET /user has no id');
      const emails = listOf(await read('/user/emails', token));
      const primary = emails.find((each) => each.primary === true && each.verified === true);
      const groups = settings.groups === null ? [] : listOf(await read('/user/orgs?per_page=100', token));
      return {
        subject: String(id),
        email: textIn(primary?.email),
        isVerified: primary !== undefined,
        name: textIn(login) ?? '',
        groups: groups.flatMap((each) => textIn(each.login) ?? []),
      };
    },
  };
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
