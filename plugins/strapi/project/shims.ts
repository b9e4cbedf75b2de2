// The packages of Strapi that a project imports, as far as Quire offers them.
import { asyncUtils } from './async-utils';
import type { Factories } from './factories';
import { offering } from './out-of-reach';
import { errors } from './project-errors';
import { validateYupSchema, validateYupSchemaSync, yupOf } from './yup';
import { formatYupErrors } from './yup-errors';

export function createShims(
  dir: string,
  strapi: unknown,
  factories: Factories,
): Readonly<Record<string, unknown>> {
  return {
    '@strapi/strapi': offered('@strapi/strapi', { factories }),
    '@strapi/utils': offered('@strapi/utils', {
      errors,
      async: asyncUtils,
      validateYupSchema,
      validateYupSchemaSync,
      formatYupErrors,
      get yup() {
        return yupOf(dir);
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
