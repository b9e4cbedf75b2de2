// The packages of Strapi that a project imports, as far as Quire offers them.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Factories } from './factories';
import { OutOfReach, offering } from './out-of-reach';
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
    '@strapi/strapi': offered('@strapi/strapi', { factories }),
    '@strapi/utils': offered('@strapi/utils', {
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
    '@strapi/types': offered('@strapi/types', {}),
  };
}

interface SanitizingStrapi {
  readonly contentAPI: { readonly sanitize: unknown; readonly validate: unknown };
}

const offered = (name: string, members: object): object =>
  offering(members, (member) => `${member} of ${name}`);
