// The file is loaded outside of the sandbox of this suite, and changes Node's own module.
import vm from 'node:vm';

const filename = `${__filename}.none.js`;
const run = (code: string, globals: object = {}): unknown =>
  vm.compileFunction(code, ['given'], { filename, parsingContext: vm.createContext(globals) })('g');

it('runs a text in each context, and the changed text of the same file', () => {
  expect([run('return given + own', { own: 1 }), run('return given + own', { own: 2 })]).toEqual([
    'g1',
    'g2',
  ]);
  expect(run('return own // changed', { own: 3 })).toBe(3);
});

it('compiles a text once', () => {
  const runs = jest.spyOn(vm.Script.prototype, 'runInContext');
  for (const own of [1, 2, 3]) expect(run('return [own][0]', { own })).toBe(own);
  expect([runs.mock.calls.length, new Set(runs.mock.contexts).size]).toEqual([3, 1]);
  runs.mockRestore();
});

it('names the line and the column of an error in the file', () => {
  expect(() => run('throw new Error("x")')).toThrow(
    expect.objectContaining({ stack: expect.stringContaining(`${filename}:1:7`) }),
  );
});
