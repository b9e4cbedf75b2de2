// `populate`: wishes by name → populated nodes. What the caller may not read is left out in silence where a relation's
// target is meant, and unknown where the attribute itself is.
import { coreErrors } from '../errors/core-errors';
import type { AnyModel, Component, ComponentAttribute, ContentType } from '../schema/content-type';
import type { EntryNode, Populate, QueryNode } from './ast';
import type { PopulatedAttribute } from './model-view';
import { join, type ParseContext } from './parse-context';
import { parseFields } from './parse-fields';
import { NO_AXES, parseFilters } from './parse-filters';
import { resolveFragments } from './parse-fragments';
import { parseSort } from './parse-sort';
import {
  checkOptions,
  NO_OPTIONS,
  OPTIONS,
  type Options,
  type PopulatePlace,
  readCount,
  readPage,
} from './populate-options';
import { oddKey, PLAIN, readWishes, type Wish, type Wishes } from './populate-wishes';

export function parsePopulate(raw: unknown, model: AnyModel, context: ParseContext): readonly Populate[] {
  return resolveWishes(readWishes(raw, null, 1, context), model, null, 1, context);
}

/** `path` is the dotted way to `model`; `depth` counts the levels of population. */
function resolveWishes(
  wishes: Wishes,
  model: AnyModel,
  path: string | null,
  depth: number,
  context: ParseContext,
): readonly Populate[] {
  if (!wishes.isAll && wishes.byKey.size === 0) return NOTHING;
  context.checkDepth(depth, 'populate', path);
  const populates: Populate[] = [];
  if (wishes.isAll)
    for (const attribute of context.view(model).populated)
      populates.push(
        populateOf(
          attribute,
          PLAIN,
          placeOf(attribute.name, attribute, model, path, depth, context),
          context,
        ),
      );
  for (const [key, wish] of wishes.byKey) {
    const attribute = populatedAttribute(key, wish, model, path, context);
    if (attribute)
      populates.push(
        populateOf(attribute, wish, placeOf(key, attribute, model, path, depth, context), context),
      );
  }
  return populates;
}

const NOTHING: readonly Populate[] = [];

const placeOf = (
  key: string,
  { name }: PopulatedAttribute,
  model: AnyModel,
  path: string | null,
  depth: number,
  { param }: ParseContext,
): PopulatePlace => ({ key, model, path: join(path, name), depth, origin: { param, key: name, path } });

/** null: nothing is to be answered. */
function populatedAttribute(
  key: string,
  wish: Wish,
  model: AnyModel,
  path: string | null,
  context: ParseContext,
): PopulatedAttribute | null {
  const view = context.view(model);
  const name = aliasedName(wish.options, context) ?? key;
  const attribute = view.attributes.get(name);
  if (!attribute) throw context.invalidKey(name, path);
  if (attribute.kind === 'scalar') throw context.invalidKey(name, join(path, name));
  if (attribute.kind === 'waiting') throw context.waiting(attribute, name, path);
  const showsNothing = attribute.kind === 'relation' && view.targets.get(name)?.length === 0;
  return wish.isOff || showsNothing ? null : attribute;
}

/** Under a key of the caller's own choice (an alias), an option says which attribute is meant. */
function aliasedName(options: Options | null, context: ParseContext): string | undefined {
  if (!context.limits.populatePages || options?.attribute === undefined) return undefined;
  return String(options.attribute);
}

function populateOf(
  attribute: PopulatedAttribute,
  wish: Wish,
  place: PopulatePlace,
  context: ParseContext,
): Populate {
  if (attribute.kind === 'zone' || (attribute.kind === 'relation' && attribute.target === null))
    return resolveFragments(attribute, wish, place, context, BUILD);
  const { key, model, path, origin } = place;
  const { odd, options } = wish;
  if (odd !== undefined) throw context.invalidKey(oddKey(odd), path);
  if (attribute.kind === 'component') return componentOf(attribute, wish, place, context);
  const targets = (context.view(model).targets.get(attribute.name) ?? []).map((type) =>
    nodeOf(type, wish, path, place.depth, context),
  );
  return { kind: 'relation', key, attribute, targets, count: readCount(options, path, context), origin };
}

/** A populated document, with everything that is wanted of it. */
function nodeOf(
  type: ContentType,
  wish: Wish,
  path: string,
  depth: number,
  context: ParseContext,
): QueryNode {
  const { maxStatements, populatePages } = context.limits;
  context.nodes += 1;
  if (context.nodes > maxStatements) throw coreErrors.QUERY_TOO_COSTLY(path, 'statements', maxStatements);
  const options = wish.options ?? NO_OPTIONS;
  checkOptions(options, populatePages ? OPTIONS.pagedRelation : OPTIONS.relation, path, context);
  return {
    type,
    fields: parseFields(options.fields, type, context),
    filter: parseFilters(options.filters, type, context),
    sort: parseSort(options.sort, type, context),
    page: readPage(options, path, context),
    populate: populateBelow(wish, type, path, depth, context),
    axes: NO_AXES,
    bound: [],
  };
}

function componentOf(
  attribute: ComponentAttribute,
  wish: Wish,
  place: PopulatePlace,
  context: ParseContext,
): Populate {
  const { key, model, path, depth, origin } = place;
  const component = context.schema.components.get(attribute.component);
  if (!component) throw context.invalidKey(origin.key, origin.path);
  const options = wish.options ?? NO_OPTIONS;
  checkOptions(options, OPTIONS.component, path, context);
  const isList = attribute.repeatable && model.model === 'type';
  if (!isList && options.filters !== undefined)
    throw context.invalid(
      `filters cannot choose entries of ${path}: only those of a repeatable component of a content type`,
      'filters',
      path,
    );
  if (attribute.repeatable && !isList && options.sort !== undefined)
    throw context.invalid(`sort cannot order ${path}: it is a component inside a component`, 'sort', path);
  return {
    kind: 'component',
    key,
    attribute,
    entry: entryOf(component, wish, path, depth, context),
    filter: parseFilters(options.filters, component, context),
    sort: parseSort(options.sort, component, context),
    count: readCount(options, path, context),
    origin,
  };
}

/** What is wanted of a component's entries; the caller has checked which options may stand there. */
function entryOf(
  component: Component,
  wish: Wish,
  path: string,
  depth: number,
  context: ParseContext,
): EntryNode {
  return {
    component,
    fields: parseFields(wish.options?.fields, component, context),
    populate: populateBelow(wish, component, path, depth, context),
  };
}

function populateBelow(
  { options, below }: Wish,
  model: AnyModel,
  path: string,
  depth: number,
  context: ParseContext,
): readonly Populate[] {
  const wishes =
    options?.populate === undefined ? below : readWishes(options.populate, path, depth + 1, context);
  return resolveWishes(wishes, model, path, depth + 1, context);
}

const BUILD = { node: nodeOf, entry: entryOf };
