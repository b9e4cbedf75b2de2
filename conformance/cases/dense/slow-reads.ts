// A search that reads many long texts. A server may run a slow search in a thread. The answers stay the same.
import { check, del, get, idOf, named, OWN, plain, put, several } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

const COUNT = 10;
const LONG = 'Äbc '.repeat(15_000).trim();
const CONDITIONS = 24;

/** No text contains one of these words. A server without an index reads each text once for each word. */
const SEARCH = Array.from(
  { length: CONDITIONS },
  (_, index) => `filters[$and][${index}][body][$notContainsi]=xé${index}`,
).join('&');
const asked = (query: string): string => `/plains?${OWN}&sort=n:desc&${SEARCH}&${query}`;

const all = Array.from({ length: COUNT }, (_, index) => COUNT - 1 - index);
const shown = (numbers: readonly number[], d4 = LONG): Step =>
  get(asked('fields[0]=n&fields[1]=body&populate[labels][fields]=name&pagination[pageSize]=20'), {
    status: 200,
    data: is.both(
      is.length(numbers.length),
      numbers.map((n) => ({
        n,
        body: n === 4 ? d4 : LONG,
        labels: n === 3 ? [{ name: 'one' }, { name: 'two' }] : [],
      })),
    ),
    meta: { pagination: { page: 1, pageSize: 20, pageCount: 1, total: numbers.length } },
  });
const page = (start: number, total: number, ...numbers: number[]): Step =>
  get(asked(`fields=n&pagination[start]=${start}&pagination[limit]=3`), {
    status: 200,
    data: is.both(
      is.length(numbers.length),
      numbers.map((n) => ({ n })),
    ),
    meta: { pagination: { start, limit: 3, total } },
  });

export const quireSlowReadCases: readonly Case[] = [
  check(
    'quire.queries.slow',
    {
      one: named('/labels', 'one'),
      two: named('/labels', 'two'),
      ...several(COUNT, (n) => plain({ n, body: LONG, labels: n === 3 ? [idOf('one'), idOf('two')] : [] })),
    },
    [
      ...Array.from({ length: 4 }, () => shown(all)),
      ...Array.from({ length: 4 }, () => page(0, COUNT, 9, 8, 7)),
      page(8, COUNT, 1, 0),
      put(`/plains/${idOf('d4')}`, { body: 'short' }, { status: 200 }),
      shown(all, 'short'),
      page(4, COUNT, 5, 4, 3),
      del(`/plains/${idOf('d5')}`, { status: 204 }),
      shown(
        all.filter((n) => n !== 5),
        'short',
      ),
      page(4, COUNT - 1, 4, 3, 2),
      put(`/plains/${idOf('d4')}`, { body: 'XÉ7' }, { status: 200 }),
      page(4, COUNT - 2, 3, 2, 1),
    ],
  ),
];
