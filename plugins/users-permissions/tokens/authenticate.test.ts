// The token cache: it stores valid signatures, and checks everything else on each request.
import type { RequestContext } from '../../../core';
import type { Account } from '../types';
import type { AccountCache } from './account-cache';
import { createUserAuthentication } from './authenticate';
import type { Claims, Jwt } from './jwt';

const CLAIMS: Claims = { userId: 7, session: null, epoch: null, issuedAt: 1000, expiresAt: 9_999_999_999 };
const ACCOUNT: Account = {
  id: 7,
  documentId: 'd',
  username: 'ann',
  email: 'ann@example.com',
  confirmed: true,
  blocked: false,
  createdAt: 0,
  tokenEpoch: null,
  role: null,
  values: {},
};

function authenticating(claims: Partial<Claims> = {}) {
  const seen = { reads: 0 };
  const state: { account: Account | null | undefined; session: boolean | undefined } = {
    account: ACCOUNT,
    session: true,
  };
  const jwt: Pick<Jwt, 'read'> = {
    read() {
      seen.reads++;
      return { ...CLAIMS, ...claims };
    },
  };
  const accounts: Partial<AccountCache> = {
    known: () => state.account,
    find: async () => state.account ?? null,
    knownSession: () => state.session,
    findSession: async () => state.session === true,
  };
  const authenticate = createUserAuthentication({
    jwt: jwt as Jwt,
    accounts: accounts as AccountCache,
    needsConfirmation: true,
  });
  const ask = (header: string) => {
    const request = { state: {}, header: () => header } as unknown as RequestContext;
    return { principal: authenticate(request), request };
  };
  return { ask, seen, state };
}

it('reads a token once, and returns the same principal synchronously', () => {
  const { ask, seen } = authenticating();
  const { principal } = ask('Bearer a');
  expect(principal).toEqual({ kind: 'user', id: '7', label: 'ann' });
  const again = ask('Bearer a');
  expect(again.principal).toBe(principal);
  expect(again.request.state.user).toBe(ACCOUNT);
  expect(seen.reads).toBe(1);
});

const changes: readonly (readonly [string, Account | null])[] = [
  ['is gone', null],
  ['is blocked', { ...ACCOUNT, blocked: true }],
  ['has another epoch', { ...ACCOUNT, tokenEpoch: 'next' }],
  ['is not confirmed any more', { ...ACCOUNT, confirmed: false }],
  ['is another under the same id', { ...ACCOUNT, createdAt: 2_000_000 }],
];
it.each(changes)('refuses a cached token after its user %s', (_what, account) => {
  const { ask, state } = authenticating();
  ask('Bearer a');
  state.account = account;
  expect(() => ask('Bearer a')).toThrow('Invalid credentials');
  state.account = ACCOUNT;
  expect(ask('Bearer a').principal).toMatchObject({ id: '7' });
});

it('refuses a cached token of an invalid user that is not cached', async () => {
  const { ask, state } = authenticating();
  ask('Bearer a');
  state.account = undefined;
  await expect(ask('Bearer a').principal).rejects.toThrow('Invalid credentials');
});

it('refuses a cached token after its session has ended', async () => {
  const { ask, state } = authenticating({ session: 's' });
  expect(ask('Bearer a').request.state.session).toBe('s');
  state.session = false;
  await expect(ask('Bearer a').principal).rejects.toThrow('Invalid credentials');
});

it('refuses a cached token after it has expired', () => {
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  const { ask } = authenticating({ expiresAt: Math.floor(now / 1000) + 10 });
  ask('Bearer a');
  clock.mockReturnValue(now + 10_000);
  expect(() => ask('Bearer a')).toThrow('Missing or invalid credentials');
  clock.mockRestore();
});

it('uses a changed account at once', () => {
  const { ask, state } = authenticating();
  ask('Bearer a');
  state.account = { ...ACCOUNT, username: 'bea' };
  const { principal, request } = ask('Bearer a');
  expect(principal).toMatchObject({ label: 'bea' });
  expect(request.state.user).toBe(state.account);
});
