// Permission actions: what a caller may be allowed to do, each with a name and a sentence for people. Plugins add their own;
// those of routes are added from the routes. Who may do what is not decided here.
import { nearest } from '../check/checks';

export interface PermissionAction {
  /** `api::article.article.find`, `plugin::audit.log.read`: what it is about, a dot, the verb. */
  readonly name: string;
  /** One sentence: what who has it may do. */
  readonly description: string;
  /** Added by which plugin. */
  readonly plugin: string;
}

export class ActionRegistry {
  readonly #actions = new Map<string, PermissionAction>();
  readonly #reading = new Map<string, string | null>();

  add(action: PermissionAction): void {
    const { name, plugin } = action;
    const other = this.#actions.get(name);
    if (other)
      throw new Error(
        `The permission action "${name}" is added by ${other.plugin} and by ${plugin}; rename one of the two`,
      );
    if (!/^[\w-]+::[\w-]+(\.[\w-]+)+$/.test(name))
      throw new Error(
        `"${name}" (${plugin}) is no name of a permission action; expected one like "plugin::audit.log.read"`,
      );
    this.#actions.set(name, action);
  }

  /** For what several plugins serve: the first to add an action describes it. */
  ensure(action: PermissionAction): void {
    if (!this.#actions.has(action.name)) this.add(action);
  }

  /** The action without which documents of a type are not shown where something points at them; null: none is needed. */
  readsWith(uid: string, action: string | null): void {
    this.#reading.set(uid, action);
  }

  /** `<uid>.find`, unless somebody said otherwise. */
  readingOf(uid: string): string | null {
    const action = this.#reading.get(uid);
    return action === undefined ? `${uid}.find` : action;
  }

  get(name: string): PermissionAction | undefined {
    return this.#actions.get(name);
  }

  has(name: string): boolean {
    return this.#actions.has(name);
  }

  /** By name. */
  all(): readonly PermissionAction[] {
    return [...this.#actions.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** For messages about a name that is not there. */
  nearest(name: string): string | undefined {
    return nearest(name, [...this.#actions.keys()]);
  }
}
