// The test kit for plugins and applications (`quire-cms/testing`). It knows the built-in plugins, so it stands outside of core.
export { type TestDatabase, testDatabases } from '../core/testing/databases';
export { examine } from '../core/testing/examine';
export type { CommandOptions, CommandResult } from '../core/testing/run-command';
export type { LogLine, TestAppOptions } from '../core/testing/start-test-app';
export type { Asked, TestAnswer, TestClient } from './client';
export type { Clock } from './clock';
export { createTestApp, type SecondApp, type TestApp } from './create-test-app';
export type { Caller } from './credentials';
export type { Factories } from './factories';
export type { TestSubscription } from './subscription';
