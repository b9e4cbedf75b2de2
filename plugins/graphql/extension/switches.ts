// The parts of the generated schema that an application disables, by content type and by field.

const ACTIONS = ['create', 'find', 'findOne', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

const QUERIES: readonly Action[] = ['find', 'findOne'];
const MUTATIONS: readonly Action[] = ['create', 'update', 'delete'];

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

export class TypeSwitches {
  #isDisabled = false;
  readonly #actions = new Set<string>();
  readonly #fields = new Map<string, FieldSwitches>();

  disable(): this {
    this.#isDisabled = true;
    return this;
  }
  disableQueries(): this {
    return this.disableActions(QUERIES);
  }
  /** The operations of plugins (`publish`) as well. */
  disableMutations(): this {
    this.#actions.add('operations');
    return this.disableActions(MUTATIONS);
  }
  disableAction(action: Action): this {
    if (!ACTIONS.includes(action))
      throw new Error(`GraphQL has no action "${action}"; use one of ${ACTIONS.join(', ')}`);
    this.#actions.add(action);
    return this;
  }
  disableActions(actions: readonly Action[]): this {
    for (const action of actions) this.disableAction(action);
    return this;
  }
  isEnabled(): boolean {
    return !this.#isDisabled;
  }
  isDisabled(): boolean {
    return this.#isDisabled;
  }
  areQueriesEnabled(): boolean {
    return !this.areQueriesDisabled();
  }
  areQueriesDisabled(): boolean {
    return this.#isDisabled || QUERIES.every((action) => this.#actions.has(action));
  }
  areMutationsEnabled(): boolean {
    return !this.areMutationsDisabled();
  }
  areMutationsDisabled(): boolean {
    return this.#isDisabled || MUTATIONS.every((action) => this.#actions.has(action));
  }
  isActionEnabled(action: Action | 'operations'): boolean {
    return !this.isActionDisabled(action);
  }
  isActionDisabled(action: Action | 'operations'): boolean {
    return this.#isDisabled || this.#actions.has(action);
  }

  field(name: string): FieldSwitches {
    let field = this.#fields.get(name);
    if (!field) {
      field = new FieldSwitches();
      this.#fields.set(name, field);
    }
    return field;
  }
  /** Names of the fields that were asked for. */
  fieldNames(): readonly string[] {
    return [...this.#fields.keys()];
  }
}
