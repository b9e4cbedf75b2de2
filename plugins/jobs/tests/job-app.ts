// An application with jobs of a plugin `shop`, for the tests.
import { type App, definePlugin } from '../../../core';
import { type Ask, createAsk, createTestApp, type TestApp, type TestDatabase } from '../../../core/testing';
import type { Jobs } from '..';

export interface JobApp {
  readonly app: TestApp;
  readonly jobs: Jobs;
  readonly ask: Ask;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Answered = any;

export interface JobAppOptions {
  readonly database?: TestDatabase;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly server?: Readonly<Record<string, unknown>>;
  add(jobs: Jobs, app: App): void;
}

export async function jobApp({ database, config = {}, server = {}, add }: JobAppOptions): Promise<JobApp> {
  let jobs: Jobs | undefined;
  const shop = definePlugin({
    name: 'shop' as string,
    dependencies: ['jobs'],
    register(app) {
      jobs = app.jobs;
      add(app.jobs, app);
    },
  });
  const app = await createTestApp({
    ...(database ? { database } : {}),
    contentTypes: [
      {
        info: { singularName: 'tag', pluralName: 'tags' },
        attributes: { name: { type: 'string' } },
      },
    ],
    plugins: [shop],
    config: {
      server: { logs: { level: 'error' }, ...server },
      plugins: { jobs: { enabled: true, config: { poll: 20, ...config } } },
    },
  });
  if (!jobs) throw new Error('the plugin shop was not registered');
  const ask = createAsk(() => app.url);
  return { app, jobs, ask };
}
