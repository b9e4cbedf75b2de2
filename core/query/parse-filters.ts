// `filters`: every form a request may write → Filter. Names are looked up in what the caller may see; nothing that was
// asked for is dropped. Conditions in one object hold for one related document or one entry.

import type { AxisBindings } from '../schema/axis';
import type {
  AnyModel,
  Component,
  ComponentAttribute,
  ContentType,
  RelationAttribute,
} from '../schema/content-type';
import type { Filter, Origin } from './ast';
import { and, not, unlessSure } from './combine-filters';
import { isPolymorphic } from './model-view';
import { isLogical, OPERATORS } from './operators';
import { asksForNull, parseCondition, parseOperator } from './parse-condition';
import { isMeaningless, isRecord, type ParseContext, show } from './parse-context';
import { parseLogic } from './parse-logic';
import { below, checkDepthAt, deeper, invalidAt, originOf, type Place, pathOf } from './place';

export const NO_AXES: AxisBindings = Object.freeze({});

export function parseFilters(raw: unknown, model: AnyModel, context: ParseContext): Filter | null {
  if (raw === undefined) return null;
  if (Array.isArray(raw)) {
    context.checkLength(raw, 'filters', null);
    return unlessSure(and(raw.map((item) => parseConditions(item, model, 1, context))));
  }
  if (!isRecord(raw))
    throw context.invalid('The filters parameter must be an object or an array', 'filters', null);
  return unlessSure(parseConditions(raw, model, 0, context));
}

/** An object of conditions on what the filter is of; all of them hold. What a key leads to is `parseInside`. */
function parseConditions(raw: unknown, model: AnyModel, depth: number, context: ParseContext): Filter | null {
  if (!isRecord(raw))
    throw context.invalid(`Expected an object of conditions, got ${show(raw)}`, 'filters', null);
  context.checkDepth(depth, 'filters', null);
  const parts: (Filter | null)[] = [];
  for (const key of Object.keys(raw)) {
    if (isMeaningless(key)) continue;
    const at: Place = { context, key, path: null, depth: depth + 1 };
    parts.push(
      isLogical(key)
        ? parseLogic(key, raw[key], at, (item) => parseConditions(item, model, at.depth, context))
        : parseKey(raw[key], model, at),
    );
  }
  return and(parts);
}

function parseKey(value: unknown, model: AnyModel, at: Place): Filter | null {
  const { context, key, path } = at;
  const view = context.view(model);
  const attribute = view.attributes.get(key);
  if (!attribute) throw context.invalidKey(key, path);
  switch (attribute.kind) {
    case 'scalar':
      return parseCondition(attribute, value, at);
    case 'waiting':
      throw context.waiting(attribute, key, path);
    case 'zone':
      throw context.invalidKey(key, pathOf(at));
    case 'component': {
      const component = context.schema.components.get(attribute.component);
      if (!component) throw context.invalidKey(key, path);
      return parseReach({ kind: 'component', attribute, target: component }, value, at);
    }
    case 'relation': {
      if (isPolymorphic(attribute)) throw context.invalidKey(key, pathOf(at));
      const target = view.targets.get(key)?.[0];
      if (!target) throw context.invalidKey(key, path);
      return parseReach({ kind: 'relation', attribute, target }, value, at);
    }
  }
}

/** Where a condition leads: to related documents, or to the entries of a component. */
type Reach =
  | { readonly kind: 'relation'; readonly attribute: RelationAttribute; readonly target: ContentType }
  | { readonly kind: 'component'; readonly attribute: ComponentAttribute; readonly target: Component };

/**
 * What a request says of a relation or component: of the document or entry there (`[name]=x`), of the relation itself
 * (`$null`), or of its id (`=7`, `[$in]`).
 */
function parseReach(to: Reach, raw: unknown, at: Place): Filter | null {
  if (raw === undefined) return null;
  const some = (where: Filter | null): Filter => reachFilter(to, where, originOf(at));
  if (raw === null) return not(some(null));
  if (!isRecord(raw)) return someWhere(parseInside(to, raw, at), some);

  checkDepthAt(at);
  const outside: (Filter | null)[] = [];
  const inside: (Filter | null)[] = [];
  for (const word of Object.keys(raw)) {
    if (isMeaningless(word)) continue;
    const value = raw[word];
    const here = below(at, word);
    if (word === '$null' || word === '$notNull') {
      if (value !== undefined) outside.push(asksForNull(word, value, here) ? not(some(null)) : some(null));
    } else if (isLogical(word) && asksForPresence(value, at.depth, at.context)) {
      outside.push(parseLogic(word, value, here, (item) => parseReach(to, item, deeper(at))));
    } else inside.push(parseInsideKey(to, word, value, at));
  }
  return and([...outside, someWhere(and(inside), some)]);
}

const someWhere = (where: Filter | null, some: (where: Filter | null) => Filter): Filter | null =>
  where === null ? null : some(where);

function reachFilter(to: Reach, where: Filter | null, origin: Origin): Filter {
  const sure = unlessSure(where);
  if (sure?.kind === 'constant') return sure;
  return to.kind === 'relation'
    ? {
        kind: 'related',
        attribute: to.attribute,
        type: to.target,
        where: sure,
        axes: NO_AXES,
        bound: [],
        origin,
      }
    : { kind: 'entry', attribute: to.attribute, component: to.target, where: sure, origin };
}

/** Everything else is said of one document or entry. */
function parseInside(to: Reach, raw: unknown, at: Place): Filter | null {
  if (!isRecord(raw)) {
    const field = idOf(to);
    if (to.kind === 'component' || !field)
      throw invalidAt(
        at,
        `${pathOf(at)} is a component: name a field of it, or $null, or $notNull; got ${show(raw)}`,
      );
    return parseCondition(field, raw, at);
  }
  checkDepthAt(at);
  const parts: (Filter | null)[] = [];
  for (const word of Object.keys(raw))
    if (!isMeaningless(word)) parts.push(parseInsideKey(to, word, raw[word], at));
  return and(parts);
}

function parseInsideKey(to: Reach, word: string, value: unknown, at: Place): Filter | null {
  const here = below(at, word);
  if (isLogical(word)) return parseLogic(word, value, here, (item) => parseInside(to, item, deeper(at)));
  const operator = OPERATORS.get(word);
  if (!operator) return parseKey(value, to.target, here);
  const field = idOf(to);
  if (to.kind === 'component' || !field) throw at.context.invalidKey(word, here.path);
  return value === undefined ? null : parseOperator(field, operator, value, here);
}

const idOf = (to: Reach) => to.target.scalars.get('id');

/** Does a `$and`, `$or`, `$not` of a relation speak of the relation itself, not of a document in it? */
function asksForPresence(raw: unknown, depth: number, context: ParseContext): boolean {
  if (raw === null) return true;
  context.checkDepth(depth, '$not', null);
  if (Array.isArray(raw)) return raw.some((item) => asksForPresence(item, depth + 1, context));
  if (!isRecord(raw)) return false;
  return Object.keys(raw).some(
    (key) =>
      key === '$null' ||
      key === '$notNull' ||
      (isLogical(key) && asksForPresence(raw[key], depth + 1, context)),
  );
}
