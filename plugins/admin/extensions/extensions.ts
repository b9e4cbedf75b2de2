// Modules of other plugins that the page loads. Nothing is built: the browser resolves `quire-cms/admin` by the import map of the page.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type App, check, Registry, type RouteDefinition, route, token } from '../../../core';
import { adminErrors } from '../errors';

export interface AdminExtension {
  /** Unique; lower-case letters, digits and "-". */
  readonly name: string;
  /** The absolute path of a module for browsers, or of a folder with `index.mjs`: all files of the folder are public then. */
  readonly module: string;
  /** The version of `quire-cms/admin` that the module needs. Default: 1. */
  readonly api?: number;
}

/** What the page gets. `url` is null if the module cannot be loaded; `problem` says why. */
export interface ServedExtension {
  readonly name: string;
  readonly plugin: string;
  readonly url: string | null;
  readonly problem: string | null;
}

export interface AdminExtensions {
  /** In `register`. */
  extend(extension: AdminExtension): void;
}

/** The version of `quire-cms/admin`, in app/extensions/public.ts. */
export const API = 1;
export const EXTENSIONS = token<Registry<AdminExtension>>('admin.extensions');

const { integer, object, optional, string } = check;

export const createExtensionRegistry = (): Registry<AdminExtension> =>
  new Registry('extension of the admin', {
    names: (name) =>
      /^[a-z][a-z0-9-]{0,39}$/.test(name)
        ? undefined
        : 'its name needs lower-case letters, digits and "-", at most 40, such as "color"',
    check: object({ name: string(), module: string({ min: 1 }), api: optional(integer({ min: 1 })) }),
  });

const TYPES: Readonly<Record<string, string>> = {
  '.mjs': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const MOST_BYTES = 10_000_000;

type Files = ReadonlyMap<string, Buffer>;
interface Loaded {
  readonly served: ServedExtension;
  readonly hash: string;
  readonly files: Files;
}

/** Reads the modules once, when all plugins have added theirs. */
export function createExtensions(app: App, path: string, registry: Registry<AdminExtension>) {
  let loaded: ReadonlyMap<string, Loaded> | null = null;
  const all = (): ReadonlyMap<string, Loaded> => {
    loaded ??= new Map(
      registry.entries().map(({ name, plugin, value }) => [name, load(path, plugin, value)]),
    );
    return loaded;
  };
  return {
    served: (): readonly ServedExtension[] => [...all().values()].map(({ served }) => served),
    log(): void {
      for (const { served } of all().values())
        if (served.problem !== null)
          app.log.error(`the extension "${served.name}" of the admin is left out: ${served.problem}`, {
            plugin: served.plugin,
          });
    },
    route: fileRoute(path, all),
  };
}

function load(path: string, plugin: string, { name, module, api = API }: AdminExtension): Loaded {
  const left = (problem: string): Loaded => ({
    served: { name, plugin, url: null, problem },
    hash: '',
    files: new Map(),
  });
  if (api !== API)
    return left(
      `it needs version ${api} of quire-cms/admin, and this is version ${API}; update the plugin "${plugin}" or Quire`,
    );
  try {
    const isFolder = statSync(module).isDirectory();
    const files = isFolder ? readFolder(module) : new Map([[basename(module), readFileSync(module)]]);
    const entry = isFolder ? 'index.mjs' : basename(module);
    if (!files.has(entry) || TYPES[extname(entry)]?.startsWith('text/javascript') !== true)
      return left(`${module} has no module; name a file *.mjs, or a folder with index.mjs`);
    const hash = hashOf(files);
    const url = `${path}/x/${name}/${hash}/${encodeURIComponent(entry)}`;
    return { served: { name, plugin, url, problem: null }, hash, files };
  } catch (error) {
    return left(`${module} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The files of known types, without hidden ones. Links are not followed. */
function readFolder(folder: string): Files {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  const read = (at: string): void => {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const name = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) read(name);
      else if (entry.isFile() && TYPES[extname(name)] !== undefined) {
        const content = readFileSync(join(folder, name));
        bytes += content.length;
        if (bytes > MOST_BYTES) throw new Error(`the folder has more than ${MOST_BYTES / 1e6} MB`);
        files.set(name, content);
      }
    }
  };
  read('');
  return files;
}

function hashOf(files: Files): string {
  const hash = createHash('sha256');
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${content.length}\0`).update(content);
  return hash.digest('hex').slice(0, 16);
}

const fileRoute = (path: string, all: () => ReadonlyMap<string, Loaded>): RouteDefinition =>
  route({
    method: 'GET',
    path: `${path}/x/:name/:hash/*file`,
    action: null,
    tags: ['Admin'],
    summary: 'Files of an extension of the admin',
    // The address has a hash of the files.
    cacheControl: 'public, max-age=31536000, immutable',
    handler(_request, { params: { name, hash, file } }) {
      const found = all().get(name);
      const content = found?.hash === hash ? found.files.get(file) : undefined;
      if (!content) throw adminErrors.ADMIN_FILE(file);
      return { stream: Readable.from([content]), type: TYPES[extname(file)] ?? 'application/octet-stream' };
    },
  });
