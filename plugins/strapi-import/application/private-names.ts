// `responses.privateAttributes` of config/api → `options.privateAttributes` of the copied schema files.
import { check, type ForeignProject } from '../../../core';

const USER = 'src/extensions/users-permissions/content-types/user/schema.json';

/** Attributes that no answer of Strapi shows, of any type. Empty: none, or no list of names. */
export function privateNames(project: ForeignProject): readonly string[] {
  const api = project.config('api');
  const responses = check.isPlainObject(api) ? api.responses : undefined;
  const names = check.isPlainObject(responses) ? project.plain(responses.privateAttributes) : undefined;
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : [];
}

/** The schema files with these names. A file that cannot be read stays as it is, and startup names it. */
export const hiding = (
  files: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> =>
  names.length === 0
    ? files
    : Object.fromEntries(Object.entries(files).map(([path, text]) => [path, hidden(path, text, names)]));

function hidden(path: string, text: string, all: readonly string[]): string {
  const schema = parsed(text);
  if (!check.isPlainObject(schema)) return text;
  const attributes = check.isPlainObject(schema.attributes) ? schema.attributes : {};
  // The extension of the user can hide only what it adds.
  const names = path === USER ? all.filter((name) => Object.hasOwn(attributes, name)) : all;
  if (names.length === 0) return text;
  const options = check.isPlainObject(schema.options) ? schema.options : {};
  const own: unknown = options.privateAttributes;
  const privateAttributes = [...new Set([...(Array.isArray(own) ? own : []), ...names])];
  return `${JSON.stringify({ ...schema, options: { ...options, privateAttributes } }, null, 2)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
