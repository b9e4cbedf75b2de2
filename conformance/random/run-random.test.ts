// The random part finds broken deployments, makes the failure small, and repeats by its seed.
import { type Mutant, startProxy } from '../mutants/mutating-proxy';
import { startOwnApp } from '../target/own-app';
import type { Target } from '../target/target';
import { Client } from '../wire/client';
import { Asking } from './ask';
import { createDice } from './dice';
import { runRandom } from './run-random';
import { type Limits, randomWorld } from './world';

const renamed = (does: string, from: RegExp, to: string): Mutant => ({
  row: 'random',
  does,
  query: (pairs) => pairs.map(([key, value]) => [key.replace(from, to), value]),
});
const BROKEN: readonly Mutant[] = [
  renamed('takes $lte for $lt', /\[\$lte\]/, '[$lt]'),
  renamed('ignores $not', /\[\$not\]/, ''),
  renamed('reads one value of a list', /\[\$in\]\[1\]/, '[$in][0]'),
  renamed('ignores the locale', /^locale$/, 'other'),
  renamed('ignores the status', /^status$/, 'other'),
  renamed('ignores filters of populate', /^populate(.*)\[filters\].*/, 'other'),
  renamed('ignores _q', /^_q$/, 'other'),
  renamed('reads one value of a list for one value', /\[(\$(?:eq|gt|lte|contains|ne))\]\[1\]/, '[$1][0]'),
  renamed('takes $null for $notNull', /\[\$null\]/, '[$notNull]'),
  renamed('ignores the order of related documents', /^populate(.*)\[sort\].*/, 'other'),
  renamed('ignores withCount', /withCount/, 'other'),
  {
    row: 'random',
    does: 'ignores positions',
    body: (body) => JSON.parse(JSON.stringify(body).replace(/,"position":\{[^}]+\}/g, '')),
  },
  { row: 'random', does: 'ignores sort', query: (pairs) => pairs.filter(([key]) => !/^sort/.test(key)) },
  { row: 'random', does: 'ignores fields', query: (pairs) => pairs.filter(([key]) => !/^fields/.test(key)) },
  {
    row: 'random',
    does: 'starts one document too late',
    query: (pairs) =>
      pairs.map(([key, value]) => [key, key === 'pagination[start]' ? String(Number(value) + 1) : value]),
  },
  {
    row: 'random',
    does: 'ignores disconnect',
    body: (body) => JSON.parse(JSON.stringify(body).replace(/"disconnect":\[[^\]]+\]/, '"disconnect":[]')),
  },
];
const inGraphql = (does: string, from: RegExp, to: string): Mutant => ({
  row: 'random',
  does,
  body: (body) => JSON.parse(JSON.stringify(body).replace(from, to)),
});
const BROKEN_GRAPHQL: readonly Mutant[] = [
  inGraphql('takes lt for lte', /lte\b/g, 'lt'),
  inGraphql('sorts relations in ascending order only', /sort: \\"name:desc\\"/g, 'sort: \\"name\\"'),
  inGraphql('shows the maximum as the minimum', /\bmin \{([^}]*)\} max \{/g, 'min: max {$1} max {'),
  inGraphql(
    'ignores filters of buckets',
    /connection\(filters: .*, sort: \\"big\\"/g,
    'connection(sort: \\"big\\"',
  ),
  inGraphql('ignores the status of mutations', /(mutation.*), status: DRAFT/, '$1'),
  inGraphql('ignores positions', /,"position":\{[^}]+\}/g, ''),
  inGraphql('ignores disconnect', /"disconnect":\[[^\]]+\]/g, '"disconnect":[]'),
];

describe('random questions', () => {
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 4 });
  let target: Target;
  beforeAll(async () => {
    target = await startOwnApp({ client, without: [], database: 'sqlite' });
  }, 600_000);
  afterAll(async () => {
    await target?.close();
    client.close();
  });

  it('are the same for the same seed', () => {
    const made = (seed: number): string => {
      const dice = createDice(seed);
      const limits: Limits = { isOwn: true, kinds: ['articles'], over: ['rest', 'graphql'] };
      const world = randomWorld(dice, limits);
      return JSON.stringify([world, new Asking(dice, limits).question(world)]);
    };
    expect(made(7)).toBe(made(7));
    expect(made(7)).not.toBe(made(8));
  });

  it('find nothing wrong here', async () => {
    expect(await runRandom(target, client, { count: 120, seed: 3, isOwn: true })).toBeNull();
  });

  it.each([
    ...BROKEN.map((mutant) => [mutant.does, mutant, 'rest'] as const),
    ...BROKEN_GRAPHQL.map((mutant) => [`${mutant.does} in GraphQL`, mutant, 'graphql'] as const),
  ])(
    'find a deployment that %s',
    async (_does, mutant, over) => {
      const proxy = await startProxy(target, mutant, client);
      try {
        const options = { count: 800, seed: 1, isOwn: true, over: [over] };
        const wrong = (await runRandom({ ...target, url: proxy.url }, client, options)) ?? 'nothing wrong';
        expect(wrong).toContain('A random question of seed 1 got a wrong answer.');
        // A question starts with 17 to 23 requests. Ids are new in each run, so the smallest number differs.
        expect(wrong.match(/curl/g)?.length).toBeLessThanOrEqual(12);
      } finally {
        await proxy.close();
      }
    },
    600_000,
  );
});
