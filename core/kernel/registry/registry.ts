// A registry: what plugins add by name, such as policies, parameters and attribute types. Each plugin adds through a view of its
// own. So every entry has the name of its plugin, and errors of its functions name the plugin. The registry does not interpret entries.
import { nearest } from '../check/checks';
import { StartupError } from '../errors/startup-error';
import { attributedFunctions, type Returns } from './part-functions';

export interface Entry<T> {
  readonly name: string;
  readonly value: T;
  /** `core`, or the plugin that added the entry. */
  readonly plugin: string;
  /** One sentence for people: printed on a clash and by `quire describe`. */
  readonly description?: string | undefined;
}

interface Definition {
  readonly name: string;
  readonly description?: string | undefined;
}

/** A definition carries its name and its description; a function is added with both. */
type Addition<T> = [T] extends [(...args: never[]) => unknown]
  ? readonly [name: string, value: T, description?: string]
  : [T] extends [Definition]
    ? readonly [definition: T]
    : readonly [name: string, value: T, description?: string];

/** Says why a name cannot be added; undefined accepts the name. */
type NameRule = (name: string) => string | undefined;

interface Rules<T> {
  readonly names?: NameRule;
  /** Says why a part cannot be added; undefined accepts it. */
  readonly values?: (value: T) => string | undefined;
  /** The values that functions of an entry may return. */
  readonly returns?: Returns;
}

export class Registry<T> {
  /** `kind` is the word for messages: `policy`. */
  constructor(
    readonly kind: string,
    private readonly rules: Rules<T> = {},
    private readonly plugin = 'core',
    private readonly stored = new Map<string, Entry<T>>(),
  ) {}

  /** The same entries; additions through this view belong to `plugin`. */
  as(plugin: string): Registry<T> {
    return new Registry(this.kind, this.rules, plugin, this.stored);
  }

  add(...addition: Addition<T>): void {
    const entry = this.entryOf(addition);
    const { name } = entry;
    const other = this.stored.get(name);
    if (other)
      throw new StartupError(
        `The ${this.kind} "${name}" is added by ${authorOf(other)} and by ${authorOf(entry)}. Rename one of them, or disable one of the plugins.`,
      );
    const problem = this.rules.names?.(name) ?? this.rules.values?.(entry.value);
    if (problem !== undefined)
      throw new StartupError(`The ${this.kind} "${name}" of ${authorOf(entry)} cannot be added: ${problem}.`);
    this.stored.set(name, this.plugin === 'core' ? entry : this.own(entry));
  }

  get(name: string): T | undefined {
    return this.stored.get(name)?.value;
  }

  entry(name: string): Entry<T> | undefined {
    return this.stored.get(name);
  }

  has(name: string): boolean {
    return this.stored.has(name);
  }

  names(): readonly string[] {
    return [...this.stored.keys()];
  }

  values(): readonly T[] {
    return this.entries().map(({ value }) => value);
  }

  entries(): readonly Entry<T>[] {
    return [...this.stored.values()];
  }

  /** The entry whose name resembles an unknown name, for messages. */
  nearest(name: string): string | undefined {
    return nearest(name, this.names());
  }

  private own(entry: Entry<T>): Entry<T> {
    const { plugin, kind, rules } = this;
    const part = { plugin, name: `the ${kind} "${entry.name}"`, returns: rules.returns ?? {} };
    return { ...entry, value: attributedFunctions(entry.value, part) };
  }

  private entryOf(addition: readonly unknown[]): Entry<T> {
    const { plugin } = this;
    const [first, value, description] = addition as readonly [string | Definition, T, string?];
    if (typeof first === 'string') return { name: first, value, plugin, description };
    return { name: first.name, value: first as T, plugin, description: first.description };
  }
}

/** Names a plugin, or the core, in a message. */
export const authorName = (plugin: string): string =>
  plugin === 'core' ? 'the core' : `the plugin "${plugin}"`;

const authorOf = ({ plugin, description }: Entry<unknown>): string =>
  `${authorName(plugin)}${description ? ` (${description})` : ''}`;
