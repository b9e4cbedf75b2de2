// Loads a file of the application (configuration, a plugin, a middleware): CommonJS, ES modules, JSON, and TypeScript, for
// which esbuild is loaded when the first such file is met. Answers what the file exports.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readJsonText } from '../check/json-text';
import { thrownCode, thrownMessage } from '../errors/thrown';

export const MODULE_EXTENSIONS = ['.ts', '.js', '.mjs', '.cjs', '.json'] as const;

export async function loadModule(file: string): Promise<unknown> {
  switch (extname(file)) {
    case '.json':
      return parseJson(readFileSync(file, 'utf8'));
    case '.ts':
      return unwrap(runBundled(file));
    default:
      return unwrap(await runAsItStands(file));
  }
}

function parseJson(source: string): unknown {
  const read = readJsonText(source);
  if ('value' in read) return read.value;
  const { line, column, message } = read.mistake;
  throw new SyntaxError(`not valid JSON at line ${line}, column ${column}: ${message}`);
}

/** Where `quire` is not installed beside the file, Node does not find it; bundled, the file does. */
async function runAsItStands(file: string): Promise<unknown> {
  try {
    return await (extname(file) === '.mjs' ? import(pathToFileURL(file).href) : requireOrImport(file));
  } catch (error) {
    if (lacksQuire(error)) return runBundled(file);
    throw error;
  }
}

function lacksQuire(error: unknown): boolean {
  const code = thrownCode(error);
  return (
    (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') &&
    /^Cannot find (module|package) 'quire'/.test(thrownMessage(error))
  );
}

/** A `.js` file below a package.json with `"type": "module"` is an ES module. */
async function requireOrImport(file: string): Promise<unknown> {
  try {
    return require(file);
  } catch (error) {
    const code = thrownCode(error);
    if (code !== 'ERR_REQUIRE_ESM' && code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    return import(pathToFileURL(file).href);
  }
}

/** Relative imports are bundled in, packages stay outside and are found from where the file stands. */
function runBundled(file: string): unknown {
  const esbuild = require('esbuild') as typeof import('esbuild');
  const built = esbuild.buildSync({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    write: false,
    logLevel: 'silent',
  });
  const code = built.outputFiles[0]?.text ?? '';
  const module: { exports: unknown } = { exports: {} };
  const run = new Function('module', 'exports', 'require', '__filename', '__dirname', code);
  run(module, module.exports, requireFrom(file), file, dirname(file));
  return module.exports;
}

/** `quire` itself is found even where the application folder has not installed it. */
function requireFrom(file: string): (id: string) => unknown {
  const require = createRequire(file);
  return (id) => {
    try {
      return require(id);
    } catch (error) {
      if (thrownCode(error) === 'MODULE_NOT_FOUND' && id === 'quire')
        return require(join(__dirname, '..', 'index'));
      throw error;
    }
  };
}

/** The default export where there is one. */
export function unwrap(exported: unknown): unknown {
  if (typeof exported !== 'object' || exported === null || !('default' in exported)) return exported;
  const inner = exported.default;
  const isTwice = typeof inner === 'object' && inner !== null && '__esModule' in inner && 'default' in inner;
  return isTwice ? inner.default : inner;
}
