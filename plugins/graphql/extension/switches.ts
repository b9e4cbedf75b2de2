// The parts of the generated schema that an application disables, by content type and by field.

import { mistakeOf, startupError } from './mistakes';

const ACTIONS = ['create', 'find', 'findOne', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

const QUERIES: readonly Action[] = ['find', 'findOne'];
export const MUTATIONS: readonly Action[] = ['create', 'update', 'delete'];

export class FieldSwitches {
  readonly #disabled = new Set<'output' | 'input' | 'filters'>();

  disable(): this {
    return this.disableOutput().disableInput().disableFilters();
  }
  disableOutput(): this {
    this.#disabled.add('output');
    return this;
  }
  disableInput(): this {
    this.#disabled.add('input');
    return this;
  }
  disableFilters(): this {
    this.#disabled.add('filters');
    return this;
  }
  /** Any part of the field is shown. */
  isEnabled(): boolean {
    return !this.isDisabled();
  }
  isDisabled(): boolean {
    return this.#disabled.size === 3;
  }
  hasOutputEnabled(): boolean {
    return !this.#disabled.has('output');
  }
  hasInputEnabled(): boolean {
    return !this.#disabled.has('input');
  }
  hasFiltersEnabled(): boolean {
    return !this.#disabled.has('filters');
  }
}

/** The switches that all plugins have set for one type. */
interface Disabled {
  isWhole: boolean;
  readonly actions: Set<string>;
  /** Each with the plugin that named the field first. */
  readonly fields: Map<string, { readonly plugin: string; readonly switches: FieldSwitches }>;
}

/** The switches of one type, as one plugin sets them. */
export class TypeSwitches {
  constructor(
    readonly plugin: string,
    private readonly disabled: Disabled = { isWhole: false, actions: new Set(), fields: new Map() },
  ) {}

  /** The same switches; fields that are named through this view belong to `plugin`. */
  as(plugin: string): TypeSwitches {
    return new TypeSwitches(plugin, this.disabled);
  }

  disable(): this {
    this.disabled.isWhole = true;
    return this;
  }
  disableQueries(): this {
    return this.disableActions(QUERIES);
  }
  /** The operations of plugins (`publish`) as well. */
  disableMutations(): this {
    this.disabled.actions.add('operations');
    return this.disableActions(MUTATIONS);
  }
  disableAction(action: Action): this {
    if (!ACTIONS.includes(action))
      throw startupError([
        mistakeOf(
          this.plugin,
          `disableAction('${action}')`,
          `unknown action; use one of ${ACTIONS.join(', ')}`,
        ),
      ]);
    this.disabled.actions.add(action);
    return this;
  }
  disableActions(actions: readonly Action[]): this {
    for (const action of actions) this.disableAction(action);
    return this;
  }
  isEnabled(): boolean {
    return !this.disabled.isWhole;
  }
  isDisabled(): boolean {
    return this.disabled.isWhole;
  }
  areQueriesEnabled(): boolean {
    return !this.areQueriesDisabled();
  }
  areQueriesDisabled(): boolean {
    return this.disabled.isWhole || QUERIES.every((action) => this.disabled.actions.has(action));
  }
  areMutationsEnabled(): boolean {
    return !this.areMutationsDisabled();
  }
  areMutationsDisabled(): boolean {
    return this.disabled.isWhole || MUTATIONS.every((action) => this.disabled.actions.has(action));
  }
  isActionEnabled(action: Action | 'operations'): boolean {
    return !this.isActionDisabled(action);
  }
  isActionDisabled(action: Action | 'operations'): boolean {
    return this.disabled.isWhole || this.disabled.actions.has(action);
  }

  field(name: string): FieldSwitches {
    const { fields } = this.disabled;
    const field = fields.get(name) ?? { plugin: this.plugin, switches: new FieldSwitches() };
    fields.set(name, field);
    return field.switches;
  }
  /** The fields that plugins named, each with the plugin. */
  namedFields(): readonly { readonly name: string; readonly plugin: string }[] {
    return [...this.disabled.fields].map(([name, { plugin }]) => ({ name, plugin }));
  }
}
