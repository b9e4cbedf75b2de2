// Rows and cases of sign-in with providers. The suite is the provider.
import type { Case } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { CLIENT, OTHER_PAGE, PAGE, PROVIDER } from '../../../conformance/cases/people';
import { rowsOf } from '../../../conformance/spec/row';
import { asUser, begin, comesBack, pageOf, refusal, signing, stateOf, taking } from './build';
import { configCases } from './config';
import type { Facts } from './provider';
import { userCases } from './users';

export const rows = rowsOf(
  { section: 'quire.sign-in', title: 'Quire: sign-in with providers', profile: 'quire' },
  `
quire.sign-in.begin  | sign-in | must | auth tokens config | a sign-in begins at the provider with PKCE, a nonce and a cookie of the browser; only listed pages are used
quire.sign-in.flow   | sign-in | must | auth tokens config | the answer of the provider counts once, in the browser that began; the code for the tokens works once
quire.sign-in.forged | sign-in | must | auth tokens config | a wrong ID token, verifier or subject is no sign-in
quire.sign-in.users  | sign-in | must | auth tokens config | a person with a verified address gets a user; later sign-ins find the user by the id of the person
quire.sign-in.linked | sign-in | must | auth tokens config | an existing user with the address is used only as the configuration says
quire.sign-in.roles  | sign-in | must | auth tokens config | each sign-in sets the role of the first group in the list
quire.sign-in.github | sign-in | must | auth tokens config | a person of GitHub has a number, a verified primary address and organizations
quire.sign-in.limit  | sign-in | must | auth tokens config | many requests get a 429; a provider without an answer ends the sign-in
quire.sign-in.config | sign-in | must | auth config | a wrong provider stops startup
`,
);

const BROWSER = refusal('did not begin in this browser');
const TOKEN = refusal('`access_token` is unknown');

export const cases: readonly Case[] = [
  ...userCases,
  ...configCases,
  signing('quire.sign-in.begin', async (bench) => {
    const { location, headers } = await begin(bench);
    bench.compare('the page of the provider', `${PROVIDER}/authorize`, location.origin + location.pathname);
    bench.compare(
      'the query',
      {
        ...{ client_id: CLIENT.id, response_type: 'code', scope: 'openid email profile' },
        ...{ code_challenge_method: 'S256', code_challenge: is.matching('^[\\w-]{43}$') },
        ...{ state: is.matching('^[\\w-]{43}$'), nonce: is.matching('^[\\w-]{43}$') },
        redirect_uri: is.matching('^http://.*/connect/corp/callback$'),
      },
      Object.fromEntries(location.searchParams),
    );
    const cookie = headers['set-cookie'] ?? '';
    bench.compare(
      'the cookie',
      is.matching(
        '^quire-sign-in-[\\w-]{12}=[\\w-]{43}; Max-Age=600; Path=/.*/?connect; HttpOnly; SameSite=Lax$',
      ),
      cookie,
    );
    const second = await begin(bench, 'corp', `?callback=${PAGE}`);
    bench.compare('another state', is.not(stateOf({ location, cookie, headers })), stateOf(second));
    const asks = (query: string, text: string) =>
      bench.send({
        ...{ send: 'GET', path: `/connect/corp?${query}`, as: 'anonymous', expect: refusal(text) },
      });
    for (const page of ['https://evil.test', `${PAGE}/`, `${PAGE}x`])
      await asks(`callback=${page}`, 'is not allowed as `callback`');
    for (const state of [`state=${'a'.repeat(201)}`, 'state=a&state=b', 'state[a]=b'])
      await asks(state, 'at most 200 characters');
    await begin(bench, 'corp', `?state=${'a'.repeat(200)}`);
    for (const path of ['/connect/other', '/auth/other/callback'])
      await bench.send({ send: 'GET', path, as: 'anonymous', expect: { status: 400 } });
  }),
  signing('quire.sign-in.flow', async (bench, provider) => {
    const claims = { sub: bench.mark, email: `${bench.mark}@conform.test`, email_verified: true };
    const begun = await begin(bench);
    const [own, other] = [stateOf(begun), await begin(bench)];
    const code = provider.codeFor(begun.location, { claims });
    const back = `code=${code}&state=`;
    // Neither without the cookie, nor with that of another sign-in, nor at another provider.
    for (const cookie of ['', other.cookie, begun.cookie.replace(/=.*/, `=${'x'.repeat(43)}`)])
      await comesBack(bench, `${back}${own}`, cookie, BROWSER);
    await comesBack(bench, `code=${code}`, begun.cookie, BROWSER);
    await comesBack(bench, `${back}${own}`, begun.cookie, BROWSER, 'hub');
    // The last request has used it.
    await comesBack(bench, `${back}${own}`, begun.cookie, BROWSER);
    const page = await pageOf(bench, provider, { claims }, { query: '?state=a b+c' });
    bench.compare('the page', PAGE, page.origin + page.pathname);
    bench.compare('the state of the front end', 'a b+c', page.searchParams.get('state'));
    const token = page.searchParams.get('access_token') ?? '';
    for (const wrong of ['', 'x'.repeat(43), `${token}x`]) await taking(bench, wrong, TOKEN);
    const { body } = await taking(bench, token, asUser({ email: claims.email.toLowerCase() }));
    bench.afterwards({ send: 'DELETE', path: `/users/${Object(body).user.id}` });
    await taking(bench, token, TOKEN);
    const elsewhere = await pageOf(
      bench,
      provider,
      { claims },
      {
        query: `?callback=${OTHER_PAGE}`,
      },
    );
    bench.compare('the other page', is.matching('/other\\?a=b&access_token=[\\w-]{43}$'), elsewhere.href);
    // The code of another provider.
    const at = elsewhere.searchParams.get('access_token') ?? '';
    await taking(bench, at, TOKEN, 'trusted');
    for (const [error, expected] of [
      ['access_denied', 'access_denied'],
      ['server_error', 'sign_in_failed'],
    ] as const) {
      const cancelled = await begin(bench, 'corp', '?state=mine');
      const query = `error=${error}&state=${stateOf(cancelled)}`;
      const { headers } = await comesBack(bench, query, cancelled.cookie, { status: 302 });
      const { searchParams } = new URL(headers.location ?? 'none:');
      bench.compare(
        'the error',
        { error: expected, error_description: is.text, state: 'mine' },
        Object.fromEntries(searchParams),
      );
      await comesBack(bench, query, cancelled.cookie, BROWSER);
    }
  }),
  signing('quire.sign-in.forged', async (bench, provider) => {
    const claims = { sub: bench.mark, email: `${bench.mark}@conform.test`, email_verified: true };
    const past = Math.floor(Date.now() / 1000) - 600;
    const forged: readonly Facts[] = [
      { claims: { ...claims, nonce: 'x'.repeat(43) } },
      { claims: { ...claims, aud: 'another client' } },
      { claims: { ...claims, iss: 'http://127.0.0.1:1' } },
      { claims: { ...claims, iat: past, exp: past + 60 } },
      { claims: { ...claims, sub: undefined } },
      { claims, isForged: true },
      { claims, alg: 'none' },
      { claims, challenge: 'x'.repeat(43) },
      { claims, status: 500 },
      { claims: { sub: bench.mark }, info: { ...claims, sub: 'another person' } },
    ];
    for (const facts of forged) {
      const page = await pageOf(bench, provider, facts);
      bench.compare(
        `the answer to ${JSON.stringify(facts)}`,
        { error: 'sign_in_failed', error_description: is.matching('"corp" could not confirm you') },
        Object.fromEntries(page.searchParams),
      );
    }
  }),
];
