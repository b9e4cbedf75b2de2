// Cases of the limit and of wrong providers.
import type { Case, Deployment } from '../../../conformance/cases/case';
import { CLIENT, PAGE } from '../../../conformance/cases/people';
import { begin } from './build';

/** A port at which no server listens. */
const issuer = 'http://127.0.0.1:1';
const client = { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, callback: PAGE };

const signIn = (corp: object, more: object = {}): Deployment => ({
  config: { plugins: { 'sign-in': { enabled: true, config: { providers: { corp }, ...more } } } },
});

const refuses = (name: string, given: object, saying: string, more: Partial<Deployment> = {}): Case => ({
  rows: ['quire.sign-in.config'],
  ...{ name, saying, refuses: { ...signIn({ ...client, ...given }), ...more } },
});

export const configCases: readonly Case[] = [
  {
    rows: ['quire.sign-in.limit'],
    deploy: signIn(client, { perMinute: 3 }),
    async run(bench) {
      const { location } = await begin(bench, 'corp', '?state=mine');
      bench.compare('the error', 'sign_in_failed', location.searchParams.get('error'));
      bench.compare('the state', 'mine', location.searchParams.get('state'));
      const asks = (path: string, status: number) =>
        bench.send({ send: 'GET', path, as: 'anonymous', expect: { status } });
      await asks('/auth/corp/callback?access_token=x', 400);
      await asks('/connect/corp/callback?state=x', 400);
      // The routes of a provider share the limit.
      for (const path of ['/connect/corp', '/auth/corp/callback', '/connect/corp/callback'])
        await asks(path, 429);
    },
  },
  refuses('no issuer', { issuer: undefined }, 'issuer: is missing'),
  refuses('a tenant without an id', { preset: 'microsoft' }, 'needs the id of a tenant'),
  refuses('GitHub without a secret', { preset: 'github', clientSecret: undefined }, 'no clients without'),
  refuses('a page that a browser executes', { callback: 'javascript:alert(1)' }, 'the address of a page'),
  refuses('an unknown role', { roles: [{ group: 'a', role: 'unknown' }] }, 'there is no role "unknown"'),
  refuses('no confirmed addresses', { link: 'confirmed' }, 'register.emailConfirmation: true'),
];
