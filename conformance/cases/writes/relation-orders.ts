// The order of relations: long lists, the forms of a neighbour, and lists that the other side writes.
import { setTimeout as wait } from 'node:timers/promises';
import { check, get, idOf, made, named, names, plain, post, put, several } from '../build';
import type { Case, Step } from '../case';

const MANY = 70;
const at = (alias: string, position: object): object => ({ documentId: idOf(alias), position });

/** Two entries take turns after the first: each time, less room is left between two numbers. */
const squeeze = (path: string, attribute: string): Step[] =>
  Array.from({ length: 60 }, (_, turn) =>
    put(path, { [attribute]: { connect: [at(turn % 2 === 0 ? 'd2' : 'd1', { after: idOf('d0') })] } }),
  );
export const ordered = (path: string, attribute: string, list: readonly string[]): Step =>
  get(`${path}?populate=${attribute}`, { at: { [`data.${attribute}.*.documentId`]: list.map(idOf) } });
/** Each entry of the list moves past the middle, to the place before its partner there. */
const halvesMeet = (path: string, attribute: string, list: readonly string[]): Step[] => {
  const half = list.length / 2;
  const meeting = list.slice(half).flatMap((each, index) => [list[index] ?? '', each]);
  return [
    ...list
      .slice(half)
      .map((each, index) =>
        put(path, { [attribute]: { connect: [at(list[index] ?? '', { before: idOf(each) })] } }),
      ),
    ordered(path, attribute, meeting),
  ];
};
const longList = (owner: string, attribute: string, target: string): Case => {
  const path = `${owner}/{a.documentId}`;
  const all = names(MANY);
  return check(
    'quire.relations.long-lists',
    several(MANY, () => named(target)),
    [
      post(owner, { name: '{mark}', [attribute]: all.map(idOf) }, {}, { save: 'a' }),
      ordered(path, attribute, all),
      put(path, { [attribute]: { set: all.toReversed().map(idOf) } }),
      ordered(path, attribute, all.toReversed()),
      ...halvesMeet(path, attribute, all.toReversed()),
      put(path, { [attribute]: { set: all.toReversed().map(idOf) } }),
      put(path, { [attribute]: { disconnect: names(MANY - 3, 3).map(idOf) } }),
      ordered(path, attribute, ['d2', 'd1', 'd0']),
      put(path, { [attribute]: [idOf('d0'), idOf('d1'), idOf('d2')] }),
      ...squeeze(path, attribute),
      ordered(path, attribute, ['d0', 'd1', 'd2']),
      put(path, { [attribute]: { connect: [at('d2', { before: idOf('d1') })] } }),
      ordered(path, attribute, ['d0', 'd2', 'd1']),
      // A null names no neighbour.
      put(path, { [attribute]: { connect: [at('d2', { before: null, after: null, start: true })] } }),
      ordered(path, attribute, ['d2', 'd0', 'd1']),
    ],
    { name: `${owner} ${attribute}` },
  );
};

/** A position names its neighbour in each form of a target. */
const neighbours = check(
  'quire.relations.lists',
  { l: named('/labels', 'l'), m: named('/labels', 'm'), x: named('/labels', 'x'), a: plain() },
  [idOf('m'), '{m.id}', { id: '{m.id}' }, { documentId: idOf('m') }].flatMap((m) =>
    (['before', 'after'] as const).flatMap((kind) => [
      put('/plains/{a.documentId}', { labels: [idOf('l'), idOf('m')] }),
      put('/plains/{a.documentId}', { labels: { connect: [at('x', { [kind]: m })] } }),
      ordered('/plains/{a.documentId}', 'labels', kind === 'before' ? ['l', 'x', 'm'] : ['l', 'm', 'x']),
    ]),
  ),
  { name: 'forms of a neighbour' },
);

/** The list of a target, in the order in which the documents of the other side linked it. */
const inverseOrder = (target: string, attribute: string, owner: string, single: string): Case => {
  const link = (alias: string, to: string | null): Step =>
    put(`${owner}/{${alias}.documentId}`, { [single]: to && idOf(to) });
  const shown = (...list: string[]): Step => ordered(`${target}/{t.documentId}`, attribute, list);
  const title = owner === '/articles' ? 'title' : 'name';
  const steps = [
    link('d1', 't'),
    link('d2', 't'),
    link('d0', 't'),
    shown('d1', 'd2', 'd0'),
    link('d1', 't'),
    shown('d1', 'd2', 'd0'),
    link('d1', 'u'),
    link('d1', 't'),
    shown('d2', 'd0', 'd1'),
    link('d0', null),
    link('d0', 't'),
    shown('d2', 'd1', 'd0'),
    put(`${target}/{t.documentId}`, { [attribute]: ['d0', 'd1', 'd2'].map(idOf) }),
    shown('d0', 'd1', 'd2'),
  ];
  return check(
    'quire.relations.lists',
    {
      t: named(target),
      u: named(target, '{mark} u'),
      ...several(3, (index) => made(owner, { [title]: `{mark} ${index}` })),
    },
    [],
    {
      name: `${target} ${attribute}, by links of ${single}`,
      async run(bench) {
        for (const step of steps) {
          await bench.send(step);
          // Links of the same millisecond are in the order of ids.
          await wait(2);
        }
      },
    },
  );
};

export const quireRelationOrderCases: readonly Case[] = [
  neighbours,
  longList('/plains', 'labels', '/labels'),
  longList('/labels', 'plains', '/plains'),
  longList('/groups', 'plains', '/plains'),
  longList('/zoos', 'drafts', '/authors'),
  inverseOrder('/groups', 'plains', '/plains', 'group'),
  inverseOrder('/categories', 'children', '/categories', 'parent'),
  inverseOrder('/authors', 'articles', '/articles', 'author'),
];
