// How the random part writes questions and bodies into requests.
import { KINDS } from './kinds';
import type { LinkChange } from './links';
import type { Filter, Populate, Question } from './model';
import type { Body } from './state';

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
    ({ filter, sort, fields, populate }) =>
      filter === null && sort === null && fields.length === 0 && populate.length === 0,
  );
  if (isPlain) return all.map(({ name }, index): Pair => [`${at}[${index}]`, name]);
  return all.flatMap(({ name, filter, sort, fields, populate }): Pair[] => {
    const own = `${at}[${name}]`;
    const more: Pair[] = [
      ...(filter ? filterPairs(filter, `${own}[filters]`) : []),
      ...(sort === null ? [] : [[`${own}[sort][0]`, sort] as const]),
      ...fields.map((field, index): Pair => [`${own}[fields][${index}]`, field]),
      ...populatePairs(populate, `${own}[populate]`),
    ];
    return more.length > 0 ? more : [[own, 'true']];
  });
}

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

export function bodyOf({ values, links, parts }: Body, idOf: (key: string) => unknown): object {
  return {
    ...values,
    ...parts,
    ...Object.fromEntries(Object.entries(links).map(([name, change]) => [name, linkOf(change, idOf)])),
  };
}

function linkOf(change: LinkChange, idOf: (key: string) => unknown): unknown {
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
