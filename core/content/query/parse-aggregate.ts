// Aggregates: `{ count: true, sum: ['price'], groupBy: { kind: { avg: ['price'] } } }` → the levels of the tree. A name that the
// caller may not read is an unknown key.
import type { ContentType } from '../model/compiled/content-type';
import type {
  AggregateLevel,
  Bucketing,
  BucketPart,
  DocumentList,
  Figure,
  FigureOperator,
  Filter,
} from './ast';
import { isPolymorphic } from './model-view';
import { parseFields } from './parse-fields';
import { NO_AXES, parseFilters } from './parse-filters';
import { parsePagination } from './parse-pagination';
import { parsePopulate } from './parse-populate';
import { parseSort } from './parse-sort';
import { isRecord, join, type ParseState, parseFlag, show } from './parse-state';

const OPERATORS: readonly FigureOperator[] = ['avg', 'sum', 'min', 'max'];
const LEVEL_KEYS: ReadonlySet<string> = new Set(['count', ...OPERATORS, 'groupBy', 'filters', 'documents']);

/** Other words of the call, such as `filters`, apply to the root of the query. */
export function parseAggregate(words: unknown, type: ContentType, context: ParseState): AggregateLevel {
  context.param = 'aggregate';
  return levelOf(isRecord(words) ? words : {}, type, { filter: null, list: null }, null, context);
}

type Words = Readonly<Record<string, unknown>>;

function levelOf(
  words: Words,
  type: ContentType,
  own: { readonly filter: Filter | null; readonly list: DocumentList | null },
  path: string | null,
  context: ParseState,
): AggregateLevel {
  const count = words.count === undefined ? false : parseFlag(words.count);
  if (count === undefined)
    throw context.invalid(`Invalid count. Expected true or false, got ${show(words.count)}`, 'count', path);
  return {
    type,
    ...own,
    count,
    figures: OPERATORS.flatMap((operator) => figuresOf(operator, words[operator], type, path, context)),
    groups: groupsOf(words.groupBy, type, path, context),
  };
}

function figuresOf(
  operator: FigureOperator,
  raw: unknown,
  type: ContentType,
  path: string | null,
  context: ParseState,
): Figure[] {
  if (raw === undefined) return [];
  const names: unknown = typeof raw === 'string' ? [raw] : raw;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw context.invalid(`Invalid ${operator}. Expected a list of names, got ${show(raw)}`, operator, path);
  context.checkLength(names, operator, path);
  return [...new Set(names as string[])].map((name) => {
    const attribute = context.view(type).attributes.get(name);
    if (attribute?.kind === 'waiting') throw context.waiting(attribute, name, path);
    if (attribute?.kind !== 'scalar' || !attribute.type.aggregates.includes(operator))
      throw context.invalidKey(name, path);
    return { operator, field: attribute };
  });
}

function groupsOf(
  raw: unknown,
  type: ContentType,
  path: string | null,
  context: ParseState,
): readonly Bucketing[] {
  if (raw === undefined) return [];
  if (!isRecord(raw))
    throw context.invalid(
      `Invalid groupBy. Expected an object with one key per field, got ${show(raw)}`,
      'groupBy',
      path,
    );
  context.checkLength(Object.keys(raw), 'groupBy', path);
  return Object.entries(raw).map(([key, given]) => {
    const words = given === true ? {} : given;
    if (!isRecord(words))
      throw context.invalid(`Invalid groupBy. Expected an object or true, got ${show(given)}`, key, path);
    const { attribute, parts, ...own } = words;
    const name = typeof attribute === 'string' ? attribute : key;
    const below = join(path, name);
    context.checkDepth(below.split('.').length, name, path);
    const by = groupingOf(name, type, path, context);
    const entries = Object.entries(isRecord(parts) ? parts : { '': own });
    return { key, by, parts: entries.map(([part, its]) => partOf(part, its, type, below, context)) };
  });
}

function groupingOf(
  name: string,
  type: ContentType,
  path: string | null,
  context: ParseState,
): Bucketing['by'] {
  const view = context.view(type);
  const attribute = view.attributes.get(name);
  if (attribute?.kind === 'waiting') throw context.waiting(attribute, name, path);
  if (attribute?.kind === 'scalar' && attribute.type.aggregates.includes('groupBy')) return attribute;
  const target = view.targets.get(name)?.[0];
  if (attribute?.kind !== 'relation' || isPolymorphic(attribute) || !target)
    throw context.invalidKey(name, path);
  const origin = { param: context.param, key: name, path };
  return { kind: 'related', attribute, type: target, where: null, axes: NO_AXES, bound: [], origin };
}

function partOf(key: string, raw: unknown, type: ContentType, path: string, context: ParseState): BucketPart {
  const words: Words = isRecord(raw) ? raw : {};
  for (const word of Object.keys(words)) if (!LEVEL_KEYS.has(word)) throw context.invalidKey(word, path);
  const filter = as('filters', context, () => parseFilters(words.filters, type, context));
  const list = words.documents === undefined ? null : listOf(words.documents, type, context);
  return { key, level: levelOf(words, type, { filter, list }, path, context) };
}

function listOf(raw: unknown, type: ContentType, context: ParseState): DocumentList {
  const words: Words = isRecord(raw) ? raw : {};
  return {
    sort: as('sort', context, () => parseSort(words.sort, type, context)),
    fields:
      as('fields', context, () => parseFields(words.fields, type, context)) ?? context.view(type).fields,
    populate: as('populate', context, () => parsePopulate(words.populate, type, context)),
    page: parsePagination(words.pagination, context.limits),
  };
}

/** Errors inside name the parameter of the part. */
function as<T>(param: string, context: ParseState, parse: () => T): T {
  const { param: before } = context;
  context.param = param;
  const parsed = parse();
  context.param = before;
  return parsed;
}
