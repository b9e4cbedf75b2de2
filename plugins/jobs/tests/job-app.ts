// An application with jobs of a plugin `shop`, for the tests.
import { type App, definePlugin } from '../../../core';
import { createTestApp, type TestApp, type TestDatabase } from '../../../core/testing';
import type { Jobs } from '..';

export interface JobApp {
  readonly app: TestApp;
  readonly jobs: Jobs;
  /** Rejects unless the answer has this status; returns the parsed body. */
  ask(method: string, path: string, status: number, body?: unknown): Promise<Answered>;
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
  const ask: JobApp['ask'] = async (method, path, status, body) => {
    const init = { method, headers: { 'content-type': 'application/json' } };
    const answer = await fetch(
      app.url + path,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    if (answer.status !== status)
      throw new Error(`${method} ${path}: expected ${status}, got ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  return { app, jobs, ask };
}
