// Limits: requests that are deep, wide, long or large. Each gets an answer below 500 in time, and the next caller is served.
import { gzipSync } from 'node:zlib';
import { type Call, unsound } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Site } from '../site';

const RULE = 'A request beyond a limit gets an answer below 500, and soon.';
/** Far more than any limit should take; a request that is refused early takes milliseconds. */
const SOON_MS = 10_000;

const repeat = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join('&');
const list = (site: Site): string => `/${site.subjects[0]?.path ?? ''}`;
const name = (site: Site): string => Object.keys(site.subjects[0]?.inputs ?? {})[0] ?? 'id';
const get =
  (query: (site: Site) => string) =>
  (site: Site): Call => ({ path: `${list(site)}?${query(site)}` });
const post =
  (of: (site: Site) => Pick<Call, 'raw' | 'body' | 'headers'>) =>
  (site: Site): Call => ({
    method: 'POST',
    path: list(site),
    ...of(site),
  });

/** `id`, and the request. */
const REST: Readonly<Record<string, (site: Site) => Call>> = {
  'deep-and': get((site) => `filters${'[$and][0]'.repeat(400)}[${name(site)}]=x`),
  'deep-not': get((site) => `filters${'[$not]'.repeat(900)}[${name(site)}]=x`),
  'deep-brackets': get(() => `filters${'[a]'.repeat(2_000)}=x`),
  'deep-populate': get((site) => {
    const relation = Object.keys(site.subjects[0]?.relations ?? {})[0] ?? 'x';
    return `populate[${relation}]${`[populate][${relation}]`.repeat(200)}=true`;
  }),
  'wide-or': get((site) => repeat(700, (index) => `filters[$or][${index}][${name(site)}]=x`)),
  'wide-in': get((site) => repeat(900, (index) => `filters[${name(site)}][$in][${index}]=x`)),
  'index-huge': get((site) => `filters[$or][999999999][${name(site)}]=x`),
  'params-10000': get(() => repeat(10_000, (index) => `p${index}=1`)),
  'same-param-5000': get(() => repeat(5_000, () => 'sort=id')),
  'sort-1000': get(() => `sort=${Array.from({ length: 1_000 }, () => 'id').join(',')}`),
  'fields-1000': get(() => `fields=${Array.from({ length: 1_000 }, () => 'id').join(',')}`),
  'page-size': get(() => 'pagination[pageSize]=999999999'),
  'page-beyond': get(() => 'pagination[page]=9007199254740993&pagination[pageSize]=100'),
  'start-beyond': get(() => 'pagination[start]=1e21&pagination[limit]=10'),
  'pattern-percent': get((site) => `filters[${name(site)}][$contains]=${'%25'.repeat(2_000)}`),
  'search-long': get(() => `_q=${'a%20'.repeat(1_500)}`),
  'long-url': (site) => ({ path: `${list(site)}?x=${'x'.repeat(60_000)}` }),
  'long-path': () => ({ path: `/${'x/'.repeat(6_000)}` }),
  'header-60k': (site) => ({ path: list(site), headers: { 'x-large': 'x'.repeat(60_000) } }),
  'headers-3000': (site) => ({
    path: list(site),
    headers: Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`x-${index}`, '1'])),
  }),
  'cookie-15k': (site) => ({ path: list(site), headers: { cookie: 'a=b; '.repeat(3_000).slice(0, -2) } }),
  'body-30mb': post(() => ({ raw: `{"data":{"x":"${'x'.repeat(30 * 1024 * 1024)}"}}` })),
  'json-deep': post(() => ({ raw: `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}` })),
  'json-deep-objects': post(() => ({ raw: `{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}` })),
  'json-wide': post(() => ({
    body: { data: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])) },
  })),
  'json-number-long': post((site) => ({ raw: `{"data":{"${name(site)}":${'9'.repeat(100_000)}}}` })),
  'json-list-long': post((site) => ({ body: { data: { [name(site)]: new Array(50_000).fill(1) } } })),
  'gzip-bomb': post(() => ({
    raw: gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)),
    headers: { 'content-encoding': 'gzip' },
  })),
  'gzip-sound': post(() => ({
    raw: gzipSync(Buffer.from('{"data":{}}')),
    headers: { 'content-encoding': 'gzip' },
  })),
  'encoding-unknown': post(() => ({ raw: '{"data":{}}', headers: { 'content-encoding': 'zip' } })),
  'form-10000': post(() => ({
    raw: repeat(10_000, (index) => `data[k${index}]=1`),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })),
  'parts-2000': post(() => ({
    raw: `${Array.from({ length: 2_000 }, (_, index) => `--b\r\nContent-Disposition: form-data; name="k${index}"\r\n\r\n1\r\n`).join('')}--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })),
  'boundary-long': post(() => ({
    raw: '--x--',
    headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(5_000)}` },
  })),
};

