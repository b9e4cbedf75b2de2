// Cases of the events of subscriptions: which writes send one, to whom, and with which document.
import { act, article, del, idOf, named, plain, post, put } from '../build';
import type { Bench, Case, Step } from '../case';
import { row } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { SUBSCRIBED, TRANSPORTS, type Watch, type WatchOptions, watch } from '../subscriptions-build';

const TITLED = 'filters: { title: { startsWith: "{mark}" } }';
const articles = (args = ''): WatchOptions => ({
  field: 'articleChanged',
  args: `(${TITLED}${args})`,
  shows: 'summary',
  last: article({ title: '{mark} last' }),
});
const A = '/articles/{a.documentId}';
const MANY = 12;

type Changes = readonly (readonly [event: string, summary: string | null])[];
const shown = (changes: Changes, alias = 'a'): Pattern =>
  changes.map(([event, summary]) => ({
    event,
    documentId: idOf(alias),
    document: summary === null ? null : { summary },
  }));

/** After each step, each subscriber has seen exactly these changes. */
async function follow<Name extends string>(
  bench: Bench,
  watches: Readonly<Record<Name, Watch>>,
  steps: readonly (readonly [Step, Readonly<Record<Name, Pattern>>])[],
): Promise<void> {
  for (const [index, [step, expected]] of steps.entries()) {
    await bench.send(step);
    for (const [name, each] of Object.entries<Watch>(watches))
      bench.compare(
        `the changes that "${name}" sees after ${step.send} ${step.path} (step ${index + 1})`,
        expected[name as Name],
        await each.seen(),
      );
  }
}

