// config/middlewares of Strapi → that of Quire. Without a setting to keep, there is no file: the steps are on by default.
import { check, type ForeignProject } from '../../../core';
import type { LeftOut } from './settings';

export interface Steps {
  /** JavaScript of each step; empty: no file. */
  readonly steps: readonly string[];
  readonly left: readonly LeftOut[];
}

type Place = 'errors' | 'cors' | 'end';

const ORDER = ['errors', 'logger', 'security', 'cors', 'query', 'body'];
const PARTS_OF_CORS: ReadonlySet<string> = new Set(['origin', 'headers', 'methods', 'maxAge', 'expose']);

/** `fileSize`: the limit of the plugin upload, in JavaScript. */
export function middlewareSettings(project: ForeignProject, fileSize: string | null): Steps {
  const left: LeftOut[] = [];
  const configs = new Map<string, string>();
  /** Of the project: before the steps errors and cors, and after all steps. */
  const own: Record<Place, string[]> = { errors: [], cors: [], end: [] };
  let place: Place = 'errors';
  const where = (name: string): string => `config/middlewares: ${name}`;
  const given = project.config('middlewares');
  for (const one of Array.isArray(given) ? given : []) {
    const entry: Readonly<Record<string, unknown>> = check.isPlainObject(one) ? one : { name: one };
    const named = project.plain(entry.name ?? entry.resolve ?? '');
    const name = typeof named === 'function' ? 'a function' : String(named);
    const step = name.replace(/^strapi::/, '');
    const config = check.isPlainObject(entry.config) ? entry.config : {};
    if (step === 'errors' && place === 'errors') place = 'cors';
    if (step === 'cors') place = 'end';
    if (entry.resolve !== undefined || name.startsWith('global::')) ownOf(entry, config);
    else if (!ORDER.includes(step)) {
      if (!DROPPED.has(step)) left.push({ where: where(name), why: 'Quire has no such middleware' });
    } else if (step === 'cors') corsOf(config);
    else if (Object.keys(config).some((key) => !NEEDLESS.has(key)))
      left.push({
        where: where(name),
        why: NOTES[step] ?? 'the settings of this step differ (docs/configuration.md)',
      });
  }
  if (fileSize !== null) configs.set('body', `{ file: ${fileSize} }`);

  function ownOf({ name, resolve, enabled }: Readonly<Record<string, unknown>>, config: object): void {
    if (enabled === false) return;
    const named = String(project.plain(resolve ?? name));
    const global = globalName(named);
    const leave = (why: string): void => void left.push({ where: where(named), why });
    if (global === null)
      leave('export (config, { kernel, koa }) => koa middleware, and name the file with resolve');
    else if (project.withoutCode(config).length > 0)
      leave(`its config has code; write { resolve: '${global}', config } in config/middlewares`);
    else own[place].push(ownStep(project, global, config));
  }

  function corsOf(config: Readonly<Record<string, unknown>>): void {
    const parts: string[] = [];
    for (const [key, value] of Object.entries(config)) {
      const leave = (why: string): void => void left.push({ where: where(`cors: ${key}`), why });
      if (key === 'credentials' || key === 'keepHeaderOnError' || isOpen(value)) continue;
      if (key === 'enabled' && value === true) continue;
      if (!PARTS_OF_CORS.has(key)) leave('Quire has no such key');
      else if (project.withoutCode(value).length > 0) leave(KEY_WITH_CODE);
      else if (key === 'origin') parts.push(...originParts(project, value, config.credentials ?? true));
      else parts.push(`${key}: ${project.code(value)}`);
    }
    if (parts.length > 0) configs.set('cors', `{ ${parts.join(', ')} }`);
  }

  if (configs.size === 0 && Object.values(own).flat().length === 0) return { steps: [], left };
  const steps = ORDER.flatMap((name) => {
    const config = configs.get(name);
    const step = config === undefined ? `'${name}'` : `{ name: '${name}', config: ${config} }`;
    return name === 'cors' || name === 'errors' ? [...own[name], step] : [step];
  });
  return { steps: [...steps, ...own.end], left };
}

/** The plugin strapi runs the files of `src/middlewares`. null: another file, or a package. */
function globalName(name: string): string | null {
  const [, file = null] = /^(?:\.\/)?src\/middlewares\/([\w-]+)(?:\.\w+)?$/.exec(name) ?? [];
  return name.startsWith('global::') ? name : file && `global::${file}`;
}

const ownStep = (project: ForeignProject, name: string, config: object): string =>
  Object.keys(config).length === 0
    ? `{ resolve: '${name}' }`
    : `{ resolve: '${name}', config: ${project.code(config)} }`;

/** Credentials need a list of origins. Strapi sends them by default. */
function originParts(project: ForeignProject, origin: unknown, credentials: unknown): string[] {
  const { code, plain, isEnvCall } = project;
  const [, variable] =
    /^env(?:\.array)?\(('(?:[^'\\]|\\.)*')/.exec(isEnvCall(origin) ? code(origin) : '') ?? [];
  if (variable === undefined) return [`origin: ${code(listOf(origin))}`, `credentials: ${code(credentials)}`];
  const otherwise = plain(origin);
  if (otherwise !== undefined && !isOpen(otherwise))
    return [
      `origin: env.array(${variable}, ${code(listOf(otherwise))})`,
      `credentials: ${code(credentials)}`,
    ];
  // Without the variable, pages of all origins may read answers.
  const isListed = `env.array(${variable}) !== undefined`;
  return [
    `origin: env.array(${variable})`,
    `credentials: ${credentials === true ? isListed : `${isListed} && ${code(credentials)}`}`,
  ];
}

const listOf = (value: unknown): unknown => (typeof value === 'string' ? value.split(/\s*,\s*/) : value);

const isOpen = (value: unknown): boolean => value === '*' || (Array.isArray(value) && value.includes('*'));

const KEY_WITH_CODE =
  'Quire takes a list, no function; without origin, pages of all origins may read answers';

const DROPPED: ReadonlySet<string> = new Set([
  'poweredBy',
  'session',
  'favicon',
  'public',
  'compression',
  'responses',
  'response-time',
]);
/** Code has the text of a body without it. */
const NEEDLESS: ReadonlySet<string> = new Set(['includeUnparsed']);
const NOTES: Readonly<Record<string, string>> = {
  security: 'the headers of Quire are strict by default, and its admin needs no exceptions',
  body: 'write json and file (bytes) in the step body',
  query: 'write limits in config/api',
};
