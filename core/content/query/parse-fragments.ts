// `populate` of a dynamic zone or a polymorphic relation: one request per component or type, from `on`. The entries of a zone
// whose component is not in `on` are answered with their scalars.
import { coreErrors } from '../../kernel/errors/core-errors';
import type {
  AnyModel,
  Component,
  ContentType,
  RelationAttribute,
  ZoneAttribute,
} from '../model/compiled/content-type';
import { isMeaningless, isRecord, join, type ParseState, show } from './parse-state';
import { checkOptions, OPTIONS, type Options, type PopulatePosition } from './populate-options';
import {
  FIRST_LEVEL,
  noRequests,
  PLAIN,
  type PopulateRequest,
  type PopulateRequests,
  readRequest,
  unreadableKey,
} from './populate-requests';

/** One kind of content, and the request for it. */
export interface Fragment<Kind> {
  readonly kind: Kind;
  readonly request: PopulateRequest;
  readonly path: string;
}

/** One per component of the zone. */
export function zoneFragments(
  attribute: ZoneAttribute,
  request: PopulateRequest,
  position: PopulatePosition,
  context: ParseState,
): readonly Fragment<Component>[] {
  const { path } = position;
  const { components } = context.schema;
  const on = readOn(attribute, request, position, context);
  const kinds = attribute.components.flatMap((uid) => components.get(uid) ?? []);
  if (!on) return sharedFragments(kinds, request, path, context);
  for (const uid of Object.keys(on))
    if (!isMeaningless(uid) && !components.has(uid)) throw context.invalidKey(uid, `${path}.on.${uid}`);
  return kinds.map((kind) => {
    const at = `${path}.on.${kind.uid}`;
    const own = readFragment(on[kind.uid], at, context);
    if (own.options) checkOptions(own.options, OPTIONS.entry, at, context);
    return { kind, request: own, path: at };
  });
}

/** One per target type that is asked for and readable. */
export function targetFragments(
  attribute: RelationAttribute,
  request: PopulateRequest,
  position: PopulatePosition,
  context: ParseState,
): readonly Fragment<ContentType>[] {
  const { model, path } = position;
  const readable = context.view(model).targets.get(attribute.name) ?? [];
  const on = readOn(attribute, request, position, context);
  if (!on) return sharedFragments(readable, request, path, context);
  const fragments: Fragment<ContentType>[] = [];
  for (const uid of Object.keys(on)) {
    if (isMeaningless(uid) || on[uid] === undefined) continue;
    const at = `${path}.on.${uid}`;
    const type = context.schema.types.get(uid);
    if (!type) throw context.invalidKey(uid, at);
    const own = readFragment(on[uid], at, context);
    if (!own.isOff && readable.includes(type)) fragments.push({ kind: type, request: own, path: at });
  }
  return fragments;
}

/** The requests by uid; null: no `on`, one request for every kind. */
function readOn(
  attribute: ZoneAttribute | RelationAttribute,
  { options, unreadable }: PopulateRequest,
  { model, path }: PopulatePosition,
  context: ParseState,
): Options | null {
  if (unreadable !== undefined) throw wrongFragment(attribute.name, model, unreadable);
  if (!options) return null;
  const { on, populate, fields, filters, sort } = options;
  // Beside `on`, `populate` is ignored.
  if (populate !== undefined && populate !== '*' && on === undefined)
    throw context.invalidKey('populate', path);
  if (fields !== undefined || filters !== undefined || sort !== undefined)
    throw wrongFragment(attribute.name, model, options);
  checkOptions(options, OPTIONS.fragments, path, context);
  if (on === undefined || on === '') return null;
  if (isRecord(on)) return on;
  if (attribute.kind === 'relation') throw wrongFragment(attribute.name, model, options);
  throw Array.isArray(on) ? context.invalidKey('0', `${path}.on.0`) : context.invalidKey('on', `${path}.on`);
}

function wrongFragment(name: string, model: AnyModel, found: unknown) {
  const owner = model.model === 'type' ? model.singularName : model.uid;
  return coreErrors.QUERY_INVALID(
    `Invalid nested populate for ${owner}.${name} (${model.uid}). Expected a fragment ("on") or "count" but found ${show(found)}`,
  );
}

/** Under `on`: nothing, a flag, `*` for the first level, or an object. */
function readFragment(raw: unknown, path: string, context: ParseState): PopulateRequest {
  if (raw === undefined) return PLAIN;
  const request = readRequest(raw);
  if (request.unreadable === undefined) return request;
  if (request.unreadable !== '*') throw context.invalidKey(unreadableKey(request.unreadable), path);
  return FIRST_LEVEL;
}

/** Without `on`: each next name of a dotted path goes to the kinds that have an attribute of that name. */
function sharedFragments<Kind extends AnyModel>(
  kinds: readonly Kind[],
  request: PopulateRequest,
  path: string,
  context: ParseState,
): readonly Fragment<Kind>[] {
  if (request.options?.populate === '*') return kinds.map((kind) => ({ kind, request: FIRST_LEVEL, path }));
  const found = new Set<string>();
  const fragments = kinds.map((kind) => {
    const { attributes } = context.view(kind);
    const below: PopulateRequests = noRequests();
    for (const [name, next] of request.below.byKey) {
      const attribute = attributes.get(name);
      if (!attribute || attribute.kind === 'scalar') continue;
      found.add(name);
      below.byKey.set(name, next);
    }
    return { kind, request: { ...PLAIN, below }, path };
  });
  for (const [name, { isText }] of request.below.byKey)
    if (!found.has(name)) throw context.invalidKey(name, isText ? join(path, name) : path);
  return fragments;
}
