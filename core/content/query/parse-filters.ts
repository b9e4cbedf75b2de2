// `filters`: every form of a request → Filter. A name that the caller may not read is an unknown key. Conditions in one object hold
// of one related document, or of one entry.

import type { AxisBindings } from '../model/compiled/axis';
import type {
  AnyModel,
  Component,
  ComponentAttribute,
  ContentType,
  RelationAttribute,
  ZoneAttribute,
} from '../model/compiled/content-type';
import type { Filter, Origin } from './ast';
import { and, constant, not, unlessSure } from './combine-filters';
import { orWithout } from './match-absent';
import { isPolymorphic } from './model-view';
import { parseCondition, parseFlagValue, parseOperator } from './parse-condition';
import { isLogical, parseList, parseLogic } from './parse-logic';
import { isMeaningless, isRecord, type ParseState, show } from './parse-state';
import { checkDepthAt, keyBelow, keyDeeper, originOf, pathOf, type QueryKey } from './query-key';

export const NO_AXES: AxisBindings = Object.freeze({});

export function parseFilters(raw: unknown, model: AnyModel, context: ParseState): Filter | null {
  if (raw === undefined) return null;
  if (Array.isArray(raw)) {
    context.checkLength(raw, 'filters', null);
    return unlessSure(and(raw.map((item) => parseConditions(item, model, 1, context))));
  }
  if (!isRecord(raw))
    throw context.invalid('The filters parameter must be an object or an array', 'filters', null);
  return unlessSure(parseConditions(raw, model, 0, context));
}

/** An object of conditions; all of them hold. */
function parseConditions(raw: unknown, model: AnyModel, depth: number, context: ParseState): Filter | null {
  if (!isRecord(raw))
    throw context.invalid(`Expected an object of conditions, got ${show(raw)}`, 'filters', null);
  context.checkDepth(depth, 'filters', null);
  const parts: (Filter | null)[] = [];
  for (const key of Object.keys(raw)) {
    if (isMeaningless(key)) continue;
    const at: QueryKey = { context, key, path: null, depth: depth + 1 };
    parts.push(
      isLogical(key)
        ? parseLogic(key, raw[key], at, (item) => parseAlternative(item, model, at))
        : parseKey(raw[key], model, at),
    );
  }
  return and(parts);
}

/** One item of `$and` or `$or`, or what `$not` negates. The conditions of a list hold together. */
function parseAlternative(raw: unknown, model: AnyModel, at: QueryKey): Filter | null {
  return Array.isArray(raw)
    ? parseList(raw, at, (item, below) => parseAlternative(item, model, below))
    : parseConditions(raw, model, at.depth, at.context);
}

function parseKey(value: unknown, model: AnyModel, at: QueryKey): Filter | null {
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
      return parseZone(attribute, value, at);
    case 'component': {
      const component = context.schema.components.get(attribute.component);
      if (!component) throw context.invalidKey(key, path);
      return parseNested({ kind: 'component', attribute, target: component }, value, at);
    }
    case 'relation': {
      if (isPolymorphic(attribute)) throw context.invalidKey(key, pathOf(at));
      const target = view.targets.get(key)?.[0];
      if (!target) throw context.invalidKey(key, path);
      return parseNested({ kind: 'relation', attribute, target }, value, at);
    }
  }
}

/** `[zone][on][shared.quote][by]=x`: some entry of this component matches. */
function parseZone(attribute: ZoneAttribute, raw: unknown, at: QueryKey): Filter | null {
  const { context, key } = at;
  const { on, ...others } = isRecord(raw) ? raw : {};
  if (!context.limits.zoneFilters || !isRecord(on) || Object.keys(others).length > 0)
    throw context.invalidKey(key, pathOf(at));
  const below = keyBelow(at, 'on');
  const parts = Object.keys(on).map((uid) => {
    const here = keyBelow(below, uid);
    const target = attribute.components.includes(uid) ? context.schema.components.get(uid) : undefined;
    if (!target) throw context.invalidKey(uid, pathOf(here));
    return parseNested({ kind: 'component', attribute, target }, on[uid], here);
  });
  return and(parts);
}

