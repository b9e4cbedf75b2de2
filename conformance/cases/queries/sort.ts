// Cases of our own decisions on the order of lists.
import { check, FIVE, get, invalidQuery, lists, NULLS, named, names, OWN, plain, several } from '../build';
import type { Case } from '../case';

export const quireSortCases: readonly Case[] = [
  check(
    'quire.sort.json',
    { a: plain({ meta: { b: 1 } }), b: plain({ meta: { a: 1 } }), c: plain({ meta: null }) },
    [lists('sort=meta', 'c', 'b', 'a'), lists('sort=meta:desc', 'a', 'b', 'c')],
  ),
  check('quire.sort.nulls', NULLS, [lists('sort=n', 'b', 'a', 'c'), lists('sort=n:desc', 'c', 'a', 'b')]),
  check(
    'quire.sort.code-point',
    {
      a: plain({ name: 'a' }),
      b: plain({ name: 'B' }),
      c: plain({ name: 'é' }),
      d: plain({ name: 'z' }),
      e: plain({ name: '_' }),
    },
    [lists('sort=name', 'b', 'e', 'a', 'd', 'c')],
  ),
  check('quire.sort.ties', FIVE, [
    lists('sort=name', ...names(5)),
    lists('sort=name:desc', ...names(5)),
    lists('pagination[page]=1', ...names(5)),
  ]),
  check(
    'quire.sort.ties',
    {
      g: named('/groups'),
      ...several(4, () => named('/labels'), 'l'),
      c: plain({ n: 1, group: '{g.documentId}', labels: [3, 1, 2, 0].map((at) => `{l${at}.documentId}`) }),
      b: plain({ n: 2, group: '{g.documentId}' }),
      a: plain({ n: 1, group: '{g.documentId}' }),
    },
    ['name', 'name:desc'].flatMap((sort) => [
      get(`/plains/{c.documentId}?populate[labels][sort]=${sort}`, {
        at: { 'data.labels.*.documentId': [0, 1, 2, 3].map((at) => `{l${at}.documentId}`) },
      }),
      get(
        `/groups/{g.documentId}?populate[plains][sort]=${sort}&populate[plains][populate][labels][sort]=${sort}`,
        {
          at: {
            'data.plains.*.documentId': ['{c.documentId}', '{b.documentId}', '{a.documentId}'],
            'data.plains.0.labels.*.documentId': [0, 1, 2, 3].map((at) => `{l${at}.documentId}`),
          },
        },
      ),
      get(`/plains?${OWN}&sort=group.${sort}`, { list: ['c', 'b', 'a'] }),
      get(`/plains?${OWN}&sort=n:desc,${sort}`, { list: ['b', 'c', 'a'] }),
    ]),
    { name: 'of populated lists and through relations' },
  ),
  check('quire.sort.direction', {}, [invalidQuery('/plains?sort=n:up')]),
  check(
    'quire.sort.relation',
    {
      g: named('/groups', 'b'),
      h: named('/groups', 'a'),
      a: plain({ group: '{g.documentId}' }),
      b: plain({ group: '{h.documentId}' }),
      c: plain(),
    },
    [
      lists('sort=group.name', 'c', 'b', 'a'),
      lists('sort=group.id', 'c', 'a', 'b'),
      lists('sort=group.id:desc', 'b', 'a', 'c'),
      invalidQuery('/plains?sort=group'),
    ],
  ),
];
