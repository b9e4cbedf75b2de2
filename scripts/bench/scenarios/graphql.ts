// g: a GraphQL list with two relations, a decimal and a JSON attribute, against REST for the same fields of the same server. Compiled: the
// text of the rows is the answer. With variables: a filter with 100 values. Executed: graphql-js runs a field of the former response
// format, and with it the whole operation.
import { documentIdOf } from '../data/rows';
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { type Bounds, type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const post = (query: string, variables?: Readonly<Record<string, unknown>>): WireRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

const FIELDS = ['name', 'slug', 'rating', 'active', 'kind', 'moment', 'price', 'details'];
const VALUES = Array.from({ length: 100 }, (_, index) => documentIdOf('product', index * 7 + 1));

const rest = (filters: readonly string[] = []): WireRequest => ({
  method: 'GET',
  path: `/api/products?${[
    ...filters,
    ...FIELDS.map((name, index) => `fields[${index}]=${name}`),
    'populate[author][fields][0]=name&populate[tags][fields][0]=name&pagination[withCount]=false',
  ].join('&')}`,
});

const SELECTION = `documentId ${FIELDS.join(' ')} author { documentId name } tags(pagination: { limit: -1 }) { documentId name }`;
const LIST = `products(pagination: { pageSize: 25 }) { ${SELECTION} }`;
const WITH_VARIABLES = `query ($values: [ID], $page: PaginationArg) {
  products(filters: { documentId: { in: $values } }, pagination: $page) { ${SELECTION} }
}`;

interface Case extends Bounds {
  readonly label: string;
  readonly request: WireRequest;
  readonly rest: WireRequest;
}

const CASES: readonly Case[] = [
  {
    label: 'GraphQL list of 25, two relations, compiled',
    request: post(`{ ${LIST} }`),
    rest: rest(),
    target: 1.4,
    failAbove: 1.8,
  },
  {
    label: 'GraphQL list of 25, two relations, with variables',
    request: post(WITH_VARIABLES, { values: VALUES, page: { pageSize: 25 } }),
    rest: rest(VALUES.map((id, index) => `filters[documentId][$in][${index}]=${id}`)),
    target: 1.6,
    failAbove: 2.1,
  },
  {
    label: 'GraphQL list of 25, two relations, executed',
    request: post(`{ ${LIST.replace('documentId', 'id documentId')} }`),
    rest: rest(),
    target: 3,
    failAbove: 4,
  },
];

export const GRAPHQL_LIST: Scenario = {
  letter: 'g',
  title: 'GraphQL list with two relations, against REST',
  async run(bench) {
    const figures: Figure[] = [];
    for (const { label, request, rest: same, ...bounds } of CASES) {
      if (bench.self) {
        figures.push(skippedFigure('g', label, bounds, 'the limit has no GraphQL'));
        continue;
      }
      const server = await (await bench.deployment(bench.rows)).graphql();
      const sides = [request, same].map((each) => ({ server, requests: [each] }));
      const [ours, theirs] = await sideBySide(bench.load, sides, bench.rounds);
      figures.push(
        ratioFigure(
          { scenario: 'g', label, unit: 'µs', ...bounds },
          ours?.micros ?? Number.NaN,
          theirs?.micros ?? Number.NaN,
        ),
      );
    }
    return figures;
  },
};
