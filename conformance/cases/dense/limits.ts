// Cases of what one request may ask: each kind of attribute in `_q`, and the cost of a request at its limits and beyond.
import { check, get, INVALID, made, named, OWN, plain, post, put, several } from '../build';
import type { Case, Deployment, Expectation, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is } from '../pattern';
import { FOUND, NOT_FOUND } from '../sought-types';

const ALL = Object.entries({ ...FOUND, ...NOT_FOUND });
const seekers = Object.fromEntries(
  ALL.map(([name, [, value]]) => [name, made('/seekers', { [name]: value })]),
);

/** Five rows, six statements, four conditions, four levels, four entries of a list. */
export const FEW: Deployment = {
  config: {
    api: { limits: { maxRows: 5, maxStatements: 6, conditions: 4, depth: 4, arrayLimit: 4 } },
    plugins: { graphql: { config: { defaultLimit: 25 } } },
  },
};
const numbers = (count: number): string =>
  Array.from({ length: count }, (_, index) => `filters[$or][${index}][n]=${index}`).join('&');
const sorts = (count: number): string =>
  ['n', 'name', 'flag', 'kind', 'id']
    .slice(0, count)
    .map((name) => `sort=${name}`)
    .join('&');
const listed = (query: string, ...list: string[]): Step => get(`/plains?${query}`, { list });
/** A path through `count` relations. */
const through = (count: number): string =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? '[group]' : '[plains]')).join('');
/** Names of relations: `group.plains.group`. */
const ways = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'group' : 'plains'));
/** Populates so many levels, in each form. A wildcard is a level too. */
const POPULATES: readonly ((levels: number) => string)[] = [
  (levels) => `populate=${ways(levels).join('.')}`,
  (levels) => `populate[0]=${ways(levels).join('.')}`,
  (levels) => `populate[${ways(levels).join('][populate][')}]=true`,
  (levels) => `populate[${ways(levels - 1).join('][populate][')}][populate]=*`,
  (levels) => `populate[group][populate]=${ways(levels).slice(1).join('.')}`,
  (levels) => `populate[group][populate][0]=${ways(levels).slice(1).join('.')}`,
];
const NESTED_TOO_DEEP: Expectation = { ...INVALID, error: { message: is.matching('deeper than 4 levels') } };
const TOO_DEEP: Expectation = {
  ...INVALID,
  error: {
    message: is.matching('too costly at (group|places)(\\.\\w+)+: more than .* relations within relations'),
  },
};
const refused = (query: string): Step => get(`/plains?${query}`, INVALID);
const nulls = (count: number): string =>
  Array.from({ length: count }, (_, index) => `filters[$or][${index}][group][$null]=true`).join('&');
const FIVE_RELATIONS = ['category', 'author', 'tags', 'related', 'owner']
  .map((name) => `populate[${name}]=true`)
  .join('&');
const THREE_RELATIONS = ['category', 'author', 'tags'].map((name) => `populate[${name}]=true`).join('&');
/** Six numbers; five of them are below 5. */
const PLAINS = several(6, (n) => plain({ n }));

