// `env` for the configuration files of a project that becomes an application: each call stays a call, so that no value of the environment
// is written to a file. A call is a function, because configurations copy and merge plain objects.
import { isPlainObject } from '../../check/checks';
import { createEnv, type Env } from '../../config/env';

const CALL = Symbol('call of env');

interface EnvCall {
  readonly code: string;
  readonly otherwise: unknown;
}

export function recordedEnv(): Env {
  const record =
    (reader: string) =>
    (...args: readonly unknown[]): unknown => {
      const [, otherwise] = args;
      const call: EnvCall = { code: `${reader}(${args.map(codeOf).join(', ')})`, otherwise };
      return Object.assign(() => otherwise, { [CALL]: call, toString: () => String(otherwise ?? '') });
    };
  const readers = Object.keys(createEnv({}, [])).map((name) => [name, record(`env.${name}`)]);
  return Object.assign(record('env'), Object.fromEntries(readers)) as unknown as Env;
}

const callOf = (value: unknown): EnvCall | undefined =>
  typeof value === 'function' ? Reflect.get(value, CALL) : undefined;

/** The text of a value in JavaScript. */
export function codeOf(value: unknown): string {
  const call = callOf(value);
  if (call) return call.code;
  if (value === undefined || typeof value === 'function') return 'undefined';
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`;
  if (!isPlainObject(value)) return textOf(value);
  const members = Object.entries(value).map(([key, one]) => `${keyOf(key)}: ${codeOf(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`
    : String(value);

export const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : textOf(key));

/** The value without an environment. */
export function plainOf(value: unknown): unknown {
  const call = callOf(value);
  if (call) return call.otherwise;
  if (Array.isArray(value)) return value.map(plainOf);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainOf(one)]));
}

export const isEnvCall = (value: unknown): boolean => callOf(value) !== undefined;

/**
 * The members that the project has with its environment, with its calls of `env`. A value that is computed from the environment may be a
 * secret: it is that without an environment.
 */
export function combined(real: unknown, recorded: unknown, plain: unknown): unknown {
  if (isEnvCall(recorded)) return recorded;
  if (Array.isArray(real)) return Array.isArray(recorded) ? recorded : plain;
  if (!isPlainObject(real)) return Object.is(real, plain) ? real : (plain ?? recorded);
  const memberOf = (value: unknown, key: string): unknown =>
    isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return Object.fromEntries(
    Object.entries(real).map(([key, value]) => [
      key,
      combined(value, memberOf(recorded, key), memberOf(plain, key)),
    ]),
  );
}
