// The routes of a project → routes of Quire. A core route that the project leaves as it is stays the generated one.
import { type ContentType, check, type RouteDefinition } from '../../../core';
import { coreActions } from '../content/core-controller';
import { replaces } from '../project/factories';
import { mistakeOf } from '../project/load-project';
import type { Members } from '../project/parts';
import { unknownPart } from '../project/parts';
import { lineOf, type ProjectRoute } from './read-routes';
import { readPath } from './route-path';
import { type Action, type ActionSurroundings, actionHandler } from './run-action';
import { type StepSources, stepsOf } from './steps';

export interface MountOptions extends StepSources, ActionSurroundings {
  /** `/api` */
  readonly prefix: string;
  readonly types: ReadonlyMap<string, ContentType>;
  /** Checks a further permission: throws a 401 or a 403. */
  authorize: (request: Parameters<RouteDefinition['handler']>[0], action: string) => Promise<void>;
}

export interface Mounted {
  /** Routes of the project. */
  readonly own: readonly RouteDefinition[];
  /** Routes that an extension adds to a plugin, by plugin. */
  readonly ofPlugins: ReadonlyMap<string, readonly RouteDefinition[]>;
  /** `GET /api/articles` → the core action that the generated route may serve. */
  readonly plain: ReadonlyMap<string, RouteDefinition>;
  /** Permissions of actions whose routes ask for others, or for none. They grant access through relations and GraphQL. */
  readonly unasked: ReadonlySet<string>;
}

export function mount(routes: readonly ProjectRoute[], options: MountOptions): Mounted {
  const own: RouteDefinition[] = [];
  const ofPlugins = new Map<string, RouteDefinition[]>();
  const plain = new Map<string, RouteDefinition>();
  const unasked = new Set<string>();
  const seen = new Map<string, ProjectRoute>();
  for (const route of routes) {
    const { project, mistakes } = options;
    const at = `${route.file}:${lineOf(project.dir, route.file, route.raw.path, route.handler)}`;
    const paths = readPath(`${options.prefix}${route.path}`);
    if (typeof paths === 'string') {
      mistakes.push({ where: at, message: `${route.method} ${route.path}: ${paths}` });
      continue;
    }
    const target = targetOf(route, options, at);
    if (target === null) continue;
    if (target.action !== null && route.auth !== null) unasked.add(target.action);
    const steps = stepsOf(route, options);
    for (const read of paths) {
      const key = `${route.method} ${patternOf(read.path)}`;
      const other = seen.get(key);
      if (other) {
        mistakes.push({
          where: at,
          message: `${route.method} ${read.path} is the path of two routes: "${shown(other)}" of ${other.file} and "${shown(route)}"; Strapi serves the first only. Change or remove one`,
        });
        continue;
      }
      seen.set(key, route);
      const definition = definitionOf(route, read, [...steps, ...target.actions], target, options);
      if (definition === null) {
        mistakes.push({
          where: at,
          message:
            'a handler that is a function needs auth: false, or auth: { scope: [ … ] } with the permission',
        });
        continue;
      }
      const isPlain = target.isCore && steps.length === 0 && route.auth === null && read.params === undefined;
      const [, plugin] = /^plugin::(.+)$/.exec(route.owner) ?? [];
      if (isPlain) plain.set(key, definition);
      else if (plugin === undefined) own.push(definition);
      else ofPlugins.set(plugin, [...(ofPlugins.get(plugin) ?? []), definition]);
    }
  }
  return { own, ofPlugins, plain, unasked };
}

interface Target {
  readonly actions: readonly Action[];
  /** The permission of the action; null: of a function. */
  readonly action: string | null;
  readonly tag: string;
  /** Does the project leave the core action as it is? */
  readonly isCore: boolean;
}

