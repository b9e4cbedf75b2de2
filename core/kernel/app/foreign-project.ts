// A project of another system, of which `quire create app` makes an application. A plugin knows the other system.

export interface ForeignProject {
  /** The folder, absolute. */
  readonly dir: string;
  /** The folder as the new application writes it: `../shop`. */
  readonly from: string;
  /** A configuration file, such as `server`. Calls of `env` stay calls; undefined: there is no file, or it cannot be read. */
  config(name: 'server' | 'database' | 'api' | 'middlewares' | 'plugins'): unknown;
  /** The values of a configuration file with the environment of the project. They may be secrets. */
  values(name: 'server' | 'database' | 'api' | 'middlewares' | 'plugins'): unknown;
  /** What could not be read. */
  readonly mistakes: readonly string[];
  /** Keys whose values are computed from the environment: `config` has their values without it. */
  readonly computed: readonly string[];
  /** The lines of `.env`. */
  readonly variables: readonly { readonly name: string | null; readonly text: string }[];
  /** The text of a value of `config` in JavaScript. */
  code(value: unknown): string;
  /** The paths in a value that have no text: functions, dates, objects of classes. `` is the value itself. */
  withoutCode(value: unknown): readonly string[];
  /** The value of `config` without an environment. */
  plain(value: unknown): unknown;
  isEnvCall(value: unknown): boolean;
  /** A word of a printed command. */
  shellWord(text: string): string;
}

export interface ApplicationOfProject {
  /** Path in the application → content. They replace those of the template. */
  readonly files: Readonly<Record<string, string>>;
  /** The file that lists what is left to do. What startup finds is added to it. */
  readonly list: string;
  /** The next commands. */
  readonly next: readonly string[];
}
