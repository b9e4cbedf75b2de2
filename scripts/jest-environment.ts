// The environment of all tests: the globals of the process itself, and the code of Quire as Node loads it. Jest would give each suite a
// sandbox with code of its own: each suite would run all modules again, and V8 would optimize the same functions again. That is more
// than half of the work of the tests. The suites of a process run one after another, as applications may in production.
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const DIST = join(__dirname, '..', sep);
/** Suites and the files beside them: each suite has its own, because they may keep its applications. */
const OF_TESTS = /\.(test|example)\.js$|[/\\](tests|test-|testing)/;
const PACKAGE = /[/\\]node_modules[/\\](?!jest|@jest|expect)/;
/** Jest gives suites another `createRequire`. */
export const nodeRequire = createRequire(__filename);

const isLoadedOnce = (filename: string): boolean =>
  PACKAGE.test(filename) || (filename.startsWith(DIST) && !OF_TESTS.test(filename.slice(DIST.length - 1)));

interface Compiled {
  readonly code: string;
  readonly script: vm.Script;
}

const compiled = new Map<string, Compiled>();
const { compileFunction } = vm;
// Else V8 drops the compiled functions that no suite has called for a while.
setFlagsFromString('--no-flush-bytecode');

/** Jest's only call gives a file and a context. The result runs outside of the context; each text of a file is compiled once. */
const compileOnce: typeof compileFunction = (code, parameters = [], options = {}) => {
  const { filename, parsingContext } = options;
  if (filename === undefined || parsingContext === undefined)
    return compileFunction(code, parameters, options);
  if (isLoadedOnce(filename))
    return (module: NodeJS.Module) => {
      module.exports = nodeRequire(filename);
    };
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
  return known.script.runInThisContext();
};
Object.assign(vm, { compileFunction: compileOnce });

/** What a suite changes in the globals and variables of the process ends with the suite. */
export default class ProcessEnvironment extends TestEnvironment {
  readonly #globals: Readonly<Record<PropertyKey, PropertyDescriptor>> =
    Object.getOwnPropertyDescriptors(globalThis);
  readonly #variables = { ...process.env };
  // Jest replaces it.
  readonly #exit = process.exit;

  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    const [{ projectConfig: config }] = given;
    const { fakeTimersModern, moduleMocker } = this;
    if (!fakeTimersModern || !moduleMocker) throw new Error('Jest has no timers or no functions of tests.');
    const global = globalThis as typeof globalThis & Global;
    this.global = global;
    this.moduleMocker = new (classOf(moduleMocker))(global);
    this.fakeTimersModern = new (classOf(fakeTimersModern))({ config, global });
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    process.exit = this.#exit;
    restore(process.env, Object.getOwnPropertyDescriptors(this.#variables));
    restore(globalThis, this.#globals);
  }
}

type Global = ProcessEnvironment['global'];

const classOf = <T extends object>(one: T) => one.constructor as new (...given: unknown[]) => T;

function restore(target: object, before: Readonly<Record<PropertyKey, PropertyDescriptor>>): void {
  for (const key of Reflect.ownKeys(target)) {
    const now = Object.getOwnPropertyDescriptor(target, key);
    if (now?.configurable && !Object.hasOwn(before, key)) Reflect.deleteProperty(target, key);
  }
  for (const key of Reflect.ownKeys(before)) {
    const earlier = before[key];
    if (earlier && 'value' in earlier && Reflect.get(target, key) !== earlier.value)
      Object.defineProperty(target, key, earlier);
  }
}
