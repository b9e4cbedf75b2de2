// Tests run on what tsc wrote to dist/, the same files that Node runs in production; so does this configuration.
import type { Config } from 'jest';

const config: Config = {
  rootDir: __dirname,
  testMatch: ['**/*.test.js'],
  testEnvironment: 'node',
  testTimeout: 30_000,
};

export default config;
