// Proves the rows of options and of the GraphQL extension service: each fault turns its row red, and no other row of the same
// deployment. Every row of GraphQL and of uploads has a fault. `ci.sh` proves that each row passes where nothing is broken.
import { allCases } from '../cases/all-cases';
import type { Case, Deployment } from '../cases/case';
import { contributions } from '../find-contributions';
import { run } from '../runner/run';
import { SPEC_ROWS } from '../spec/all-rows';
import { startOwnApp } from '../target/own-app';
import type { Target } from '../target/target';
import { Client } from '../wire/client';
import { aggregateMutants } from './aggregate-mutants';
import { deeperMutants } from './deeper-mutants';
import { graphqlMutants } from './graphql-mutants';
import { type Mutant, startProxy } from './mutating-proxy';
import { type StartMutant, startMutants } from './start-mutants';
import { uploadMutants } from './upload-mutants';
import { uploadRouteMutants } from './upload-route-mutants';
import { uploadStartMutants } from './upload-start-mutants';

const extra = contributions();
const ALL_ROWS = [...SPEC_ROWS, ...extra.rows];
const MUTANTS = [...startMutants, ...uploadStartMutants];
const SECTIONS = ['graphql.config', 'graphql.extension', 'quire.upload'];
const broken = new Set(MUTANTS.map(({ row }) => row));
const cases = [...allCases(), ...extra.cases].filter(({ rows }) =>
  rows.some((id) => broken.has(id) || id.startsWith('graphql.config')),
);
const keyOf = ({ deploy }: Case): string => JSON.stringify(deploy);
const rowsOf = ({ row, also = [] }: StartMutant): string[] => [row, ...also];

/** How many faults share a start. */
const MOST = 8;
/**
 * Faults of different rows in one deployment. Each row is red in the rounds with its fault, and green in the others. A fault of
 * answers has a round of its own.
 */
function roundsOf(mutants: readonly StartMutant[]): StartMutant[][] {
  const rounds: StartMutant[][] = [];
  for (const mutant of mutants) {
    const fits = (round: StartMutant[]): boolean =>
      round.length < MOST &&
      round.every((one) => one.starts && !rowsOf(one).some((row) => rowsOf(mutant).includes(row)));
    const round = mutant.starts && rounds.find(fits);
    if (round) round.push(mutant);
    else rounds.push([mutant]);
  }
  return rounds;
}
const ROUNDS = SECTIONS.flatMap((section) => roundsOf(MUTANTS.filter(({ row }) => row.startsWith(section))));
/** The cases of the row, and those that share a separate deployment with them. */
const beside = (row: string): Case[] => {
  const own = cases.filter((one) => one.rows.includes(row));
  const keys = new Set(own.filter(({ deploy }) => deploy).map(keyOf));
  return cases.filter((one) => own.includes(one) || keys.has(keyOf(one)));
};

describe('deployments with a broken start', () => {
  let target: Target;
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 10 });
  const failedRows = async (asked: readonly Case[], of: Target): Promise<string[]> => {
    const rows = ALL_ROWS.filter(({ id }) => asked.some((one) => one.rows.includes(id)));
    const options = { rows, cases: asked, target: of, client, concurrency: 4, bail: false };
    const result = await run({ ...options, profile: 'spec' });
    return result.rows.filter(({ status }) => status === 'failed').map(({ row }) => row.id);
  };

  beforeAll(async () => {
    target = await startOwnApp({ client, without: [], database: 'sqlite' });
  }, 600_000);
  afterAll(async () => {
    await target?.close();
    client.close();
  });

  it.each(ROUNDS.map((round) => [round.map(({ row, does }) => `${row} ${does}`).join('; '), round] as const))(
    '%s',
    async (_does, round) => {
      const wrong = await brokenTarget(target, round, client);
      try {
        const asked = new Set(round.flatMap(({ row }) => beside(row)));
        expect((await failedRows([...asked], wrong)).sort()).toEqual(round.flatMap(rowsOf).sort());
      } finally {
        await wrong.close();
      }
    },
    600_000,
  );
});

it('every row of GraphQL and of uploads has a fault', () => {
  const all: Mutant[] = [
    ...[aggregateMutants, deeperMutants, graphqlMutants, uploadMutants, uploadRouteMutants].flat(),
    ...MUTANTS,
  ];
  const proven = new Set(all.flatMap((mutant: StartMutant) => [mutant.row, ...(mutant.also ?? [])]));
  const without = ALL_ROWS.filter(
    ({ section, level, id }) =>
      /^(graphql|media|quire\.upload)/.test(section) && level !== 'open' && !proven.has(id),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});

/** The main deployment and the separate ones behind proxies; separate ones start as the mutants say. */
async function brokenTarget(target: Target, round: readonly StartMutant[], client: Client): Promise<Target> {
  const [mutant = { row: '', does: '' }] = round.filter(({ starts }) => !starts);
  const behind = async (one: Target): Promise<Target> => {
    const proxy = await startProxy(one, mutant, client);
    return { ...one, url: proxy.url, close: () => proxy.close() };
  };
  const broken = (deployment: Deployment): Deployment =>
    round.reduce((changed, { starts }) => starts?.(changed) ?? changed, deployment);
  return {
    ...(await behind(target)),
    refusal: async (deployment) => (await target.refusal?.(broken(deployment))) ?? null,
    deploy: async (deployment) => {
      const started = await target.deploy?.(broken(deployment));
      if (!started) throw new Error('the suite did not start this deployment');
      const shown = await behind(started);
      return {
        ...shown,
        close: async () => {
          await shown.close();
          await started.close();
        },
      };
    },
  };
}