export const quireSubscriptionEventCases: readonly Case[] = [
  {
    rows: [row('subscription-events')],
    name: 'of versions',
    deploy: SUBSCRIBED,
    async run(bench) {
      const live = await watch(bench, articles());
      const draft = await watch(bench, articles(', status: DRAFT'));
      const step = (one: Step, onLive: Changes, onDraft: Changes) =>
        [one, { live: shown(onLive), draft: shown(onDraft) }] as const;
      const both = (one: Step, changes: Changes) => step(one, changes, changes);
      await follow(bench, { live, draft }, [
        step(
          post('/articles?status=draft', { title: '{mark} a', summary: '1' }, {}, { save: 'a' }),
          [],
          [['create', '1']],
        ),
        step(put(`${A}?status=draft`, { summary: '2' }), [], [['update', '2']]),
        step(act(A, 'publish'), [['publish', '2']], []),
        step(put(`${A}?status=draft`, { summary: '3' }), [], [['update', '3']]),
        step(act(A, 'discard-draft'), [], [['discard', '2']]),
        both(put(A, { summary: '4' }), [['update', '4']]),
        step(act(A, 'unpublish'), [['unpublish', null]], []),
        both(put(A, { summary: '5' }), [['update', '5']]),
        both(del(A), [['delete', null]]),
      ]);
    },
  },
  ...TRANSPORTS.map(
    (over): Case => ({
      rows: [row('subscription-events')],
      name: `of filters, over an ${over}`,
      deploy: SUBSCRIBED,
      given: { l: named('/labels', '{mark} l'), m: named('/labels', '{mark} m') },
      async run(bench) {
        const last = plain({ n: 5, labels: [idOf('l')] });
        const args =
          '(filters: { mail: { eq: "{mark}@conform.test" }, n: { gte: 5 }, labels: { name: { eq: "{mark} l" } } })';
        const seen = await watch(bench, { field: 'plainChanged', args, shows: 'n name', over, last });
        const P = '/plains/{a.documentId}';
        const step = (one: Step, ...changes: Pattern[]) => [one, { seen: changes }] as const;
        const one = (event: string, document: Pattern): Pattern => ({
          event,
          documentId: idOf('a'),
          document,
        });
        const data = { mail: '{mark}@conform.test', name: '{mark}' };
        await follow(bench, { seen }, [
          step(post('/plains', { ...data, n: 4, labels: [idOf('l')] }, {}, { save: 'a' })),
          step(put(P, { n: 5 }), one('update', { n: 5, name: '{mark}' })),
          step(put(P, { name: 'other' }), one('update', { n: 5, name: 'other' })),
          step(put(P, { n: 1 }), one('update', null)),
          step(put(P, { n: 2 })),
          step(put(P, { n: 6, labels: [idOf('m')] })),
          step(put(P, { labels: { connect: [idOf('l')] } }), one('update', { n: 6, name: 'other' })),
          // A write that changes nothing is a write.
          step(put(P, {}), one('update', { n: 6, name: 'other' })),
          step(put(P, { labels: { disconnect: [idOf('l')] } }), one('update', null)),
          step(put(P, { n: 7, labels: { connect: [idOf('l')] } }), one('update', { n: 7, name: 'other' })),
          // Refused writes, other documents and other types send no event.
          step({ ...put(P, { n: 'x' }, { status: 400 }) }),
          step(post('/plains', { ...data, n: 9, mail: 'other@conform.test', labels: [idOf('l')] })),
          step(put('/labels/{m.documentId}', { name: '{mark} l' })),
          step(del(P), one('delete', null)),
          step(del(P)),
        ]);
      },
    }),
  ),
  ...TRANSPORTS.map(
    (over): Case => ({
      rows: [row('subscription-events')],
      name: `of many documents in one request, over an ${over}`,
      deploy: SUBSCRIBED,
      async run(bench) {
        const args = '(filters: { mail: { eq: "{mark}@conform.test" } })';
        const seen = await watch(bench, { field: 'plainChanged', args, shows: 'n', over, last: plain() });
        const items = Array.from({ length: MANY }, (_, n) => ({
          operation: 'create',
          data: { mail: '{mark}@conform.test', n },
        }));
        const { body } = await bench.send({
          ...{ send: 'POST', path: '/plains/actions/bulk', body: { data: { items } } },
          expect: { status: 200, data: is.length(MANY) },
        });
        for (const { documentId } of Object(body).data) bench.afterwards(del(`/plains/${documentId}`));
        bench.compare(
          'the changes',
          is.shuffled(...items.map(({ data: { n } }) => ({ event: 'create', document: { n } }))),
          await seen.seen(),
        );
      },
    }),
  ),
  {
    rows: [row('subscription-events')],
    name: 'of one document',
    deploy: SUBSCRIBED,
    given: { a: plain({ n: 1 }), b: plain({ n: 1 }) },
    async run(bench) {
      const query =
        'subscription { plainChanged(documentId: "{a.documentId}", filters: { n: { lt: 9 } }) { event documentId document { n } } }';
      const listener = await bench.listen({ body: { query } }, 'event stream');
      const next = async (event: string, n: number | null): Promise<void> =>
        bench.compare(
          `the event of n = ${n}`,
          {
            event: 'next',
            data: {
              data: {
                plainChanged: { event, documentId: idOf('a'), document: n === null ? null : { n } },
              },
            },
          },
          await listener.next(),
        );
      for (const [n, shows] of [
        [2, 2],
        [9, null],
        [3, 3],
      ] as const) {
        await bench.send(put('/plains/{b.documentId}', { n: 7 }));
        await bench.send(post('/plains', { mail: '{mark}@conform.test', n: 7 }));
        await bench.send(put('/plains/{a.documentId}', { n }));
        await next('update', shows);
      }
      await bench.send(del('/plains/{b.documentId}'));
      await bench.send(del('/plains/{a.documentId}'));
      await next('delete', null);
    },
  },
  {
    rows: [row('subscription-events')],
    name: 'of locales',
    deploy: SUBSCRIBED,
    async run(bench) {
      const en = await watch(bench, articles());
      const fr = await watch(bench, {
        ...articles(', locale: "fr"'),
        last: { at: '/articles?locale=fr', data: { title: '{mark} last' } },
      });
      const shared = (...ratings: number[]): Pattern =>
        ratings.map((rating) => ({ event: 'update', documentId: idOf('a'), document: { rating } }));
      const rated = await watch(bench, { ...articles(), shows: 'rating' });
      const step = (one: Step, onEn: Changes, onFr: Changes, ...ratings: number[]) =>
        [one, { en: shown(onEn), fr: shown(onFr), rated: shared(...ratings) }] as const;
      await bench.make('a', article({ title: '{mark} a', summary: 'e1', rating: 1 }));
      for (const each of [en, fr, rated]) await each.seen();
      await follow(bench, { en, fr, rated }, [
        step(put(`${A}?locale=fr`, { title: '{mark} a', summary: 'f1' }), [], [['update', 'f1']]),
        step(put(A, { summary: 'e2' }), [['update', 'e2']], [], 1),
        // A shared value changes the rows of all locales.
        step(put(`${A}?locale=fr`, { rating: 2 }), [['update', 'e2']], [['update', 'f1']], 2),
        step(del(`${A}?locale=fr`), [], [['delete', null]]),
        [
          del(`${A}?locale=*`),
          {
            en: shown([['delete', null]]),
            fr: [],
            rated: [{ event: 'delete', documentId: idOf('a'), document: null }],
          },
        ],
      ]);
    },
  },
  {
    rows: [row('subscription-events')],
    name: 'of a single type',
    deploy: SUBSCRIBED,
    lock: 'setting',
    keeps: ['/setting'],
    async run(bench) {
      const query = 'subscription { settingChanged { event document { siteName } } }';
      const listener = await bench.listen({ body: { query } }, 'event stream');
      const next = async (document: Pattern): Promise<void> => {
        const { data } = await listener.next();
        bench.compare('the event', { data: { settingChanged: { event: 'update', document } } }, data);
      };
      await bench.send(put('/setting', { siteName: '{mark} 1' }));
      await next({ siteName: '{mark} 1' });
      await bench.send(put('/setting', { siteName: '{mark} 2' }));
      await next({ siteName: '{mark} 2' });
    },
  },
];
