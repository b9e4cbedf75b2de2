// config/server and config/api of Strapi → those of Quire.
import { check, type ForeignProject } from '../../../core';
import { privateNames } from './private-names';
import { type FileSettings, type LeftOut, leavesOf, SAME, type Setting } from './settings';

export function serverSettings(project: ForeignProject): FileSettings {
  const { code, plain, isEnvCall } = project;
  const given = project.config('server');
  const server = check.isPlainObject(given) ? given : {};
  const settings: Setting[] = [
    { path: ['host'], code: code(server.host ?? '127.0.0.1'), why: SAME },
    { path: ['port'], code: code(server.port ?? 1337), why: SAME },
  ];
  const left: LeftOut[] = [];
  const url = plain(server.url);
  if (isEnvCall(server.url) && (url === undefined || isAddress(url)))
    settings.push({ path: ['url'], code: code(server.url), why: SAME });
  else if (isAddress(url)) settings.push({ path: ['url'], code: code(url), why: SAME });
  else if (url !== undefined && url !== '')
    left.push({ where: 'config/server: url', why: `${code(url)} is no address with http:// or https://` });
  const proxy = plain(server.proxy);
  const hasProxy = proxy === true || (check.isPlainObject(proxy) && proxy.koa === true);
  if (hasProxy)
    settings.push({
      path: ['proxy'],
      code: '1',
      why: 'Strapi trusted every proxy; write how many there are',
    });
  else if (isEnvCall(server.proxy))
    left.push({
      where: 'config/server: proxy',
      why: 'write the number of proxies as proxy, if there are any',
    });
  for (const key of Object.keys(server)) {
    const why = SERVER[key] ?? (KEPT.has(key) ? null : 'Quire has no such key');
    if (why !== null) left.push({ where: `config/server: ${key}`, why });
  }
  return { settings, left };
}

const KEPT: ReadonlySet<string> = new Set(['host', 'port', 'url', 'proxy']);
const SERVER: Readonly<Record<string, string>> = {
  app: 'its keys sign cookies; code of the project still uses those of its own file',
  admin: 'there is no admin panel of Strapi',
  cron: 'the plugins strapi and jobs run its tasks; this file of Strapi keeps them',
  dirs: 'Quire has its own folders',
  webhooks: 'the plugin webhooks has settings of its own',
  transfer: 'quire transfer has other settings',
};

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value);

const PRIVATE = 'responses.privateAttributes';
const HIDDEN =
  'the copied schema files have them as options.privateAttributes; users, roles and files still show them, so hide fields of these with request.visibility in a plugin';
const SHOWN = 'answers show these attributes, until options.privateAttributes of each schema file names them';

export function apiSettings(project: ForeignProject): FileSettings {
  const settings: Setting[] = [];
  const left: LeftOut[] = [];
  const notes: Readonly<Record<string, string>> = {
    [PRIVATE]: privateNames(project).length > 0 ? HIDDEN : SHOWN,
  };
  for (const { path, value } of leavesOf(project.config('api'))) {
    const name = path.join('.');
    const plain = project.plain(value);
    const isSame =
      API[name]?.(plain) === true || (project.isEnvCall(value) && plain === undefined && name in API);
    if (isSame) settings.push({ path, code: project.code(value), why: SAME });
    else
      left.push({
        where: `config/api: ${name}`,
        why:
          name in API
            ? `Quire does not take ${project.code(plain)}`
            : (notes[name] ?? 'Quire has no such key'),
      });
  }
  return { settings, left };
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const API: Readonly<Record<string, (value: unknown) => boolean>> = {
  'rest.prefix': (value) => typeof value === 'string' && /^(\/[\w.-]+)+$/.test(value),
  'rest.defaultLimit': isCount,
  'rest.maxLimit': isCount,
  'rest.withCount': isFlag,
  'rest.strictParams': isFlag,
};
