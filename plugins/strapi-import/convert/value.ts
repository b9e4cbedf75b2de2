// A value of a column of Strapi → the stored value of the attribute. The rules of the attribute decide: a value that breaks one has a
// reason.

import { check, type Issue, type ScalarAttribute, type Stored, type Strictness } from '../../../core';
import { parsed } from '../source/open-database';
import { toMoment } from './moments';

const { isPlainObject } = check;

export interface Converted {
  readonly value: Stored;
  /** Rules that the value breaks. */
  readonly broken: readonly string[];
  /** The value was changed to fit: a decimal was rounded. */
  readonly changed?: string;
}

const NOTHING: Converted = { value: null, broken: [] };

export function convertValue(
  attribute: ScalarAttribute,
  raw: unknown,
  strictness: Strictness,
  zone: string,
): Converted {
  if (raw === null || raw === undefined) return NOTHING;
  const { type, options, name } = attribute;
  // The hash of Strapi stays: it is verified, and replaced at the next login.
  if (type.secret) return { value: String(raw), broken: [] };
  const scaled = type.name === 'decimal' ? rounded(raw, options) : null;
  const input = scaled?.value ?? inputOf(type.name, raw, zone);
  if (input === null && !isJson(type.name))
    return { value: null, broken: [`${name} has no value that can be read: ${String(raw)}`] };
  const issues: Issue[] = [];
  const at = { path: [name], issues, strictness };
  const value = type.parse(input, options, at);
  if (issues.length === 0 && value !== null) type.check(value, options, at);
  const broken = issues.map(({ message }) => message);
  // A text that breaks a rule still has a form that the column can hold.
  const stored = broken.length > 0 && value === null ? storable(attribute, input) : value;
  return {
    value: stored,
    broken,
    ...(scaled?.from ? { changed: `${name} ${scaled.from} became ${scaled.value}` } : {}),
  };
}

function storable({ type, options }: ScalarAttribute, input: unknown): Stored {
  const spec = type.column(options);
  if (typeof input !== 'string') return null;
  if (spec.kind === 'text') return input;
  return spec.kind === 'string' && input.length <= spec.length && !input.includes('\u0000') ? input : null;
}

const isJson = (type: string): boolean => ['json', 'blocks', 'array'].includes(type);

function inputOf(type: string, raw: unknown, zone: string): unknown {
  switch (type) {
    case 'boolean':
      return [true, 1, 1n, '1', 't', 'true'].some((yes) => yes === raw);
    case 'integer':
    case 'float':
      return Number(raw);
    case 'biginteger':
      return typeof raw === 'bigint' ? String(raw) : typeof raw === 'number' ? String(raw) : raw;
    case 'datetime':
    case 'timestamp':
      return toMoment(raw, zone);
    case 'date':
      return typeof raw === 'number'
        ? (toMoment(raw, 'UTC')?.slice(0, 10) ?? null)
        : String(raw).slice(0, 10);
    case 'time':
      return String(raw);
    default:
      return isJson(type) ? parsed(raw) : String(raw);
  }
}

/** SQLite stores a decimal as a float, which may have more places. */
function rounded(raw: unknown, options: unknown): { readonly value: string; readonly from?: string } {
  const scale = isPlainObject(options) && typeof options.scale === 'number' ? options.scale : 6;
  const text = String(raw);
  const places = /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? (/[eE]/.test(text) ? scale + 1 : 0);
  if (places <= scale) return { value: text };
  const value = Number(raw).toFixed(scale);
  return Number(value) === Number(raw) ? { value } : { value, from: text };
}
