// `populate`: requests by name → populated nodes. An attribute that the caller may not read is an unknown key. A relation to a type
// that the caller may not read is left out.
import { coreErrors } from '../../kernel/errors/core-errors';
import type { AnyModel, Component, ComponentAttribute, ContentType } from '../model/compiled/content-type';
import type { EntryNode, Filter, Populate, QueryNode } from './ast';
import type { PopulatedAttribute } from './model-view';
import { parseFields, parseTypeFields } from './parse-fields';
import { NO_AXES, parseFilters } from './parse-filters';
import { parseSort } from './parse-sort';
import { join, type ParseState } from './parse-state';
import {
  checkOptions,
  NO_OPTIONS,
  OPTIONS,
  type Options,
  type PopulatePosition,
  readCount,
  readPage,
} from './populate-options';
import {
  FIRST_LEVEL,
  PLAIN,
  type PopulateRequest,
  type PopulateRequests,
  readPopulate,
  unreadableKey,
} from './populate-requests';

export function parsePopulate(raw: unknown, model: AnyModel, context: ParseState): readonly Populate[] {
  return resolveRequests(readPopulate(raw, null, 1, context), model, null, 1, context);
}

/** `path` is the dotted way to `model`; `depth` counts the levels of population. */
function resolveRequests(
  requests: PopulateRequests,
  model: AnyModel,
  path: string | null,
  depth: number,
  context: ParseState,
): readonly Populate[] {
  if (!requests.isAll && requests.byKey.size === 0) return NOTHING;
  context.checkDepth(depth, 'populate', path);
  const populates: Populate[] = [];
  if (requests.isAll)
    for (const attribute of context.view(model).populated)
      if (!isLeftOut(attribute, context))
        populates.push(
          populateOf(
            attribute,
            PLAIN,
            positionOf(attribute.name, attribute, model, path, depth, context),
            context,
          ),
        );
  for (const [key, request] of requests.byKey) {
    const attribute = populatedAttribute(key, request, model, path, context);
    if (attribute)
      populates.push(
        populateOf(attribute, request, positionOf(key, attribute, model, path, depth, context), context),
      );
  }
  return populates;
}

const NOTHING: readonly Populate[] = [];

const positionOf = (
  key: string,
  { name }: PopulatedAttribute,
  model: AnyModel,
  path: string | null,
  depth: number,
  { param }: ParseState,
): PopulatePosition => ({ key, model, path: join(path, name), depth, origin: { param, key: name, path } });

/** null: the answer has no such key. */
function populatedAttribute(
  key: string,
  request: PopulateRequest,
  model: AnyModel,
  path: string | null,
  context: ParseState,
): PopulatedAttribute | null {
  const view = context.view(model);
  const name = aliasedName(request.options, context) ?? key;
  const attribute = view.attributes.get(name);
  if (!attribute) throw context.invalidKey(name, request.isText ? join(path, name) : path);
  if (attribute.kind === 'scalar') throw context.invalidKey(name, join(path, name));
  if (attribute.kind === 'waiting') throw context.waiting(attribute, name, path);
  const showsNothing = attribute.kind === 'relation' && view.targets.get(name)?.length === 0;
  return request.isOff || showsNothing || isLeftOut(attribute, context) ? null : attribute;
}

/** A list that may be very long, where the request cannot ask for a page of it. */
const isLeftOut = (attribute: PopulatedAttribute, { limits }: ParseState): boolean =>
  attribute.kind === 'relation' && attribute.paged && !limits.populatePages;

/** Under a key that the caller chose (an alias), the option `attribute` names the attribute. */
function aliasedName(options: Options | null, context: ParseState): string | undefined {
  if (!context.limits.populatePages || options?.attribute === undefined) return undefined;
  return String(options.attribute);
}

const loadFragments = (): typeof import('./parse-fragments') => require('./parse-fragments');

