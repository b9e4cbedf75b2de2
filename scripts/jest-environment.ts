// The environment of all tests: that of Node, but each process compiles a module once. Jest compiles all modules again for each suite,
// which is a third of the work of a small suite.
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';

export { TestEnvironment as default } from 'jest-environment-node';

interface Compiled {
  readonly code: string;
  readonly script: vm.Script;
}

const compiled = new Map<string, Compiled>();
const { compileFunction } = vm;
// Else V8 drops the compiled functions that no suite has called for a while.
setFlagsFromString('--no-flush-bytecode');

/** Jest's only call gives a file and the context of a suite. */
const compileOnce: typeof compileFunction = (code, parameters = [], options = {}) => {
  const { filename, parsingContext } = options;
  if (filename === undefined || parsingContext === undefined)
    return compileFunction(code, parameters, options);
  let known = compiled.get(filename);
  // A test may write another text to the same file.
  if (known?.code !== code) {
    const head = `(function (${parameters.join(', ')}) {`;
    const script = new vm.Script(`${head}${code}\n})`, {
      filename,
      columnOffset: -head.length,
      // Packages of ES modules load with `import()`, as outside of tests.
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    known = { code, script };
    compiled.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
};
Object.assign(vm, { compileFunction: compileOnce });
