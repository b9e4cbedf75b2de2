// Answers with many populated documents, and answers that a deployment sends in pieces. Their content is the same.
import { check, get, idOf, made, named, names, OWN, plain, put, several, V4 } from '../build';
import type { Bench, Case, Expectation, Step } from '../case';
import { FEW_AT_ONCE } from '../deployments';
import { is, type Pattern } from '../pattern';

const COUNT = 22;
const LABELS = names(COUNT, 0, 'l');
const PLAINS = names(COUNT, 0, 'p');
const DEEP = [
  'fields=name',
  'populate[labels][fields]=name&populate[labels][sort]=id:desc',
  'populate[labels][populate][plains][fields]=n&populate[labels][populate][plains][sort]=id',
].join('&');

/** Every plain has every label. */
const labels = (shownPlains: readonly string[]): Pattern =>
  LABELS.toReversed().map((name) => ({ name, plains: shownPlains.map((_, n) => ({ n })) }));

async function fill(bench: Bench): Promise<void> {
  for (const [alias, given] of Object.entries(several(COUNT, (at) => named('/labels', `l${at}`), 'l')))
    await bench.make(alias, given);
  const linked = LABELS.map(idOf);
  for (const [alias, given] of Object.entries(
    several(COUNT, (n) => plain({ n, name: `p${n}`, labels: linked }), 'p'),
  ))
    await bench.make(alias, given);
}

async function read(bench: Bench, query: string, expect: Expectation): Promise<void> {
  await bench.send(get(query, expect));
}

const SENT_IN_PIECES = { 'transfer-encoding': 'chunked', 'content-type': is.matching('json') };
const ALL = names(30, 0, 'l');
const LINKED: Readonly<Record<string, readonly string[]>> = {
  p0: ALL.toReversed(),
  p1: [],
  p2: ALL.slice(0, 27),
  p3: ['l3'],
};
const pieces = (query: string, expect: Expectation): Step =>
  get(query, { status: 200, headers: SENT_IN_PIECES, ...expect });
const namesIn = (all: readonly string[]): Pattern => all.map((name) => ({ name }));
/** The plains of this case in the order of `n`, each with these labels in this order, and with no other key. */
const plainsWith = (labels: (linked: readonly string[]) => readonly string[]): Pattern =>
  Object.entries(LINKED).map(([name, linked]) => {
    const all = labels(linked);
    return is.both(is.keys('id', 'documentId', 'name', 'labels'), {
      name,
      labels: is.both(is.length(all.length), namesIn(all)),
    });
  });
const holders = (label: string): string[] =>
  Object.keys(LINKED).filter((plain) => LINKED[plain]?.includes(label));
const byName = (all: readonly string[]): string[] => [...all].sort();

const piecesOfPlains = check(
  'quire.populate.pieces',
  {
    ...several(30, (at) => named('/labels', `l${at}`), 'l'),
    ...Object.fromEntries(
      Object.entries(LINKED).map(([name, linked], n) => [name, plain({ n, name, labels: linked.map(idOf) })]),
    ),
  },
  [
    pieces(`/plains?${OWN}&sort=n&populate=labels`, {
      data: Object.entries(LINKED).map(([name, linked]) => ({
        name,
        labels: is.both(is.length(linked.length), namesIn(linked)),
      })),
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 4 } },
    }),
    pieces(`/plains?${OWN}&sort=n&fields=name&populate[labels][fields]=name&populate[labels][sort]=name`, {
      data: plainsWith(byName),
    }),
    pieces(`/plains?${OWN}&sort=n:desc&pagination[start]=1&pagination[limit]=3&populate=*`, {
      data: [
        { name: 'p2', group: null, labels: namesIn(LINKED.p2 ?? []) },
        { name: 'p1', labels: [] },
        { name: 'p0', labels: namesIn(LINKED.p0 ?? []) },
      ],
      meta: is.exactly({ pagination: { start: 1, limit: 3, total: 4 } }),
    }),
    pieces(`/plains?${OWN}&sort=n&fields=name&populate[labels][filters][name][$ne]=l3`, {
      data: plainsWith((linked) => linked.filter((name) => name !== 'l3')),
    }),
    pieces('/plains/{p0.documentId}?fields=name&populate[labels][populate][plains][sort]=n', {
      data: {
        name: 'p0',
        labels: is.both(
          is.length(30),
          ALL.toReversed().map((name) => ({ name, plains: namesIn(holders(name)) })),
        ),
      },
      meta: is.exactly({}),
    }),
    get('/plains/{p3.documentId}?populate=labels', { data: { labels: [{ name: 'l3' }] } }),
    get('/plains/{p0.documentId}x?populate=labels', { status: 404, data: null }),
    get('/plains?filters[name][$eq]={mark}none&populate=labels', {
      data: [],
      meta: { pagination: { total: 0 } },
    }),
    // Only answers of REST in the usual format have pieces, and only long relations.
    get('/plains/{p2.documentId}?populate=labels', { status: 400 }, V4),
    get('/labels?filters[plains][documentId][$eq]={p0.documentId}&pagination[limit]=30', { status: 400 }),
  ],
  { deploy: FEW_AT_ONCE },
);

