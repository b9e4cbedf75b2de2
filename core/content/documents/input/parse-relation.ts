// Parses one relation of a body, in each allowed spelling, into a new list or a change of the list.

import { isPlainObject } from '../../../kernel/check/checks';
import type { AppError } from '../../../kernel/errors/app-error';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { RelationAttribute, Schema } from '../../model/compiled/content-type';
import type { Visibility } from '../../model/compiled/visibility';
import type { ConnectInput, Reference, ReferencePosition, RelationInput } from './body-input';
import { askedId } from './document-id';

const KEYWORDS = ['connect', 'disconnect', 'set', 'options'];

export interface RelationContext {
  readonly schema: Schema;
  readonly visibility: Visibility;
}

/** `place`: the attribute's path without indexes, for messages. */
export function parseRelation(
  attribute: RelationAttribute,
  input: unknown,
  place: string,
  context: RelationContext,
): RelationInput | null {
  const relation = read(attribute, input, place, context);
  return relation && !attribute.many ? lastOnly(relation, context) : relation;
}

function read(
  attribute: RelationAttribute,
  input: unknown,
  place: string,
  context: RelationContext,
): RelationInput | null {
  if (typeof input === 'boolean') return null;
  if (!isPlainObject(input) || isReference(input))
    return replacing(references(attribute, input, place, context), context);
  for (const key of Object.keys(input))
    if (!KEYWORDS.includes(key)) throw coreErrors.BODY_INVALID_KEY(key, place);
  const { set, connect, disconnect, options } = input;
  if (attribute.target === null) checkOptions(options, attribute.name, place);
  if (set !== undefined) {
    if (connect !== undefined || disconnect !== undefined)
      throw coreErrors.BODY_INVALID(
        `${place}: "set" replaces the whole list and cannot stand beside "connect" or "disconnect". Send either "set", or "connect" and "disconnect".`,
      );
    return replacing(references(attribute, set, place, context), context);
  }
  const change = {
    connect: connects(attribute, connect, place, context),
    disconnect: references(attribute, disconnect, place, context),
    strict: !(isPlainObject(options) && options.strict === false),
  };
  return change.connect.length + change.disconnect.length === 0 ? null : { kind: 'change', ...change };
}

const replacing = (items: readonly Reference[], { visibility }: RelationContext): RelationInput => ({
  kind: 'set',
  items,
  isOwn: visibility.seesPrivate === true,
});

/** Of several targets for one place the last counts. */
function lastOnly(relation: RelationInput, context: RelationContext): RelationInput {
  if (relation.kind === 'set') return replacing(relation.items.slice(-1), context);
  const last = relation.connect.at(-1);
  return last ? replacing([last.reference], context) : relation;
}

/** A polymorphic relation takes no other options than `strict`. Other relations ignore unknown options. */
function checkOptions(options: unknown, name: string, place: string): void {
  if (options === undefined || options === null) return;
  if (!isPlainObject(options)) throw coreErrors.BODY_INVALID_KEY(name, place);
  for (const [key, value] of Object.entries(options))
    if (key !== 'strict' || typeof value !== 'boolean') throw coreErrors.BODY_INVALID_KEY(key, place);
}

const isReference = (input: Readonly<Record<string, unknown>>): boolean =>
  input.documentId !== undefined || input.id !== undefined;

function references(
  attribute: RelationAttribute,
  input: unknown,
  place: string,
  context: RelationContext,
): Reference[] {
  if (input === null || input === undefined) return [];
  const items: readonly unknown[] = Array.isArray(input) ? input : [input];
  const found: Reference[] = [];
  for (const item of items) if (item !== null) found.push(reference(attribute, item, place, context));
  return found;
}

function connects(
  attribute: RelationAttribute,
  input: unknown,
  place: string,
  context: RelationContext,
): ConnectInput[] {
  if (input === null || input === undefined) return [];
  const items: readonly unknown[] = Array.isArray(input) ? input : [input];
  const found: ConnectInput[] = [];
  for (const item of items) {
    if (item === null) continue;
    const named = isPlainObject(item) ? item.position : undefined;
    found.push({
      reference: reference(attribute, item, place, context),
      position: position(attribute, named, item, place, context),
    });
  }
  return found;
}

