// Declared and undeclared capabilities of a deployment that ignores locales.
import { allCases } from '../cases/all-cases';
import type { Case } from '../cases/case';
import { startProxy } from '../mutants/mutating-proxy';
import { SPEC_ROWS } from '../spec/all-rows';
import { startOwnApp } from '../target/own-app';
import type { Target } from '../target/target';
import { Client } from '../wire/client';
import { connectRemote } from './remote';
import { type RunResult, run } from './run';

const NOTHING = ['-drafts', '-auth', '-upload', '-graphql', '-aggregates', '-sandbox'];
const IDS = ['capabilities.i18n', 'rest.query.locale', 'rest.query.sort'];

describe('a deployment that ignores locales', () => {
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 10 });
  let own: Target;
  let proxy: { readonly url: string; close(): Promise<void> };

  beforeAll(async () => {
    own = await startOwnApp({ client, without: [], database: 'sqlite' });
    const row = 'capabilities.i18n';
    const query = (pairs: readonly (readonly [string, string])[]) =>
      pairs.filter(([key]) => key !== 'locale');
    proxy = await startProxy(own, { row, does: 'ignores locales', query }, client);
  }, 600_000);
  afterAll(async () => {
    await proxy?.close();
    await own?.close();
    client.close();
  });

  const statuses = async (
    declared: readonly string[],
    ids: readonly string[] = IDS,
    url = proxy.url,
  ): Promise<RunResult['rows']> => {
    const target = await connectRemote({
      ...own,
      url,
      declared,
      client,
    });
    const { rows } = await run({
      rows: SPEC_ROWS.filter(({ id }) => ids.includes(id)),
      cases: allCases(),
      target,
      client,
      profile: 'spec',
      concurrency: 1,
      bail: false,
    });
    return rows;
  };

  it('fails the rows of locales when locales are declared', async () => {
    const rows = await statuses([...NOTHING, 'i18n']);
    expect(rows.map(({ row, status }) => [row.id, status])).toEqual([
      ['capabilities.i18n', 'failed'],
      ['rest.query.sort', 'passed'],
      ['rest.query.locale', 'failed'],
    ]);
  });

  it('names what to declare when nothing is declared', async () => {
    const [locales] = await statuses(NOTHING);
    expect(locales).toMatchObject({
      status: 'not applicable',
      absence: { missing: ['i18n'], undeclared: ['i18n'] },
      reason: expect.stringContaining('POST /api/restaurants?locale=fr answered 201; data.locale is "en"'),
    });
  });

  it('leaves out what is declared as missing', async () => {
    const [locales] = await statuses([...NOTHING, '-i18n']);
    expect(locales).toMatchObject({
      status: 'not applicable',
      absence: { missing: ['i18n'], undeclared: [] },
    });
  });

  it('decides a row without those of its cases that start a deployment of their own', async () => {
    const isSeparate = ({ deploy, refuses }: Case): boolean => (deploy ?? refuses) !== undefined;
    const ids = SPEC_ROWS.filter(({ id }) => {
      const own = allCases().filter(({ rows }) => rows.includes(id));
      return own.some(isSeparate) && !own.every(isSeparate);
    }).map(({ id }) => id);
    const rows = await statuses([], ids, own.url);
    const [passed, others] = ['passed', 'failed'].map((status) =>
      rows.filter((row) => row.status === status),
    );
    expect(passed?.length).toBeGreaterThan(5);
    expect(others).toEqual([]);
  });
});
