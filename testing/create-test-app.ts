// A started application with clients for callers, factories, captured mails and events, a clock, and counted statements.
import { join } from 'node:path';
import { definePlugin, type EmailMessage, type Kernel, type WriteResult } from '../core';
import { type CommandOptions, type CommandResult, runCommand } from '../core/testing/run-command';
import { type StartedApp, startTestApp, type TestAppOptions } from '../core/testing/start-test-app';
import { createClient, type TestClient } from './client';
import { type Clock, createClock } from './clock';
import { type Caller, createCredentials } from './credentials';
import { createFactories, type Factories } from './factories';

export interface TestApp extends StartedApp, Factories {
  /**
   * A client that sends requests as the caller: `'public'`, a user document, `{ role }`, `{ can }` or `{ token }`. The user or the token
   * is created with the first request.
   */
  as(caller: Caller): TestClient;
  /** Runs a command of a plugin: `app.command(['role', 'grant', 'public', 'api::article.article.find'])`. */
  command(words: readonly string[], options?: CommandOptions): Promise<CommandResult>;
  /** Sends a query or a mutation of GraphQL without credentials. For other callers: `app.as(caller).graphql(…)`. */
  graphql: TestClient['graphql'];
  /** The same application once more, as a second process on the same database. `close` stops both. */
  second(options?: Pick<TestAppOptions, 'plugins'>): Promise<SecondApp>;
  /** Mails, the oldest first. They are captured unless `config.plugins.email` names a provider. */
  readonly mails: readonly EmailMessage[];
  /** Committed writes, the oldest first. */
  readonly events: readonly WriteResult[];
  /** Moves the time of this process. */
  readonly clock: Clock;
  /** Counts the statements that the application runs while `work` runs. */
  countStatements<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: number }>;
}

/** A second process: its caches and timers are its own. */
export interface SecondApp {
  readonly kernel: Kernel;
  readonly url: string;
  as(caller: Caller): TestClient;
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const events: WriteResult[] = [];
  const mails: EmailMessage[] = [];
  const recorder = definePlugin({
    name: 'test-kit' as string,
    register: ({ hooks }) => hooks.documents.committed((result) => void events.push(result)),
  });
  const app = await startTestApp({
    ...options,
    config: withMails(options.config ?? {}, mails),
    plugins: [...(options.plugins ?? []), recorder],
  });
  const clock = createClock();
  const { close } = app;
  const countStatements: TestApp['countStatements'] = async (work) => {
    const before = app.kernel.database.stats().statements;
    const result = await work();
    return { result, statements: app.kernel.database.stats().statements - before };
  };
  return Object.assign(app, createFactories(app.kernel), {
    events,
    mails,
    clock,
    countStatements,
    as: clientsOf(app.kernel),
    command: (words: readonly string[], own?: CommandOptions) => runCommand(app.kernel, words, own),
    graphql: (...asked: Parameters<TestClient['graphql']>) =>
      clientsOf(app.kernel)('public').graphql(...asked),
    async second(own?: Pick<TestAppOptions, 'plugins'>): Promise<SecondApp> {
      const kernel = await app.startSecond(own);
      return { kernel, url: kernel.server.url, as: clientsOf(kernel) };
    },
    close: () => {
      clock.reset();
      return close();
    },
  });
}

function clientsOf(kernel: Kernel): (caller: Caller) => TestClient {
  const tokenOf = createCredentials(kernel);
  const addresses = { url: () => kernel.server.url, graphql: () => graphqlPath(kernel) };
  return (caller) => createClient(addresses, tokenOf(caller));
}

function graphqlPath({ routes }: Kernel): string {
  const route = routes.find(
    ({ source, definition: { method } }) => source === 'graphql' && method === 'POST',
  );
  if (route) return route.definition.path;
  throw new Error('This needs the plugin "graphql"; set config.plugins.graphql to true.');
}

type ConfigOverrides = NonNullable<TestAppOptions['config']>;

/** Sends mails to `mails` when the plugin `email` is enabled without a provider. */
function withMails(config: ConfigOverrides, mails: EmailMessage[]): ConfigOverrides {
  const plugins = { ...(config.plugins as Record<string, unknown> | undefined) };
  const entry = plugins.email === true ? { enabled: true } : plugins.email;
  if (typeof entry !== 'object' || entry === null) return config;
  const own = 'config' in entry ? (entry.config as Record<string, unknown>) : {};
  if (own.provider !== undefined) return config;
  const capture = {
    provider: join(__dirname, 'mail-provider.js'),
    providerOptions: { take: (message: EmailMessage) => void mails.push(message) },
  };
  return { ...config, plugins: { ...plugins, email: { ...entry, config: { ...own, ...capture } } } };
}
