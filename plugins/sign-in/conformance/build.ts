// Steps of a person who signs in with a provider.
import type { Answer, Bench, Case, Expectation } from '../../../conformance/cases/case';
import { is, type Pattern } from '../../../conformance/cases/pattern';
import { PAGE, people } from '../../../conformance/cases/people';
import { type Facts, type Provider, withProvider } from './provider';

export interface Begun {
  readonly location: URL;
  readonly cookie: string;
  readonly headers: Answer['headers'];
}

/** The provider has one address, so its cases run one after another. */
export const signing = (row: string, run: (bench: Bench, provider: Provider) => Promise<void>): Case =>
  people(row, (bench) => withProvider((provider) => run(bench, provider)), { lock: 'provider of sign-in' });

export async function begin(bench: Bench, name = 'corp', query = ''): Promise<Begun> {
  const { headers } = await bench.send({
    ...{ send: 'GET', path: `/connect/${name}${query}`, as: 'anonymous' },
    expect: { status: 302, headers: { 'cache-control': 'no-store' } },
  });
  const cookie = (headers['set-cookie'] ?? '').split(';')[0] ?? '';
  return { location: new URL(headers.location ?? 'none:'), cookie, headers };
}

/** The browser comes back from the provider. */
export const comesBack = (
  bench: Bench,
  query: string,
  cookie: string,
  expect: Expectation,
  name = 'corp',
): Promise<Answer> =>
  bench.send({
    ...{ send: 'GET', path: `/connect/${name}/callback?${query}`, as: 'anonymous' },
    ...{ headers: { cookie }, expect },
  });

export const stateOf = ({ location }: Begun): string => location.searchParams.get('state') ?? '';

/** The page of the front end to which a sign-in leads. */
export async function pageOf(
  bench: Bench,
  provider: Provider,
  facts: Facts,
  { name = 'corp', query = '' } = {},
): Promise<URL> {
  const begun = await begin(bench, name, query);
  const code = provider.codeFor(begun.location, facts);
  const back = `code=${code}&state=${stateOf(begun)}`;
  const { headers } = await comesBack(bench, back, begun.cookie, { status: 302 }, name);
  if (!/^quire-sign-in-[\w-]{12}=; Max-Age=0/.test(headers['set-cookie'] ?? ''))
    bench.fail('the cookie stays', 'an expired cookie', headers['set-cookie']);
  return new URL(headers.location ?? 'none:');
}

export const taking = (bench: Bench, token: string, expect: Expectation, name = 'corp'): Promise<Answer> =>
  bench.send({
    ...{ send: 'GET', path: `/auth/${name}/callback?access_token=${token}`, as: 'anonymous' },
    expect,
  });

/** From the first request to the tokens. Returns the user. */
export async function signsIn(
  bench: Bench,
  provider: Provider,
  facts: Facts,
  expect: Expectation,
  name = 'corp',
): Promise<{ readonly id: number }> {
  const page = await pageOf(bench, provider, facts, { name });
  bench.compare('the page', PAGE, `${page.origin}${page.pathname}`);
  const token = page.searchParams.get('access_token') ?? 'none';
  const { body } = await taking(bench, token, expect, name);
  return { id: Number(Object(body).user?.id ?? 0) };
}

export const asUser = (user: Pattern): Expectation => ({ status: 200, body: { jwt: is.text, user } });
export const refusal = (text: string): Expectation => ({
  ...{ status: 400, error: { message: is.matching(text) } },
});
