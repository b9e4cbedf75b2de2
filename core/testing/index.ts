// The test kit: runs an application in the test's process, on a database of its own. Several can run at the same time.
export { createTestApp, type TestApp, type TestAppOptions } from './create-test-app';
export { type TestDatabase, testDatabases } from './databases';
export { examine } from './examine';
