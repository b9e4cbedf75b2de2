// g: a GraphQL list with two relations, against REST for the same fields of the same server.
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const bounds = { target: 1.25, failAbove: 4 } as const;

const post = (query: string): WireRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query }),
});

const REST =
  '/api/articles?fields[0]=title&fields[1]=rating&populate[author][fields][0]=name&populate[tags][fields][0]=name&pagination[withCount]=false';
const GRAPHQL =
  '{ articles(pagination: { pageSize: 25 }) { documentId title rating author { documentId name } tags(pagination: { limit: -1 }) { documentId name } } }';

export const GRAPHQL_LIST: Scenario = {
  letter: 'g',
  title: 'GraphQL list with two relations, against REST',
  async run(bench) {
    const label = 'GraphQL list of 25, two relations';
    if (bench.self) return [skippedFigure('g', label, bounds, 'the limit has no GraphQL')];
    const server = await (await bench.deployment(bench.rows)).graphql();
    const sides = [
      { server, requests: [post(GRAPHQL)] },
      { server, requests: [{ method: 'GET', path: REST } as const] },
    ];
    const [ours, rest] = await sideBySide(bench.load, sides, bench.rounds);
    const figure: Figure = ratioFigure(
      { scenario: 'g', label, unit: 'µs', ...bounds },
      ours?.micros ?? Number.NaN,
      rest?.micros ?? Number.NaN,
    );
    return [figure];
  },
};
