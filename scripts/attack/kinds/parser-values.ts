// Values that parsers misread, as data: for query strings, paths, bodies and GraphQL.

const words = (text: string): string[] => text.trim().split(/\s+/);
const lines = (text: string): string[] => text.trim().split(/\n\s*/);

/** As they stand in a URL. */
export const QUERY_VALUES: readonly string[] = [
  '',
  '9'.repeat(400),
  '%F0%9F%98%80'.repeat(50),
  ...words(String.raw`
    %00 a%00b %ED%A0%80 %ff % 1.5 -0.0 1e21 1e999 NaN -Infinity 9223372036854775808 0x10 2024-02-30 25:61:00 %D9%A3
    ' " \ %5C%27 null true [] {} %E2%80%AE $eq __proto__ ..%2F..%2F`),
];

export const OPERATORS: readonly string[] = [
  '',
  ...words(
    `$eq $ne $eqi $lt $gte $in $notIn $between $contains $notContainsi $startsWith $endsWithi $null $notNull $not $nope`,
  ),
];
export const TAKE_LISTS: readonly string[] = ['$in', '$notIn', '$between'];

/** As they stand in a JSON body. */
export const BODY_VALUES: readonly string[] = [
  '9'.repeat(400),
  '"\ufeff"',
  ...words(String.raw`
    1.5 -0 1e21 1e999 -1e999 9223372036854775808 true null "" {} [] [null] [[[]]]
    "\u0000" "a\u0000b" "\ud800" "\udc00\ud800" "2024-02-30" "275760-09-13T00:00:00.001Z" "-000001-01-01T00:00:00Z"
    {"a":{"$gt":1}} {"__proto__":{"x":1}} {"constructor":1} {"toString":1} {"then":1} {"length":-1}
    {"set":[0]} {"connect":[{"id":-1}]} {"connect":[{"id":1e300}]} {"disconnect":[{"documentId":"\u0000"}]}
    {"connect":[{"documentId":"a","position":{"before":1e21}}]} [{"__component":"x.y"}] [{"id":9223372036854775808}]`),
];

/** Whole query strings. */
export const QUERIES: readonly string[] = words(`
  filters filters= filters[ filters] filters[] filters[[]]=1 filters[]=1 filters[a a[b]c=1 filters[__proto__][x]=1
  filters[constructor][prototype][x]=1 __proto__[x]=1 filters[id][__proto__]=1 populate[__proto__]=* populate[toString]=true
  sort=__proto__ sort=constructor:asc fields=toString sort=id:nope sort=: sort=, sort[0][0][0]=id sort[id][id]=asc
  fields[0][0]=id fields=%00 populate=%00 populate[0][0]=x populate[x populate=,,, populate[*]=* populate=*.* populate=a.b.c.d
  pagination=1 pagination[page]= pagination[page]=-1 pagination[page]=1.5 pagination[page][0]=1 pagination[pageSize]=NaN
  pagination[start]=-1 pagination[limit]=1e999 pagination[withCount]=%00 locale=%00 locale=nope locale[]=en locale[a]=b
  locale=../.. status=%00 status[]=draft status=nope publicationState=nope _q[]=1 _q[a]=1 _q=%00 _q=%ff &&& = =1 % %00=1
  %ff=1 ? # filters[$and]=1 filters[$and][a]=1 filters[$or][0]=1 filters[$not]=1 filters[$or]= filters[$in]=1 filters[id][$in]=
  filters[id][$in][a]=1 filters[id][$between]=1 filters[id][$between][0]=1 filters[id][0][0]=1 filters[documentId][$eq][$eq]=1
  filters[createdAt]=nope filters[updatedAt][$gt]=1e999 filters[id.id]=1`);

/** After the path of a type. */
export const PATHS: readonly string[] = [
  '9'.repeat(400),
  'x'.repeat(3_000),
  ...words(`%00 %ff % %2e%2e ..%2f 1e999 -1 0 null undefined __proto__ %20 constructor %F0%9F%98%80 a%00b %ED%A0%80 actions
    a/actions/publish a/actions/%00`),
];

/** Whole bodies. */
export const BODIES: readonly string[] = [
  '',
  ' ',
  '\ufeff{"data":{}}',
  '{"data":{\u0000}}',
  ...lines(String.raw`
    {
    }
    [
    null
    1
    "x"
    []
    {}
    NaN
    undefined
    {"data":
    {"data":1}
    {"data":[]}
    {"data":null}
    {"data":"\ud800"}
    {"data":{},"data":1}
    {"data":{"a":1,"a":2}}
    {"data":{}} x
    {'data':{}}
    {"__proto__":{"data":{}}}
    {"data":{"__proto__":{"id":1}}}
    {"data":{"constructor":{"prototype":{}}}}
    {"data":{"":1}}
    {"data":{"\u0000":1}}
    {"data":{"\ud800":1}}
    {"data":{"a.b":1}}
    {"data":{"$set":1}}`),
];

export const CONTENT_TYPES: readonly string[] = [
  '',
  '\u00ff',
  ...lines(`
    application/json; charset=utf-16
    application/json; charset=nope
    text/plain
    nonsense
    application/xml
    multipart/form-data
    multipart/form-data; boundary=
    application/x-www-form-urlencoded`),
];

/** Values of a login, and of other bodies with accounts. */
export const ACCOUNT_VALUES: readonly unknown[] = [
  ...['', '\u0000', 'a\u0000b', '\ud800', 'x'.repeat(100_000), 'a@b.c', '%', "' OR 1=1 --", '\u202e'],
  ...[0, -1, 1.5, 1e21, true, null, [], ['x'], {}, { $ne: '' }, { toString: 1 }, { length: 3 }],
];

/** Literals of GraphQL in filters. */
export const LITERALS: readonly string[] = words(String.raw`
  "\u0000" "\ud800" 1e999 99999999999999999999 -0 1.5 [] {} null true NOPE """x""" $x`);
export const GRAPHQL_OPERATORS: readonly string[] = words('eq in gt contains between notNull');

/** Members of a GraphQL request with wrong shapes. */
export const GRAPHQL_BODIES: Readonly<Record<string, readonly unknown[]>> = {
  query: [
    ...[
      null,
      1,
      [],
      {},
      '',
      '\u0000',
      '{',
      'query',
      '{ __typename',
      '\ufeff{ __typename }',
      '{ \ud800 }',
      'subscription { x }',
    ],
  ],
  variables: [null, 1, 'x', [], { __proto__: 1 }],
  operationName: [1, {}, [], 'nope', '__proto__'],
  extensions: [1, 'x', [], { persistedQuery: 1 }, { persistedQuery: { version: 1, sha256Hash: '\u0000' } }],
};
