// Modules as in Strapi: `strapi.api('article')` of the project, and `strapi.plugin('upload')`.
import { offering } from '../project/out-of-reach';
import type { StrapiModels } from './models';

type Members = Readonly<Record<string, unknown>>;
export type ModuleKind = 'controllers' | 'services' | 'policies' | 'middlewares';

export interface ModuleSource {
  /** `api::article`, `plugin::upload` */
  readonly space: string;
  /** How code writes the module. */
  readonly title: string;
  readonly models: Pick<StrapiModels, 'contentTypes'>;
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
  const typesOf = (): Members =>
    Object.fromEntries(
      Object.entries(models.contentTypes)
        .filter(([uid]) => uid.startsWith(`${space}.`))
        .map(([uid, type]) => [uid.slice(space.length + 1), type]),
    );
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
    contentType: (name) => typesOf()[name],
    get contentTypes() {
      return typesOf();
    },
    config,
  };
  return offering(made, (member) => `${title}.${member}`);
}
