// Finds values in the text of documents that GraphQL refuses: a null in a non-null field, an `Int` beyond 32 bits, a removed value of an
// enumeration. graphql-js writes such an answer, with its errors. The text is searched once, and only for keys of such fields.
import type { ScalarAttribute } from '../../../core';
import type { Field } from '../model/facts';

type ScalarField = Extract<Field, { kind: 'scalar' }>;

export class ValueChecks {
  readonly #required = new Set<string>();
  /** By response key; null: its values need no check. */
  readonly #patterns = new Map<string, string | null>();

  /** `field`: null for a relation or a fixed text. false: the key has other values at another place, which a text does not tell apart. */
  add(key: string, field: ScalarField | null): boolean {
    if (field?.type.endsWith('!') && field.attribute.name !== 'documentId') this.#required.add(key);
    const isObject = field !== null && !isPlain(field.attribute);
    const pattern = isObject ? OBJECT : field && patternOf(field.attribute);
    const known = this.#patterns.get(key);
    this.#patterns.set(key, pattern);
    return known === undefined || known === pattern;
  }

  finder(): (text: string) => boolean {
    const patterns = [...this.#patterns].filter(([, pattern]) => pattern !== null && pattern !== OBJECT);
    const objects = [...this.#patterns].filter(([, pattern]) => pattern === OBJECT).map(([key]) => key);
    const nulls =
      this.#required.size > 0 ? new RegExp(`"(?:${[...this.#required].join('|')})":null[,}]`) : null;
    const others =
      patterns.length > 0
        ? new RegExp(
            `"(?:${patterns.map(([key, pattern]) => `${key}":(?!(?:${pattern}|null)[,}])`).join('|')})`,
          )
        : null;
    const find = (text: string): boolean =>
      (nulls !== null && text.includes(':null') && nulls.test(text)) || (others?.test(text) ?? false);
    if (objects.length === 0) return find;
    // Keys inside of JSON values may be those of the answer.
    return (text) => find(text) && find(withoutValues(text, new Set(objects)));
  }
}

/** A value that may have keys of its own. */
const OBJECT = 'object';

/** The text of documents with `true` in place of the values of these keys. */
const withoutValues = (text: string, keys: ReadonlySet<string>): string =>
  JSON.stringify(JSON.parse(text, (key, value: unknown) => (keys.has(key) && value !== null ? true : value)));

/** The texts of the values that GraphQL accepts; null: of all. */
function patternOf({ type, options }: ScalarAttribute): string | null {
  const { output, values } = type.graphql;
  // They are names: others are not written by rows.
  if (values) return `"(?:${values(options).join('|')})"`;
  return output === 'Int' ? INT : null;
}

/** Whole numbers of 32 bits. The least one of all is left to graphql-js. */
const INT = `-?(?:\\d{1,9}|${upTo('2147483647')})`;

/** Numbers with as many digits as the largest. */
function upTo(most: string): string {
  const parts = [...most].map((digit, at) => {
    const left = most.length - at - 1;
    const last = left === 0 ? Number(digit) : Number(digit) - 1;
    return last < 0 ? [] : [`${most.slice(0, at)}[0-${last}]\\d{${left}}`];
  });
  return parts.flat().join('|');
}

const isPlain = ({ type, options }: ScalarAttribute): boolean =>
  type.graphql.values !== undefined ||
  type.jsonNumber !== undefined ||
  ['string', 'number', 'integer', 'boolean'].includes(String(type.openapi(options).type));
