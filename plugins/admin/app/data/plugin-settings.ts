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

/** The value of a field of a form. Throws for a text that is no JSON. */
export function parsedValue(text: string, { type, enum: choices }: Schema): unknown {
  if (type === 'string') return text;
  if (choices) return choices.find((each) => String(each) === text) ?? text;
  return text === '' ? undefined : JSON.parse(text);
}
