// `strapi.log`: texts, errors and objects in any order, as winston takes them.
import { isNativeError } from 'node:util/types';
import type { Logger } from '../../../core';

const LEVELS = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  http: 'debug',
  verbose: 'debug',
  debug: 'debug',
  silly: 'debug',
  trace: 'debug',
  fatal: 'error',
} as const;

export type StrapiLog = Readonly<Record<keyof typeof LEVELS, (...args: unknown[]) => void>>;

export function strapiLog(log: Logger): StrapiLog {
  const entries = Object.entries(LEVELS).map(([name, level]) => [
    name,
    (...args: unknown[]): void => {
      const texts = args.filter((arg) => typeof arg !== 'object' || arg === null).map(String);
      const error = args.find((arg) => isNativeError(arg));
      const objects = args.filter((arg) => typeof arg === 'object' && arg !== null && arg !== error);
      const message = texts.join(' ') || (isNativeError(error) ? error.message : 'a message of the project');
      const fields = Object.assign({}, ...objects.map((one) => (Array.isArray(one) ? { list: one } : one)));
      log[level](message, error === undefined ? fields : { ...fields, error });
    },
  ]);
  return Object.fromEntries(entries);
}