const TAGS = names(20, 0, 't');
const AUTHORS = names(15, 0, 'a');
const piecesOfVersions = check(
  'quire.populate.pieces',
  {
    ...several(20, (at) => named('/tags', `t${at}`), 't'),
    ...several(15, (at) => named('/authors', `a${at}`), 'a'),
    s: made('/samples', { name: 's', tags: TAGS.map(idOf), authors: AUTHORS.map(idOf) }),
    q: made('/samples', { name: 'q', tags: ['{t1.documentId}'], authors: ['{a2.documentId}'] }),
  },
  [
    put('/authors/{a4.documentId}?status=draft', { name: 'draft' }),
    put('/samples/{s.documentId}?status=draft', { tags: TAGS.toReversed().map(idOf) }),
    pieces('/samples/{s.documentId}?populate[0]=tags&populate[1]=authors', {
      data: { name: 's', tags: namesIn(TAGS), authors: namesIn(AUTHORS) },
    }),
    pieces('/samples/{s.documentId}?status=draft&populate[0]=tags&populate[1]=authors', {
      data: {
        tags: namesIn(TAGS.toReversed()),
        authors: namesIn(AUTHORS.map((name) => (name === 'a4' ? 'draft' : name))),
      },
    }),
    pieces(
      '/samples?filters[tags][documentId][$eq]={t1.documentId}&sort=name&populate[authors]=true&populate[tags][sort]=id:desc',
      {
        data: [
          {
            name: 'q',
            tags: is.both(is.length(1), namesIn(['t1'])),
            authors: is.both(is.length(1), namesIn(['a2'])),
          },
          { name: 's', tags: namesIn(TAGS.toReversed()), authors: namesIn(AUTHORS) },
        ],
      },
    ),
  ],
  { name: 'with drafts and two relations', deploy: FEW_AT_ONCE, needs: ['drafts', 'i18n'] },
);

export const quireManyCases: readonly Case[] = [
  {
    rows: ['quire.populate.many'],
    async run(bench) {
      await fill(bench);
      const list = PLAINS.map((name) => ({ name, labels: labels(PLAINS) }));
      const page = { page: 1, pageSize: 100, pageCount: 1, total: COUNT };
      await read(bench, `/plains?${OWN}&sort=id&pagination[pageSize]=100&${DEEP}`, {
        data: list,
        meta: { pagination: page },
      });
      await read(bench, `/plains?${OWN}&sort=n:desc&pagination[start]=1&pagination[limit]=20&${DEEP}`, {
        data: list.toReversed().slice(1, 21),
        meta: { pagination: { start: 1, limit: 20, total: COUNT } },
      });
      const deeper = DEEP.replaceAll('populate[', 'populate[plains][populate][').replace('fields=name&', '');
      await read(
        bench,
        `/labels/{l3.documentId}?populate[plains][sort]=id:desc&populate[plains][fields]=name&${deeper}`,
        {
          data: { name: 'l3', plains: list.toReversed() },
        },
      );
      await read(bench, `/labels/{l3.documentId}x?populate[plains][fields]=name&${deeper}`, { status: 404 });
    },
  },
  piecesOfPlains,
  piecesOfVersions,
];
