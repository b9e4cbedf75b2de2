// Writes random questions and bodies as REST requests.
import type { Forms } from './forms';
import { KINDS, type KindName, type PartField, type Value } from './kinds';
import type { LinkChange, Place } from './links';
import type { Filter, Fragment, Populate, Question } from './model';
import type { Body } from './state';
import { type Entry, mapped, targetOf } from './stored';

type Pair = readonly [key: string, value: string];

type IdOf = (key: string) => unknown;

/** The parameters of the request. `big` is different in every document, so no order has ties. */
export function queryOf(question: Question, mark: string, idOf: IdOf): string {
  const { kind, one, locale, status, filter, search, sort, page, fields, populate, forms } = question;
  const pairs: Pair[] = [];
  if (locale !== null) pairs.push(['locale', locale]);
  if (status !== null) pairs.push(['status', status]);
  if (search !== null) pairs.push(['_q', search]);
  if (one === null) {
    const isList = filter !== null && 'isList' in filter;
    const at = forms.filters === 'list' && !isList ? 'filters' : 'filters[$and]';
    pairs.push([`${at}[0][${KINDS[kind].mark}][$eq]`, mark]);
    if (filter) pairs.push(...filterPairs(filter, `${at}[1]`, idOf));
    pairs.push(...sortPairs([...sort, 'big'], 'sort', forms.sort));
  } else if (filter) pairs.push(...filterPairs(filter, 'filters[$and][0]', idOf));
  pairs.push(...shownPairs({ fields, populate }, forms, idOf));
  if (page) {
    const [first, size] = page.kind === 'page' ? ['page', 'pageSize'] : ['start', 'limit'];
    pairs.push([`pagination[${first}]`, String(page.first)], [`pagination[${size}]`, String(page.size)]);
    if (!page.withCount) pairs.push(['pagination[withCount]', 'false']);
  }
  return textOf(pairs);
}

export const textOf = (pairs: readonly Pair[]): string =>
  pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');

/** The parameters `fields` and `populate`, for reads and for answers to writes. */
export function shownPairs({ fields, populate }: Fragment, forms: Forms, idOf: IdOf): Pair[] {
  const names = fields.length === 0 && forms.fields === 'text' ? ['*'] : fields;
  const dotted = forms.populate === 'text' ? dottedNames(populate) : null;
  return [
    ...(forms.fields === 'text' ? [['fields', names.join(',')] as const] : listPairs(names, 'fields')),
    ...(dotted && dotted.length > 0
      ? [['populate', dotted.join(',')] as const]
      : populatePairs(populate, 'populate', idOf)),
  ];
}

const listPairs = (values: readonly string[], at: string): Pair[] =>
  values.map((value, index): Pair => [`${at}[${index}]`, value]);

function sortPairs(words: readonly string[], at: string, form: Forms['sort']): Pair[] {
  if (form === 'text') return [[at, words.join(',')]];
  if (form === 'list') return listPairs(words, at);
  return words.map((word, index): Pair => {
    const [path = '', direction = 'asc'] = word.split(':');
    return [
      `${at}[${index}]${path
        .split('.')
        .map((name) => `[${name}]`)
        .join('')}`,
      direction,
    ];
  });
}

const isBare = ({ filter, sort, fields, on, isCount }: Populate): boolean =>
  filter === null && sort.length === 0 && fields.length === 0 && !on && !isCount;

/** `group`, `group.plains`; null: some relations have options, which names cannot express. */
function dottedNames(all: readonly Populate[]): string[] | null {
  const names: string[] = [];
  for (const one of all) {
    const below = dottedNames(one.populate);
    if (!isBare(one) || !below) return null;
    names.push(...(below.length > 0 ? below.map((name) => `${one.name}.${name}`) : [one.name]));
  }
  return names;
}

function populatePairs(all: readonly Populate[], at: string, idOf: IdOf): Pair[] {
  if (all.every((one) => isBare(one) && one.populate.length === 0))
    return listPairs(
      all.map(({ name }) => name),
      at,
    );
  return all.flatMap(({ name, filter, sort, fields, populate, isCount, on = {} }): Pair[] => {
    const own = `${at}[${name}]`;
    const more: Pair[] = [
      ...(filter ? filterPairs(filter, `${own}[filters]`, idOf) : []),
      ...listPairs(sort, `${own}[sort]`),
      ...fragmentPairs({ fields, populate }, own, idOf),
      ...(isCount ? [[`${own}[count]`, 'true'] as const] : []),
      ...Object.entries(on).flatMap(([component, fragment]): Pair[] => {
        const pairs = fragmentPairs(fragment, `${own}[on][${component}]`, idOf);
        return pairs.length > 0 ? pairs : [[`${own}[on][${component}]`, 'true']];
      }),
    ];
    return more.length > 0 ? more : [[own, 'true']];
  });
}

