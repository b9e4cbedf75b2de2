// Cases of several conditions under one `$not`: they hold together, so their negation is true where one of them is false. The expected
// documents are computed with three truth values.
import { article, check, get, made, named, plain } from '../build';
import type { Case, Step } from '../case';
import { gives, MINE } from '../graphql-build';
import { is } from '../pattern';

type Truth = boolean | null;
interface Doc {
  readonly n: number | null;
  readonly name: string | null;
  readonly flag: boolean | null;
}
/** A condition as REST and as GraphQL write it, and its truth for a document. */
interface Condition {
  /** Pairs of a path of brackets and a value. */
  readonly rest: readonly (readonly [path: string, value: string])[];
  readonly graphql: string;
  readonly truth: (doc: Doc) => Truth;
}

const both = (all: readonly Truth[]): Truth =>
  all.includes(false) ? false : all.includes(null) ? null : true;
const either = (all: readonly Truth[]): Truth =>
  all.includes(true) ? true : all.includes(null) ? null : false;
const no = (one: Truth): Truth => (one === null ? null : !one);

const OPERATORS: Readonly<Record<string, (value: never, operand: never) => boolean>> = {
  eq: (value, operand) => value === operand,
  ne: (value, operand) => value !== operand,
  gt: (value, operand) => value > operand,
  lt: (value, operand) => value < operand,
};
function compares(field: keyof Doc, operator: string, operand: number | string | boolean): Condition {
  return {
    rest: [[`[${field}][$${operator}]`, String(operand)]],
    graphql: `${field}: { ${operator}: ${JSON.stringify(operand)} }`,
    truth: (doc) =>
      doc[field] === null ? null : (OPERATORS[operator]?.(doc[field] as never, operand as never) ?? null),
  };
}
const isNull = (field: keyof Doc): Condition => ({
  rest: [[`[${field}][$null]`, 'true']],
  graphql: `${field}: { null: true }`,
  truth: (doc) => doc[field] === null,
});
const below = (key: string, { rest }: Condition) =>
  rest.map(([path, value]) => [`${key}${path}`, value] as const);
/** The conditions of one object. */
const object = (...parts: Condition[]): Condition => ({
  rest: parts.flatMap(({ rest }) => rest),
  graphql: parts.map(({ graphql }) => graphql).join(', '),
  truth: (doc) => both(parts.map(({ truth }) => truth(doc))),
});
const not = (...parts: Condition[]): Condition => {
  const all = object(...parts);
  return {
    rest: below('[$not]', all),
    graphql: `not: { ${all.graphql} }`,
    truth: (doc) => no(all.truth(doc)),
  };
};
const list = (key: 'and' | 'or', parts: readonly Condition[]): Condition => ({
  rest: parts.flatMap((part, index) => below(`[$${key}][${index}]`, part)),
  graphql: `${key}: [${parts.map(({ graphql }) => `{ ${graphql} }`).join(', ')}]`,
  truth: (doc) => (key === 'and' ? both : either)(parts.map(({ truth }) => truth(doc))),
});
/** Operators of one attribute below one `$not`: `filters[n][$not][$gt]=1&filters[n][$not][$lt]=3`. */
const notOf = (
  field: keyof Doc,
  ...operators: (readonly [operator: string, operand: number | string])[]
): Condition => ({
  rest: operators.map(([operator, operand]) => [`[${field}][$not][$${operator}]`, String(operand)]),
  graphql: `${field}: { not: { ${operators.map(([operator, operand]) => `${operator}: ${JSON.stringify(operand)}`).join(', ')} } }`,
  truth: (doc) =>
    no(both(operators.map(([operator, operand]) => compares(field, operator, operand).truth(doc)))),
});

const DOCS: Readonly<Record<string, Doc>> = Object.fromEntries(
  [1, 2, null].flatMap((n) =>
    ['x', 'y', null].flatMap((name) =>
      [true, null].map((flag) => [`d${n ?? ''}${name ?? ''}${flag ? 't' : ''}`, { n, name, flag }]),
    ),
  ),
);
const N1 = compares('n', 'eq', 1);
const X = compares('name', 'eq', 'x');
const FLAG = compares('flag', 'eq', true);
const CONDITIONS: readonly Condition[] = [
  not(N1, X),
  not(N1, X, FLAG),
  not(compares('n', 'gt', 1), compares('name', 'ne', 'x')),
  not(N1, isNull('name')),
  not(isNull('n'), isNull('name')),
  not(not(N1, X), FLAG),
  not(not(N1, X)),
  not(N1, list('or', [X, FLAG])),
  not(list('and', [N1, X]), FLAG),
  not(list('or', [N1, X]), not(FLAG, isNull('n'))),
  object(not(N1, X), FLAG),
  object(not(N1, X), compares('n', 'lt', 2)),
  list('or', [not(N1, X), object(N1, FLAG)]),
  list('and', [not(N1, X), not(compares('n', 'eq', 2), compares('name', 'eq', 'y'))]),
  notOf('n', ['gt', 0], ['lt', 2]),
  notOf('n', ['eq', 1], ['ne', 2]),
  notOf('name', ['gt', 'w'], ['lt', 'y']),
  not(notOf('n', ['gt', 0], ['lt', 2]), X),
];
const found = ({ truth }: Condition): string[] =>
  Object.entries(DOCS).flatMap(([alias, doc]) => (truth(doc) === true ? [alias] : []));
