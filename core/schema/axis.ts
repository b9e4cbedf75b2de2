// An axis: a named dimension along which a document has several rows. Plugins define axes; the core knows none by name.

export interface AxisDefinition {
  readonly name: string;
  readonly column: string;
  /** `text`: stored as spoken, at most `length` characters. A list: stored as the index of the value in it. */
  readonly store:
    | { readonly kind: 'text'; readonly length: number }
    | { readonly kind: 'enum'; readonly values: readonly string[] };
  /** The value that existing rows get when the axis is attached, and that reads are pinned to while it is dormant. */
  readonly base: () => string;
  /** What a read or a write takes when the request names nothing. */
  readonly defaultValue: () => string;
  /** What a read takes then, where that is more than the default value. */
  readonly defaultBinding?: () => AxisBinding | null;
  /** May a read ask for all values at once? */
  readonly any: boolean;
  /** Adds the axis' value to each document's JSON under this key, after the timestamps. */
  readonly outputKey?: string;
  /** A link that names a value of this axis: `select` shows that value whatever is read, `restrict` shows it only when that value is read. */
  readonly pin: 'select' | 'restrict';
  /** The permission that reading rows of this value needs beside that of the type; null: none. */
  readonly permission?: (type: string, value: string) => string | null;
  /** On attaching to rows of `base`: values whose rows must exist too, made as copies. */
  readonly companions?: readonly string[];
  /**
   * A column of companions that holds their `updated_at` for as long as they are settled: as the row of `base` beside them is, or
   * will be once the write is done.
   */
  readonly settledColumn?: string;
}

/** A live axis of one content type. */
export interface AxisUse {
  readonly axis: AxisDefinition;
  /** Names of attributes whose value is one for all rows along this axis. */
  readonly shared: ReadonlySet<string>;
}

/**
 * What a query says about an axis. `undefined` in a node's bindings: as the parent, else the request, else the default.
 * `first`: of each document the first of these values that it has a row for.
 */
export type AxisBinding =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'first'; readonly values: readonly string[] }
  | { readonly kind: 'any' };

export type AxisBindings = Readonly<Record<string, AxisBinding>>;

export const ANY: AxisBinding = { kind: 'any' };
export const only = (value: string): AxisBinding => ({ kind: 'values', values: [value] });

/** The stored form of an axis value: the text itself, or the index in the list (-1: no row can have it). */
export function axisValueToStored(axis: AxisDefinition, value: string): string | number {
  return axis.store.kind === 'text' ? value : axis.store.values.indexOf(value);
}

/** The other way; empty for what no row can have. */
export function axisValueFromStored({ store }: AxisDefinition, stored: unknown): string {
  return store.kind === 'text' ? String(stored) : (store.values[Number(stored)] ?? '');
}

/** What a link holds along an axis of this kind where it names no value: something that no row has, since keys take no nulls. */
export const noPin = (store: AxisDefinition['store']): string | number => (store.kind === 'text' ? '' : -1);
