// Exact decimals as whole numbers: 12.5 at scale 2 is 1250. SQLite stores decimals so; the others take them as text.
import { canonicalDecimal } from '../decimal-text';

/** `null` when the text is no decimal number. More digits than the scale holds stay a fraction, so that comparisons are right. */
export function toScaled(text: string, scale: number): bigint | number | null {
  const plain = /e/i.test(text) ? (canonicalDecimal(text) ?? '') : text;
  const match = /^([+-]?)(\d*)\.?(\d*)$/.exec(plain.trim());
  if (!match || (!match[2] && !match[3])) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  const scaled = BigInt(`${whole}${kept}` || '0') * (sign === '-' ? -1n : 1n);
  if (!/[1-9]/.test(fraction.slice(scale))) return scaled;
  return Number(scaled) + (sign === '-' ? -0.5 : 0.5);
}

/** 1250 at scale 2 → `12.5`. */
export function fromScaled(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** Without zeros at the end of the fraction, and without a sign before zero. */
export function trimDecimal(text: string): string {
  const trimmed = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}
