// Jest loads the environment outside of this suite, and the environment changes Node's own module.
import { join } from 'node:path';
import vm from 'node:vm';
import Environment, { nodeRequire } from './jest-environment';

const filename = join(__dirname, 'none.test.js');
const run = (code: string): unknown =>
  vm.compileFunction(code, ['given'], { filename, parsingContext: vm.createContext() })('g');

it('runs a text, and the changed text of the same file, with the globals of the process', () => {
  expect([run('return given + 1'), run('return given + 2')]).toEqual(['g1', 'g2']);
  expect(run('return [Array, process]')).toEqual([Array, process]);
  expect(run('return [] instanceof Array')).toBe(vm.runInThisContext('[] instanceof Array'));
});

it('compiles a text once', () => {
  const runs = jest.spyOn(vm.Script.prototype, 'runInThisContext');
  for (const _ of [1, 2, 3]) expect(run('return [given][0]')).toBe('g');
  expect([runs.mock.calls.length, new Set(runs.mock.contexts).size]).toEqual([3, 1]);
  runs.mockRestore();
});

it('names the line and the column of an error in the file', () => {
  expect(() => run('throw new Error("x")')).toThrow(
    expect.objectContaining({ stack: expect.stringContaining(`${filename}:1:7`) }),
  );
});

it('shares the code of Quire and of packages with the process, but not the files of tests', () => {
  const isShared = (path: string): boolean => nodeRequire(require.resolve(path)) === require(path);
  expect(['../core/index', 'koa', '../core/testing/until'].map(isShared)).toEqual([true, true, false]);
});

it('removes what a suite leaves in globals and variables', async () => {
  const config = {
    projectConfig: { testEnvironmentOptions: {}, globals: {}, fakeTimers: {} },
    globalConfig: {},
  };
  const [{ env, exit }, { clearTimeout: clear }] = [process, globalThis];
  const environment = new Environment(config as never, {} as never);
  Object.assign(globalThis, { leftByTest: 1, clearTimeout: () => undefined });
  Object.assign(process.env, { LEFT_BY_TEST: '1', PATH: 'changed' });
  Object.assign(process, { exit: () => undefined });
  await environment.teardown();
  expect([process.exit, clearTimeout, 'leftByTest' in globalThis]).toEqual([exit, clear, false]);
  expect([env.LEFT_BY_TEST, env.PATH]).toEqual([undefined, expect.not.stringMatching('changed')]);
});
