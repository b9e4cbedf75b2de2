// `quire migrate apply --drop` while plugins are disabled: it keeps the tables and columns of disabled plugins.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel, type Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp } from './testing-app';

const MAIN = join(__dirname, '../../../core/main.js');
const ON = {
  rest: true,
  'draft-and-publish': true,
  i18n: { config: { locales: ['en', 'fr', 'de'] } },
  'users-permissions': { config: { jwtSecret: 'a-secret-of-thirty-two-characters' } },
};
const ARTICLE = 'src/api/article/content-types/article/schema.json';

describe.each(testDatabases())('migrate apply --drop with disabled plugins on %s', (database) => {
  let app: TestApp;

  beforeEach(async () => {
    app = await openApp(undefined, { database, config: { plugins: ON } });
  });
  afterEach(() => app?.close());

  const start = async (plugins: object): Promise<Kernel> => {
    const kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: { database: app.kernel.config.database, plugins },
      writeLog: () => undefined,
    });
    await kernel.start();
    return kernel;
  };
  /** The output of the command with these plugins, without log lines. */
  const migrate = (plugins: object, ...args: string[]): string => {
    const { client, host, port, user, database: name, filename } = app.kernel.config.database;
    mkdirSync(join(app.dir, 'config'), { recursive: true });
    const file = (part: string, value: object) =>
      writeFileSync(join(app.dir, `config/${part}.json`), JSON.stringify(value));
    file(
      'database',
      client === 'sqlite' ? { client, filename } : { client, host, port, user, database: name },
    );
    file('plugins', plugins);
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [MAIN, 'migrate', ...args, '--dir', app.dir],
      { encoding: 'utf8', timeout: 300_000 },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout.replace(/^\{.*\n/gm, '');
  };
  /** Everything that the plugins added, as the document service sees it. */
  const seed = async () => {
    const articles = app.documents('api::article.article');
    const { documentId } = await articles.create({ data: { title: 'Out' } });
    await articles.update({ documentId, data: { title: 'Sorti' }, locale: 'fr' });
    await articles.update({ documentId, data: { title: 'Pending' }, status: 'draft' });
    await app.documents('plugin::users-permissions.user').create({
      data: { username: 'ann', email: 'ann@example.com', password: 'secret-of-ann' },
    });
    return stateOf(app.kernel);
  };
  const stateOf = async ({ documents }: Kernel) => ({
    published: await documents('api::article.article').findMany({ locale: '*', sort: 'id' }),
    drafts: await documents('api::article.article').findMany({ locale: '*', status: 'draft', sort: 'id' }),
    locales: await documents('plugin::i18n.locale').findMany({ sort: 'id' }),
    users: await documents('plugin::users-permissions.user').findMany({}),
  });

  it('keeps the data of disabled plugins', async () => {
    const before = await seed();
    expect(before.published.map(({ publishedAt }) => typeof publishedAt)).toEqual(['string', 'string']);
    await app.kernel.stop();
    await (await start({ rest: true })).stop();
    expect(migrate({ rest: true }, 'plan')).toBe('The database matches the schema.\n');
    expect(migrate({ rest: true }, 'apply', '--drop')).toBe(
      'The database matches the schema; nothing changed.\n',
    );
    const again = await start(ON);
    expect(await stateOf(again)).toEqual(before);
    await again.stop();
  });

  it('keeps the data of a removed option, and drops removed attributes of the type', async () => {
    const before = await seed();
    await app.kernel.stop();
    const file = join(app.dir, ARTICLE);
    const written = readFileSync(file, 'utf8');
    const { options: _drafts, pluginOptions: _locales, ...plain } = JSON.parse(written);
    delete plain.attributes.price;
    writeFileSync(file, JSON.stringify(plain));
    await (await start(ON)).stop();
    expect(migrate(ON, 'apply', '--drop')).toBe(
      '[removed] api::article.article: the attribute price is not used any more\n',
    );
    writeFileSync(file, written);
    const again = await start(ON);
    expect(await stateOf(again)).toEqual(before);
    await again.stop();
  });
});
