// A feature that is broken altogether is red: the command ends with 1, and its rows fail. None of them is not applicable.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnApp } from '../target/own-app';
import type { Target } from '../target/target';
import { valueAt } from '../wire/captures';
import { Client } from '../wire/client';
import { type Mutant, startProxy } from './mutating-proxy';

const ignores = (does: string, parameter: string): Mutant => ({
  row: does,
  does,
  query: (pairs) => pairs.filter(([key]) => key !== parameter),
});
const answers = (does: string, path: RegExp, from: (status: number) => boolean, status: number): Mutant => ({
  row: does,
  does,
  answer: (answer, seen) => (path.test(seen.path) && from(answer.status) ? { status } : {}),
});

const BROKEN: readonly (readonly [mutant: Mutant, only: string, rows: readonly string[]])[] = [
  [
    ignores('ignores locales', 'locale'),
    'capabilities.i18n,rest.locale.list,rest.locale.create,rest.locale.one,rest.locale.delete.others',
    [
      ...['capabilities.i18n', 'rest.locale.list', 'rest.locale.create', 'rest.locale.one'],
      ...['rest.locale.one.single', 'rest.locale.delete.others'],
    ],
  ],
  [
    ignores('ignores drafts', 'status'),
    'capabilities.drafts,rest.status.draft,rest.status.single,states.draft',
    [
      ...['capabilities.drafts', 'rest.status.draft', 'rest.status.draft.published-too'],
      ...['rest.status.single', 'states.draft'],
    ],
  ],
  [
    answers('refuses a wrong login with 401', /^\/api\/auth\/local$/, (status) => status === 400, 401),
    'quire.access.login-refused',
    ['quire.access.login-refused'],
  ],
  [
    answers('refuses each login with 401', /^\/api\/auth\/local$/, () => true, 401),
    'quire.access.logout-password',
    ['quire.access.logout-password'],
  ],
  [
    answers('has no GraphQL', /^\/graphql/, () => true, 404),
    'capabilities.graphql,graphql.filters.eq,graphql.filters.ne',
    ['capabilities.graphql', 'graphql.filters.eq', 'graphql.filters.ne'],
  ],
  [
    { row: 'tokens', does: 'ignores tokens', open: true },
    'capabilities.tokens,quire.access.custom-token,quire.access.garbage',
    ['capabilities.tokens', 'quire.access.custom-token', 'quire.access.garbage'],
  ],
];

describe('a deployment', () => {
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 10 });
  const folder = mkdtempSync(join(tmpdir(), 'quire-broken-'));
  let target: Target;
  beforeAll(async () => {
    target = await startOwnApp({ client, without: [], database: 'sqlite' });
  }, 600_000);
  afterAll(async () => {
    await target?.close();
    client.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(BROKEN.map(([mutant, only, rows]) => [mutant.does, mutant, only, rows] as const))(
    'that %s fails',
    async (_does, mutant, only, rows) => {
      const proxy = await startProxy(target, mutant, client);
      const json = join(folder, 'report.json');
      const code = await new Promise((resolve) => {
        const { full = '', 'read-only': reader = '' } = target.tokens;
        const args = ['--url', proxy.url, '--token', full, '--token-read-only', reader, '--profile', 'all'];
        const declared = ['--declare', 'drafts,i18n,auth,tokens,graphql', '--only', only, '--json', json];
        const main = join(__dirname, '..', 'main.js');
        execFile(process.execPath, [main, ...args, ...declared], (error) => resolve(error?.code ?? 0));
      });
      await proxy.close();
      const found = valueAt(JSON.parse(readFileSync(json, 'utf8')), 'rows');
      const failed = (Array.isArray(found) ? found : [])
        .filter((row: unknown) => valueAt(row, 'status') === 'failed')
        .map((row: unknown) => valueAt(row, 'id'));
      expect({ code, failed: failed.sort() }).toEqual({ code: 1, failed: [...rows].sort() });
    },
    600_000,
  );
});
