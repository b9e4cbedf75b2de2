// Sign-ins with a provider that lies: forged ID tokens, and accounts of others by their address. The suite is the provider.
import { valueAt } from '../../../conformance/wire/captures';
import { type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import { CLIENT_ID, type Forgery, type ForgingProvider } from '../forging-provider';
import type { Site } from '../site';

type Claims = Readonly<Record<string, unknown>>;

const NAME = 'corp';
const RULE =
  'Only an ID token of the provider, for this application and this sign-in, logs in; and only to the own account.';

/** What the attacker changes in a valid token. */
const TOKENS: Readonly<Record<string, (claims: Claims) => Forgery>> = {
  nonce: (claims) => ({ claims: { ...claims, nonce: 'A'.repeat(43) } }),
  'no-nonce': ({ nonce: _, ...claims }) => ({ claims }),
  issuer: (claims) => ({ claims: { ...claims, iss: 'https://evil.attack.test' } }),
  audience: (claims) => ({ claims: { ...claims, aud: 'another-client' } }),
  'many-audiences': (claims) => ({
    claims: { ...claims, aud: ['another-client', CLIENT_ID], azp: 'another-client' },
  }),
  expired: (claims) => ({ claims: { ...claims, exp: now() - 3600 } }),
  'alg-none': (claims) => ({ claims, header: { alg: 'none' } }),
  'alg-none-signed': (claims) => ({ claims, header: { alg: 'none' }, signature: 'AAAA' }),
  'alg-hmac': (claims) => ({ claims, header: { alg: 'HS256', kid: 'own' } }),
  'other-key': (claims) => ({ claims, key: 'other' }),
  'own-key-in-header': (claims) => ({
    claims,
    key: 'other',
    header: { alg: 'RS256', jwk: { kty: 'RSA' }, jku: 'https://evil.attack.test/jwks' },
  }),
  'no-signature': (claims) => ({ claims, signature: '' }),
  'no-subject': ({ sub: _, ...claims }) => ({ claims }),
};

const now = (): number => Math.floor(Date.now() / 1000);

export const forgedIdentities: Kind = {
  name: 'forged-identities',
  summary: 'without --url: a provider that forges ID tokens, and takes addresses of others',
  absence: ({ forger, isOn }) =>
    forger && isOn('auth') ? null : 'the suite is the provider of its own application only',
  attacks: () => [
    ...Object.entries(TOKENS).map(([id, forge]) =>
      attack(`token.${id}`, async (to) => {
        const { claims } = to.person();
        return to.signIn((nonce) => forge({ ...claims, nonce }));
      }),
    ),
    attack('state.other', (to) => to.signIn(own(to), { state: 'A'.repeat(43) })),
    attack('state.none', (to) => to.signIn(own(to), { state: null })),
    attack('state.other-browser', (to) => to.signIn(own(to), { cookie: null })),
    attack('state.again', async (to) => {
      const first = await to.begin();
      await to.end(first, own(to));
      return to.end(first, own(to));
    }),
    attack('address.unverified', (to) => to.signIn(taking(to, { email: to.victim, email_verified: false }))),
    attack('address.verified-text', (to) =>
      to.signIn(taking(to, { email: to.victim, email_verified: 'true ' })),
    ),
    attack('address.unsaid', (to) => to.signIn(taking(to, { email: to.victim, email_verified: undefined }))),
    // A provider with a verified address of a local account: it is not linked.
    attack('address.verified', (to) => to.signIn(taking(to, { email: to.victim }))),
    attack('address.letter-case', (to) => to.signIn(taking(to, { email: to.victim.toUpperCase() }))),
    attack('address.list', (to) => to.signIn(taking(to, { email: [to.victim] }))),
    attack('address.of-a-person', async (to) => {
      const other = to.person();
      await to.signIn((nonce) => ({ claims: { ...other.claims, nonce } }));
      return to.signIn(taking(to, { email: other.claims.email }));
    }),
  ],
};

const own = (to: Visit) => {
  const { claims } = to.person();
  return (nonce: string): Forgery => ({ claims: { ...claims, nonce } });
};

/** A person with a valid token, and the address of another person. */
const taking = (to: Visit, more: Claims) => {
  const { claims } = to.person();
  return (nonce: string): Forgery => ({ claims: { ...claims, ...more, nonce } });
};

interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly cookie: string;
}

/** null: left out. */
interface Changes {
  readonly state?: string | null;
  readonly cookie?: null;
}

interface Visit {
  /** The address of the victim. */
  readonly victim: string;
  /** Valid claims of a person who is new to the deployment. */
  person(): { readonly claims: Claims };
  begin(): Promise<Begun>;
  end(begun: Begun, forge: (nonce: string) => Forgery, changes?: Changes): Promise<Exchange[]>;
  signIn(forge: (nonce: string) => Forgery, changes?: Changes): Promise<Exchange[]>;
}

function visitOf(site: Site, { issuer, codeFor }: ForgingProvider): Visit {
  const ask = (path: string, cookie: string | null = null): Promise<Exchange> =>
    site.ask({ path, as: 'anonymous', headers: cookie === null ? {} : { cookie } });
  const visit: Visit = {
    victim: site.account('victim').email,
    person() {
      const sub = site.mark();
      const times = { iat: now(), exp: now() + 600 };
      return {
        claims: {
          iss: issuer,
          aud: CLIENT_ID,
          sub,
          email: `${sub}@attack.test`,
          email_verified: true,
          ...times,
        },
      };
    },
    async begin() {
      const { answer, status } = await ask(`/connect/${NAME}`);
      const location = String(answer?.headers.location ?? '');
      const cookie = [answer?.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
      if (status !== 302 || !URL.canParse(location))
        throw new NotPossible(`GET /connect/${NAME} answered ${status}`);
      const { searchParams } = new URL(location);
      return { state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '', cookie };
    },
    async end(begun, forge, changes = {}) {
      const state = changes.state === undefined ? begun.state : changes.state;
      const query = new URLSearchParams({
        code: codeFor(forge(begun.nonce)),
        ...(state === null ? {} : { state }),
      });
      const cookie = changes.cookie === null ? null : begun.cookie;
      const returned = await ask(`/connect/${NAME}/callback?${query}`, cookie);
      const location = String(returned.answer?.headers.location ?? '');
      const token = URL.canParse(location) ? new URL(location).searchParams.get('access_token') : null;
      if (token === null) return [returned];
      return [returned, await ask(`/auth/${NAME}/callback?access_token=${token}`)];
    },
    signIn: async (forge, changes) => visit.end(await visit.begin(), forge, changes),
  };
  return visit;
}

const isIn = (exchanges: readonly Exchange[]): boolean =>
  typeof valueAt(exchanges.at(-1)?.body, 'jwt') === 'string';

function attack(id: string, make: (to: Visit) => Promise<Exchange[]>): Attack {
  return {
    id,
    severity: 'high',
    rule: RULE,
    async ask(site) {
      if (!site.forger) throw new NotPossible('the suite is not the provider');
      const visit = visitOf(site, site.forger);
      // Without it, each refusal may have another reason.
      if (!isIn(await visit.signIn(own(visit)))) throw new NotPossible('a valid sign-in does not log in');
      const exchanges = await make(visit);
      const failed = exchanges.find(
        ({ answer, status }) => answer === null || (status >= 500 && status !== 502),
      );
      if (failed) return breach(`the answer is ${failed.status}`, ...exchanges);
      return isIn(exchanges) ? breach('the forged sign-in logs in', ...exchanges) : null;
    },
  };
}
