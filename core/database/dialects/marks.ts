// Text of statements: quoting, and the `?` marks of parameters, which are not those inside quotes.

/** A string literal in standard SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A quoted identifier in standard SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A quoted identifier of MariaDB and MySQL. */
export const backticked = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** A stored value as text of a statement. */
export const constant = (value: string | number): string =>
  typeof value === 'number' ? String(value) : literal(value);

/** A JSON path to one key of an object: `$."title"`. */
export const jsonPath = (key: string): string => `$."${key.replaceAll('"', '\\"')}"`;

/** `?` → `$1`, `$2` … outside of quotes. */
export function numberMarks(text: string): string {
  let result = '';
  let quote = '';
  let count = 0;
  for (const char of text) {
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = char;
    else if (char === '?') {
      count += 1;
      result += `$${count}`;
      continue;
    }
    result += char;
  }
  return result;
}

/** Elements in groups of at most `size`. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < list.length; at += size) groups.push(list.slice(at, at + size));
  return groups;
}
