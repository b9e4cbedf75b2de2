// Proves that the suite can fail: for each broken deployment, a case of the broken row fails. `ci.sh` proves that each row
// passes where nothing is broken.
import { allCases } from '../cases/all-cases';
import { contributions } from '../find-contributions';
import { run } from '../runner/run';
import { SPEC_ROWS } from '../spec/all-rows';
import { startOwnApp } from '../target/own-app';
import type { Target } from '../target/target';
import { Client } from '../wire/client';
import { aggregateMutants } from './aggregate-mutants';
import { answerMutants } from './answer-mutants';
import { capabilityMutants } from './capability-mutants';
import { deeperMutants } from './deeper-mutants';
import { graphqlMutants } from './graphql-mutants';
import { kindMutants } from './kind-mutants';
import { startProxy } from './mutating-proxy';
import { openMutants } from './open-mutants';
import { queryMutants } from './query-mutants';
import { sameAnswerMutants } from './same-answer-mutants';
import { uploadMutants } from './upload-mutants';
import { uploadRouteMutants } from './upload-route-mutants';

const MUTANTS = [
  ...queryMutants,
  ...answerMutants,
  ...openMutants,
  ...deeperMutants,
  ...kindMutants,
  ...capabilityMutants,
  ...sameAnswerMutants,
  ...uploadMutants,
  ...uploadRouteMutants,
  ...aggregateMutants,
  ...graphqlMutants,
];

const extra = contributions();
const ROWS = [...SPEC_ROWS, ...extra.rows];
const CASES = [...allCases(), ...extra.cases];

describe('broken deployments', () => {
  let target: Target;
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 10 });

  beforeAll(async () => {
    target = await startOwnApp({ client, without: [], database: 'sqlite' });
  }, 600_000);
  afterAll(async () => {
    await target?.close();
    client.close();
  });

  it('are at least sixty', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(MUTANTS.map((mutant) => [mutant.row, mutant.does, mutant] as const))(
    '%s: %s',
    async (_row, _does, mutant) => {
      const row = ROWS.find(({ id }) => id === mutant.row);
      if (!row) throw new Error(`there is no row ${mutant.row}`);
      const proxy = await startProxy(target, mutant, client);
      try {
        const { rows } = await run({
          rows: [row],
          cases: CASES,
          target: { ...target, url: proxy.url },
          client,
          profile: row.profile,
          concurrency: 2,
          bail: false,
        });
        expect(rows[0]?.status).toBe('failed');
      } finally {
        await proxy.close();
      }
    },
  );
});
