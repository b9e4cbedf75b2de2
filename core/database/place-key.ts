// A place in a table: the stored values of all axes of its type. Documents without axes have one place.

export const placeKey = (values: readonly unknown[]): string =>
  values.length === 0 ? '' : JSON.stringify(values, bigintsToText);

const bigintsToText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}n` : value;
