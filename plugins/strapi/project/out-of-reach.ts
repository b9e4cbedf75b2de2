// A part of Strapi that Quire does not have. Code that uses it at startup stops startup; code of a request gets a 500 with the same sentence
// in the log.

export class OutOfReach extends Error {
  constructor(part: string, remedy: string) {
    super(`${part} is out of reach: ${remedy}`);
    this.name = 'OutOfReach';
  }
}

/** Getters that throw. */
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
      },
    ]),
  );
}
