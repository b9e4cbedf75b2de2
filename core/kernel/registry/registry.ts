// A registry: what plugins add by name, such as policies, parameters and attribute types. Each plugin adds through a view of its
// own. So every entry has the name of its plugin, and errors of its functions name the plugin. The registry does not interpret entries.
import type { Check } from '../check/check';
import { nearest } from '../check/checks';
import { StartupError } from '../errors/startup-error';
import { authorName } from './author-name';
import { attributedFunctions, type Returns } from './part-functions';
import { refuseMistakes } from './refuse-mistakes';

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

interface Rules {
  readonly names?: NameRule;
  /** Checks the parts of plugins; the compiler checks those of the core. */
  readonly check?: Check<unknown>;
  /** The values that functions of an entry may return. */
  readonly returns?: Returns;
}

export class Registry<T> {
  /** `kind` is the word for messages: `policy`. */
  constructor(
    readonly kind: string,
    private readonly rules: Rules = {},
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
    if (typeof name !== 'string' || name === '')
      throw new StartupError(
        `A part of ${authorName(this.plugin)} has no name: ${this.kind}. Give it a \`name\` that is a text.`,
      );
    const other = this.stored.get(name);
    if (other)
      throw new StartupError(
        `The ${this.kind} "${name}" is added by ${authorOf(other)} and by ${authorOf(entry)}. Rename one of them, or disable one of the plugins.`,
      );
    const problem = this.rules.names?.(name);
    if (problem !== undefined)
      throw new StartupError(`The ${this.kind} "${name}" of ${authorOf(entry)} cannot be added: ${problem}.`);
    if (this.rules.check && this.plugin !== 'core')
      refuseMistakes(entry.value, this.rules.check, {
        subject: `the ${this.kind} "${name}"`,
        plugin: this.plugin,
      });
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
    if (typeof first !== 'object' || first === null) return { name: first, value, plugin, description };
    return { name: first.name, value: first as T, plugin, description: first.description };
  }
}

const authorOf = ({ plugin, description }: Entry<unknown>): string =>
  `${authorName(plugin)}${description ? ` (${description})` : ''}`;
