// Cases of "Filters": one set of documents, and one request per operator and rule.

import { valueAt } from '../../wire/captures';
import { sameValue } from '../../wire/same-value';
import { article, asks, check, get, named, note, OWN, plain } from '../build';
import type { Case, Step } from '../case';

const WORLD = {
  zebra: plain({ name: 'Zebra', n: 1, day: '2024-01-10', ratio: 0.5, body: 'x' }),
  lower: plain({ name: 'zebra', n: 2, day: '2024-01-20', ratio: 1.5, body: 'y' }),
  apple: plain({ name: 'Apple pie', n: 3, day: '2024-02-10', ratio: 2.5, body: 'x' }),
  fifty: plain({ name: '50% off', n: 4, day: '2024-02-20', ratio: 3.5, body: 'y' }),
  under: plain({ name: 'a_b', n: 5, day: '2024-03-10', ratio: 4.5, body: 'x' }),
  none: plain({ name: null, n: null, day: null, ratio: null, body: null }),
};

const filter = (row: string, ...steps: Step[]): Case => check(`rest.filters.${row}`, WORLD, steps);

const DEEP = {
  g: named('/groups', '{mark} g'),
  h: named('/groups', '{mark} h'),
  l: named('/labels', '{mark} l'),
  m: named('/labels', '{mark} m'),
  a: plain({ n: 1, group: '{g.documentId}', labels: ['{l.documentId}', '{m.documentId}'] }),
  b: plain({ n: 2, group: '{h.documentId}', labels: ['{m.documentId}'] }),
  c: plain({ n: 3 }),
};
const deep = (row: string, ...steps: Step[]): Case => check(`rest.filters.${row}`, DEEP, steps);

