// config/middlewares → settings of the server. Built-in steps become settings; other steps are koa middlewares. Requests pass
// koa only if the application has such middlewares for their path.
import type { Middleware } from 'koa';
import { pathToText, runCheck } from '../check/check';
import type { MiddlewareEntry } from '../config/middlewares-config';
import { type Mistake, StartupError } from '../errors/startup-error';
import {
  BUILT_IN_MIDDLEWARES,
  emptySettings,
  type HttpSettings,
  type StepSurroundings,
} from './built-in-middlewares';
import { unknownName } from './routes/named';

const FILE = 'config/middlewares';

export interface MiddlewareSources extends StepSurroundings {
  /** Returns the export of the file or package in `resolve`. */
  load(resolve: string): unknown;
  /** The second argument of factories. */
  readonly host: unknown;
}

const listOf = (entries: readonly MiddlewareEntry[] | null): readonly MiddlewareEntry[] =>
  entries ??
  [...BUILT_IN_MIDDLEWARES].map(([name, { isOptional = false }]) => ({
    name,
    config: undefined,
    enabled: !isOptional,
  }));

/** Mistakes in names and in configurations of built-in steps. Loads no file. */
export function middlewareMistakes(entries: readonly MiddlewareEntry[] | null, where: string): Mistake[] {
  const seen = new Set<string>();
  return listOf(entries).flatMap((entry, index): Mistake[] => {
    if (!entry.enabled || entry.resolve !== undefined) return [];
    const place = { where, at: `[${index}]` };
    const known = BUILT_IN_MIDDLEWARES.get(entry.name);
    if (!known) {
      const mistake = unknownName('middleware', entry.name, [...BUILT_IN_MIDDLEWARES.keys()], place);
      const hint = ' (a middleware of the application needs "resolve" with its path)';
      return [{ ...mistake, message: mistake.message + hint }];
    }
    const twice = `"${entry.name}" occurs twice in the list; remove one entry`;
    const mistakes = seen.has(entry.name) ? [{ ...place, message: twice }] : [];
    seen.add(entry.name);
    for (const { path, message } of runCheck(known.config, entry.config ?? {}).issues)
      mistakes.push({ ...place, message: `${entry.name} → ${pathToText(path)}: ${message}` });
    return mistakes;
  });
}

/** Limits and error handling also apply without their steps; other built-in steps are disabled without an entry. */
export async function readMiddlewares(
  entries: readonly MiddlewareEntry[] | null,
  sources: MiddlewareSources,
): Promise<HttpSettings> {
  const mistakes = middlewareMistakes(entries, FILE);
  const settings = emptySettings();
  for (const [index, entry] of listOf(entries).entries()) {
    if (!entry.enabled) continue;
    if (entry.resolve !== undefined) {
      const place = { where: FILE, at: `[${index}]` };
      const own = await loadOwn(entry.resolve, entry.config, sources, place, mistakes);
      if (own)
        settings.chain.push({
          run: own,
          label: labelOf(index, entry.resolve),
          path: pathOf(entry),
          readsBody: entry.body === true,
        });
      continue;
    }
    const known = BUILT_IN_MIDDLEWARES.get(entry.name);
    if (!known) continue;
    const { value, issues } = runCheck(known.config, entry.config ?? {});
    if (issues.length === 0) known.apply(settings, value, sources);
  }
  if (mistakes.length > 0) throw new StartupError('The middlewares cannot be set up:', mistakes);
  return settings;
}

const labelOf = (index: number, resolve: string): string =>
  `The koa middleware "${resolve}" (${FILE} → [${index}])`;

/** `/Admin/` → `/admin`; `/` is every path. */
function pathOf({ path = '/' }: MiddlewareEntry): string | null {
  const plain = path.toLowerCase().replace(/\/$/, '');
  return plain === '' ? null : plain;
}

async function loadOwn(
  resolve: string,
  config: unknown,
  sources: MiddlewareSources,
  place: Omit<Mistake, 'message'>,
  mistakes: Mistake[],
): Promise<Middleware | null> {
  const expected = 'a function (config, { kernel, koa }) that returns a koa middleware (ctx, next) => …';
  try {
    const factory = await sources.load(resolve);
    if (typeof factory !== 'function') {
      mistakes.push({ ...place, message: `${resolve} does not export a function; expected ${expected}` });
      return null;
    }
    const middleware: unknown = await factory(config, sources.host);
    if (typeof middleware === 'function') return middleware as Middleware;
    mistakes.push({ ...place, message: `${resolve} did not return a function; expected ${expected}` });
  } catch (error) {
    mistakes.push({
      ...place,
      message: `${resolve} could not be loaded: ${error instanceof Error ? error.message : error}`,
    });
  }
  return null;
}
