// Tests run on what tsc wrote to dist/, the same files that Node runs in production; so does this configuration.
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const config: Config = {
  rootDir: __dirname,
  testMatch: ['**/*.test.js'],
  testEnvironment: '<rootDir>/scripts/jest-environment.js',
  testSequencer: '<rootDir>/scripts/longest-first.js',
  // tsc has written what runs.
  transform: {},
  // No measure of speed: it ends a test whose condition never comes true. Many tests start processes, which a busy machine delays.
  testTimeout: 300_000,
  // Tests wait for other processes a quarter of the time.
  maxWorkers: availableParallelism() + 1,
};

export default config;