export const restFilterCases: readonly Case[] = [
  filter('syntax', asks('filters[n][$eq]=3', 'apple'), asks('filters[n][$gt]=3', 'fifty', 'under')),
  filter(
    '$eq',
    asks('filters[name][$eq]=Zebra', 'zebra'),
    asks('filters[n][$eq]=2', 'lower'),
    asks('filters[day][$eq]=2024-02-10', 'apple'),
  ),
  filter('$eqi', asks('filters[name][$eqi]=ZEBRA', 'zebra', 'lower')),
  filter(
    '$ne',
    asks('filters[n][$ne]=2&filters[n][$notNull]=true', 'zebra', 'apple', 'fifty', 'under'),
    asks('filters[name][$ne]=Zebra&filters[name][$notNull]=true', 'lower', 'apple', 'fifty', 'under'),
  ),
  filter('$nei', asks('filters[name][$nei]=ZEBRA&filters[name][$notNull]=true', 'apple', 'fifty', 'under')),
  filter(
    '$lt',
    asks('filters[n][$lt]=3', 'zebra', 'lower'),
    asks('filters[day][$lt]=2024-01-20', 'zebra'),
    asks('filters[ratio][$lt]=1.5', 'zebra'),
  ),
  filter(
    '$lte',
    asks('filters[n][$lte]=3', 'zebra', 'lower', 'apple'),
    asks('filters[day][$lte]=2024-01-20', 'zebra', 'lower'),
  ),
  filter('$gt', asks('filters[n][$gt]=3', 'fifty', 'under'), asks('filters[day][$gt]=2024-02-20', 'under')),
  filter(
    '$gte',
    asks('filters[n][$gte]=3', 'apple', 'fifty', 'under'),
    asks('filters[day][$gte]=2024-02-20', 'fifty', 'under'),
  ),
  filter(
    '$in',
    asks('filters[n][$in][0]=1&filters[n][$in][1]=4', 'zebra', 'fifty'),
    asks('filters[name][$in][0]=a_b&filters[name][$in][1]=other', 'under'),
  ),
  filter(
    '$notIn',
    asks(
      'filters[n][$notIn][0]=1&filters[n][$notIn][1]=4&filters[n][$notNull]=true',
      'lower',
      'apple',
      'under',
    ),
  ),
  filter(
    '$contains',
    asks('filters[name][$contains]=ebra', 'zebra', 'lower'),
    asks('filters[name][$contains]=Zeb', 'zebra'),
    asks('filters[name][$contains]=0% o', 'fifty'),
    asks('filters[name][$contains]=a_b', 'under'),
    asks('filters[name][$contains]=_', 'under'),
    asks('filters[name][$contains]=%', 'fifty'),
  ),
  filter(
    '$notContains',
    asks('filters[name][$notContains]=Zeb&filters[name][$notNull]=true', 'lower', 'apple', 'fifty', 'under'),
  ),
  filter('$containsi', asks('filters[name][$containsi]=ZEB', 'zebra', 'lower')),
  filter(
    '$notContainsi',
    asks('filters[name][$notContainsi]=ZEB&filters[name][$notNull]=true', 'apple', 'fifty', 'under'),
  ),
  filter('$null', asks('filters[n][$null]=true', 'none'), asks('filters[name][$null]=true', 'none')),
  filter('$notNull', asks('filters[n][$notNull]=true', 'zebra', 'lower', 'apple', 'fifty', 'under')),
  check('rest.filters.$between', WORLD, [], {
    // The specification leaves the format open: one of these must work.
    async run(bench) {
      const forms = [
        '[$between][0]=2&filters[n][$between][1]=4',
        '[$between]=2,4',
        '[$between]=2&filters[n][$between]=4',
      ];
      const answers: unknown[] = [];
      for (const form of forms) {
        const { status, body } = await bench.send(get(`/plains?${OWN}&filters[n]${form}`, { status: 'any' }));
        const data = valueAt(body, 'data');
        const found = Array.isArray(data) ? data.map((one: unknown) => valueAt(one, 'n')).sort() : status;
        if (sameValue(found, [2, 3, 4])) return;
        answers.push(found);
      }
      bench.fail('no format of $between gives the range', 'the documents 2, 3, 4', answers);
    },
  }),
  filter(
    '$startsWith',
    asks('filters[name][$startsWith]=Zeb', 'zebra'),
    asks('filters[name][$startsWith]=50%', 'fifty'),
    asks('filters[name][$startsWith]=ebra'),
  ),
  filter(
    '$startsWithi',
    asks('filters[name][$startsWithi]=zEB', 'zebra', 'lower'),
    asks('filters[name][$startsWithi]=EBRA'),
  ),
  filter(
    '$endsWith',
    asks('filters[name][$endsWith]=pie', 'apple'),
    asks('filters[name][$endsWith]=PIE'),
    asks('filters[name][$endsWith]=Apple'),
  ),
  filter(
    '$endsWithi',
    asks('filters[name][$endsWithi]=EBRA', 'zebra', 'lower'),
    asks('filters[name][$endsWithi]=zEB'),
  ),
  filter('$or', asks('filters[$or][0][n][$eq]=1&filters[$or][1][name][$eq]=a_b', 'zebra', 'under')),
  filter('$and', asks('filters[$and][0][n][$gt]=1&filters[$and][1][body][$eq]=x', 'apple', 'under')),
  filter(
    '$not',
    asks('filters[n][$not][$eq]=1&filters[n][$notNull]=true', 'lower', 'apple', 'fifty', 'under'),
    asks('filters[$not][n][$gt]=2', 'zebra', 'lower'),
  ),
  filter('implicit-and', asks('filters[n][$gt]=1&filters[body][$eq]=x', 'apple', 'under')),
  filter('implicit-and.operators', asks('filters[n][$gt]=1&filters[n][$lt]=4', 'lower', 'apple')),
  filter(
    'nest.and-or',
    asks(
      'filters[$and][0][$or][0][n][$eq]=1&filters[$and][0][$or][1][n][$eq]=2&filters[$and][1][body][$eq]=x',
      'zebra',
    ),
  ),
  filter(
    'nest.or-and',
    asks(
      'filters[$or][0][$and][0][n][$gt]=4&filters[$or][0][$and][1][body][$eq]=x&filters[$or][1][n][$eq]=2',
      'under',
      'lower',
    ),
  ),
  filter(
    'nest.not',
    asks(
      'filters[$not][$or][0][n][$eq]=1&filters[$not][$or][1][n][$gt]=3&filters[n][$notNull]=true',
      'lower',
      'apple',
    ),
    asks('filters[$and][0][$not][n][$eq]=1&filters[$and][1][body][$eq]=x', 'apple', 'under'),
  ),
  filter(
    'in.indexed',
    asks('filters[n][$in][0]=3&filters[n][$in][1]=5&filters[n][$in][2]=99', 'apple', 'under'),
  ),
  check(
    'rest.filters.in.indexed',
    WORLD,
    [
      get(
        '/plains?filters[documentId][$in][0]={zebra.documentId}&filters[documentId][$in][1]={none.documentId}',
        { some: ['zebra', 'none'] },
      ),
    ],
    { name: 'documentId' },
  ),
  deep('deep.to-one', get('/plains?filters[group][name][$eq]={mark} g', { some: ['a'] })),
  deep(
    'deep.to-many',
    get(`/plains?filters[labels][name][$startsWith]={mark}`, {
      some: ['a', 'b'],
      meta: { pagination: { total: 2 } },
    }),
    get('/plains?filters[labels][name][$eq]={mark} l', { some: ['a'] }),
  ),
  check('rest.filters.deep.two', DEEP, [
    get('/groups?filters[plains][labels][name][$eq]={mark} l', { some: ['g'] }),
    get('/labels?filters[plains][group][name][$eq]={mark} h', { some: ['m'] }),
  ]),
  check(
    'rest.filters.deep.two',
    {
      c: named('/categories'),
      t: named('/tags'),
      a: article({ category: '{c.documentId}', tags: ['{t.documentId}'] }),
      b: article(),
    },
    [
      get('/tags?filters[articles][category][name][$eq]={mark}', { some: ['t'] }),
      get('/articles?filters[category][name][$eq]={mark}&filters[tags][name][$eq]={mark}', { some: ['a'] }),
    ],
    { name: 'articles' },
  ),
  deep(
    'deep.populated',
    get('/plains?filters[group][name][$eq]={mark} g&populate=group', {
      some: ['a'],
      data: [{ group: { name: '{mark} g' } }],
    }),
    get('/plains?filters[group][name][$eq]={mark} g&populate=labels', { some: ['a'] }),
  ),
  check(
    'rest.filters.polymorphic.zone',
    { a: article({ zone: [{ __component: 'shared.quote', text: 'Be.' }] }) },
    [get('/articles?filters[title][$eq]={mark}&filters[zone][text][$eq]=Nothing', { status: 'refused' })],
  ),
  check('rest.filters.only-list', { a: plain({ n: 1 }) }, [
    note('/plains/{a.documentId}?filters[n][$eq]=2', 'status'),
    note('/plains/{a.documentId}?filters[n][$eq]=1', 'status'),
  ]),
  check('rest.filters.between.format', { a: plain({ n: 1 }) }, [
    note(`/plains?${OWN}&filters[n][$between][0]=1&filters[n][$between][1]=2`, 'status'),
    note(`/plains?${OWN}&filters[n][$between][]=1&filters[n][$between][]=2`, 'status'),
  ]),
];
