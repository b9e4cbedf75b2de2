// `{ filters: { a: { $eq: 1 } } }` → `filters[a][$eq]=1`.
export function queryOf(words: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (key: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') return;
    if (Array.isArray(value)) value.forEach((item, index) => void add(`${key}[${index}]`, item));
    else if (typeof value === 'object')
      for (const [name, item] of Object.entries(value)) add(`${key}[${name}]`, item);
    else pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  };
  for (const [key, value] of Object.entries(words)) add(key, value);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Part of an address that may come from elsewhere. null: it cannot be decoded, such as a single `%`. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
