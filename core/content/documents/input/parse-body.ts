// Turns a body into the typed input of a write with its issues. Adds the presets of the caller, and does slow work on values
// (hashes) before the transaction.

import type { ColumnSpec, Stored } from '../../../database/sql-dialect';
import type { ScalarType } from '../../attributes/attribute-type';
import type { ContentType, ScalarAttribute, Schema } from '../../model/compiled/content-type';
import { FULL_VISIBILITY } from '../../model/compiled/visibility';
import type { WriteAction } from '../write-action';

import type { ModelInput } from './body-input';
import { BodyIssues } from './body-issues';
import type { OwnValues } from './own-values';
import { dataObject, parseInput } from './parse-input';

export interface ParsedBody {
  readonly input: ModelInput;
  /** Issues of single values; reported together with the issues of the merged document. */
  readonly issues: BodyIssues;
}

/** `ignored`: keys of a body that mean nothing and are passed over. */
export function createBodyParser(schema: Schema, ignored: ReadonlySet<string>) {
  /** A promise only if a value needs slow work. */
  function parseBody(
    action: WriteAction,
    data: unknown,
    values: OwnValues | null,
  ): ParsedBody | Promise<ParsedBody> {
    const issues = new BodyIssues();
    const input = parseInput(action.type, dataObject(data), {
      schema,
      visibility: action.visibility,
      strictness: action.strictness,
      issues,
      ignored,
      isOwn: false,
    });
    if (action.operation === 'create') addPreset(action, input);
    if (values !== null) addOwnValues(action, values, input, issues);
    const body = { input, issues };
    return issues.found.length === 0 && isToPrepare(input) ? prepareScalars(input).then(() => body) : body;
  }

  /** Adds the values that the visibility presets for documents of the caller. They need no right to write. */
  function addPreset({ type, visibility, strictness }: WriteAction, input: ModelInput): void {
    const preset = visibility.preset?.(type);
    if (!preset) return;
    const issues = new BodyIssues();
    const own = parseInput(type, preset, {
      schema,
      visibility: FULL_VISIBILITY,
      strictness,
      issues,
      ignored: NO_KEYS,
      isOwn: true,
    });
    if (issues.found.length > 0)
      throw new Error(
        `The preset of ${type.uid} (${visibility.scope}) is wrong: ${issues.found[0]?.message}`,
      );
    for (const [attribute, value] of own.scalars)
      if (!input.scalars.has(attribute)) input.scalars.set(attribute, value);
    for (const [attribute, value] of own.relations)
      if (!input.relations.has(attribute)) input.relations.set(attribute, value);
  }

  /** Values of plugins replace those of the body. Their issues are the client's: a plugin often makes its value of the body. */
  function addOwnValues(
    { type, strictness }: WriteAction,
    values: OwnValues,
    input: ModelInput,
    issues: BodyIssues,
  ): void {
    const own = parseInput(type, values, {
      schema,
      visibility: FULL_VISIBILITY,
      strictness,
      issues,
      ignored: NO_KEYS,
      isOwn: true,
    });
    for (const name of Object.keys(values)) if (values[name] === undefined) remove(type, name, input);
    for (const [attribute, value] of own.scalars) input.scalars.set(attribute, value);
    for (const [attribute, value] of own.relations) input.relations.set(attribute, value);
    for (const [attribute, value] of own.entries) input.entries.set(attribute, value);
  }

  return parseBody;
}

function remove(
  { attributes }: ContentType,
  name: string,
  { scalars, relations, entries }: ModelInput,
): void {
  const attribute = attributes.get(name);
  for (const values of [scalars, relations, entries] as Map<unknown, unknown>[]) values.delete(attribute);
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Does any value need work before it can be stored? */
function isToPrepare({ scalars, entries }: ModelInput): boolean {
  for (const { type } of scalars.keys()) if ((type as ScalarType<unknown>).prepare) return true;
  for (const list of entries.values()) for (const { input } of list) if (isToPrepare(input)) return true;
  return false;
}

/** Slow work on values (hashes), once, before the transaction. */
async function prepareScalars(input: ModelInput): Promise<void> {
  for (const [attribute, value] of input.scalars) {
    const type: ScalarType<unknown> = attribute.type;
    if (type.prepare && value !== null)
      input.scalars.set(attribute, fitting(attribute, await type.prepare(value, attribute.options)));
  }
  for (const entries of input.entries.values())
    for (const entry of entries) await prepareScalars(entry.input);
}

/** A database would convert a value of another kind, each in its own way. */
function fitting({ name, type, options }: ScalarAttribute, value: Stored): Stored {
  if (value === null) return value;
  const { kind } = (type as ScalarType<unknown>).column(options);
  const expected: readonly string[] = KINDS[kind];
  if (expected.includes(typeof value)) return value;
  throw new Error(
    `prepare() of the attribute type "${type.name}" returned a ${typeof value} for the attribute "${name}", whose column has the kind "${kind}". Return a ${expected.join(' or a ')}, or null.`,
  );
}

const KINDS: Readonly<Record<ColumnSpec['kind'], readonly string[]>> = {
  string: ['string'],
  text: ['string'],
  json: ['string'],
  integer: ['number', 'bigint'],
  small: ['number', 'bigint'],
  double: ['number'],
  decimal: ['string', 'number', 'bigint'],
  boolean: ['boolean'],
};