const restOf = (one: Condition): string =>
  one.rest.map(([path, value]) => `filters${path}=${value}`).join('&');
const OWN = 'filters[mail]={mark}@conform.test';

/** Through a relation and in a component, all conditions are about one related document or entry. */
const THROUGH = {
  l: named('/labels', 'ab'),
  m: named('/labels', 'a'),
  o: named('/labels', 'b'),
  ab: plain({ labels: ['{l.documentId}'] }),
  a: plain({ labels: ['{m.documentId}'] }),
  b: plain({ labels: ['{o.documentId}'] }),
  aAndB: plain({ labels: ['{m.documentId}', '{o.documentId}'] }),
  none: plain(),
};
const through = (query: string, ...some: string[]): Step => get(`/plains?${OWN}&${query}`, { some });
const A_AND_B = (before: string): string =>
  `filters${before}[name][$contains]=a&filters${before}[name][$endsWith]=b`;
const entries = (...links: (readonly [label: string, href: string])[]) =>
  article({ links: links.map(([label, href]) => ({ label, href })) });
const LINKS = 'filters[title]={mark}';

export const quireNotConditionCases: readonly Case[] = [
  check(
    'quire.filters.not-together',
    Object.fromEntries(Object.entries(DOCS).map(([alias, doc]) => [alias, plain(doc)])),
    CONDITIONS.map((one) =>
      get(`/plains?${OWN}&${restOf(one)}&pagination[pageSize]=50`, { some: found(one) }),
    ),
    { name: 'in REST' },
  ),
  check(
    'quire.filters.not-together',
    Object.fromEntries(Object.entries(DOCS).map(([alias, doc]) => [alias, plain(doc)])),
    CONDITIONS.map((one) =>
      gives(
        `{ plains_connection(filters: { and: [{ ${MINE} }, { ${one.graphql} }] }, pagination: { limit: 50 }) { nodes { documentId } aggregate { count } } }`,
        {
          plains_connection: {
            nodes: is.shuffled(...found(one).map((alias) => ({ documentId: `{${alias}.documentId}` }))),
            aggregate: { count: found(one).length },
          },
        },
      ),
    ),
    { name: 'in GraphQL', needs: ['graphql', 'aggregates'] },
  ),
  check(
    'quire.filters.not-together',
    THROUGH,
    [
      through(A_AND_B('[labels]'), 'ab'),
      through(A_AND_B('[$not][labels]'), 'a', 'b', 'aAndB', 'none'),
      through(A_AND_B('[labels][$not]'), 'a', 'b', 'aAndB'),
      through(`${A_AND_B('[$not][labels]')}&filters[$not][name]=none`, 'ab', 'a', 'b', 'aAndB', 'none'),
      through('filters[$not][labels][name]=a&filters[$not][name]={mark}', 'ab', 'b', 'none'),
      gives(
        `{ plains(filters: { ${MINE}, labels: { not: { name: { contains: "a", endsWith: "b" } } } }) { documentId } }`,
        {
          plains: is.shuffled(
            ...['a', 'b', 'aAndB'].map((alias) => ({ documentId: `{${alias}.documentId}` })),
          ),
        },
      ),
    ],
    { name: 'through a relation', needs: ['graphql'] },
  ),
  check(
    'quire.filters.not-together',
    {
      one: entries(['l', 'h']),
      two: entries(['l', 'x'], ['x', 'h']),
      three: entries(['l', 'h'], ['x', 'x']),
      none: made('/articles', { title: '{mark}' }),
    },
    [
      get(`/articles?${LINKS}&filters[links][label]=l&filters[links][href]=h`, { some: ['one', 'three'] }),
      get(`/articles?${LINKS}&filters[$not][links][label]=l&filters[$not][links][href]=h`, {
        some: ['two', 'none'],
      }),
      get(`/articles?${LINKS}&filters[links][$not][label]=l&filters[links][$not][href]=h`, {
        some: ['two', 'three'],
      }),
    ],
    { name: 'in a component' },
  ),
];
