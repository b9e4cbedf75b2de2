// The resolvers of an extension. Their unexpected errors name the plugin and the field.
import { type AnyFunction, namingErrors } from '../../../core';
import type { Added } from './mistakes';

type Resolvers = Readonly<Record<string, unknown>>;

/** By type, then by field: a function, or an object with `resolve` and `subscribe`. Scalars and other objects stay as they are. */
export const ownResolvers = ({ plugin, value }: Added<Resolvers>): Added<Resolvers> => ({
  plugin,
  value: mapped(value, (fields, type) =>
    mapped(fields, (resolver, field) => {
      const named = (fn: unknown) =>
        typeof fn === 'function' ? namingErrors(fn as AnyFunction, plugin, `the field ${type}.${field}`) : fn;
      return typeof resolver === 'function' ? named(resolver) : mapped(resolver, named);
    }),
  ),
});

function mapped<T>(value: T, change: (member: unknown, key: string) => unknown): T {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)])) as T;
}
