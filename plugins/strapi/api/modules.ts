// Modules as in Strapi: `strapi.api('article')` of the project, and `strapi.plugin('upload')`.
import type { Project } from '../project/load-project';
import { offering } from '../project/out-of-reach';
import type { ProjectParts } from '../project/parts';
import type { StrapiModels } from './models';

type Members = Readonly<Record<string, unknown>>;
export type ModuleKind = 'controllers' | 'services' | 'policies' | 'middlewares';

export interface ModuleSource {
  /** `api::article`, `plugin::upload` */
  readonly space: string;
  /** How code writes the module. */
  readonly title: string;
  readonly models: Pick<StrapiModels, 'contentType' | 'contentTypes'>;
  /** An unknown name throws, or is undefined. */
  part(kind: ModuleKind, name: string): unknown;
  names(kind: ModuleKind): readonly string[];
  config(key?: string, otherwise?: unknown): unknown;
}

export interface StrapiModule {
  service(name: string): unknown;
  readonly services: Members;
  controller(name: string): unknown;
  readonly controllers: Members;
  policy(name: string): unknown;
  readonly policies: Members;
  middleware(name: string): unknown;
  readonly middlewares: Members;
  contentType(name: string): unknown;
  readonly contentTypes: Members;
  config(key?: string, otherwise?: unknown): unknown;
}

export function moduleOf({ space, title, models, part, names, config }: ModuleSource): StrapiModule {
  const all = (kind: ModuleKind): Members =>
    Object.fromEntries(names(kind).map((name) => [name, part(kind, name)]));
  const made: StrapiModule = {
    service: (name) => part('services', name),
    get services() {
      return all('services');
    },
    controller: (name) => part('controllers', name),
    get controllers() {
      return all('controllers');
    },
    policy: (name) => part('policies', name),
    get policies() {
      return all('policies');
    },
    middleware: (name) => part('middlewares', name),
    get middlewares() {
      return all('middlewares');
    },
    contentType: (name) => models.contentType(`${space}.${name}`),
    get contentTypes() {
      return Object.fromEntries(
        Object.entries(models.contentTypes)
          .filter(([uid]) => uid.startsWith(`${space}.`))
          .map(([uid, type]) => [uid.slice(space.length + 1), type]),
      );
    },
    config,
  };
  return offering(made, (member) => `${title}.${member}`);
}

export interface ApiOptions {
  readonly project: Pick<Project, 'apis'>;
  readonly parts: Pick<ProjectParts, 'find'>;
  readonly models: ModuleSource['models'];
  made(kind: 'controllers' | 'services', uid: string): unknown;
}

/** By name: the folders in `src/api`. */
export const apiModules = ({ project, parts, models, made }: ApiOptions): ReadonlyMap<string, StrapiModule> =>
  new Map(
    [...project.apis].map(([name, api]) => [
      name,
      moduleOf({
        space: `api::${name}`,
        title: `strapi.api('${name}')`,
        models,
        part: (kind, of) =>
          kind === 'policies' || kind === 'middlewares'
            ? parts.find(kind, `api::${name}.${of}`)?.value
            : made(kind, `api::${name}.${of}`),
        names: (kind) => [...api[kind].keys()],
        config: () => undefined,
      }),
    ]),
  );