function populateOf(
  attribute: PopulatedAttribute,
  request: PopulateRequest,
  position: PopulatePosition,
  context: ParseState,
): Populate {
  const { key, model, path, depth, origin } = position;
  const { unreadable, options } = request;
  if (attribute.kind === 'zone') {
    const fragments = loadFragments().zoneFragments(attribute, request, position, context);
    // `sort` must be right, and has no effect: entries of a zone keep their order.
    const entries = new Map(
      fragments.map(({ kind, request: own, path: at }) => [
        kind.uid,
        { ...entryOf(kind, own, at, depth, context), sort: [] },
      ]),
    );
    return { kind: 'zone', key, attribute, entries, count: readCount(options, path, context), origin };
  }
  if (attribute.kind === 'relation' && attribute.target === null) {
    const fragments = loadFragments().targetFragments(attribute, request, position, context);
    const targets = fragments.map(({ kind, request: own, path: at }) =>
      nodeOf(kind, own, at, depth, context),
    );
    return { kind: 'relation', key, attribute, targets, count: readCount(options, path, context), origin };
  }
  const asked = unreadable === '*' ? FIRST_LEVEL : request;
  if (asked.unreadable !== undefined) throw context.invalidKey(unreadableKey(asked.unreadable), path);
  if (attribute.kind === 'component') return componentOf(attribute, asked, position, context);
  const targets = (context.view(model).targets.get(attribute.name) ?? []).map((type) =>
    nodeOf(type, asked, path, depth, context),
  );
  return { kind: 'relation', key, attribute, targets, count: readCount(options, path, context), origin };
}

function nodeOf(
  type: ContentType,
  request: PopulateRequest,
  path: string,
  depth: number,
  context: ParseState,
): QueryNode {
  const { maxStatements, populatePages } = context.limits;
  context.nodes += 1;
  if (context.nodes > maxStatements) throw coreErrors.QUERY_TOO_COSTLY(path, 'statements', maxStatements);
  const options = request.options ?? NO_OPTIONS;
  checkOptions(options, populatePages ? OPTIONS.pagedRelation : OPTIONS.relation, path, context);
  return {
    type,
    ...parseTypeFields(options.fields, type, context),
    filter: filterOf(options, type, context),
    sort: parseSort(options.sort, type, context),
    page: readPage(options, path, context),
    populate: populateBelow(request, type, path, depth, context),
    axes: NO_AXES,
    bound: [],
  };
}

function componentOf(
  attribute: ComponentAttribute,
  request: PopulateRequest,
  position: PopulatePosition,
  context: ParseState,
): Populate {
  const { key, path, depth, origin } = position;
  const component = context.schema.components.get(attribute.component);
  if (!component) throw context.invalidKey(origin.key, origin.path);
  const options = request.options ?? NO_OPTIONS;
  checkOptions(options, OPTIONS.component, path, context);
  return {
    kind: 'component',
    key,
    attribute,
    entry: entryOf(component, request, path, depth, context),
    count: readCount(options, path, context),
    origin,
  };
}

/** The caller of this function has checked the options. */
function entryOf(
  component: Component,
  request: PopulateRequest,
  path: string,
  depth: number,
  context: ParseState,
): EntryNode {
  const options = request.options ?? NO_OPTIONS;
  return {
    component,
    fields: parseFields(options.fields, component, context),
    filter: filterOf(options, component, context),
    sort: parseSort(options.sort, component, context),
    populate: populateBelow(request, component, path, depth, context),
  };
}

/** `populate[tags][filters]=`: no filters. */
const filterOf = ({ filters }: Options, model: AnyModel, context: ParseState): Filter | null =>
  parseFilters(filters === '' ? undefined : filters, model, context);

function populateBelow(
  { options, below }: PopulateRequest,
  model: AnyModel,
  path: string,
  depth: number,
  context: ParseState,
): readonly Populate[] {
  const requests =
    options?.populate === undefined ? below : readPopulate(options.populate, path, depth + 1, context);
  return resolveRequests(requests, model, path, depth + 1, context);
}
