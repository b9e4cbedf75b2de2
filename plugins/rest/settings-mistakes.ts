// What in `rest.types` of config/api cannot be meant. A name that a plugin brings which is off is told, and stops nothing: a
// plugin is switched off without touching what is said of its operations.
import {
  type ContentType,
  check,
  type Kernel,
  type Mistake,
  type RestTypeConfig,
  waitsFor,
} from '../../core';
import { actionsOf, OWN_ACTIONS } from './type-settings';

export interface Findings {
  /** The start stops at these. */
  readonly mistakes: Mistake[];
  readonly warnings: Mistake[];
}

type Application = Pick<Kernel, 'config' | 'schema' | 'operations' | 'offPlugins'>;

export function checkSettings(application: Application): Findings {
  const { config, schema } = application;
  const found: Findings = { mistakes: [], warnings: [] };
  for (const [uid, own] of Object.entries(config.api.rest.types)) {
    const at = `rest.types.${uid}`;
    const type = schema.types.get(uid);
    if (!type?.api) {
      const known = [...schema.types.values()].filter(({ api }) => api).map((one) => one.uid);
      const message = `there is no content type of this name with routes; known: ${known.join(', ') || 'none'}`;
      found.mistakes.push({ where: 'config/api', at, message });
      continue;
    }
    const mistake = (key: string, message: string): void =>
      void found.mistakes.push({ where: 'config/api', at: `${at}.${key}`, message });
    const { maxLimit } = config.api.rest;
    if (own.only && own.except) mistake('except', 'stands beside "only", which says it all; keep one');
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
  { operations, offPlugins }: Application,
  { mistakes, warnings }: Findings,
): void {
  const known = actionsOf(type, operations.of(type));
  const places = [
    ...(['only', 'except'] as const).flatMap((key) => (own[key] ?? []).map((name) => ({ name, key }))),
    ...Object.keys(own.actions).map((name) => ({ name, key: `actions.${name}` })),
  ];
  for (const { name, key } of places) {
    if (known.includes(name)) continue;
    const place = { where: 'config/api', at: `${at}.${key}` };
    const bringer = offPlugins.bringerOf('operations', name);
    if (bringer !== undefined)
      warnings.push({ ...place, message: `"${name}" ${waitsFor(bringer, offPlugins)}` });
    else {
      const who = OWN_ACTIONS.collectionType.some((action) => action === name)
        ? 'a single type'
        : 'this type';
      const near = check.nearest(name, known);
      const remedy = near ? `did you mean "${near}"?` : `it has ${known.join(', ')}`;
      mistakes.push({ ...place, message: `${who} has no "${name}"; ${remedy}` });
    }
  }
}