function reference(
  attribute: RelationAttribute,
  item: unknown,
  place: string,
  context: RelationContext,
): Reference {
  const type = targetType(attribute, item, place, context);
  const isOwn = context.visibility.seesPrivate === true;
  if (!isPlainObject(item)) return { type, ...identity(item, place), pins: {}, isOwn };
  const id =
    item.documentId === undefined
      ? identity(item.id, place)
      : { documentId: namedId(item.documentId), rowId: null };
  return { type, ...id, pins: namedPins(type, item, place, context), isOwn };
}

/** The values of the target's axes that an item names. An unknown stage is ignored. */
function namedPins(
  type: string,
  item: Readonly<Record<string, unknown>>,
  place: string,
  { schema }: RelationContext,
): Record<string, string> {
  const pins: Record<string, string> = {};
  for (const { axis } of schema.types.get(type)?.axes ?? []) {
    const named = item[axis.name];
    if (named === undefined || named === null || named === '') continue;
    const values = axis.store.kind === 'enum' ? axis.store.values : null;
    const isKnown = typeof named === 'string' && (!values || values.includes(named));
    if (!isKnown && axis.kind === 'stages') continue;
    if (!isKnown)
      throw coreErrors.BODY_INVALID(
        `${place}: there is no ${axis.name} ${JSON.stringify(named)}; name ${values ? `one of ${values.join(', ')}` : 'it as text'}, or leave it out`,
        { path: place },
      );
    pins[axis.name] = named;
  }
  return pins;
}

function identity(value: unknown, place: string): { documentId: string | null; rowId: number | null } {
  // No row has an id such as 1.5: the document is unknown.
  if (typeof value === 'number') return { documentId: null, rowId: value };
  if (Array.isArray(value) && value.length > 0) throw coreErrors.BODY_INVALID_KEY('0', place);
  if (typeof value === 'string' && value !== '') {
    return /^\d{1,15}$/.test(value)
      ? { documentId: null, rowId: Number(value) }
      : { documentId: namedId(value), rowId: null };
  }
  throw invalidRelation(value);
}

function namedId(value: unknown): string {
  const isName = (typeof value === 'string' && value !== '') || typeof value === 'number';
  if (!isName || askedId(String(value)) === '') throw invalidRelation(value);
  return String(value);
}

const invalidRelation = (value: unknown): AppError =>
  coreErrors.BODY_ISSUES([{ path: [], message: 'Invalid relations', name: 'ValidationError', value }]);

function targetType(
  attribute: RelationAttribute,
  item: unknown,
  place: string,
  { schema, visibility }: RelationContext,
): string {
  if (attribute.target !== null) return attribute.target;
  const named = isPlainObject(item) ? item.__type : undefined;
  const type = typeof named === 'string' ? schema.types.get(named) : undefined;
  if (!type || !visibility.canRead(type))
    throw coreErrors.BODY_INVALID(
      `${place}: each entry needs "__type", the uid of the content type it points at, beside "documentId" or "id"`,
      { path: place },
    );
  return type.uid;
}

function position(
  attribute: RelationAttribute,
  written: unknown,
  item: unknown,
  place: string,
  context: RelationContext,
): ReferencePosition {
  if (!isPlainObject(written)) return { kind: 'end' };
  for (const kind of ['before', 'after'] as const) {
    const beside = written[kind];
    if (beside === undefined || beside === null) continue;
    const type = targetType(
      attribute,
      [beside, written, item].find((each) => isPlainObject(each) && each.__type),
      place,
      context,
    );
    const id =
      isPlainObject(beside) && beside.documentId !== undefined
        ? { documentId: namedId(beside.documentId), rowId: null }
        : identity(isPlainObject(beside) ? beside.id : beside, place);
    const pins = isPlainObject(beside) ? namedPins(type, beside, place, context) : {};
    return { kind, reference: { type, ...id, pins, isOwn: true }, written };
  }
  return { kind: written.start === true ? 'start' : 'end' };
}
