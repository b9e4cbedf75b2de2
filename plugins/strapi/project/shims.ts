// The packages of Strapi that a project imports, as far as Quire offers them.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Factories } from './factories';
import { OutOfReach } from './out-of-reach';
import { errors } from './project-errors';

export function createShims(
  dir: string,
  strapi: unknown,
  factories: Factories,
): Readonly<Record<string, unknown>> {
  const ownPackage = (name: string): unknown => {
    try {
      return createRequire(join(dir, 'package.json'))(name);
    } catch {
      throw new OutOfReach(`${name} of @strapi/utils`, `install the package "${name}" in the project`);
    }
  };
  return {
    '@strapi/strapi': offering('@strapi/strapi', { factories }),
    '@strapi/utils': offering('@strapi/utils', {
      errors,
      get yup() {
        return ownPackage('yup');
      },
      get sanitize() {
        return { contentAPI: (strapi as SanitizingStrapi).contentAPI.sanitize };
      },
      get validate() {
        return { contentAPI: (strapi as SanitizingStrapi).contentAPI.validate };
      },
    }),
    // Types only.
    '@strapi/types': offering('@strapi/types', {}),
  };
}

interface SanitizingStrapi {
  readonly contentAPI: { readonly sanitize: unknown; readonly validate: unknown };
}

/** Names that compilers and languages look up in any module. */
const LOOKED_UP: ReadonlySet<PropertyKey> = new Set(['default', 'then', 'toJSON']);

/** A module that throws for other members. */
function offering(name: string, members: object): unknown {
  const module: object = new Proxy(members, {
    get(target, key) {
      if (key === '__esModule') return false;
      if (key in target || typeof key === 'symbol' || LOOKED_UP.has(key)) return Reflect.get(target, key);
      throw new OutOfReach(
        `${key} of ${name}`,
        `Quire offers ${Object.keys(members).join(', ') || 'its types only'}`,
      );
    },
  });
  return module;
}
