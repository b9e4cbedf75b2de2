// `quire doctor --security`: each rule holds in a safe application, and each breach is named.
import { folder, quire, removeFolders } from '../../kernel/cli/testing-command-line';

afterAll(removeFolders);

interface Report {
  readonly safe: boolean;
  readonly checks: readonly { readonly name: string; readonly breaches: readonly string[] }[];
}

const SECRET = 'Zk3vQ9mT1xYb7LhW5nRc8DfG2sJpA4uE';
const inspect = (files: Record<string, string>, env: Record<string, string> = {}) => {
  const dir = folder({
    ...files,
    '.env': Object.entries({ JWT_SECRET: SECRET, ...env })
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  });
  const { status, stdout, stderr } = quire('doctor', '--security', '--json', '--dir', dir);
  if (stdout === '') throw new Error(stderr);
  const report: Report = JSON.parse(stdout);
  return {
    status,
    report,
    open: report.checks.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name),
  };
};
const server = (more: object = {}) => JSON.stringify({ url: 'https://api.example.com', ...more });
const plugins = (more: object = {}) =>
  JSON.stringify({
    rest: true,
    email: { config: { provider: 'smtp', providerOptions: { host: 'mail.example.com' } } },
    'users-permissions': true,
    'api-tokens': true,
    upload: true,
    ...more,
  });
const SAFE = {
  'config/server.json': server(),
  'config/plugins.json': plugins(),
  'config/middlewares.json': JSON.stringify([{ name: 'cors', config: { origin: ['https://example.com'] } }]),
};
/** Actions that the role `public` should not have. */
const OPEN = [
  'api::thing.thing.create',
  'plugin::users-permissions.role.find',
  'plugin::users-permissions.user.find',
];
const PRODUCTION = { NODE_ENV: 'production' };

it('all rules hold in a safe application', () => {
  const { status, report, open } = inspect(SAFE, PRODUCTION);
  expect(open).toEqual([]);
  expect([status, report.safe]).toEqual([0, true]);
  expect(report.checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'environment',
      'anonymous',
      'https',
      'cors',
      'jwt-secret',
      'public-role',
      'rate-limit',
      'email',
      'api-tokens',
      'upload',
    ]),
  );
});

it.each<[string, string, Record<string, string>, Record<string, string>]>([
  ['environment', 'development', {}, { NODE_ENV: 'development' }],
  [
    'anonymous',
    'open access',
    { 'config/server.json': server({ anonymous: 'full' }), 'config/plugins.json': '{"rest":true}' },
    {},
  ],
  ['https', 'http', { 'config/server.json': server({ url: 'http://api.example.com' }) }, {}],
  ['https', 'no address', { 'config/server.json': '{}' }, {}],
  ['cors', 'every origin', { 'config/middlewares.json': '["cors"]' }, {}],
  ['jwt-secret', 'a weak secret', {}, { NODE_ENV: 'development', JWT_SECRET: 'short' }],
  [
    'public-role',
    'public writes and lists of users',
    {
      'config/plugins.json': plugins({
        'users-permissions': {
          config: { roles: { public: { actions: ['api::thing.thing.find', ...OPEN] } } },
        },
      }),
    },
    {},
  ],
  [
    'rate-limit',
    'no limits',
    {
      'config/plugins.json': plugins({ 'users-permissions': { config: { ratelimit: { enabled: false } } } }),
    },
    {},
  ],
  [
    'email',
    'mails in files',
    { 'config/plugins.json': plugins({ email: { config: { provider: 'file' } } }) },
    {},
  ],
  [
    'api-tokens',
    'a token for ever',
    {
      'config/plugins.json': plugins({
        'api-tokens': { config: { tokens: [{ name: 'ci', type: 'full-access', secretFrom: 'CI_TOKEN' }] } },
      }),
    },
    { CI_TOKEN: `${SECRET}${SECRET}` },
  ],
  [
    'upload',
    'trusted types',
    { 'config/plugins.json': plugins({ upload: { config: { realTypes: 'trust' } } }) },
    {},
  ],
])('the rule %s names %s', (rule, _what, files, env) => {
  const { status, open, report } = inspect({ ...SAFE, ...files }, { ...PRODUCTION, ...env });
  expect(status).toBe(1);
  expect(open).toContain(rule);
  if (rule === 'public-role')
    expect(report.checks.find(({ name }) => name === rule)?.breaches).toEqual(
      OPEN.map((action) => `everyone may do ${action}; run quire role revoke public ${action}`),
    );
});
