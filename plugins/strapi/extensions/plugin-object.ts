// The object `plugin` that `strapi-server` of an extension gets and changes, in the form of Strapi.
import { OutOfReach } from '../project/out-of-reach';
import type { Members } from '../project/parts';

export type Factory = (tools: { readonly strapi: unknown }) => Members;

/** A plugin of Strapi as far as Quire has it. */
export interface Baseline {
  readonly name: string;
  /** By controller, then by action. */
  readonly controllers: Readonly<Record<string, Members>>;
  /** The controllers that Strapi writes as factories. */
  readonly factories: readonly string[];
  readonly routes: readonly object[];
  readonly services: Readonly<Record<string, Members>>;
  readonly middlewares: Members;
  /** By name, with the attributes of Strapi. */
  readonly contentTypes: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

export interface ExtendedContentType {
  schema?: unknown;
  lifecycles?: unknown;
}

export interface PluginObject {
  register: unknown;
  bootstrap: unknown;
  destroy: unknown;
  config: unknown;
  /** Strapi has a function with the member `routes`. */
  routes: { 'content-api'?: unknown; readonly [type: string]: unknown };
  controllers: Record<string, unknown>;
  services: Record<string, unknown>;
  policies: Record<string, unknown>;
  middlewares: Record<string, unknown>;
  contentTypes: Record<string, ExtendedContentType>;
}

export const nothing = (): void => undefined;

export function pluginObject(baseline: Baseline): PluginObject {
  const { name, controllers, factories, routes, services, middlewares, contentTypes } = baseline;
  return {
    register: nothing,
    bootstrap: nothing,
    destroy: nothing,
    config: { default: {}, validator: nothing },
    routes: { 'content-api': contentApi(routes) },
    controllers: offering(
      mapped(controllers, (members, key) =>
        factories.includes(key) ? () => ({ ...members }) : { ...members },
      ),
      `controllers of ${name}`,
    ),
    services: offering(
      mapped(services, (members) => () => members),
      `services of ${name}`,
    ),
    policies: {},
    middlewares: { ...middlewares },
    contentTypes: offering(
      mapped(contentTypes, (attributes) => ({ schema: { attributes: copied(attributes) } })),
      `contentTypes of ${name}`,
    ),
  };
}

function contentApi(routes: readonly object[]): unknown {
  const list = routes.map(copied);
  const made = () => ({ type: 'content-api', routes: made.routes });
  made.type = 'content-api';
  made.routes = list;
  return made;
}

function mapped<T, R>(members: Readonly<Record<string, T>>, change: (value: T, key: string) => R) {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value, key)]));
}

/** Of JSON values. */
const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Reading an absent member throws; adding one is allowed. */
function offering<T>(members: Record<string, T>, what: string): Record<string, T> {
  return new Proxy(members, {
    get(target, key) {
      if (typeof key === 'symbol' || Object.hasOwn(target, key) || key in Object.prototype)
        return Reflect.get(target, key);
      throw new OutOfReach(
        `"${key}" of the ${what}`,
        `Quire offers ${Object.keys(target).join(', ') || 'none'}`,
      );
    },
  });
}