function targetOf(route: ProjectRoute, options: MountOptions, at: string): Target | null {
  const { handler, owner } = route;
  const { parts, mistakes, types, project } = options;
  if (typeof handler !== 'string') {
    const actions = [handler].flat() as Action[];
    if (actions.every((one) => typeof one === 'function'))
      return { actions, action: null, tag: nameOf(owner), isCore: false };
    mistakes.push({ where: at, message: 'the handler is a list; write functions only' });
    return null;
  }
  const dot = handler.lastIndexOf('.');
  const [named, name] = [handler.slice(0, dot), handler.slice(dot + 1)];
  const uid = named.includes('::') ? named : `${owner}.${named}`;
  try {
    const controller = parts.made('controllers', uid);
    if (controller === null) throw unknownPart('controller', uid, parts.uids('controllers'));
    const action = controller[name];
    if (typeof action !== 'function')
      throw new Error(`the controller ${uid} has no action "${name}"; ${remedy(name, controller)}`);
    const type = types.get(uid);
    const isCore =
      type !== undefined && coreActions(type).includes(name) && !replacesCore(controller, uid, name, options);
    return {
      actions: [(ctx, next) => Reflect.apply(action, controller, [ctx, next])],
      action: `${uid}.${name}`,
      tag: type?.displayName ?? nameOf(owner),
      isCore,
    };
  } catch (error) {
    const found = mistakeOf(error, project.placeOf(error) ?? at, project);
    mistakes.push({ ...found, message: `${route.method} ${route.path} → "${handler}": ${found.message}` });
    return null;
  }
}

function replacesCore(controller: Members, uid: string, name: string, { parts }: MountOptions): boolean {
  const service = parts.made('services', uid);
  const around = [
    'transformResponse',
    'validateQuery',
    'sanitizeQuery',
    'validateInput',
    'sanitizeInput',
    'sanitizeOutput',
  ];
  const members = ['find', 'findOne', 'create', 'update', 'createOrUpdate', 'delete', 'getFetchParams'];
  return (
    replaces(controller, [name, ...around]) ||
    !hasCore(controller, name) ||
    (service !== null && replaces(service, members))
  );
}

/** A controller that is no core controller has all its actions itself. */
const hasCore = (controller: Members, name: string): boolean =>
  !Object.hasOwn(controller, name) && 'transformResponse' in controller;

function definitionOf(
  route: ProjectRoute,
  { path, params }: Exclude<ReturnType<typeof readPath>, string>[number],
  steps: readonly Action[],
  { action, tag }: Target,
  options: MountOptions,
): RouteDefinition | null {
  const isOpen = route.auth === false;
  const [scope = action, ...further] = route.auth === false ? [] : (route.auth ?? []);
  if (!isOpen && scope === null) return null;
  const handler = actionHandler(
    { route: route.raw, isOpen, name: shown(route), steps, ...(params ? { params } : {}) },
    options,
  );
  return {
    method: route.method,
    path,
    action: isOpen ? null : scope,
    summary: `Runs ${shown(route)} of the project`,
    tags: [tag],
    ...(route.method === 'GET' ? {} : { body: 'multipart' as const, keepsText: true }),
    // An action of a project may write in each route.
    commits: 'found',
    async handler(request, input) {
      for (const one of further) await options.authorize(request, one);
      return handler(request, input);
    },
  };
}

/** `api::article` → `article` */
const nameOf = (owner: string): string => owner.slice(owner.indexOf('::') + 2);

const shown = ({ handler }: ProjectRoute): string => (typeof handler === 'string' ? handler : 'a function');

/** `/api/articles/:id` and `/api/articles/:slug` are one path. */
export const patternOf = (path: string): string =>
  path.toLowerCase().replace(/:\w+/g, ':').replace(/\*\w+/, '*');

function remedy(name: string, controller: Members): string {
  const known = [
    ...new Set([...Object.keys(controller), ...Object.keys(Object.getPrototypeOf(controller) ?? {})]),
  ];
  const near = check.nearest(name, known);
  return near === undefined ? `it has ${known.join(', ') || 'none'}` : `did you mean "${near}"?`;
}
