// Turns a body into typed input in one walk. Unknown and forbidden keys throw at once; other issues are collected. Required
// values are checked later, together with the stored row (merge-values.ts).

import { type Path, pathToText } from '../../../kernel/check/check';
import { isPlainObject } from '../../../kernel/check/checks';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { Strictness } from '../../attributes/attribute-type';
import { show } from '../../attributes/families/value-issues';
import type {
  AnyModel,
  Attribute,
  Component,
  ScalarAttribute,
  Schema,
  WaitingAttribute,
} from '../../model/compiled/content-type';
import { hasTooFew, isMany, type NestedAttribute } from '../../model/compiled/nested';
import type { Visibility } from '../../model/compiled/visibility';
import { type EntryInput, emptyInput, type ModelInput } from './body-input';
import type { BodyIssues } from './body-issues';
import { parseRelation } from './parse-relation';

export interface ParseContext {
  readonly schema: Schema;
  readonly visibility: Visibility;
  readonly strictness: Strictness;
  readonly issues: BodyIssues;
  /** Keys that a body may contain, and that are ignored. */
  readonly ignored: ReadonlySet<string>;
  /** Values of a plugin: also of attributes that a body cannot set. */
  readonly isOwn: boolean;
}

export function parseInput(
  model: AnyModel,
  data: Readonly<Record<string, unknown>>,
  context: ParseContext,
): ModelInput {
  return parseModel(model, data, [], context, NO_KEYS);
}

/** `data` of a request: an object, or the 400 that says so; `remedy` where it is known why nothing came. */
export function dataObject(data: unknown, remedy: string | null = null): Readonly<Record<string, unknown>> {
  if (isPlainObject(data)) return data;
  if (Array.isArray(data))
    throw coreErrors.BODY_ISSUES([
      {
        path: [],
        message: `this must be a \`object\` type, but the final value was: \`null\` (cast from the value \`${JSON.stringify(data)}\`).`,
        name: 'ValidationError',
        value: null,
      },
    ]);
  throw coreErrors.BODY_MISSING_DATA(remedy);
}

const NO_KEYS: ReadonlySet<string> = new Set();
const ENTRY_KEYS: ReadonlySet<string> = new Set(['id']);
const ZONE_KEYS: ReadonlySet<string> = new Set(['id', '__component']);

function parseModel(
  model: AnyModel,
  data: Readonly<Record<string, unknown>>,
  path: Path,
  context: ParseContext,
  own: ReadonlySet<string>,
): ModelInput {
  for (const key of Object.keys(data)) if (!own.has(key)) refuseUnknown(model, key, path, context);
  const input = emptyInput();
  for (const attribute of model.attributes.values()) {
    if (!Object.hasOwn(data, attribute.name)) continue;
    const value = data[attribute.name];
    if (value !== undefined) parseAttribute(attribute, value, input, [...path, attribute.name], context);
  }
  return input;
}

function parseAttribute(
  attribute: Attribute,
  value: unknown,
  input: ModelInput,
  path: Path,
  context: ParseContext,
): void {
  switch (attribute.kind) {
    case 'scalar':
      parseScalar(attribute, value, input, path, context);
      return;
    case 'relation': {
      const relation = parseRelation(attribute, value, place(path), context);
      if (relation) input.relations.set(attribute, relation);
      return;
    }
    case 'waiting':
      refuseWaiting(attribute, path, context);
      return;
    default: {
      const entries = parseEntries(attribute, value, path, context);
      if (entries) input.entries.set(attribute, entries);
    }
  }
}

function parseScalar(
  attribute: ScalarAttribute,
  value: unknown,
  input: ModelInput,
  path: Path,
  context: ParseContext,
): void {
  if (value === null) {
    input.scalars.set(attribute, null);
    return;
  }
  const at = { path, issues: context.issues.found, strictness: context.strictness };
  const before = at.issues.length;
  const stored = attribute.type.parse(value, attribute.options, at);
  if (at.issues.length > before) return;
  if (stored !== null) attribute.type.check(stored, attribute.options, at);
  input.scalars.set(attribute, stored);
}

