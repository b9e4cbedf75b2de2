// w and x: what the plugin graphql adds to its process. w: the CPU of a schema of 200 types until the first GraphQL answer. x: memory.
// Both compare processes with and without the plugin, which take turns.
import {
  askOnce,
  createGraphqlDeployment,
  type GraphqlDeployment,
  writeArticleTypes,
  writeFixtureTypes,
} from '../app/graphql-deployment';
import { pause } from '../app/processes';
import type { WireRequest } from '../measure/connection';
import { median } from '../measure/median';
import { cpuOf, residentOf } from '../measure/process-figures';
import { type Bench, plainFigure, type Scenario } from './scenario';

const STARTS = 5;
const MANY = 200;

const query = (text: string): WireRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query: text }),
});

export const SCHEMA: Scenario = {
  letter: 'w',
  title: 'GraphQL schema of 200 types, with the first answer',
  async run(bench) {
    const deployments: GraphqlDeployment[] = [];
    try {
      for (const count of [MANY, 1])
        deployments.push(
          await createGraphqlDeployment(bench.dist, {
            write: (dir) => writeArticleTypes(dir, count),
            rest: '/api/articles1',
          }),
        );
      const added: number[][] = deployments.map(() => []);
      for (let n = 0; n < STARTS; n++)
        for (const [index, deployment] of deployments.entries())
          added[index]?.push((await cpuToAnswer(deployment, true)) - (await cpuToAnswer(deployment, false)));
      const [many = Number.NaN, one = Number.NaN] = added.map(median);
      bench.note(
        `w: the plugin adds ${many.toFixed(3)} s to ${MANY} types, and ${one.toFixed(3)} s to one type`,
      );
      const figure = {
        scenario: 'w',
        label: `GraphQL schema of ${MANY} types`,
        unit: 's',
        target: 0.5,
        failAbove: 0.8,
      } as const;
      return [plainFigure(figure, many - one)];
    } finally {
      for (const deployment of deployments) deployment.close();
    }
  },
};

/** Seconds of CPU from the start to the first answer of the plugin, or to the same over REST. */
async function cpuToAnswer(deployment: GraphqlDeployment, graphql: boolean): Promise<number> {
  const server = await deployment.start(graphql);
  try {
    await askOnce(
      server,
      graphql
        ? query('{ articles1 { title author { title } } }')
        : { method: 'GET', path: '/api/articles1?fields=title&populate[author][fields]=title' },
    );
    return server.pid === null ? Number.NaN : cpuOf(server.pid) / 1e6;
  } finally {
    await server.stop();
  }
}

const ROUNDS = 3;
const REQUESTS = 2_000;
const IDLE_AFTER = 3_000;

export const GRAPHQL_MEMORY: Scenario = {
  letter: 'x',
  title: 'memory that GraphQL adds',
  async run(bench) {
    const deployment = await createGraphqlDeployment(bench.dist, {
      write: writeFixtureTypes,
      rest: '/api/labels',
      plugins: {
        'draft-and-publish': true,
        i18n: { config: { locales: ['en', 'fr'] } },
        upload: true,
      },
    });
    try {
      const added: number[] = [];
      for (let n = 0; n < ROUNDS; n++)
        added.push((await memoryOf(deployment, true, bench)) - (await memoryOf(deployment, false, bench)));
      const figure = {
        scenario: 'x',
        label: 'memory that GraphQL adds, fixture',
        unit: 'MB',
        target: 60,
        failAbove: 80,
      } as const;
      return [plainFigure(figure, median(added))];
    } finally {
      deployment.close();
    }
  },
};

/** After the same lists over GraphQL, or over REST, and some seconds without a request. */
async function memoryOf(deployment: GraphqlDeployment, graphql: boolean, { load }: Bench): Promise<number> {
  const server = await deployment.start(graphql);
  try {
    const request: WireRequest = graphql
      ? query('{ articles { title tags { name } } }')
      : { method: 'GET', path: '/api/articles?fields=title&populate[tags][fields]=name' };
    await askOnce(server, request);
    await load.run({ target: server.target, requests: [request], connections: 8, count: REQUESTS });
    await pause(IDLE_AFTER);
    return server.pid === null ? Number.NaN : residentOf(server.pid);
  } finally {
    await server.stop();
  }
}
