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
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
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

/** As the server decides it: a secret, a list of secrets or a record of them. Answers have no such value. */
export const isSecret = (schema: Schema | boolean | undefined): boolean =>
  typeof schema === 'object' &&
  (schema.writeOnly === true ||
    isSecret(schema.items) ||
    isSecret(schema.additionalProperties) ||
    [schema.anyOf, schema.oneOf, schema.allOf].some((kinds) => kinds?.some(isSecret) === true));

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
