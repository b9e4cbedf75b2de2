// How the random part writes questions and bodies into requests.
import { KINDS, type KindName, type PartField } from './kinds';
import type { LinkChange } from './links';
import type { Filter, Fragment, Populate, Question } from './model';
import type { Body } from './state';
import { type Entry, mapped, targetOf } from './stored';

type Pair = readonly [key: string, value: string];

/** The parameters of the request. `big` is different in every document, so no order has ties. */
export function queryOf(question: Question, mark: string): string {
  const { kind, one, locale, status, filter, sort, page, fields, populate } = question;
  const pairs: Pair[] = [];
  if (locale !== null) pairs.push(['locale', locale]);
  if (status !== null) pairs.push(['status', status]);
  if (one === null) {
    pairs.push([`filters[$and][0][${KINDS[kind].mark}][$eq]`, mark]);
    if (filter) pairs.push(...filterPairs(filter, 'filters[$and][1]'));
    pairs.push(...[...sort, 'big'].map((word, index): Pair => [`sort[${index}]`, word]));
  }
  pairs.push(...fields.map((name, index): Pair => [`fields[${index}]`, name]));
  pairs.push(...populatePairs(populate, 'populate'));
  if (page) {
    const [first, size] = page.kind === 'page' ? ['page', 'pageSize'] : ['start', 'limit'];
    pairs.push([`pagination[${first}]`, String(page.first)], [`pagination[${size}]`, String(page.size)]);
    if (!page.withCount) pairs.push(['pagination[withCount]', 'false']);
  }
  return pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
}

function populatePairs(all: readonly Populate[], at: string): Pair[] {
  const isPlain = all.every(
    ({ filter, sort, fields, populate, on }) =>
      filter === null && sort === null && fields.length === 0 && populate.length === 0 && on === undefined,
  );
  if (isPlain) return all.map(({ name }, index): Pair => [`${at}[${index}]`, name]);
  return all.flatMap(({ name, filter, sort, fields, populate, on = {} }): Pair[] => {
    const own = `${at}[${name}]`;
    const more: Pair[] = [
      ...(filter ? filterPairs(filter, `${own}[filters]`) : []),
      ...(sort === null ? [] : [[`${own}[sort][0]`, sort] as const]),
      ...fragmentPairs({ fields, populate }, own),
      ...Object.entries(on).flatMap(([component, fragment]): Pair[] => {
        const pairs = fragmentPairs(fragment, `${own}[on][${component}]`);
        return pairs.length > 0 ? pairs : [[`${own}[on][${component}]`, 'true']];
      }),
    ];
    return more.length > 0 ? more : [[own, 'true']];
  });
}

const fragmentPairs = ({ fields, populate }: Fragment, at: string): Pair[] => [
  ...fields.map((field, index): Pair => [`${at}[fields][${index}]`, field]),
  ...populatePairs(populate, `${at}[populate]`),
];

function filterPairs(filter: Filter, at: string): Pair[] {
  if ('not' in filter) return filterPairs(filter.not, `${at}[$not]`);
  if ('all' in filter) return filter.all.flatMap((part, index) => filterPairs(part, `${at}[$and][${index}]`));
  if ('any' in filter) return filter.any.flatMap((part, index) => filterPairs(part, `${at}[$or][${index}]`));
  if ('through' in filter) return filterPairs(filter.one, `${at}[${filter.through}]`);
  const { field, operator, value } = filter;
  const path = `${at}[${field}][${operator}]`;
  return Array.isArray(value)
    ? value.map((one, index): Pair => [`${path}[${index}]`, String(one)])
    : [[path, String(value)]];
}

type IdOf = (key: string) => unknown;

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
    const position =
      'before' in place
        ? { before: idOf(place.before) }
        : 'after' in place
          ? { after: idOf(place.after) }
          : place;
    return { documentId: idOf(key), position };
  });
  return { connect, disconnect: change.disconnect.map(idOf) };
}
