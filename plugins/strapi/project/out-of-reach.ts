// A part of Strapi that Quire does not have. Code that uses it at startup stops startup; code of a request gets a 500 with the same sentence
// in the log.

export class OutOfReach extends Error {
  constructor(part: string, remedy: string) {
    super(`${part} is out of reach: ${remedy}`);
    this.name = 'OutOfReach';
  }
}

/** Accessors that throw. */
export function outOfReach(
  parts: Readonly<Record<string, string>>,
  prefix = 'strapi.',
): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(parts).map(([name, remedy]) => [
      name,
      {
        get(): never {
          throw new OutOfReach(`${prefix}${name}`, remedy);
        },
        set(): never {
          throw new OutOfReach(`${prefix}${name}`, remedy);
        },
      },
    ]),
  );
}

/** Names that compilers and languages look up in any object. */
const LOOKED_UP: ReadonlySet<PropertyKey> = new Set(['default', 'then', 'toJSON', 'constructor']);

/** An object that throws for members that it does not have. `nameOf`: how code writes a member. */
export function offering<T extends object>(members: T, nameOf: (member: string) => string): T {
  return new Proxy(members, {
    get(target, key) {
      if (key === '__esModule') return false;
      if (key in target || typeof key === 'symbol' || LOOKED_UP.has(key)) return Reflect.get(target, key);
      const names = Object.keys(members).filter((name) => !isClosed(members, name));
      throw new OutOfReach(nameOf(key), `Quire offers ${names.join(', ') || 'its types only'}`);
    },
  });
}

/** An accessor with a setter: of `outOfReach`. */
const isClosed = (members: object, name: string): boolean =>
  Object.getOwnPropertyDescriptor(members, name)?.set !== undefined;
