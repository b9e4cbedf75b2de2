// config/plugins of Strapi → that of Quire: the plugins of the schema files, and the keys that both have.
import { check, type ForeignProject } from '../../../core';
import { mailOf, storageOf } from './provider-settings';
import type { ProjectFacts } from './schema-files';
import { type FileSettings, type LeftOut, leavesOf, SAME, type Setting } from './settings';

export interface PluginSettingsOfProject extends FileSettings {
  /** The limit of a file, in JavaScript. */
  readonly fileSize: string | null;
  /** A secret that stood in the file. */
  readonly jwtSecret: string | null;
}

export function pluginSettings(project: ForeignProject, facts: ProjectFacts): PluginSettingsOfProject {
  const { code, plain, isEnvCall, withoutCode } = project;
  const settings: Setting[] = [];
  const left: LeftOut[] = [];
  const given = project.config('plugins');
  const entries = check.isPlainObject(given) ? given : {};
  const configOf = (name: string): Readonly<Record<string, unknown>> => {
    const entry = entries[name];
    return check.isPlainObject(entry) && check.isPlainObject(entry.config) ? entry.config : {};
  };
  /** `false`, `{ enabled: false }`, or a call of `env` that says so. */
  const enabledOf = (name: string): unknown => {
    const entry = entries[name];
    return check.isPlainObject(entry) ? entry.enabled : entry;
  };
  const isOff = (name: string): boolean => enabledOf(name) === false;
  /** Of a plugin without settings. */
  function enable(name: string, why: string): void {
    const enabled = enabledOf(name);
    if (isEnvCall(enabled)) settings.push({ path: [name], code: code(enabled), why: SAME });
    else if (isOff(name)) settings.push({ path: [name], code: 'false', why: SAME });
    else settings.push({ path: [name], code: 'true', why });
  }
  const leave = (name: string, why: string): void =>
    void left.push({ where: `config/plugins: ${name}`, why });
  /** Functions, dates and objects of classes. */
  const leaveCode = (name: string, value: unknown): void => {
    for (const path of withoutCode(value))
      leave(path === '' ? name : `${name}.${path}`, 'code is not copied; write it here');
  };

  /** Keeps the keys that both have. Other names of a key are in `ways`. */
  function keep(
    name: string,
    why: string,
    ways: Readonly<Record<string, (value: unknown) => string | null>>,
  ): void {
    if (isOff(name)) {
      enable(name, why);
      return;
    }
    const before = settings.length;
    const whole = new Set(Object.keys(ways));
    for (const { path, value } of leavesOf(configOf(name), whole)) {
      const key = path.join('.');
      const way = ways[key];
      if (way) {
        const problem = way(value);
        if (problem !== null) leave(`${name}.${key}`, problem);
      } else if (KEPT[name]?.has(key)) {
        leaveCode(`${name}.${key}`, value);
        if (!withoutCode(value).includes(''))
          settings.push({ path: [name, 'config', ...path], code: code(value), why: SAME });
      } else leave(`${name}.${key}`, 'Quire has no such key');
    }
    const enabled = enabledOf(name);
    if (settings.length === before) enable(name, why);
    else if (isEnvCall(enabled)) settings.push({ path: [name, 'enabled'], code: code(enabled), why: SAME });
  }

  let fileSize: string | null = null;
  let jwtSecret: string | null = null;
  const drop = (why: string) => (): string => why;

  settings.push(
    { path: ['rest'], code: 'true', why: 'the API' },
    { path: ['openapi'], code: 'true', why: '/api/openapi.json, and /api/docs in development' },
    { path: ['strapi', 'config', 'dir'], code: code(project.from), why: 'runs the code of the project' },
  );
  enable('draft-and-publish', 'Strapi always has it: answers show publishedAt');
  if (facts.hasLocales) enable('i18n', 'a schema file is localized');
  keep('users-permissions', 'Strapi has users, too', {
    jwtSecret(value) {
      const secret = plain(value);
      if (isEnvCall(value) && code(value).startsWith("env('JWT_SECRET'")) return null;
      if (isEnvCall(value))
        settings.push({ path: ['users-permissions', 'config', 'jwtSecret'], code: code(value), why: SAME });
      else if (typeof secret === 'string') jwtSecret = secret;
      return null;
    },
  });
  enable('api-tokens', 'Strapi has API tokens, too');
  if (facts.hasFiles || 'upload' in entries || facts.usesFiles)
    keep('upload', facts.hasFiles ? 'a schema file has media' : 'the project uses files', {
      sizeLimit(value) {
        leaveCode('upload.sizeLimit', value);
        if (withoutCode(value).length === 0) fileSize = code(value);
        return null;
      },
      provider(value) {
        const stored = storageOf(project, configOf('upload'), value);
        settings.push(...stored.settings);
        for (const [key, why] of stored.left) leave(`upload.providerOptions.${key}`, why);
        return stored.problem;
      },
      providerOptions(value) {
        leaveCode('upload.providerOptions', value);
        return null;
      },
      actionOptions: drop('pass options of the storage in providerOptions'),
      concurrentUploadSize: drop('Quire has no counterpart'),
      security: drop('write allow and deny'),
    });
  if ('email' in entries || facts.usesEmail)
    keep('email', 'the project sends emails', {
      provider(value) {
        const sent = mailOf(project, configOf('email'), value);
        settings.push(...sent.settings);
        return sent.problem;
      },
      providerOptions(value) {
        leaveCode('email.providerOptions', value);
        return null;
      },
    });
  if (facts.packages.has('@strapi/plugin-graphql') || 'graphql' in entries)
    keep('graphql', 'the project has @strapi/plugin-graphql', {
      generateArtifacts: drop('quire graphql-schema prints the schema'),
      artifacts: drop('quire graphql-schema prints the schema'),
      apolloServer: drop('Quire does not use Apollo'),
    });
  if (facts.hasCron) enable('jobs', 'the project has cron tasks');
  for (const name of Object.keys(entries))
    if (!KNOWN.has(name) && !isOff(name))
      leave(name, OTHERS[name] ?? 'a plugin of Strapi; Quire does not run it');
  return { settings, left, fileSize, jwtSecret };
}

