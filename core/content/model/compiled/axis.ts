// An axis: a named dimension along which a document has several rows. Plugins define axes; the core knows none by name.

interface AxisFacts {
  readonly name: string;
  readonly column: string;
  /**
   * How values are stored, and nothing else. `text`: as they are, at most `length` characters. `enum`: as the index of the value
   * in `values`.
   */
  readonly store:
    | { readonly kind: 'text'; readonly length: number }
    | { readonly kind: 'enum'; readonly values: readonly string[] };
  /** The value of existing rows when the axis is attached. Reads are bound to it while the axis is dormant. */
  readonly base: () => string;
  /** The value of a write or a read whose request names no value. */
  readonly defaultValue: () => string;
  /** The binding of a read whose request names no value. Absent: the default value. */
  readonly defaultBinding?: () => AxisBinding | null;
  /** May a read ask for all values at once? */
  readonly any: boolean;
  /** Adds the axis' value to each document's JSON under this key, after the timestamps. */
  readonly outputKey?: string;
  /** A link that names a value of this axis. `select`: every read shows this value. `restrict`: only reads of this value show it. */
  readonly pin: 'select' | 'restrict';
  /** The permission that rows of this value need in addition to that of the type; null: none. */
  readonly permission?: (type: string, value: string) => string | null;
}

/** Independent rows: each has unique values of its own, and is deleted alone. Example: one row per language. */
export interface ParallelAxis extends AxisFacts {
  readonly kind: 'parallel';
}

/**
 * One life: the rows hold their unique values together and are deleted together. The shown row has the value `defaultValue()`,
 * which is also `base()`. A type has at most one axis of this kind. Its plugin makes every write go to the working row
 * (`documents.prepare`) and copies that row to the shown row.
 */
export interface StagesAxis extends AxisFacts {
  readonly kind: 'stages';
  /** The value of the working row. This row may be incomplete. Attaching the axis copies each shown row to one. */
  readonly working: string;
}

/** The kind decides which rows belong together: axis-kind.ts. */
export type AxisDefinition = ParallelAxis | StagesAxis;

/** An enabled axis of one content type. */
export interface AxisUse {
  readonly axis: AxisDefinition;
  /** Names of attributes that have one value for all rows along this axis. */
  readonly shared: ReadonlySet<string>;
  /** The plugin that attached it. */
  readonly plugin?: string;
}

/**
 * The values of an axis that a query reads. A node without a binding takes that of its parent, then of the request, then the default; after
 * a parent with several values, each row takes the value of its own parent row.
 * `first`: each document shows its row of the first of these values that has one.
 */
export type AxisBinding =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'first'; readonly values: readonly string[] }
  | { readonly kind: 'any' };

export type AxisBindings = Readonly<Record<string, AxisBinding>>;

export const ANY: AxisBinding = { kind: 'any' };
export const only = (value: string): AxisBinding => ({ kind: 'values', values: [value] });

/** The stored form of an axis value: the text itself, or its index in `values`. No row has the index -1. */
export function axisValueToStored(axis: AxisDefinition, value: string): string | number {
  return axis.store.kind === 'text' ? value : axis.store.values.indexOf(value);
}

/** The value of a stored form; empty for a stored form that no row can have. */
export function axisValueFromStored({ store }: AxisDefinition, stored: unknown): string {
  return store.kind === 'text' ? String(stored) : (store.values[Number(stored)] ?? '');
}

/** The stored form of a link without a pin. It is no value of a row; a key cannot contain null. */
export const noPin = (store: AxisDefinition['store']): string | number => (store.kind === 'text' ? '' : -1);
