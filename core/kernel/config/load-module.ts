// Loads a file of the application (configuration, a plugin, a middleware) and returns its exports. Reads CommonJS, ES modules,
// JSON and TypeScript; the first TypeScript file loads esbuild.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readJsonText } from '../check/json-text';
import { thrownCode, thrownMessage } from '../errors/thrown';

/** The name under which application code imports Quire: the name in package.json. */
export const PACKAGE_NAME = 'quire-cms';
export const MODULE_EXTENSIONS = ['.ts', '.js', '.mjs', '.cjs', '.json'] as const;

export async function loadModule(file: string): Promise<unknown> {
  switch (extname(file)) {
    case '.json':
      return parseJson(readFileSync(file, 'utf8'));
    case '.ts':
      return unwrap(runBundled(file));
    default:
      return unwrap(await runDirectly(file));
  }
}

function parseJson(source: string): unknown {
  const read = readJsonText(source);
  if ('value' in read) return read.value;
  const { line, column, message } = read.mistake;
  throw new SyntaxError(`not valid JSON at line ${line}, column ${column}: ${message}`);
}

/** A file outside of Quire's folder may import Quire without an installed package; only the bundle resolves that import. */
async function runDirectly(file: string): Promise<unknown> {
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
    new RegExp(`^Cannot find (module|package) '${PACKAGE_NAME}'`).test(thrownMessage(error))
  );
}

/** With `"type": "module"` in package.json, a `.js` file is an ES module. */
async function requireOrImport(file: string): Promise<unknown> {
  try {
    return require(file);
  } catch (error) {
    const code = thrownCode(error);
    if (code !== 'ERR_REQUIRE_ESM' && code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    return import(pathToFileURL(file).href);
  }
}

/** The bundle contains relative imports; packages are resolved from the folder of the file. */
function runBundled(file: string): unknown {
  const esbuild = require('esbuild') as typeof import('esbuild');
  const built = esbuild.buildSync({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    // Even if `paths` of a tsconfig.json lead to its sources: Quire does not know the errors of a second copy.
    external: [PACKAGE_NAME, `${PACKAGE_NAME}/*`],
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'external',
    sourcesContent: false,
    outdir: dirname(file),
    write: false,
    logLevel: 'silent',
  });
  const textOf = (extension: string): string =>
    built.outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '';
  // A stack trace then names file and line of the source. It costs nothing until the stack of an error is read.
  process.setSourceMapsEnabled(true);
  const map = Buffer.from(belowHead(textOf('.js.map'))).toString('base64');
  const code = `${textOf('.js')}\n//# sourceMappingURL=data:application/json;base64,${map}\n//# sourceURL=${file}`;
  const module: { exports: unknown } = { exports: {} };
  const run = new Function('module', 'exports', 'require', '__filename', '__dirname', code);
  run(module, module.exports, requireFrom(file), file, dirname(file));
  return module.exports;
}

/** `new Function` writes two lines above the code. In a map, a semicolon ends a line. */
function belowHead(text: string): string {
  const map: { readonly mappings: string } = JSON.parse(text);
  return JSON.stringify({ ...map, mappings: `;;${map.mappings}` });
}

/** Falls back to this copy of Quire where the application folder has not installed the package. */
function requireFrom(file: string): (id: string) => unknown {
  const require = createRequire(file);
  return (id) => {
    try {
      return require(id);
    } catch (error) {
      if (thrownCode(error) === 'MODULE_NOT_FOUND' && id === PACKAGE_NAME)
        return require(join(__dirname, '..', '..', 'index'));
      // `quire-cms/upload`: this package by its own name.
      if (thrownCode(error) === 'MODULE_NOT_FOUND' && id.startsWith(`${PACKAGE_NAME}/`))
        return createRequire(__filename)(id);
      throw error;
    }
  };
}

/** The default export, if there is one. */
export function unwrap(exported: unknown): unknown {
  if (typeof exported !== 'object' || exported === null || !('default' in exported)) return exported;
  const inner = exported.default;
  const isTwice = typeof inner === 'object' && inner !== null && '__esModule' in inner && 'default' in inner;
  return isTwice ? inner.default : inner;
}
