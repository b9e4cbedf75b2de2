// Sign-in with providers: open redirects, forged answers of a provider, forged codes. Nothing of it may log in, or lead to another page.
import { valueAt } from '../../../conformance/wire/captures';
import { type Call, type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Site } from '../site';

/** The provider of the application that the suite starts, and usual names. */
const NAMES = ['corp', 'google', 'github', 'microsoft', 'gitlab', 'keycloak'];
const EVIL = 'evil.attack.test';
const RANDOM = 'A'.repeat(43);

const PAGES: Readonly<Record<string, string>> = {
  absolute: `?callback=https://${EVIL}`,
  'without-scheme': `?callback=//${EVIL}`,
  backslash: `?callback=%5C%5C${EVIL}`,
  script: `?callback=javascript:alert(1)//${EVIL}`,
  list: `?callback[]=https://${EVIL}`,
  twice: `?callback=https://${EVIL}&callback=https://${EVIL}`,
  'redirect-uri': `?redirect_uri=https://${EVIL}`,
  'other-names': `?redirect=https://${EVIL}&returnTo=https://${EVIL}&origin=https://${EVIL}`,
};

const unsigned = (payload: object): string =>
  `${[{ alg: 'none' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

/** The query of an answer that no provider gave. */
const ANSWERS: Readonly<Record<string, string>> = {
  'no-state': '?code=x',
  'unknown-state': `?code=x&state=${RANDOM}`,
  'state-list': `?code=x&state[]=${RANDOM}`,
  'state-object': '?code=x&state[$ne]=x',
  'id-token': `?id_token=${unsigned({ sub: '1', email: 'admin@attack.test', email_verified: true })}&state=${RANDOM}`,
  'access-token': `?access_token=x&state=${RANDOM}`,
};

const CODES: Readonly<Record<string, (token: string) => string>> = {
  none: () => '',
  empty: () => '?access_token=',
  random: () => `?access_token=${RANDOM}`,
  list: () => `?access_token[]=${RANDOM}`,
  object: () => '?access_token[$ne]=x',
  unsigned: () => `?access_token=${unsigned({ sub: '1', email: 'admin@attack.test', email_verified: true })}`,
  'own-token': (token) => `?access_token=${token}`,
  'id-token': () => `?id_token=${unsigned({ sub: '1' })}`,
  'other-host': () => `?access_token=${RANDOM}&issuer=https://${EVIL}`,
  quote: () => "?access_token=' OR '1'='1",
};

export const signIn: Kind = {
  name: 'sign-in',
  summary: 'forged answers of providers, forged codes, open redirects',
  absence: (site) => (site.isOn('auth') ? null : 'the deployment has no users'),
  attacks: () => [
    ...Object.entries(PAGES).map(([id, query]) =>
      attack(`page.${id}`, (name) => ({ path: `/connect/${name}${query}` })),
    ),
    attack('page.host', (name) => ({ path: `/connect/${name}`, headers: { 'x-forwarded-host': EVIL } })),
    ...Object.entries(ANSWERS).map(([id, query]) =>
      attack(`answer.${id}`, (name) => ({
        path: `/connect/${name}/callback${query}`,
        headers: { cookie: `quire-sign-in-${RANDOM.slice(0, 12)}=${RANDOM}` },
      })),
    ),
    ...Object.entries(CODES).map(([id, query]) =>
      attack(`code.${id}`, (name, token) => ({
        path: `/auth/${name}/callback${encodeSpaces(query(token))}`,
      })),
    ),
  ],
};

const encodeSpaces = (query: string): string => query.replaceAll(' ', '%20').replaceAll("'", '%27');

function attack(id: string, call: (name: string, token: string) => Call): Attack {
  return {
    id,
    severity: 'high',
    rule: 'Only an answer of the provider, in the browser that began, logs in. Only pages of the configuration get it.',
    async ask(site) {
      const name = await providerOf(site);
      const asked = await site.ask({ ...call(name, site.account('mallory').token), as: 'anonymous' });
      if (asked.status === 429) throw new NotPossible('the deployment limits these requests');
      const what = harmIn(asked);
      return what === null ? null : breach(what, asked);
    },
  };
}

/** A redirect to the provider or to a configured page is sound. */
function harmIn({ answer, status, body, text }: Exchange): string | null {
  if (answer === null || status >= 500) return `the answer is ${status}`;
  const location = String(answer.headers.location ?? '');
  const host = URL.canParse(location) ? new URL(location) : null;
  if (location.startsWith('//') || host?.host === EVIL || host?.protocol === 'javascript:')
    return `the answer leads to ${location}`;
  if (location.includes('access_token=')) return 'the answer has a code';
  if (host?.searchParams.get('redirect_uri')?.includes(EVIL)) return 'the provider gets a foreign address';
  return valueAt(body, 'jwt') !== undefined || text.includes('"jwt"') ? 'the answer has tokens' : null;
}

async function providerOf(site: Site): Promise<string> {
  for (const name of NAMES) {
    const { status } = await site.ask({ path: `/connect/${name}`, as: 'anonymous' });
    if (status === 302) return name;
  }
  throw new NotPossible('the deployment has no provider with a usual name');
}
