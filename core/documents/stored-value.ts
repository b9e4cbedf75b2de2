// A value of a stored row by its column, or of an entry by its attribute. Some are named as what every object inherits
// (`constructor`, `toString`): what a row or an entry does not say itself, it does not say.

export type StoredValues = Readonly<Record<string, unknown>>;

export const storedValue = (values: StoredValues | null, name: string): unknown =>
  values !== null && Object.hasOwn(values, name) ? values[name] : undefined;
