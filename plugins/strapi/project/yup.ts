// `yup` of `@strapi/utils`, and what checks a value with it. Strapi brings yup along; here it comes from the node_modules of the project.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { OutOfReach } from './out-of-reach';
import { errors } from './project-errors';
import type { YupError } from './yup-errors';

interface YupSchema {
  validate(value: unknown, options: object): Promise<unknown>;
  validateSync(value: unknown, options: object): unknown;
}

/** Who may have it: a strict package manager hides it from the project itself. */
const OWNERS = [[], ['@strapi/utils'], ['@strapi/strapi', '@strapi/utils']];

export function yupOf(dir: string): unknown {
  for (const owners of OWNERS)
    try {
      let at = join(dir, 'package.json');
      for (const owner of owners) at = createRequire(at).resolve(owner);
      return createRequire(at)('yup');
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'MODULE_NOT_FOUND') throw error;
    }
  throw new OutOfReach('yup of @strapi/utils', 'install the package "yup" in the project');
}

const optionsOf = (options: object): object => ({ strict: true, abortEarly: false, ...options });

export const validateYupSchema =
  (schema: YupSchema, options: object = {}) =>
  async (value: unknown, message?: string): Promise<unknown> => {
    try {
      return await schema.validate(value, optionsOf(options));
    } catch (error) {
      throw errorOf(error, message);
    }
  };

export const validateYupSchemaSync =
  (schema: YupSchema, options: object = {}) =>
  (value: unknown, message?: string): unknown => {
    try {
      return schema.validateSync(value, optionsOf(options));
    } catch (error) {
      throw errorOf(error, message);
    }
  };

const isOfYup = (error: unknown): error is YupError =>
  error instanceof Error && error.name === 'ValidationError' && Array.isArray(Reflect.get(error, 'inner'));

const errorOf = (error: unknown, message: string | undefined): unknown =>
  isOfYup(error) ? new errors.YupValidationError(error, message) : error;
