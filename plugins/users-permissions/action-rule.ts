// The rule of a role's action, as configuration, REST and the database hold it. What it means: rules.ts.

/** What a role may do with documents, beyond yes and no. */
export interface ActionRule {
  /** A condition in the words of the wire; `$user.id` and the like stand for the user who asks. */
  readonly where?: Readonly<Record<string, unknown>>;
  /** The attributes that the action reads or writes; absent: all. */
  readonly fields?: readonly string[];
}
