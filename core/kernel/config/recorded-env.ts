// `env` for the configuration files of a project that becomes an application: each call stays a call, so that no value of the environment
// is written to a file. A text that code takes from process.env becomes a call, too. A call is a function, because configurations copy and
// merge plain objects.
import { createEnv, type Env, type Variables } from './env';

const CALL = Symbol('call of env');

interface EnvCall {
  readonly code: string;
  /** null: the name is no text. */
  readonly variable: string | null;
  readonly otherwise: unknown;
}

export function recordedEnv(): Env {
  const record =
    (reader: string) =>
    (...args: readonly unknown[]): unknown =>
      callTo(reader, args, args[1]);
  const readers = Object.keys(createEnv({}, [])).map((name) => [name, record(`env.${name}`)]);
  return Object.assign(record('env'), Object.fromEntries(readers)) as unknown as Env;
}

function callTo(reader: string, args: readonly unknown[], otherwise: unknown): unknown {
  const [name] = args;
  const call: EnvCall = {
    code: `${reader}(${args.map(codeOf).join(', ')})`,
    variable: typeof name === 'string' ? name : null,
    otherwise,
  };
  return Object.assign(() => otherwise, { [CALL]: call, toString: () => String(otherwise ?? '') });
}

const callOf = (value: unknown): EnvCall | undefined =>
  typeof value === 'function' ? Reflect.get(value, CALL) : undefined;

/** The text of a value in JavaScript, without the members that have none. */
export function codeOf(value: unknown): string {
  const call = callOf(value);
  if (call) return call.code;
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`;
  if (!isLiteral(value)) return hasCode(value) ? textOf(value) : 'undefined';
  const members = Object.entries(value)
    .filter(([, one]) => hasCode(one))
    .map(([key, one]) => `${keyOf(key)}: ${codeOf(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The paths of the members that have no text. */
export function withoutCode(value: unknown, path = ''): string[] {
  if (!hasCode(value)) return value === undefined ? [] : [path];
  if (isEnvCall(value) || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    withoutCode(one, path === '' ? key : `${path}.${key}`),
  );
}

/** An object of a class has no text. */
function isLiteral(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const hasCode = (value: unknown): boolean =>
  isEnvCall(value) ||
  Array.isArray(value) ||
  isLiteral(value) ||
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value);

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`
    : String(value);

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : textOf(key));

/** The value without an environment. */
export function plainOf(value: unknown): unknown {
  const call = callOf(value);
  if (call) return call.otherwise;
  if (Array.isArray(value)) return value.map(plainOf);
  if (!isLiteral(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainOf(one)]));
}

export const isEnvCall = (value: unknown): boolean => callOf(value) !== undefined;

/** The variables that a value is made of, at any depth. */
export function variablesIn(value: unknown): readonly string[] {
  const call = callOf(value);
  if (call) return call.variable === null ? [] : [call.variable];
  if (Array.isArray(value)) return value.flatMap(variablesIn);
  return isLiteral(value) ? Object.values(value).flatMap(variablesIn) : [];
}

interface Place {
  readonly path: string;
  readonly variables: Variables;
  /** The paths of values that are those without an environment. */
  readonly computed: string[];
}

/**
 * The members that the project has with its environment, with its calls of `env`. A value that is computed from the environment may be a
 * secret: it is that without an environment. The text of one variable is a call.
 */
export function combined(real: unknown, recorded: unknown, plain: unknown, place: Place): unknown {
  const { path, variables, computed } = place;
  if (isEnvCall(recorded)) return recorded;
  const at = (key: string | number): Place => ({ ...place, path: `${path}.${key}` });
  if (Array.isArray(real) && Array.isArray(recorded) && real.length === recorded.length)
    return real.map((one, index) => combined(one, recorded[index], memberOf(plain, index), at(index)));
  if (!isLiteral(real)) {
    if (Object.is(real, plain) || !hasCode(real)) return real;
    const name = Object.keys(variables).find((one) => real !== '' && variables[one] === real);
    if (name !== undefined) return callTo('env', [name, ...(plain === undefined ? [] : [plain])], plain);
    const made = plain ?? recorded;
    if (!Object.is(made, real)) computed.push(path);
    return made;
  }
  return Object.fromEntries(
    Object.entries(real).map(([key, value]) => [
      key,
      combined(value, memberOf(recorded, key), memberOf(plain, key), at(key)),
    ]),
  );
}

const memberOf = (value: unknown, key: string | number): unknown =>
  (isLiteral(value) || Array.isArray(value)) && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined;
