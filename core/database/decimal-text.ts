// Exact decimals as text: one spelling per value (no exponent, no leading or trailing zeros, no negative zero).

const NUMERAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,4}))?$/i;

/** A number, bigint or numeral → its one spelling; null when it is none. */
export function canonicalDecimal(input: unknown): string | null {
  if (typeof input !== 'number' && typeof input !== 'string' && typeof input !== 'bigint') return null;
  const match = NUMERAL.exec(String(input).trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  if (digits === '') return null;
  const shift = Number(exponent);
  if (Math.abs(shift) > 400) return /[1-9]/.test(digits) ? null : '0';
  const point = whole.length + shift;
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 0);
  const integer = padded.slice(0, at).replace(/^0+/, '') || '0';
  const decimals = padded.slice(at).replace(/0+$/, '');
  const text = decimals ? `${integer}.${decimals}` : integer;
  return sign === '-' && text !== '0' ? `-${text}` : text;
}

/** Digits before and after the point of a canonical decimal; a lone 0 before the point counts as none. */
export function digitsOf(canonical: string): { readonly integer: number; readonly scale: number } {
  const [integer = '', decimals = ''] = canonical.replace('-', '').split('.');
  return { integer: integer === '0' ? 0 : integer.length, scale: decimals.length };
}

/** Below, at or above zero as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: string, b: string): number {
  const scale = Math.max(digitsOf(a).scale, digitsOf(b).scale);
  const difference = unscaled(a, scale) - unscaled(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A JSON number up to 15 digits without leading zeros: a double prints these unchanged. Else a string. */
export function decimalToJson(canonical: string): string {
  const digits = canonical.replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length <= 15 ? canonical : `"${canonical}"`;
}

function unscaled(canonical: string, scale: number): bigint {
  const [integer = '', decimals = ''] = canonical.split('.');
  return BigInt(integer + decimals.padEnd(scale, '0'));
}
