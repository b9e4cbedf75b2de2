// The settings of a new configuration file, each with its reason, and those of Strapi that have no place in it.
import { check } from '../../../core';

export interface Setting {
  readonly path: readonly string[];
  /** JavaScript. */
  readonly code: string;
  readonly why: string;
}

export interface LeftOut {
  /** `config/server: app.keys` */
  readonly where: string;
  readonly why: string;
}

export interface FileSettings {
  readonly settings: readonly Setting[];
  readonly left: readonly LeftOut[];
}

/** The reason of a setting that both have. */
export const SAME = 'as in Strapi';

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The values in an object, at any depth. Lists and calls of `env` are values. `whole`: paths whose objects are values. */
export function leavesOf(
  value: unknown,
  whole: ReadonlySet<string> = new Set(),
  path: readonly string[] = [],
): Leaf[] {
  const isValue = !check.isPlainObject(value) || whole.has(path.join('.')) || Object.keys(value).length === 0;
  if (isValue && path.length > 0) return value === undefined ? [] : [{ path, value }];
  return Object.entries(value ?? {}).flatMap(([key, one]) => leavesOf(one, whole, [...path, key]));
}

/** The object as text, one setting per line with its reason. */
export function objectText(settings: readonly Setting[], depth = 1): string {
  const indent = '  '.repeat(depth);
  const lines: string[] = [];
  const names = [...new Set(settings.map(({ path }) => path[0] ?? ''))];
  for (const name of names) {
    const own = settings.filter(({ path }) => path[0] === name);
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
    const below = own
      .filter(({ path }) => path.length > 1)
      .map((one) => ({ ...one, path: one.path.slice(1) }));
    const [first] = own.filter(({ path }) => path.length === 1);
    if (below.length > 0) lines.push(`${indent}${key}: {`, objectText(below, depth + 1), `${indent}},`);
    else if (first) lines.push(`${indent}${key}: ${first.code},${first.why ? ` // ${first.why}` : ''}`);
  }
  return lines.join('\n');
}

export const fileText = (comment: string, settings: readonly Setting[]): string =>
  `// ${comment}\nmodule.exports = ({ env }) => ({\n${objectText(settings)}\n});\n`;
