// The test kit: a whole application in this process, on a database of its own that is gone afterwards. Many fit side by side.
export { createTestApp, type TestApp, type TestAppOptions } from './create-test-app';
export { type TestDatabase, testDatabases } from './databases';
export { examine } from './examine';
