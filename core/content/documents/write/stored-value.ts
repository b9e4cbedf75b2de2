// A value of a stored row by its column, or of an entry by its attribute; the entries in such a value. Only own keys count: an
// attribute may have the name of an inherited key, for example `constructor`.

export type StoredValues = Readonly<Record<string, unknown>>;

export const storedValue = (values: StoredValues | null, name: string): unknown =>
  values !== null && Object.hasOwn(values, name) ? values[name] : undefined;

export function entriesOf(stored: unknown): StoredValues[] {
  if (stored === null || stored === undefined) return [];
  return (Array.isArray(stored) ? stored : [stored]) as StoredValues[];
}