function parseEntries(
  attribute: NestedAttribute,
  value: unknown,
  path: Path,
  context: ParseContext,
): EntryInput[] | null {
  if (!isMany(attribute)) {
    const entry = value === null ? undefined : parseEntry(attribute, value, path, context);
    return value === null ? [] : entry ? [entry] : null;
  }
  const list = value === null ? [] : value;
  if (!Array.isArray(list)) {
    context.issues.add(path, wrongType(path, 'array', value), value);
    return null;
  }
  const at = pathToText(path);
  if (attribute.max !== null && list.length > attribute.max)
    context.issues.add(path, `${at} field must have less than or equal to ${attribute.max} items`, value);
  if (context.strictness === 'complete' && hasTooFew(attribute, list.length))
    context.issues.add(path, `${at} field must have at least ${attribute.min} items`, value);
  const entries: EntryInput[] = [];
  for (let index = 0; index < list.length; index++) {
    const entry = parseEntry(attribute, list[index], [...path, index], context);
    if (entry) entries.push(entry);
  }
  return entries;
}

function parseEntry(
  attribute: NestedAttribute,
  value: unknown,
  path: Path,
  context: ParseContext,
): EntryInput | undefined {
  if (!isPlainObject(value)) {
    context.issues.add(path, wrongType(path, 'object', value), value);
    return undefined;
  }
  const component =
    attribute.kind === 'component'
      ? attribute.component
      : zoneComponent(attribute.components, value, path, context);
  const model: Component | undefined =
    component === undefined ? undefined : context.schema.components.get(component);
  if (!model) return undefined;
  const input = parseModel(model, value, path, context, attribute.kind === 'zone' ? ZONE_KEYS : ENTRY_KEYS);
  return { component: model, id: entryId(value.id), input, path };
}

function zoneComponent(
  allowed: readonly string[],
  entry: Readonly<Record<string, unknown>>,
  path: Path,
  { issues }: ParseContext,
): string | undefined {
  const named = entry.__component;
  const at = [...path, '__component'];
  if (named === undefined || named === null || named === '')
    issues.add(at, `${pathToText(at)} is a required field`);
  else if (typeof named === 'string' && allowed.includes(named)) return named;
  else issues.add(at, `${pathToText(at)} must be one of the following values: ${allowed.join(', ')}`, named);
  return undefined;
}

/** null: a new entry. */
function entryId(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : NO_ENTRY;
}

/** `"id": "abc"`: an id that no entry has. */
const NO_ENTRY = -1;

function refuseUnknown(
  model: AnyModel,
  key: string,
  path: Path,
  { visibility, ignored, schema, isOwn }: ParseContext,
): void {
  const attribute = model.attributes.get(key);
  if (attribute?.kind === 'waiting') return;
  const above = (): string | null => place(path) || null;
  if (attribute) {
    if (!attribute.writable && !isOwn) throw coreErrors.BODY_INVALID_KEY(key, place([...path, key]));
    const target =
      attribute.kind === 'relation' && attribute.target !== null
        ? schema.types.get(attribute.target)
        : undefined;
    if (!visibility.writable(model, attribute) || (target && !visibility.canRead(target)))
      throw coreErrors.BODY_INVALID_KEY(key, above());
    return;
  }
  if (key === '__proto__' || (path.length === 0 && ignored.has(key))) return;
  if (path.length === 0 && (key === 'id' || key === 'documentId')) throw coreErrors.BODY_INVALID_KEY(key);
  throw coreErrors.BODY_INVALID_KEY(key, model.scalars.get(key)?.system ? place([...path, key]) : above());
}

function refuseWaiting(attribute: WaitingAttribute, path: Path, { issues }: ParseContext): void {
  issues.add(path, `${pathToText(path)} cannot be set: it ${attribute.reason}`);
}

/** A path as errors about keys spell it: attribute names only. */
const place = (path: Path): string =>
  path.length === 1 ? String(path[0]) : path.filter((step) => typeof step === 'string').join('.');

export function wrongType(path: Path, expected: string, value: unknown): string {
  return `${pathToText(path)} must be a \`${expected}\` type, but the final value was: \`${show(value ?? null)}\`.`;
}
