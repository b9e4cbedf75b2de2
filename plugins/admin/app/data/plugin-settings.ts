// Settings of plugins as the server describes them, and forms for those in the database.
import { known, may } from './model';

export interface Setting {
  readonly key: string;
  readonly description: string;
  readonly value?: unknown;
  readonly from: 'default' | 'configuration' | 'environment';
  readonly variables: readonly string[];
}

export interface PluginReport {
  readonly name: string;
  readonly source: string;
  readonly files: readonly string[];
  readonly settings: readonly Setting[];
  /** Settings in the database; null: there are none, or the role may not read them. */
  readonly stored: { readonly schema: Schema } | null;
}

export interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface SettingsAnswer {
  readonly data: { readonly plugins: readonly PluginReport[]; readonly disabled: readonly string[] };
}

export const HIDDEN = '[hidden]';

export const storedAt = (plugin: string): string => `${known().prefix}/plugins/${plugin}/settings`;
export const mayStore = (plugin: string): boolean => may(`plugin::${plugin}.settings.update`);

/** As in a configuration file. */
export const sourceOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The schema has a secret, also inside an object or a list. The page shows no part of such a value. */
export const isSecret = (schema: Schema): boolean => JSON.stringify(schema).includes('"writeOnly":true');

/** The text of a value in a form, which `parsedValue` reads again. A secret has none. */
export function textOf(value: unknown, schema: Schema): string {
  if (value === undefined || isSecret(schema)) return '';
  if (schema.enum) return String(value);
  return schema.type === 'string' ? String(value) : JSON.stringify(value);
}

/** The value of a field of a form. Throws for a text that is no JSON. */
export function parsedValue(text: string, schema: Schema): unknown {
  const { type, enum: choices, anyOf: kinds = [] } = schema;
  if (type === 'string') return text;
  // A key is pasted without quotes.
  if (isSecret(schema) && kinds.some((kind) => kind.type === 'string')) return text;
  if (choices) return choices.find((each) => String(each) === text) ?? text;
  return text === '' ? undefined : JSON.parse(text);
}
