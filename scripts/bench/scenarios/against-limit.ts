// Scenarios that send the same requests to the application and to another server. A new one is an entry in CASES. If the limit
// lacks its path, add the path to limit/sqlite.ts and limit/servers.ts.
import type { Deployment } from '../app/deployment';
import type { Server } from '../app/processes';
import type { Engine } from '../data/model';
import type { WireRequest } from '../measure/connection';
import { differenceOf } from '../measure/same-answer';
import { type Side, sideBySide } from '../measure/side-by-side';
import {
  ALL,
  BY_AUTHOR,
  BY_TAG,
  FIGURES,
  FILTERED,
  GRAPHQL,
  GROUPS,
  LIST,
  NOTES,
  OFFERS,
  ONE,
  PAGES,
  POPULATED,
  SEARCHED,
  ZONE,
} from '../paths';
import { type IdsOf, idsOfPeer, seededIds } from './ids';
import {
  type Bench,
  type Bounds,
  type Figure,
  ratioFigure,
  type Scenario,
  shortSize,
  skippedFigure,
} from './scenario';

export interface Case extends Bounds {
  readonly label: string;
  /** Default: `--rows`. */
  readonly sizes?: readonly number[];
  /** Default: `--db`. */
  readonly engine?: Engine;
  /** Bounds on servers, if they differ. */
  readonly onServers?: Bounds;
  readonly against?: 'limit' | 'knex';
  /** The application has the plugin graphql. */
  readonly isGraphql?: true;
  requests(idsOf: IdsOf): Promise<WireRequest[]>;
}

const get = (path: string): WireRequest => ({ method: 'GET', path });
const always =
  (...paths: string[]) =>
  async (): Promise<WireRequest[]> =>
    paths.map(get);

const NOTE = {
  title: 'winter letter from the harbour',
  body: 'a copper lantern over the meadow, and the river under the bridge, and no answer',
  rating: 7,
  active: true,
  kind: 'blog',
  moment: '2024-05-06T07:08:09.000Z',
};
const post = (data: object): WireRequest => ({ method: 'POST', path: NOTES, body: JSON.stringify({ data }) });

const operation = (body: string) => async (): Promise<WireRequest[]> => [
  { method: 'POST', path: GRAPHQL, body },
];

const read = { target: 1.2, failAbove: 1.4 } as const;
const write = { target: 1.3, failAbove: 1.6, onServers: { target: 1.5, failAbove: 2.2 } } as const;
const filter = { target: 0.6, failAbove: 1.0 } as const;
const zone = { target: 1.2, failAbove: 1.4 } as const;
const aggregated = { target: 1.3, failAbove: 1.8, isGraphql: true } as const;
const condition = { target: 1.3, failAbove: 1.6 } as const;

const TWO_SIZES = [10_000, 100_000];
/** Their ratio must be the same at every size (`--scale`). */
const SCALED = 'abcop';

export const CASES: readonly (readonly [letter: string, title: string, cases: readonly Case[]])[] = [
  [
    'a',
    'GET one',
    [
      {
        label: 'GET one',
        ...read,
        requests: async (idsOf) => (await idsOf('article', 100)).map((id) => get(ONE + id)),
      },
    ],
  ],
  ['b', 'list of 25 with total', [{ label: 'list of 25, total', ...read, requests: always(LIST) }]],
  [
    'c',
    'list of 25, to-one and ordered to-many populated',
    [{ label: 'list of 25, author and tags', target: 1.15, failAbove: 1.3, requests: always(POPULATED) }],
  ],
  [
    'd',
    'filter and sort without an index',
    [{ label: 'filter and sort', sizes: TWO_SIZES, ...filter, requests: always(FILTERED) }],
  ],
  [
    'e',
    'POST',
    [
      { label: 'POST one row', ...write, requests: async () => [post(NOTE)] },
      {
        label: 'POST with 3 links',
        ...write,
        requests: async (idsOf) => [post({ ...NOTE, tags: await idsOf('tag', 3) })],
      },
    ],
  ],
  [
    'h',
    'page with a zone of ten entries of five kinds',
    [ALL, ZONE].map((query) => ({
      label: query === ALL ? 'zone page, populate=*' : 'zone with its relations',
      ...zone,
      requests: async (idsOf: IdsOf) => (await idsOf('page', 100)).map((id) => get(PAGES + id + query)),
    })),
  ],
  [
    'j',
    'populated list on servers, against knex',
    (['mysql', 'postgres'] as const).map((engine) => ({
      label: `${engine}: (c) against knex`,
      engine,
      against: 'knex' as const,
      target: engine === 'mysql' ? 0.5 : 0.2,
      failAbove: 0.7,
      requests: always(POPULATED),
    })),
  ],
  [
    'o',
    'filter through a relation by a name',
    [
      { label: 'to-one by name', sizes: TWO_SIZES, ...condition, requests: always(BY_AUTHOR) },
      { label: 'to-many by name', sizes: TWO_SIZES, ...condition, requests: always(BY_TAG) },
    ],
  ],
  [
    'p',
    'search in any letter case',
    [{ label: '$containsi in titles', ...condition, requests: always(SEARCHED) }],
  ],
  [
    'v',
    'list of 25 with four decimals each',
    [{ label: 'list of 25, decimals', target: 1.2, failAbove: 1.4, requests: always(OFFERS) }],
  ],
  [
    'u',
    'GraphQL aggregates',
    [
      { label: 'count, avg, sum, min, max', ...aggregated, requests: operation(FIGURES) },
      { label: 'groupBy with count and sum', ...aggregated, requests: operation(GROUPS) },
    ],
  ],
];

