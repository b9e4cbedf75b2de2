// Runs an application in the test's process, on a database of its own. Several can run at the same time.
export { type Ask, createAsk } from './ask';
export { createTestApp, type TestApp } from './create-test-app';
export { type TestDatabase, testDatabases } from './databases';
export { examine } from './examine';
export { recordReads } from './recorded-reads';
export { runCommand } from './run-command';
export type { LogLine, TestAppOptions } from './start-test-app';
