// g: a GraphQL list with two relations, against REST for the same fields of the same server. Compiled: the text of the rows is the answer.
// Executed: graphql-js runs a field of the former response format, and with it the whole operation.
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { type Bounds, type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const post = (query: string): WireRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query }),
});

const REST: WireRequest = {
  method: 'GET',
  path: '/api/articles?fields[0]=title&fields[1]=rating&populate[author][fields][0]=name&populate[tags][fields][0]=name&pagination[withCount]=false',
};
const LIST =
  'articles(pagination: { pageSize: 25 }) { documentId title rating author { documentId name } tags(pagination: { limit: -1 }) { documentId name } }';

interface Case extends Bounds {
  readonly label: string;
  readonly request: WireRequest;
}

const CASES: readonly Case[] = [
  {
    label: 'GraphQL list of 25, two relations, compiled',
    request: post(`{ ${LIST} }`),
    target: 1.25,
    failAbove: 1.6,
  },
  {
    label: 'GraphQL list of 25, two relations, executed',
    request: post(`{ ${LIST.replace('documentId title', 'id title')} }`),
    target: 3,
    failAbove: 4,
  },
];

export const GRAPHQL_LIST: Scenario = {
  letter: 'g',
  title: 'GraphQL list with two relations, against REST',
  async run(bench) {
    const figures: Figure[] = [];
    for (const { label, request, ...bounds } of CASES) {
      if (bench.self) {
        figures.push(skippedFigure('g', label, bounds, 'the limit has no GraphQL'));
        continue;
      }
      const server = await (await bench.deployment(bench.rows)).graphql();
      const sides = [request, REST].map((each) => ({ server, requests: [each] }));
      const [ours, rest] = await sideBySide(bench.load, sides, bench.rounds);
      figures.push(
        ratioFigure(
          { scenario: 'g', label, unit: 'µs', ...bounds },
          ours?.micros ?? Number.NaN,
          rest?.micros ?? Number.NaN,
        ),
      );
    }
    return figures;
  },
};