const KNOWN: ReadonlySet<string> = new Set(['users-permissions', 'upload', 'email', 'graphql', 'i18n']);

const OTHERS: Readonly<Record<string, string>> = {
  documentation: 'the plugin openapi documents the API',
  sentry: 'tap request.error in a plugin',
  'content-releases': 'the plugin schedule has releases',
  'review-workflows': 'Quire has no counterpart',
  'content-manager': 'the admin of Quire is another one',
  'content-type-builder': 'schema files are edited as text, or with quire create type',
  'config-sync': 'permissions stand in roles of config/plugins',
  cloud: 'Quire has no counterpart',
  'color-picker': 'its fields are read as text',
};

const KEPT: Readonly<Record<string, ReadonlySet<string>>> = {
  'users-permissions': new Set([
    'jwt.expiresIn',
    'jwt.algorithm',
    'jwt.issuer',
    'jwt.audience',
    'jwtManagement',
    'sessions.accessTokenLifespan',
    'sessions.idleRefreshTokenLifespan',
    'sessions.maxRefreshTokenLifespan',
    'sessions.httpOnly',
    'sessions.cookie.name',
    'sessions.cookie.path',
    'sessions.cookie.domain',
    'sessions.cookie.sameSite',
    'sessions.cookie.secure',
    'register.allowedFields',
    'ratelimit.enabled',
    'ratelimit.interval.min',
    'ratelimit.max',
  ]),
  upload: new Set(['breakpoints']),
  email: new Set(['settings.defaultFrom', 'settings.defaultReplyTo']),
  graphql: new Set([
    'endpoint',
    'shadowCRUD',
    'depthLimit',
    'amountLimit',
    'defaultLimit',
    'maxLimit',
    'landingPage',
    'playgroundAlways',
    'v4CompatibilityMode',
  ]),
};