export const AGAINST_LIMIT: readonly Scenario[] = CASES.map(([letter, title, cases]) => ({
  letter,
  title,
  async run(bench) {
    const figures: Figure[] = [];
    for (const each of cases)
      for (const { label, rows } of sizesOf(each, bench.rows))
        figures.push(await runCase(letter, { ...each, label }, rows, bench));
    return figures;
  },
  ...(SCALED.includes(letter)
    ? {
        async at(bench: Bench, rows: number): Promise<Figure[]> {
          const figures: Figure[] = [];
          for (const each of cases) figures.push(await runCase(letter, each, rows, bench));
          return figures;
        },
      }
    : {}),
}));

/** The label names the size where a case has sizes of its own. */
export const sizesOf = (
  { label, sizes }: Pick<Case, 'label' | 'sizes'>,
  standard: number,
): readonly { readonly label: string; readonly rows: number }[] =>
  sizes?.map((rows) => ({ label: `${label}, ${shortSize(rows)}`, rows })) ?? [{ label, rows: standard }];

async function runCase(letter: string, each: Case, rows: number, bench: Bench): Promise<Figure> {
  const { label } = each;
  const engine = each.engine ?? bench.engine;
  const { target, failAbove } = (engine === 'sqlite' ? undefined : each.onServers) ?? each;
  bench.note(`${letter}: ${label}`);
  let deployment: Deployment;
  try {
    deployment = await bench.deployment(rows, engine);
  } catch (error) {
    // A missing server must not stop the other measurements.
    if (engine === bench.engine) throw error;
    return skippedFigure(
      letter,
      label,
      { target, failAbove },
      error instanceof Error ? error.message : String(error),
    );
  }
  const ours = await (each.isGraphql && !bench.self ? deployment.graphql() : deployment.application());
  const limit = await (each.against === 'knex' ? deployment.knex() : deployment.limit());
  const requests = await each.requests(seededIds);
  const base = { scenario: letter, label, unit: 'µs' as const, target, failAbove };
  const differs = await firstDifference(ours, limit, requests);
  if (differs !== null) return { ...base, ours: Number.NaN, limit: null, judged: Number.NaN, differs };

  const sides: Side[] = [
    { server: ours, requests },
    { server: limit, requests },
  ];
  const isOfPeer =
    bench.peer !== null && each.sizes === undefined && each.engine === undefined && !each.isGraphql;
  if (bench.peer && isOfPeer)
    sides.push({ server: bench.peer, requests: await each.requests(idsOfPeer(bench.peer)) });
  const [a, b, peer = null] = await sideBySide(bench.load, sides, bench.rounds);
  if (!a || !b) throw new Error('two sides must give two figures');
  return {
    ...ratioFigure(base, a.micros ?? Number.NaN, b.micros ?? Number.NaN),
    rates: { ours: a, limit: b, peer },
  };
}

async function firstDifference(
  ours: Server,
  limit: Server,
  requests: readonly WireRequest[],
): Promise<string | null> {
  for (const request of requests.slice(0, 3)) {
    const found = await differenceOf(ours, limit, request);
    if (found !== null) return found;
  }
  return null;
}
