// An application for the tests of this repository: with supertest.
import type TestAgent from 'supertest/lib/agent';
import { type StartedApp, startTestApp, type TestAppOptions } from './start-test-app';

export type { TestAppOptions } from './start-test-app';

export interface TestApp extends StartedApp {
  /** supertest for this application. */
  readonly agent: TestAgent;
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options);
  let agent: TestAgent | null = null;
  return Object.defineProperty(app, 'agent', {
    get: () => {
      const supertest = require('supertest') as typeof import('supertest');
      agent ??= supertest(app.url) as unknown as TestAgent;
      return agent;
    },
  }) as TestApp;
}