/** An attribute whose conditions hold inside it: on related documents, or on the entries of a component. */
type Nested =
  | { readonly kind: 'relation'; readonly attribute: RelationAttribute; readonly target: ContentType }
  | {
      readonly kind: 'component';
      readonly attribute: ComponentAttribute | ZoneAttribute;
      readonly target: Component;
    };

/** Conditions on a document or entry (`[name]=x`), on its id (`=7`, `[$in]`), or on the relation itself (`[$null]`). */
function parseNested(to: Nested, raw: unknown, at: QueryKey): Filter | null {
  if (raw === undefined) return null;
  const some = (where: Filter | null): Filter => {
    // A condition inside has been counted already.
    if (where === null) at.context.countCondition();
    return nestedFilter(to, where, originOf(at));
  };
  if (raw === null) return not(some(null));
  if (!isRecord(raw)) return someWhere(parseInside(to, raw, at), some);

  checkDepthAt(at);
  const outside: (Filter | null)[] = [];
  const inside: (Filter | null)[] = [];
  for (const word of Object.keys(raw)) {
    if (isMeaningless(word)) continue;
    const value = raw[word];
    const here = keyBelow(at, word);
    if (word === '$null' || word === '$notNull') {
      if (value === undefined) continue;
      const isNull = parseFlagValue(value) === (word === '$null');
      outside.push(isNull ? not(some(null)) : some(null));
    } else if (isLogical(word) && asksForNull(value, at.depth, at.context)) {
      outside.push(parseLogic(word, value, here, (item) => parseNested(to, item, keyDeeper(at))));
    } else inside.push(parseInsideKey(to, word, value, at));
  }
  return and([...outside, someWhere(and(inside), some)]);
}

const someWhere = (where: Filter | null, some: (where: Filter | null) => Filter): Filter | null =>
  where === null ? null : some(where);

function nestedFilter(to: Nested, where: Filter | null, origin: Origin): Filter {
  const sure = unlessSure(where);
  if (sure?.kind === 'constant') return sure;
  const some = (inside: Filter | null): Filter =>
    to.kind === 'relation'
      ? {
          kind: 'related',
          attribute: to.attribute,
          type: to.target,
          where: inside,
          axes: NO_AXES,
          bound: [],
          origin,
        }
      : { kind: 'entry', attribute: to.attribute, component: to.target, where: inside, origin };
  return orWithout(sure, some);
}

/** Conditions that hold of one document or entry. */
function parseInside(to: Nested, raw: unknown, at: QueryKey): Filter | null {
  if (isListOfRecords(raw)) return parseList(raw, at, (item, below) => parseInside(to, item, below));
  if (!isRecord(raw)) {
    const field = idOf(to);
    // A component has no id to compare with: `filters[seo]=2` matches no document.
    return to.kind === 'component' || !field ? constant(false) : parseCondition(field, raw, at);
  }
  checkDepthAt(at);
  const parts: (Filter | null)[] = [];
  for (const word of Object.keys(raw))
    if (!isMeaningless(word)) parts.push(parseInsideKey(to, word, raw[word], at));
  return and(parts);
}

function parseInsideKey(to: Nested, word: string, value: unknown, at: QueryKey): Filter | null {
  const here = keyBelow(at, word);
  if (isLogical(word)) return parseLogic(word, value, here, (item) => parseInside(to, item, keyDeeper(at)));
  const operator = at.context.schema.operators.get(word);
  if (!operator) return parseKey(value, to.target, here);
  const field = idOf(to);
  if (to.kind === 'component' || !field) throw at.context.invalidKey(word, here.path);
  return value === undefined ? null : parseOperator(field, operator, value, here);
}

const isListOfRecords = (raw: unknown): raw is readonly unknown[] =>
  Array.isArray(raw) && raw.length > 0 && raw.every(isRecord);

const idOf = (to: Nested) => to.target.scalars.get('id');

/** Does a `$and`, `$or` or `$not` contain a condition on the relation itself (`$null`)? */
function asksForNull(raw: unknown, depth: number, context: ParseState): boolean {
  if (raw === null) return true;
  context.checkDepth(depth, '$not', null);
  if (Array.isArray(raw)) return raw.some((item) => asksForNull(item, depth + 1, context));
  if (!isRecord(raw)) return false;
  return Object.keys(raw).some(
    (key) =>
      key === '$null' || key === '$notNull' || (isLogical(key) && asksForNull(raw[key], depth + 1, context)),
  );
}
