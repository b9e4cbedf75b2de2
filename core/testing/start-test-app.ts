// Builds an application from definitions given as objects: in a private folder, on a private database, on a free port.
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Documents } from '../content/documents/typed-documents';
import type { ComponentDefinition, ContentTypeDefinition } from '../content/model/read/type-builder';
import { createKernel } from '../create-kernel';
import type { Kernel } from '../kernel/app/app';
import type { AnyPlugin } from '../kernel/app/plugin';
import { errorText } from '../kernel/cli/report-error';
import type { Variables } from '../kernel/config/env';
import type { ConfigOverrides } from '../kernel/config/load-config';
import { createTestDatabase, type TestDatabase } from './databases';

export interface TestAppOptions {
  /** An application folder. The test uses a copy of its files, without its data, secrets and uploads. Other options come on top. */
  readonly application?: string;
  /** By uid (`api::article.article`), or a list: then the uid comes from the singular name. */
  readonly contentTypes?: Readonly<Record<string, ContentTypeDefinition>> | readonly ContentTypeDefinition[];
  /** By uid: `shared.seo`. */
  readonly components?: Readonly<Record<string, ComponentDefinition>>;
  /** Plugin objects. `config.plugins` enables built-in plugins. */
  readonly plugins?: readonly AnyPlugin[];
  /** The values of the files in config/. */
  readonly config?: ConfigOverrides;
  /** Replaces the environment of the process. */
  readonly env?: Variables;
  /** The kind of a new database; QUIRE_TEST_DATABASES has the addresses of servers. Default: `sqlite`. */
  readonly database?: TestDatabase;
  /** false: starts the application without opening a port. */
  readonly listen?: boolean;
}

/** Other members depend on the line: `plugin`, `request`, `error` … */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly [name: string]: unknown;
}

export interface StartedApp {
  readonly kernel: Kernel;
  /** The application's folder. */
  readonly dir: string;
  readonly url: string;
  readonly documents: Documents;
  /** Log lines of level `warn` and above, or of the level in `config.server.logs`. */
  readonly logs: readonly LogLine[];
  /**
   * Starts the application once more on the same folder and database, with its own port, as a second process does. `close` stops it.
   * `plugins`: those of the first by default.
   */
  startSecond(options?: Pick<TestAppOptions, 'plugins'>): Promise<Kernel>;
  /** Stops the application and removes its folder and database. */
  close(): Promise<void>;
}

export async function startTestApp(options: TestAppOptions = {}): Promise<StartedApp> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-test-'));
  const logs: LogLine[] = [];
  let kernel: Kernel | null = null;
  const seconds: Kernel[] = [];
  let dropDatabase: () => Promise<void> = async () => undefined;
  const tidy = async (): Promise<void> => {
    await kernel?.stop().catch(() => undefined);
    await dropDatabase();
    await rm(dir, { recursive: true, force: true });
  };
  let create: (plugins: TestAppOptions['plugins']) => Promise<Kernel>;
  try {
    if (options.application !== undefined) copyApplication(options.application, dir);
    writeDefinitions(dir, options);
    const database = await createTestDatabase(options.database ?? 'sqlite');
    dropDatabase = database.drop;
    create = (plugins) =>
      createKernel({
        dir,
        env: { NODE_ENV: 'test', ...options.env },
        overrides: configOf(options, database.config),
        plugins,
        writeLog: (line) => logs.push(JSON.parse(line)),
      });
    kernel = await create(options.plugins);
    if (options.listen === false) await kernel.start();
    else await kernel.listen();
  } catch (error) {
    await tidy();
    showText(error);
    throw error;
  }
  const running = kernel;
  return {
    kernel: running,
    dir,
    logs,
    get url() {
      return running.server.url;
    },
    get documents() {
      return running.documents;
    },
    async startSecond({ plugins = options.plugins } = {}) {
      const second = await create(plugins);
      seconds.push(second);
      await second.listen();
      return second;
    },
    async close() {
      for (const second of seconds.splice(0)) {
        await second.server.close({ force: true });
        await second.stop();
      }
      // A test may have left connections open.
      await running.server.close({ force: true });
      try {
        await running.stop();
      } finally {
        await tidy();
      }
    },
  };
}

/** A test shows the text that the command line prints. Class and source of the error stay. */
function showText(error: unknown): void {
  if (!(error instanceof Error)) return;
  const { message, stack } = error;
  const text = errorText(error);
  if (text === message) return;
  error.message = text;
  if (stack?.includes(message)) error.stack = stack.replace(message, () => text);
}

function configOf({ config = {} }: TestAppOptions, database: object): ConfigOverrides {
  const server = objectOf(config.server);
  return {
    ...config,
    server: {
      port: 0,
      anonymous: 'full',
      ...server,
      logs: { level: 'warn', ...objectOf(server.logs), format: 'json' },
    },
    database: { ...database, ...objectOf(config.database) },
  };
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const NOT_COPIED = ['node_modules', 'data', 'public', '.env', '.git'];

function copyApplication(from: string, to: string): void {
  const left = NOT_COPIED.map((name) => join(from, name));
  cpSync(from, to, { recursive: true, filter: (path) => !left.includes(path) });
  const packages = join(from, 'node_modules');
  if (existsSync(packages)) symlinkSync(packages, join(to, 'node_modules'), 'junction');
}

function writeDefinitions(dir: string, { contentTypes = {}, components = {} }: TestAppOptions): void {
  const types = Array.isArray(contentTypes)
    ? contentTypes.map((definition: ContentTypeDefinition): [string, ContentTypeDefinition] => [
        `api::${definition.info.singularName}.${definition.info.singularName}`,
        definition,
      ])
    : Object.entries(contentTypes);
  for (const [uid, definition] of types) {
    const [, api, name] = /^api::([\w-]+)\.([\w-]+)$/.exec(uid) ?? [];
    if (!api || !name)
      throw new Error(
        `"${uid}" is not the uid of a content type; expected a uid like "api::article.article"`,
      );
    write(join(dir, 'src/api', api, 'content-types', name, 'schema.json'), definition);
  }
  for (const [uid, definition] of Object.entries(components)) {
    const [category, name, ...rest] = uid.split('.');
    if (!category || !name || rest.length > 0)
      throw new Error(`"${uid}" is not the uid of a component; expected a uid like "shared.seo"`);
    write(join(dir, 'src/components', category, `${name}.json`), definition);
  }
}

function write(file: string, definition: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(definition));
}
