// One database of a given size with its servers: the application, the limit, the usual knex handler. Each one starts at its first
// use and runs until the end.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, TYPES } from '../data/model';
import { documentIdOf } from '../data/rows';
import { createTables, seed } from '../data/seed';
import { createDatabase, dropDatabase, openStore, type Where } from '../data/store';
import { LIST, ONE } from '../paths';
import { runCommand, type Server, startApplication, startBareServer, startLimit } from './processes';
import { writeApplication } from './write-application';

export interface Deployment {
  readonly engine: Engine;
  readonly rows: number;
  application(): Promise<Server>;
  limit(): Promise<Server>;
  knex(): Promise<Server>;
  /** The application with the plugin graphql, and the fields of the former response format. */
  graphql(): Promise<Server>;
  /** The application with every built-in plugin; the public role may read. */
  allPlugins(): Promise<Server>;
  /** The application with metrics of its requests. */
  withMetrics(): Promise<Server>;
  /** The application keeps the results of reads in memory. */
  withKeptResults(): Promise<Server>;
  /** Another process of the application on the same database. */
  anotherApplication(): Promise<Server>;
  /** `quire start --workers` on the same database. */
  withWorkers(count: number): Promise<Server>;
  /** Another process of `allPlugins`. */
  anotherWithAllPlugins(): Promise<Server>;
  bareServer(): Promise<Server>;
  close(): Promise<void>;
}

export interface DeploymentOptions {
  readonly where: Where;
  readonly rows: number;
  readonly dist: string;
  /** The limit stands in for the application. */
  readonly self: boolean;
  note(text: string): void;
}

/** Without `upload`: its table is called `files`, as a plain type of the bench. */
const ALL_PLUGINS = {
  rest: true,
  graphql: true,
  openapi: true,
  'draft-and-publish': true,
  i18n: { config: { locales: ['en', 'fr'] } },
  'users-permissions': { config: { jwtSecret: randomBytes(36).toString('base64') } },
  'api-tokens': true,
  email: { config: { provider: 'file' } },
};

const KEPT_BYTES = 64 * 1024 * 1024;

export async function createDeployment(options: DeploymentOptions): Promise<Deployment> {
  const { rows, dist, self, note } = options;
  const dir = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  const where = {
    ...options.where,
    filename: join(dir, 'bench.db'),
    database: `${options.where.database}_${rows}`,
  };
  const servers = new Map<string, Promise<Server>>();
  const once = (name: string, start: () => Promise<Server>) => (): Promise<Server> => {
    const known = servers.get(name) ?? start();
    servers.set(name, known);
    return known;
  };
  const start = (): Promise<Server> =>
    self ? startLimit('limit', where) : startApplication({ dist, dir }, ONE + documentIdOf('article', 1));
  const variant = (name: string, plugins: object, more: Readonly<Record<string, unknown>> = {}) =>
    once(name, () => {
      const own = join(dir, name);
      writeApplication(own, where, plugins, more);
      return startApplication({ dist, dir: own }, LIST);
    });
  let folder: Promise<string> | null = null;
  const writeWithAllPlugins = async (): Promise<string> => {
    const own = join(dir, 'all-plugins');
    writeApplication(own, where, ALL_PLUGINS);
    const reads = Object.values(TYPES).flatMap(({ singular }) =>
      ['find', 'findOne'].map((action) => `api::${singular}.${singular}.${action}`),
    );
    await runCommand({ dist, dir: own }, ['role', 'grant', 'public', ...reads]);
    return own;
  };
  const startWithAllPlugins = async (): Promise<Server> => {
    folder ??= writeWithAllPlugins();
    return startApplication({ dist, dir: await folder }, LIST);
  };
  const close = async (): Promise<void> => {
    for (const server of servers.values()) await server.then((running) => running.stop(), noServer);
    await dropDatabase(where);
    rmSync(dir, { recursive: true, force: true });
  };

  try {
    await dropDatabase(where);
    await createDatabase(where);
    writeApplication(dir, where);
    if (!self) {
      note(`${where.engine}: the application creates its tables`);
      await (await startApplication({ dist, dir }, LIST)).stop();
    }
    note(`${where.engine}: ${rows} articles`);
    const store = await openStore(where);
    if (self) await createTables(store, where.engine);
    await seed(store, where.engine, rows);
    await store.close();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    engine: where.engine,
    rows,
    application: once('application', start),
    limit: once('limit', () => startLimit('limit', where)),
    knex: once('knex', () => startLimit('knex', where)),
    graphql: variant('graphql', {
      rest: true,
      graphql: { enabled: true, config: { v4CompatibilityMode: true } },
    }),
    withMetrics: variant('metrics', { rest: true, metrics: true }),
    withKeptResults: variant('kept', { rest: true }, { api: { cache: { bytes: KEPT_BYTES } } }),
    allPlugins: once('all plugins', startWithAllPlugins),
    anotherApplication: start,
    withWorkers: (count) => startApplication({ dist, dir, flags: ['--workers', `${count}`] }, LIST),
    anotherWithAllPlugins: startWithAllPlugins,
    bareServer: () => startBareServer(dir),
    close,
  };
}

/** The caller of a failed start already has the error. */
const noServer = (): void => {};
