// A Strapi project in the application folder: one list of what Quire does not use, also when startup stops.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createKernel } from '../../create-kernel';
import { StartupError } from '../errors/startup-error';

const made: string[] = [];
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true });
});

type Files = Readonly<Record<string, string>>;

function folder(files: Files): string {
  const dir = mkdtempSync(join(tmpdir(), 'quire-unused-'));
  made.push(dir);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** The lines of the warning: file and remedy. */
async function unusedIn(files: Files): Promise<string[]> {
  const logs: { readonly message: string }[] = [];
  await createKernel({
    dir: folder(files),
    env: {},
    overrides: { server: { logs: { format: 'json' } } },
    writeLog: (line) => logs.push(JSON.parse(line)),
  });
  const [, ...lines] =
    logs.find(({ message }) => message.startsWith('Quire does not use'))?.message.split('\n') ?? [];
  return lines.map((line) => line.trim());
}

const CORE = (what: string) =>
  `const { factories } = require('@strapi/strapi'); module.exports = factories.create${what}('api::page.page');`;
const OWN = CORE('CoreController').replace("page')", "page', ({ strapi }) => ({ hello() {} }))");
const BOOTSTRAP = 'module.exports = { bootstrap({ strapi }) {} };';

const PROJECT: Files = {
  'src/index.ts': 'export default { register(/*{ strapi }*/) {}, bootstrap() {} };',
  'src/admin/app.tsx': '',
  'src/api/page/content-types/page/schema.json': JSON.stringify({
    info: { singularName: 'page', pluralName: 'pages' },
    attributes: { title: { type: 'string' } },
  }),
  'src/api/page/content-types/page/lifecycles.js': '',
  'src/api/page/controllers/page.js': OWN,
  'src/api/page/controllers/v1/other.ts': '',
  'src/api/page/routes/page.js': CORE('CoreRouter'),
  'src/api/page/services/page.js': CORE('CoreService'),
  'src/api/page/policies/is-owner.js': '',
  'src/api/page/middlewares/time.js': '',
  'src/policies/is-admin.js': 'module.exports = (policyContext, config, { strapi }) => true;',
  'src/middlewares/timer.js': 'module.exports = (config, { strapi }) => (ctx, next) => next();',
  'src/extensions/users-permissions/content-types/user/schema.json': '{}',
  'src/extensions/users-permissions/strapi-server.js': '',
  'src/plugins/shop/strapi-server.js': '',
  'database/migrations/2024.js': '',
  'config/admin.js': '',
  'types/generated/contentTypes.d.ts': '',
};

describe('files of a Strapi project', () => {
  it('are listed once, each with its remedy', async () => {
    const lines = await unusedIn(PROJECT);
    expect(lines.map((line) => line.split(': ')[0])).toEqual([
      'src/api/page/content-types/page/lifecycles.js',
      'src/api/page/controllers/page.js',
      'src/api/page/controllers/v1/other.ts',
      'src/api/page/middlewares/time.js',
      'src/api/page/policies/is-owner.js',
      'src/extensions/users-permissions/content-types/user/schema.json',
      'src/extensions/users-permissions/strapi-server.js',
      'src/index.ts',
      'src/middlewares/timer.js',
      'src/plugins/shop/strapi-server.js',
      'src/policies/is-admin.js',
      'database/migrations/2024.js',
      'config/admin.js',
      'src/api/page/routes/page.js, src/api/page/services/page.js',
      'src/admin',
    ]);
    for (const line of lines) expect(line).toMatch(/: \S.{10,}/);
  });

  it('stand in the same list as unknown plugins, middlewares and keys', async () => {
    const dir = folder({
      ...PROJECT,
      'config/server.js': 'module.exports = { app: { keys: [] } };',
      'config/plugins.js':
        'module.exports = { documentation: true, gallery: { config: {} }, i18n: { config: { x: 1 } } };',
      'config/middlewares.js': `module.exports = ['strapi::logger', 'global::timer', 'errros', { name: 'body', config: { formLimit: '1mb' } }];`,
    });
    const error: unknown = await createKernel({ dir, env: {} }).catch((thrown: unknown) => thrown);
    const { message, mistakes } = error as StartupError;
    expect(error).toBeInstanceOf(StartupError);
    expect(message).toContain('has 8 mistakes:');
    expect(mistakes.slice(0, 8).map(({ where, at }) => `${where} ${at}`)).toEqual([
      'config/server.js app',
      'config/middlewares.js [0]',
      'config/middlewares.js [1]',
      'config/plugins.js documentation',
      'config/plugins.js gallery',
      'config/plugins.js i18n.config.x',
      'config/middlewares.js [2]',
      'config/middlewares.js [3]',
    ]);
    expect(message).toContain('write { "resolve": "./src/middlewares/timer" }');
    expect(message).toContain('"documentation" is a plugin of Strapi: remove it; the plugin openapi');
    expect(message).toContain('src/index.ts: is not used: move register and bootstrap to a plugin');
  });

  it('are not those that the configuration names, nor files of other programs', async () => {
    const plugin = `module.exports = { name: 'own', register() {} };`;
    expect(
      await unusedIn({
        'src/index.js': `// moved from Strapi\n${plugin}`,
        'src/policies/own.js': '// like the policy of Strapi',
        'src/middlewares/timer.js': '// strapi',
        'config/plugins.js': `module.exports = { own: { resolve: './src' } };`,
        'config/middlewares.js': `module.exports = [{ resolve: './src/middlewares/timer' }];`,
      }),
    ).toEqual([]);
    expect(
      await unusedIn({ 'src/index.js': 'exports.x = 1;', 'src/policies/a.js': 'exports.x = 1;' }),
    ).toEqual([]);
    expect(await unusedIn({ 'src/index.js': BOOTSTRAP })).toHaveLength(1);
  });
});
