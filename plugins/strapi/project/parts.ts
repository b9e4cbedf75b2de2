// The controllers, services, policies and middlewares of a project by name. A factory runs once, at the first use.
import { check } from '../../../core';
import type { Part, Parts, Project } from './load-project';
import { OutOfReach } from './out-of-reach';

export type Members = Record<string, unknown>;
export type Kind = 'controllers' | 'services' | 'policies' | 'middlewares';

export interface ProjectParts {
  /** `api::article.article`, `global::is-admin`, or `plugin::users-permissions.user` of an extension. null: there is none. */
  find(kind: Kind, uid: string): Part | null;
  /** The name as a route of `owner`, such as `api::article`, writes it: `is-owner`, `global::is-admin`, `api::a.b`. */
  resolve(kind: 'policies' | 'middlewares', name: string, owner: string | null): Part | null;
  /** The object of a controller or service; null: there is none. */
  made(kind: 'controllers' | 'services', uid: string): Members | null;
  /** All uids of a kind. */
  uids(kind: Kind): readonly string[];
}

/** The parts of a plugin of Strapi after its extension. */
export type PluginParts = Readonly<Record<Kind, Parts>>;

export function createParts(
  project: Project,
  plugins: ReadonlyMap<string, PluginParts>,
  strapi: unknown,
): ProjectParts {
  const instances = new Map<string, Members>();

  function find(kind: Kind, uid: string): Part | null {
    const [, space, api, name = ''] = /^(api|global|plugin)::(?:([^.]+)\.)?(.+)$/.exec(uid) ?? [];
    const parts =
      space === 'global' && api === undefined && (kind === 'policies' || kind === 'middlewares')
        ? project[kind]
        : (space === 'plugin' ? plugins : project.apis).get(api ?? '')?.[kind];
    // A file `myThing.ts` has the names `myThing` and `my-thing`.
    return parts?.get(name) ?? [...(parts ?? [])].find(([key]) => dashed(key) === dashed(name))?.[1] ?? null;
  }

  return {
    find,
    resolve: (kind, name, owner) =>
      find(kind, name.includes('::') || owner === null ? name : `${owner}.${name}`),
    made(kind, uid) {
      const key = `${kind} ${uid}`;
      const known = instances.get(key);
      if (known) return known;
      const part = find(kind, uid);
      if (part === null) return null;
      const made: unknown = typeof part.value === 'function' ? part.value({ strapi }) : part.value;
      if (!isMembers(made))
        throw new Error(
          `${part.file} exports no ${kind === 'services' ? 'service' : 'controller'}; export an object of functions, or a factory`,
        );
      instances.set(key, made);
      return made;
    },
    uids: (kind) =>
      [...project.apis.values()].flatMap(({ name, [kind]: parts }) =>
        [...parts.keys()].map((key) => `api::${name}.${key}`),
      ),
  };
}

export function unknownPart(kind: string, uid: string, known: readonly string[]): Error {
  if (uid.startsWith('plugin::') || uid.startsWith('admin::'))
    return new OutOfReach(`the ${kind} ${uid}`, 'Quire runs the code of the project only');
  const near = check.nearest(uid, known);
  return new Error(
    `There is no ${kind} "${uid}"; ${near === undefined ? `known: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`}`,
  );
}

const isMembers = (value: unknown): value is Members =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** `myThing` → `my-thing`. */
const dashed = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
