// `env('PORT', '1337')`, `env.int('PORT', 1337)` …: variables of the environment for configuration files. One startup lists all
// variables that do not parse.
import { readFileSync } from 'node:fs';
import { type Mistake, StartupError } from '../errors/startup-error';
import { thrownCode } from '../errors/thrown';

export type Variables = Readonly<Record<string, string | undefined>>;

interface Reader<T> {
  (name: string): T | undefined;
  <D>(name: string, otherwise: D): T | D;
}

export interface Env extends Reader<string> {
  readonly int: Reader<number>;
  readonly float: Reader<number>;
  readonly bool: Reader<boolean>;
  readonly json: Reader<unknown>;
  /** `a, b, c` or `[a, "b"]` → a list of strings. */
  readonly array: Reader<string[]>;
  readonly date: Reader<Date>;
}

export function createEnv(variables: Variables, mistakes: Mistake[]): Env {
  const text = (name: string): string | undefined => variables[name] ?? fromFile(name, variables, mistakes);

  function reader<T>(expected: string, parse: (value: string) => T | undefined): Reader<T> {
    return (name: string, otherwise?: unknown) => {
      const value = text(name);
      if (value === undefined) return otherwise as never;
      const parsed = parse(value);
      if (parsed !== undefined) return parsed as never;
      mistakes.push({
        where: 'environment',
        at: name,
        message: `expected ${expected}, got ${shown(name, value)}`,
      });
      return otherwise as never;
    };
  }

  return Object.assign(
    reader('a text', (value) => value),
    {
      int: reader('a whole number', parseInteger),
      float: reader('a number', parseNumber),
      bool: reader('true or false (or 1, 0, yes, no, on, off)', parseBoolean),
      json: reader('JSON', parseJson),
      array: reader('a list like a,b,c', parseList),
      date: reader('an ISO date like 2024-05-31 or 2024-05-31T12:00:00Z', parseDate),
    },
  );
}

/** A variable that the core or a plugin reads itself; `NAME_FILE` is read as for configuration files. Throws if the file is not readable. */
export function variableOf(variables: Variables, name: string): string | undefined {
  const mistakes: Mistake[] = [];
  const value = createEnv(variables, mistakes)(name);
  if (mistakes.length > 0) throw new StartupError('The environment has a mistake:', mistakes);
  return value;
}

/** Containers pass secrets as files: `DATABASE_PASSWORD_FILE=/run/secrets/db`. */
function fromFile(name: string, variables: Variables, mistakes: Mistake[]): string | undefined {
  const file = variables[`${name}_FILE`];
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    mistakes.push({
      where: 'environment',
      at: `${name}_FILE`,
      message: `cannot read ${file} (${thrownCode(error)})`,
    });
    return undefined;
  }
}

/** A value may be a secret that stands in the wrong variable. */
function shown(name: string, value: string): string {
  return /pass|secret|key|token/i.test(name) ? 'something else' : JSON.stringify(value.slice(0, 60));
}

const parseInteger = (value: string): number | undefined => {
  const number = Number(value.trim());
  return /^[+-]?\d+$/.test(value.trim()) && Number.isSafeInteger(number) ? number : undefined;
};

const parseNumber = (value: string): number | undefined => {
  const number = Number(value);
  return value.trim() !== '' && Number.isFinite(number) ? number : undefined;
};

const parseBoolean = (value: string): boolean | undefined => {
  const word = value.trim().toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  return ['false', '0', 'no', 'off', ''].includes(word) ? false : undefined;
};

const parseJson = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

const parseList = (value: string): string[] =>
  value
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((item) => item.trim().replace(/^(["'])(.*)\1$/s, '$2'))
    .filter((item) => item !== '');

const parseDate = (value: string): Date | undefined => {
  const date = new Date(value);
  return /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(date.getTime()) ? date : undefined;
};
