// Values as one text, for keys. Different lists of values have different texts:
//   ['one', 25, null, [true]] → 3:one,n25,-,[t,],

/** null: a value has no text of its own, such as a date. */
export function textOfValues(values: readonly unknown[]): string | null {
  let text = '';
  for (const value of values) {
    const own = textOfValue(value);
    if (own === null) return null;
    text += `${own},`;
  }
  return text;
}

function textOfValue(value: unknown): string | null {
  switch (typeof value) {
    // The length says where the string ends.
    case 'string':
      return `${value.length}:${value}`;
    case 'number':
      return Object.is(value, -0) ? null : `n${value}`;
    case 'bigint':
      return `i${value}`;
    case 'boolean':
      return value ? 't' : 'f';
    case 'undefined':
      return 'u';
    case 'object':
      return value === null ? '-' : textOfObject(value);
    default:
      return null;
  }
}

function textOfObject(value: object): string | null {
  if (Array.isArray(value)) {
    const text = textOfValues(value);
    return text === null ? null : `[${text}]`;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return null;
  const text = textOfValues(Object.entries(value).flat());
  return text === null ? null : `{${text}}`;
}
