// Cases of the order of inverse lists after documents of the other side are published: the published list has the order of the drafts,
// whichever document is published first.
import { act, check, get, idOf, made, named, put } from '../build';
import type { Case, Step } from '../case';

const at = (alias: string): string => `/articles/${idOf(alias)}`;
const lists = (path: string, attribute: string, status: string, ...list: string[]): Step =>
  get(`${path}?status=${status}&populate[${attribute}][fields]=title`, {
    at: { [`data.${attribute}.*.documentId`]: list.map(idOf) },
  });
const draft = (title: string, links: object) =>
  made('/articles?status=draft', { title: `{mark} ${title}`, ...links });

/** The ways to publish the three drafts. */
const ORDERS = [
  ['a', 'b', 'c'],
  ['c', 'b', 'a'],
  ['b', 'c', 'a'],
] as const;

interface Inverse {
  readonly target: string;
  readonly attribute: string;
  readonly link: (alias: string) => object;
}
const INVERSES: readonly Inverse[] = [
  { target: '/tags', attribute: 'articles', link: (alias) => ({ tags: [idOf(alias)] }) },
  { target: '/categories', attribute: 'articles', link: (alias) => ({ category: idOf(alias) }) },
  { target: '/authors', attribute: 'articles', link: (alias) => ({ author: idOf(alias) }) },
];

export const quireFirstPublishOrderCases: readonly Case[] = INVERSES.flatMap(
  ({ target, attribute, link }) => {
    const path = `${target}/${idOf('t')}`;
    const world = {
      t: named(target, '{mark} t'),
      a: draft('a', link('t')),
      b: draft('b', link('t')),
      c: draft('c', link('t')),
    };
    const published = (...list: string[]): Step => lists(path, attribute, 'published', ...list);
    const drafts = (...list: string[]): Step => lists(path, attribute, 'draft', ...list);
    return [
      ...ORDERS.map((order) =>
        check(
          'quire.relations.first-publish',
          world,
          [
            drafts('a', 'b', 'c'),
            published(),
            ...order.flatMap((alias, index) => [
              act(at(alias), 'publish'),
              published(...['a', 'b', 'c'].filter((one) => order.slice(0, index + 1).includes(one as never))),
            ]),
            drafts('a', 'b', 'c'),
            // A second publication, and a write that changes no link, move nothing.
            act(at('b'), 'publish'),
            put(at('a'), { summary: 'x' }),
            published('a', 'b', 'c'),
          ],
          { name: `${target}, ${order.join(', ')}` },
        ),
      ),
      check(
        'quire.relations.first-publish',
        world,
        [
          // The other side orders the drafts.
          put(`${path}?status=draft`, { [attribute]: ['c', 'a', 'b'].map(idOf) }),
          drafts('c', 'a', 'b'),
          act(at('a'), 'publish'),
          act(at('b'), 'publish'),
          act(at('c'), 'publish'),
          published('c', 'a', 'b'),
          act(at('c'), 'unpublish'),
          published('a', 'b'),
          act(at('c'), 'publish'),
          published('c', 'a', 'b'),
        ],
        { name: `${target}, an order of the other side` },
      ),
    ];
  },
);
