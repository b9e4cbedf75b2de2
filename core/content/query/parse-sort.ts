// `sort`: strings (`a`, `a:desc`, `a,b.c:asc`), lists of them, or objects → SortKey[]. Empty strings and lists are ignored.
import { coreErrors } from '../../kernel/errors/core-errors';
import type { AnyModel, ScalarAttribute } from '../model/compiled/content-type';
import type { SortKey, SortStep } from './ast';
import { isPolymorphic } from './model-view';
import { NO_AXES } from './parse-filters';
import { isMeaningless, isRecord, join, type ParseState, show } from './parse-state';

export function parseSort(raw: unknown, model: AnyModel, context: ParseState): readonly SortKey[] {
  if (raw === undefined || raw === null || raw === '') return NO_SORT;
  const keys: SortKey[] = [];
  readSort(raw, model, keys, context);
  checkCost(keys);
  return keys;
}

/** Lists that one order may look through: for each row that is sorted, everything in them is read. `tags.name,tags.id`: one list. */
const MOST_LISTS = 2;

function checkCost(keys: readonly SortKey[]): void {
  const lists = new Set<string>();
  for (const { steps, origin } of keys) {
    let prefix = '';
    for (const { kind, attribute } of steps) {
      prefix += `${attribute.name}.`;
      if (kind === 'component' ? attribute.repeatable : attribute.many) lists.add(prefix);
    }
    if (lists.size > MOST_LISTS)
      throw coreErrors.QUERY_TOO_COSTLY(
        join(origin?.path ?? null, origin?.key ?? 'sort'),
        'lists in an order',
        MOST_LISTS,
      );
  }
}

const NO_SORT: readonly SortKey[] = [];

function readSort(raw: unknown, model: AnyModel, keys: SortKey[], context: ParseState): void {
  if (typeof raw === 'string') readText(raw, model, keys, context);
  else if (Array.isArray(raw)) {
    context.checkLength(raw, 'sort', null);
    for (const item of raw) {
      if (typeof item === 'string') readText(item, model, keys, context);
      else if (isRecord(item)) readObject(item, model, [], keys, context);
      else if (item !== undefined && item !== null) throw wrongForm(item, context);
    }
  } else if (isRecord(raw)) readObject(raw, model, [], keys, context);
  else throw wrongForm(raw, context);
}

const wrongForm = (raw: unknown, context: ParseState) =>
  context.invalid(
    `Invalid sort parameter. Expected a string, an object or an array of them, got ${show(raw)}`,
    'sort',
    null,
  );

function readText(text: string, model: AnyModel, keys: SortKey[], context: ParseState): void {
  const parts = text.split(',');
  context.checkLength(parts, 'sort', null);
  for (const part of parts) {
    const [name = '', order] = part.trim().split(':', 2);
    if (name !== '') keys.push(resolve(name.split('.'), readDirection(order), model, context));
  }
}

function readObject(
  raw: Readonly<Record<string, unknown>>,
  model: AnyModel,
  above: readonly string[],
  keys: SortKey[],
  context: ParseState,
): void {
  context.checkDepth(above.length, 'sort', above.join('.') || null);
  for (const key of Object.keys(raw)) {
    if (isMeaningless(key)) continue;
    const value = raw[key];
    const names = [...above, key];
    if (isRecord(value)) readObject(value, model, names, keys, context);
    else if (typeof value === 'string' && value.trim() !== '')
      keys.push(resolve(names, readDirection(value.trim()), model, context));
    // Nothing is asked for, but the name still has to be one.
    else if (value === null || value === '') resolve(names, 'asc', model, context);
    else if (value !== undefined) throw wrongForm(value, context);
  }
}

function readDirection(order: string | undefined): 'asc' | 'desc' {
  if (order === undefined) return 'asc';
  const word = order.toLowerCase();
  if (word !== 'asc' && word !== 'desc')
    throw coreErrors.QUERY_INVALID('Invalid order. order can only be one of asc|desc|ASC|DESC');
  return word;
}

function resolve(
  names: readonly string[],
  direction: 'asc' | 'desc',
  model: AnyModel,
  context: ParseState,
): SortKey {
  const steps: SortStep[] = [];
  let at = model;
  let path: string | null = null;
  let field: ScalarAttribute | null = null;
  let key = '';
  context.checkDepth(names.length, names[0] ?? '', null);
  for (const name of names) {
    if (field) throw context.invalidKey(name, join(path, key));
    if (key !== '') path = join(path, key);
    key = name;
    const view = context.view(at);
    const attribute = view.attributes.get(name);
    if (!attribute) throw context.invalidKey(name, path);
    if (attribute.kind === 'waiting') throw context.waiting(attribute, name, path);
    if (attribute.kind === 'scalar') {
      if (!attribute.type.sortable) throw context.invalidKey(name, join(path, name));
      field = attribute;
    } else if (attribute.kind === 'component') {
      const component = context.schema.components.get(attribute.component);
      if (!component) throw context.invalidKey(name, path);
      steps.push({ kind: 'component', attribute, component });
      at = component;
    } else if (attribute.kind === 'zone' || isPolymorphic(attribute)) {
      throw context.invalidKey(name, join(path, name));
    } else {
      const target = view.targets.get(name)?.[0];
      if (!target) throw context.invalidKey(name, path);
      const origin = { param: context.param, key, path };
      steps.push({
        kind: 'relation',
        attribute,
        type: target,
        axes: NO_AXES,
        bound: [],
        filter: null,
        origin,
      });
      at = target;
    }
  }
  if (!field) throw context.invalidKey(key, join(path, key));
  return { steps, field, direction, origin: { param: context.param, key, path } };
}
