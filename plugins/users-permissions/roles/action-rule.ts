// The rule of a granted action, as in the configuration, in REST and in the database. rules.ts evaluates it.

/** Restricts a granted action to some documents or attributes. */
export interface ActionRule {
  /** A condition in the syntax of `filters`; `$user.id` is the id of the user of the request. */
  readonly where?: Readonly<Record<string, unknown>>;
  /** The attributes that the action reads or writes; absent: all. */
  readonly fields?: readonly string[];
}

export const isSameRule = (one: ActionRule | null, other: ActionRule | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
