// Checks `rest.types` of config/api. An operation of a disabled plugin is a warning, not a mistake.
// Disabling a plugin requires no other change of the configuration.
import {
  type App,
  type ContentType,
  check,
  type Mistake,
  needsPlugin,
  operationsOf,
  type RestTypeConfig,
} from '../../core';
import { actionsOf, OWN_ACTIONS } from './type-settings';

export interface Findings {
  /** Mistakes stop startup. */
  readonly mistakes: Mistake[];
  readonly warnings: Mistake[];
}

type Application = Pick<App, 'config' | 'schema' | 'operations' | 'disabledPlugins'>;

export function checkSettings(application: Application): Findings {
  const { config, schema } = application;
  const found: Findings = { mistakes: [], warnings: [] };
  for (const [uid, own] of Object.entries(config.api.rest.types)) {
    const at = `rest.types.${uid}`;
    const type = schema.types.get(uid);
    if (!type?.api) {
      const known = [...schema.types.values()].filter(({ api }) => api).map((one) => one.uid);
      const message = `no content type with this name has routes; known: ${known.join(', ') || 'none'}`;
      found.mistakes.push({ where: 'config/api', at, message });
      continue;
    }
    const mistake = (key: string, message: string): void =>
      void found.mistakes.push({ where: 'config/api', at: `${at}.${key}`, message });
    const { maxLimit } = config.api.rest;
    if (own.only && own.except) mistake('except', 'cannot be combined with "only"; keep one of them');
    if (own.pageSize !== undefined && own.pageSize > maxLimit)
      mistake('pageSize', `${own.pageSize} is above rest.maxLimit, which is ${maxLimit}`);
    checkNames(type, own, at, application, found);
  }
  return found;
}

function checkNames(
  type: ContentType,
  own: RestTypeConfig,
  at: string,
  { operations, disabledPlugins }: Application,
  { mistakes, warnings }: Findings,
): void {
  const known = actionsOf(type, operationsOf(operations, type));
  const places = [
    ...(['only', 'except'] as const).flatMap((key) => (own[key] ?? []).map((name) => ({ name, key }))),
    ...Object.keys(own.actions).map((name) => ({ name, key: `actions.${name}` })),
  ];
  for (const { name, key } of places) {
    if (known.includes(name)) continue;
    const place = { where: 'config/api', at: `${at}.${key}` };
    const provider = disabledPlugins.providerOf('operations', name);
    if (provider !== undefined)
      warnings.push({ ...place, message: `"${name}" ${needsPlugin(provider, disabledPlugins)}` });
    else {
      const owner = OWN_ACTIONS.collectionType.some((action) => action === name)
        ? 'a single type'
        : 'this type';
      const near = check.nearest(name, known);
      const remedy = near ? `did you mean "${near}"?` : `it has ${known.join(', ')}`;
      mistakes.push({ ...place, message: `${owner} has no "${name}"; ${remedy}` });
    }
  }
}