export const quireLimitCases: readonly Case[] = [
  check(
    'quire.filters.search-kinds',
    seekers,
    [
      ...Object.entries(FOUND).map(([name, [, , search]]) => get(`/seekers?_q=${search}`, { list: [name] })),
      ...Object.values(NOT_FOUND).map(([, , search]) => get(`/seekers?_q=${search}`, { list: [] })),
      get('/seekers?_q={day.documentId}', { list: ['day'] }),
    ],
    { deploy: OWN_TYPES },
  ),
  check(
    'quire.limits.cost',
    PLAINS,
    [
      listed(`${OWN}&filters[n][$lt]=5&sort=n`, 'd0', 'd1', 'd2', 'd3', 'd4'),
      refused(`${OWN}&sort=n`),
      listed(`${OWN}&sort=n&pagination[pageSize]=5`, 'd0', 'd1', 'd2', 'd3', 'd4'),
      listed(`${numbers(3)}&${OWN}&sort=n`, 'd0', 'd1', 'd2'),
      refused(`${numbers(4)}&${OWN}&sort=n`),
      listed(
        `${OWN}&filters[n][$in]=1&filters[n][$in]=2&filters[n][$in]=3&filters[n][$in]=9`,
        'd1',
        'd2',
        'd3',
      ),
      refused(`${OWN}&${[1, 2, 3, 4, 5].map((n) => `filters[n][$in]=${n}`).join('&')}`),
      listed(`${OWN}&${sorts(4)}&pagination[pageSize]=2`, 'd0', 'd1'),
      refused(`${OWN}&${sorts(5)}&pagination[pageSize]=2`),
      get(`/plains?${[0, 1, 2, 3, 4].map((n) => `filters[group][${n}][name]=${n}`).join('&')}`, {
        ...INVALID,
        error: { message: is.matching('Too many entries (for group|in filters\\[group\\]) \\(5\\)') },
      }),
      // The message names the place of a list that is too long.
      get(`/plains?${[1, 2, 3, 4, 5].map((n) => `filters[group][name][$in]=${n}`).join('&')}`, {
        ...INVALID,
        error: { message: is.matching('group') },
      }),
    ],
    { name: 'rows, conditions and lists', deploy: FEW },
  ),
  check(
    'quire.limits.cost',
    {},
    [
      get(`/plains?${nulls(4)}`, { status: 200 }),
      get(`/plains?${nulls(4)}&filters[labels][$null]=true`, INVALID),
      ...[4, 5].map((count) =>
        get(
          `/plains?${Array.from({ length: count }, (_, at) => `populate[${at}]=group`).join('&')}`,
          count === 4
            ? { status: 200 }
            : { ...INVALID, error: { message: is.matching('populate entries \\(5\\)') } },
        ),
      ),
      ...POPULATES.flatMap((populate) => [
        get(`/plains?filters[name]={mark}&${populate(4)}`, { status: 200 }),
        get(`/plains?filters[name]={mark}&${populate(5)}`, NESTED_TOO_DEEP),
      ]),
      // An order looks through two lists. A list counts once; a place for one does not count.
      ...[
        'labels.plains.n',
        'labels.name,labels.id,labels.plains.n',
        'labels.name,group.plains.n,group.name',
      ].map((sort) => get(`/plains?filters[name]={mark}&sort=${sort}`, { status: 200 })),
      ...['labels.plains.labels.name', 'labels.name,group.plains.n,group.plains.labels.name'].map((sort) =>
        get(`/plains?filters[name]={mark}&sort=${sort}`, {
          ...INVALID,
          error: { message: is.matching('more than 2 lists in an order') },
        }),
      ),
      get('/samples?filters[name]={mark}&sort=refs.label,seo.metas.key', { status: 200 }),
      get('/samples?filters[name]={mark}&sort=refs.label,seo.metas.key,friends.name', INVALID),
      // A filtered list of entries costs one statement, like a relation.
      get(`/articles?${FIVE_RELATIONS}`, { status: 200 }),
      get(`/articles?${FIVE_RELATIONS}&populate[links][filters][label]=x`, INVALID),
      get(
        `/articles?populate[links][filters][label]=x&${THREE_RELATIONS}&populate[related][populate]=category`,
        {
          ...INVALID,
          error: { message: is.matching('too costly at related.category: more than 6 statements') },
        },
      ),
    ],
    { name: 'conditions on relations themselves, and filters in entries', deploy: FEW },
  ),
  check(
    'quire.limits.cost',
    {
      g: named('/groups'),
      z: named('/zoos'),
      ...several(5, () => named('/labels'), 'l'),
      a: plain({ group: '{g.documentId}', labels: [0, 1, 2].map((index) => `{l${index}.documentId}`) }),
      b: plain({ labels: ['{l0.documentId}'] }),
    },
    [
      // Five rows with the document itself.
      get('/plains/{a.documentId}?populate[0]=group&populate[1]=labels', {
        data: { group: is.object, labels: is.length(3) },
      }),
      ...[4, 5].map((count) =>
        post(
          '/plains?populate=labels',
          { labels: [4, 3, 2, 1, 0].slice(0, count).map((index) => `{l${index}.documentId}`) },
          count === 4 ? { data: { labels: is.length(4) } } : INVALID,
        ),
      ),
      get('/samples?populate=*', INVALID),
      get('/zoos?populate=*', INVALID),
      put('/zoos/{z.documentId}?populate=*', { name: 'changed' }, INVALID),
      get('/zoos/{z.documentId}', { data: { name: '{mark}' } }),
      get('/plains/{b.documentId}?populate[labels][populate]=plains', {
        data: { labels: [{ plains: is.length(2) }] },
      }),
      get(`/plains?${OWN}&filters[group][plains][labels][plains][name]=x`, { list: [] }),
      get(`/plains?${OWN}&filters[group][plains][labels][plains][group][name]=x`, INVALID),
    ],
    { name: 'statements and levels', deploy: FEW },
  ),
  check(
    'quire.limits.cost',
    {},
    [
      get(`/plains?filters${through(16)}[name]=x`, { status: 200 }),
      get(`/plains?filters${through(17)}[name]=x`, TOO_DEEP),
      // Each of these links may name a locale, so the database looks at each link.
      get('/notes?filters[places][marks][places][name]=x', { status: 200 }),
      get(`/notes?filters${'[places][marks]'.repeat(2)}[name]=x`, TOO_DEEP),
    ],
    { name: 'relations within relations', deploy: OWN_TYPES },
  ),
];
