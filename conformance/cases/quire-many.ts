// An answer with more than ten thousand populated documents. A deployment may send it in pieces; its content is the same.
import { get, named, names, OWN, plain, several } from './build';
import type { Bench, Case, Expectation } from './case';
import type { Pattern } from './pattern';

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
  const linked = LABELS.map((alias) => `{${alias}.documentId}`);
  for (const [alias, given] of Object.entries(
    several(COUNT, (n) => plain({ n, name: `p${n}`, labels: linked }), 'p'),
  ))
    await bench.make(alias, given);
}

async function read(bench: Bench, query: string, expect: Expectation): Promise<void> {
  await bench.send(get(query, expect));
}

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
];
