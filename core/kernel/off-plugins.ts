// Built-in plugins that are off: what each would bring, for messages about names that nobody knows. They are read when the
// first such name is met, so that a start without one does not pay for them.
import { builtInPlugin, builtInPlugins } from './find-plugin';
import type { AnyPlugin, Brings } from './plugin';

export class BuiltInsThatAreOff {
  readonly #names: readonly string[];
  #plugins: readonly AnyPlugin[] | null = null;

  /** `live`: names of the plugins that are on. */
  constructor(live: ReadonlySet<string>) {
    this.#names = builtInPlugins().filter((name) => !live.has(name));
  }

  has(plugin: string): boolean {
    return this.#names.includes(plugin);
  }

  bringerOf(kind: keyof Brings, name: string): string | undefined {
    this.#plugins ??= this.#names.map(builtInPlugin);
    return this.#plugins.find(({ brings }) => brings?.[kind]?.includes(name))?.name;
  }
}
