// Every way to ask about a value, as data. `path` is the attribute, `guess` the guessed value; GraphQL spells both its own way.

/** One request about a guess. `graphql` forms are query texts, the others query strings. */
export interface Form {
  readonly id: string;
  readonly of: (where: Where, guess: string) => string;
}

export interface Where {
  /** `hid.name` */
  readonly path: string;
  /** The list field of GraphQL: `peeks`. */
  readonly list: string;
}

const OPERATORS = ['$eq', '$ne', '$eqi', '$nei', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn', '$between']
  .concat(['$contains', '$notContains', '$containsi', '$notContainsi', '$startsWith', '$startsWithi'])
  .concat(['$endsWith', '$endsWithi', '$null', '$notNull']);

const brackets = (path: string): string => path.replace(/[^.]+/g, '[$&]').replaceAll('.', '');
/** The first letters of a guess tell as much as the whole. */
const PREFIX = 6;

export const FILTER_FORMS: readonly Form[] = [
  ...OPERATORS.map(
    (operator): Form => ({
      id: operator.slice(1),
      of: ({ path }, guess) =>
        operator === '$between'
          ? `filters${brackets(path)}[$between][0]=${guess}&filters${brackets(path)}[$between][1]=${guess}`
          : `filters${brackets(path)}[${operator}]=${guess}`,
    }),
  ),
  { id: 'short', of: ({ path }, guess) => `filters${brackets(path)}=${guess}` },
  { id: 'or', of: ({ path }, guess) => `filters[$or][0]${brackets(path)}=${guess}&filters[$or][1][id]=0` },
  { id: 'and-not', of: ({ path }, guess) => `filters[$and][0][$not]${brackets(path)}[$eq]=${guess}` },
  { id: 'not-inside', of: ({ path }, guess) => `filters${brackets(path)}[$not][$eq]=${guess}` },
  { id: 'list-of-filters', of: ({ path }, guess) => `filters[0]${brackets(path)}=${guess}` },
  {
    id: 'prefix',
    of: ({ path }, guess) => `filters${brackets(path)}[$startsWith]=${guess.slice(0, -PREFIX)}`,
  },
  { id: 'encoded-name', of: ({ path }, guess) => `filters${encodeURIComponent(brackets(path))}=${guess}` },
  { id: 'upper-case', of: ({ path }, guess) => `filters${brackets(path.toUpperCase())}=${guess}` },
  { id: 'where', of: ({ path }, guess) => `where${brackets(path)}=${guess}` },
  { id: '_q', of: (_where, guess) => `_q=${guess}` },
  { id: '_q-prefix', of: (_where, guess) => `_q=${guess.slice(0, -1)}` },
  {
    id: 'count',
    of: ({ path }, guess) =>
      `filters${brackets(path)}=${guess}&pagination[withCount]=true&pagination[pageSize]=1`,
  },
  {
    id: 'populate-filters',
    of: ({ path }, guess) =>
      path.includes('.')
        ? `populate[${path.split('.')[0]}][filters]${brackets(path.split('.').slice(1).join('.'))}=${guess}`
        : `populate[*][filters]${brackets(path)}=${guess}`,
  },
];

/** The order of a list, or a refusal that does not depend on stored values. A guess is a direction. */
export const SORT_FORMS: readonly Form[] = [
  { id: 'sort', of: ({ path }, guess) => `sort=${path}:${guess}` },
  { id: 'sort-list', of: ({ path }, guess) => `sort[0]=${path}:${guess}&sort[1]=id` },
  { id: 'sort-object', of: ({ path }, guess) => `sort${brackets(path)}=${guess}` },
];

/** These name no guess; their answers must not show the value. */
export const SHOW_FORMS: readonly Form[] = [
  { id: 'plain', of: () => '' },
  { id: 'fields', of: ({ path }) => `fields=${path}` },
  { id: 'fields-star', of: () => 'fields=*' },
  { id: 'fields-list', of: ({ path }) => `fields[0]=id&fields[1]=${path}` },
  { id: 'populate-star', of: () => 'populate=*' },
  { id: 'populate-name', of: ({ path }) => `populate=${path.split('.')[0]}` },
  { id: 'populate-path', of: ({ path }) => `populate=${path}` },
  { id: 'populate-fields', of: ({ path }) => `populate[${path.split('.')[0]}][fields]=*` },
  { id: 'populate-deep', of: () => 'populate[localizations][populate]=*&populate[createdBy]=*' },
  { id: 'select', of: ({ path }) => `select=${path}` },
  { id: 'draft', of: () => 'status=draft&populate=*' },
  { id: 'locales', of: () => 'locale=*&populate=*' },
];

const nested = (path: string, inner: string): string =>
  path
    .split('.')
    .reverse()
    .reduce((value, name) => `{ ${name}: ${value} }`, inner);

const GRAPHQL_OPERATORS = ['eq', 'ne', 'eqi', 'lt', 'gt', 'contains', 'containsi', 'startsWith', 'endsWith'];

export const GRAPHQL_FILTER_FORMS: readonly Form[] = [
  ...GRAPHQL_OPERATORS.map(
    (operator): Form => ({
      id: `graphql-${operator}`,
      of: ({ path, list }, guess) =>
        `{ ${list}(filters: ${nested(path, `{ ${operator}: "${guess}" }`)}) { documentId } }`,
    }),
  ),
  {
    id: 'graphql-in',
    of: ({ path, list }, guess) =>
      `{ ${list}(filters: ${nested(path, `{ in: ["${guess}"] }`)}) { documentId } }`,
  },
  {
    id: 'graphql-or',
    of: ({ path, list }, guess) =>
      `{ ${list}(filters: { or: [${nested(path, `{ eq: "${guess}" }`)}] }) { documentId } }`,
  },
  {
    id: 'graphql-not',
    of: ({ path, list }, guess) =>
      `{ ${list}(filters: { not: ${nested(path, `{ eq: "${guess}" }`)} }) { documentId } }`,
  },
  {
    id: 'graphql-total',
    of: ({ path, list }, guess) =>
      `{ ${list}_connection(filters: ${nested(path, `{ eq: "${guess}" }`)}) { pageInfo { total } } }`,
  },
  {
    id: 'graphql-count',
    of: ({ path, list }, guess) =>
      `{ ${list}_connection(filters: ${nested(path, `{ eq: "${guess}" }`)}) { aggregate { count } } }`,
  },
  {
    id: 'graphql-group-filter',
    of: ({ path, list }, guess) =>
      `{ ${list}_connection { aggregate { groupBy { id { key connection(filters: ${nested(path, `{ eq: "${guess}" }`)}) { pageInfo { total } } } } } } }`,
  },
];

const selection = (path: string): string =>
  path
    .split('.')
    .reverse()
    .reduce((inner, name) => (inner === '' ? name : `${name} { ${inner} }`), '');

export const GRAPHQL_SHOW_FORMS: readonly Form[] = [
  { id: 'graphql-field', of: ({ path, list }) => `{ ${list} { ${selection(path)} } }` },
  { id: 'graphql-alias', of: ({ path, list }) => `{ ${list} { a: documentId b: ${selection(path)} } }` },
  {
    id: 'graphql-min',
    of: ({ path, list }) => `{ ${list}_connection { aggregate { min { ${path} } max { ${path} } } } }`,
  },
  {
    id: 'graphql-group',
    of: ({ path, list }) =>
      `{ ${list}_connection { aggregate { groupBy { ${path.split('.')[0]} { key } } } } }`,
  },
];