const graphql =
  (query: string | ((site: Site) => string), more: object = {}) =>
  (site: Site): Call => ({
    method: 'POST',
    path: site.target.graphql,
    from: 'root',
    body: { query: typeof query === 'string' ? query : query(site), ...more },
  });
const numbered = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(' ');
const field = (site: Site): string => site.subjects[0]?.list ?? '';

const GRAPHQL: Readonly<Record<string, (site: Site) => Call>> = {
  'aliases-10000': graphql(`{ ${numbered(10_000, (index) => `a${index}: __typename`)} }`),
  'lists-1000': graphql(
    (site) => `{ ${numbered(1_000, (index) => `a${index}: ${field(site)} { documentId }`)} }`,
  ),
  'fields-same': graphql((site) => `{ ${field(site)} { ${'documentId '.repeat(15_000)} } }`),
  deep: graphql((site) => {
    const relation = Object.entries(site.subjects[0]?.relations ?? {})[0]?.[0] ?? 'x';
    return `{ ${field(site)} ${`{ ${relation} `.repeat(500)}{ documentId }${' }'.repeat(500)} }`;
  }),
  'brackets-open': graphql('{'.repeat(50_000)),
  'lists-deep': graphql(
    (site) => `{ ${field(site)}(sort: ${'['.repeat(5_000)}${']'.repeat(5_000)}) { documentId } }`,
  ),
  'fragments-circle': graphql('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'),
  'fragments-bomb': graphql(
    `{ ...F0 } ${numbered(25, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`)} fragment F25 on Query { __typename }`,
  ),
  'directives-5000': graphql(`{ __typename ${'@include(if: true) '.repeat(5_000)} }`),
  'directives-unknown': graphql(`{ __typename ${'@a'.repeat(20_000)} }`),
  'variables-10000': graphql(`query(${numbered(10_000, (index) => `$v${index}: Int`)}) { __typename }`),
  'variables-deep': graphql('query($v: JSON) { __typename }', {
    variables: { v: JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) },
  }),
  introspection: graphql(
    `{ __schema { types { fields { type { ${'fields { type { '.repeat(8)} name ${'} }'.repeat(8)} } } } } }`,
  ),
  'batch-1000': (site) => ({
    method: 'POST',
    path: site.target.graphql,
    from: 'root',
    body: new Array(1_000).fill({ query: '{ __typename }' }),
  }),
  'comment-long': graphql(`{ __typename } #${'x'.repeat(90_000)}`),
  'operations-2000': graphql(
    numbered(2_000, (index) => `query Q${index} { __typename }`),
    { operationName: 'Q1' },
  ),
};

export const limits: Kind = {
  name: 'limits',
  summary: 'deep, wide, long and large requests, over REST and GraphQL',
  attacks: (site) => [
    ...Object.entries(REST).map(([id, call]) => attack(`rest.${id}`, call)),
    ...(site.isOn('graphql')
      ? Object.entries(GRAPHQL).map(([id, call]) => attack(`graphql.${id}`, call))
      : []),
  ],
};

const attack = (id: string, call: (site: Site) => Call): Attack => ({
  id,
  severity: 'medium',
  rule: RULE,
  async ask(site) {
    const asked = await site.ask(call(site));
    // A refusal may close the connection while the client still writes its body.
    const isCut = asked.answer === null && /EPIPE|ECONNRESET/.test(asked.silence ?? '');
    const wrong = isCut ? null : unsound(asked);
    if (wrong !== null) return breach(wrong, asked);
    if (asked.milliseconds > SOON_MS)
      return breach(`the answer took ${(asked.milliseconds / 1000).toFixed(1)} s`, asked);
    const next = await site.ask({ path: `${list(site)}?pagination[pageSize]=1` });
    const silent = unsound(next);
    return silent === null ? null : breach(`the next request: ${silent}`, asked, next);
  },
});
