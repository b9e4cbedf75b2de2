// Wraps the functions of a part that a plugin adds. Errors about them, and about their results, name the plugin and the part.
import { type AnyFunction, attribute, type Returning } from '../errors/attribute';

/** Keys are paths of functions: `sql`, `filter.parse`. The key '' stands for a part that is a function itself. */
export type Returns = Readonly<Record<string, Returning>>;

interface Part {
  readonly plugin: string;
  /** `the filter operator "$near"` */
  readonly name: string;
  readonly returns: Returns;
}

/** The same part with wrapped functions. */
export function attributedFunctions<T>(value: T, part: Part): T {
  if (typeof value === 'function') return owned(value as unknown as AnyFunction, value, '', part) as T;
  return typeof value === 'object' && value !== null ? ownMembers(value, part) : value;
}

/** The depth of `fields.<place>.result` of a GraphQL part. Deeper objects are not copied. */
const DEEPEST = 2;

/** Copies the part, so that two applications can add the same object. `this` in functions is still the object of the plugin. */
function ownMembers<T extends object>(value: T, part: Part, prefix = '', depth = 0): T {
  const copy: T = Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
  for (const [key, { get }] of membersOf(value)) {
    const member: unknown = Reflect.get(value, key);
    const path = prefix + key;
    if (typeof member === 'function') replace(copy, key, owned(member as AnyFunction, value, path, part));
    else if (depth < DEEPEST && isPlain(member))
      replace(copy, key, ownMembers(member, part, `${path}.`, depth + 1));
    else if (get) Object.defineProperty(copy, key, accessorOf(value, key));
  }
  return copy;
}

const replace = (copy: object, key: string, value: unknown): unknown =>
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });

/** A getter runs on the object of the plugin: a copy has no private fields. */
const accessorOf = (value: object, key: string): PropertyDescriptor => ({
  get: () => Reflect.get(value, key),
  set: (member: unknown) => Reflect.set(value, key, member),
  enumerable: true,
  configurable: true,
});

/** The object's own members, and the members of its class. */
function membersOf(value: object): Map<string, PropertyDescriptor> {
  const members = new Map<string, PropertyDescriptor>();
  for (let each = value; each !== null && each !== Object.prototype; each = Object.getPrototypeOf(each))
    for (const [key, member] of Object.entries(Object.getOwnPropertyDescriptors(each)))
      if (!members.has(key)) members.set(key, member);
  members.delete('constructor');
  return members;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function owned(fn: AnyFunction, self: unknown, path: string, { plugin, name, returns }: Part): AnyFunction {
  const called: AnyFunction = (...args) => {
    const result = fn.apply(self, args);
    return isIterable(result) ? ownIteration(result, plugin, name) : result;
  };
  return attribute(called, { plugin, at: name, member: path, returns: returns[path] });
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Names errors of each step, because the code of a generator runs in steps. */
async function* ownIteration(items: AsyncIterable<unknown>, plugin: string, name: string) {
  const iterator = items[Symbol.asyncIterator]();
  const next = attribute(() => iterator.next(), { plugin, at: name });
  try {
    for (;;) {
      const { done, value } = await next();
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
