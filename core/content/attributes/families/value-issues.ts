// How a value that does not fit is refused: the recorded messages, each naming the place in the body.
import { pathToText } from '../../../kernel/check/check';
import type { ValueContext } from '../attribute-type';

/** Pushes an issue; answers null, which is what `parse` then returns. */
export function refuse(at: ValueContext, message: string, value: unknown): null {
  at.issues.push({ path: at.path, message, value });
  return null;
}

export const placeOf = (at: ValueContext): string => pathToText(at.path);

/** ``title must be a `string` type, but the final value was: `5`.`` */
export function refuseType(at: ValueContext, kind: string, value: unknown): null {
  return refuse(
    at,
    `${placeOf(at)} must be a \`${kind}\` type, but the final value was: \`${show(value)}\`.`,
    value,
  );
}

/** The same for a number, which is NaN by the time it is refused. */
export function refuseNumber(at: ValueContext, input: unknown): null {
  const cast = Number.isNaN(input) ? '.' : ` (cast from the value \`${show(input)}\`).`;
  return refuse(
    at,
    `${placeOf(at)} must be a \`number\` type, but the final value was: \`NaN\`${cast}`,
    Number.NaN,
  );
}

export function refuseBelow(at: ValueContext, min: number | string, value: unknown): void {
  refuse(at, `${placeOf(at)} must be greater than or equal to ${min}`, value);
}

export function refuseAbove(at: ValueContext, max: number | string, value: unknown): void {
  refuse(at, `${placeOf(at)} must be less than or equal to ${max}`, value);
}

/** As yup prints values: each simple value inside a list or an object is a text. */
export function show(value: unknown): string {
  const simple = shownSimple(value);
  if (simple !== null) return simple;
  try {
    return JSON.stringify(value, (_key, one: unknown) => shownSimple(one) ?? one, 2);
  } catch {
    return String(value);
  }
}

/** null: a list or an object. */
function shownSimple(value: unknown): string | null {
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'object' && value !== null ? null : String(value);
}