const fragmentPairs = ({ fields, populate }: Fragment, at: string, idOf: IdOf): Pair[] => [
  ...listPairs(fields, `${at}[fields]`),
  ...populatePairs(populate, `${at}[populate]`, idOf),
];

/** Matches the place of a list of conditions directly inside `$and` or `$or`. */
const IN_LIST = /\[\$(and|or)\]\[\d+\]$/;

/** `below`: the field that contains the conditions. */
function filterPairs(filter: Filter, at: string, idOf: IdOf, below?: string): Pair[] {
  if ('inside' in filter && filter.inside !== undefined && below === undefined)
    return filterPairs(filter, `${at}[${filter.inside}]`, idOf, filter.inside);
  const listed = (parts: readonly Filter[], word: string): Pair[] =>
    parts.flatMap((part, index) => filterPairs(part, `${at}${word}[${index}]`, idOf, below));
  if ('not' in filter) return filterPairs(filter.not, `${at}[$not]`, idOf, below);
  if ('all' in filter)
    return filter.isObject
      ? filter.all.flatMap((part) => filterPairs(part, at, idOf))
      : listed(filter.all, filter.isList && IN_LIST.test(at) ? '' : '[$and]');
  if ('any' in filter) return listed(filter.any, '[$or]');
  if ('isNone' in filter)
    return [[`${at}[${filter.through}][${filter.isNone ? '$null' : '$notNull'}]`, 'true']];
  if ('through' in filter) return filterPairs(filter.one, `${at}[${filter.through}]`, idOf);
  const { field, operator, value, isShort } = filter;
  const path = `${below === undefined ? `${at}[${field}]` : at}${isShort ? '' : `[${operator}]`}`;
  const text = (one: Value): string => String(field === 'documentId' ? idOf(String(one)) : one);
  return typeof value === 'object' && value !== null
    ? listPairs(value.map(text), path)
    : [[path, text(value)]];
}

export function bodyOf(kind: KindName, { values, links, parts }: Body, idOf: IdOf): object {
  const refer: IdOf = (link) => {
    const { key, locale, status } = targetOf(link);
    const named = { ...(locale ? { locale } : {}), ...(status ? { status } : {}) };
    return link === key ? idOf(key) : { documentId: idOf(key), ...named };
  };
  return {
    ...values,
    ...mapped(parts, (entries, name) => entriesOf(entries, KINDS[kind].parts[name], refer)),
    ...mapped(links, (change) => linkOf(change, refer)),
  };
}

function entriesOf(entries: readonly Entry[], field: PartField | undefined, idOf: IdOf): unknown {
  const bodies = entries.map(({ component, values, links, parts }) => {
    const of = field?.of[component];
    return {
      ...(field?.isZone ? { __component: component } : {}),
      ...values,
      ...mapped(links, (keys, name) =>
        of?.links[name]?.isMany ? keys.map(idOf) : (keys.map(idOf)[0] ?? null),
      ),
      ...mapped(parts, (inner, name) => entriesOf(inner, of?.parts[name], idOf)),
    };
  });
  return field?.isMany ? bodies : (bodies[0] ?? null);
}

function linkOf(change: LinkChange, idOf: IdOf): unknown {
  if ('set' in change) {
    const ids = change.set.map(idOf);
    return change.form === 'set' ? { set: ids } : change.form === 'list' ? ids : (ids[0] ?? null);
  }
  const connect = change.connect.map(({ key, place }) => {
    if (!place) return idOf(key);
    return { documentId: idOf(key), position: positionOf(place, idOf) };
  });
  return { connect, disconnect: change.disconnect.map(idOf) };
}

export function positionOf(place: Place, idOf: IdOf): object {
  if ('before' in place) return { before: idOf(place.before) };
  return 'after' in place ? { after: idOf(place.after) } : place;
}
