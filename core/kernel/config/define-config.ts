// `defineConfig`: types for configuration files in TypeScript. It returns the configuration unchanged; startup checks it.
import type { Env } from './env';
import type { Config } from './load-config';
import type { ConfigName } from './read-config';

/** Each key is optional, at any depth. */
type Settings<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { readonly [K in keyof T]?: Settings<T[K]> }
      : T;

interface PluginSettings {
  readonly enabled?: boolean;
  readonly resolve?: string;
  readonly config?: unknown;
}

/** The form of a file: `middlewares` may be a list, `plugins` has `true` or `false` too. */
export type ConfigSettings<N extends ConfigName> = N extends 'plugins'
  ? Readonly<Record<string, boolean | PluginSettings>>
  : N extends 'middlewares'
    ? Settings<Config[N]> | readonly unknown[]
    : Settings<Config[N]>;

type ConfigFile<N extends ConfigName> =
  | ConfigSettings<N>
  | ((context: { readonly env: Env }) => ConfigSettings<N>);

/** `export default defineConfig('server', ({ env }) => ({ port: env.int('PORT', 1337) }))` */
export const defineConfig = <const N extends ConfigName>(_file: N, config: ConfigFile<N>): ConfigFile<N> =>
  config;
