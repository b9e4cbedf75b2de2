// Cases of GraphQL subscriptions over streams of events.
import { makeToken } from '../accounts';
import { plain } from '../build';
import type { Case, Deployment, Expectation, Step } from '../case';
import { ask, MINE, row } from '../graphql-build';
import { is, type Pattern } from '../pattern';

/** Part of the code of an extension. */
export const SUBSCRIPTIONS = `
  const counting = { subscribe: async function* (_parent, { to }) { for (let n = 1; n <= to; n++) yield { n }; }, resolve: ({ n }) => n };
  extension.use({
    typeDefs: 'extend type Subscription { counted(to: Int!): Int shut(to: Int!): Int }',
    resolvers: { Subscription: { counted: counting, shut: counting } },
    resolversConfig: { 'Subscription.counted': { auth: false }, 'Subscription.shut': { auth: false, policies: [() => false] } },
  });`;

const stream = (query: string, expect: Expectation, more: Partial<Step> = {}): Step =>
  ask(query, expect, { headers: { Accept: 'text/event-stream' }, ...more });
const needsStream = (message: string): Pattern => ({
  errors: [{ message: is.matching(message), extensions: { code: 'BAD_REQUEST' } }],
});

/** The events of a stream: their names and their data. Lines that keep the connection open have none. */
const eventsIn = (text: string): { event: string; data: unknown }[] =>
  [...text.matchAll(/^event: (.*)\ndata: ?(.*)$/gm)].map(([, event = '', data = '']) => ({
    event,
    data: data === '' ? null : JSON.parse(data),
  }));

/** More than each number that is shown: the document has left the filter. */
const GONE = 13;

/** The number in an event of this document; undefined: it is no such event. */
function numberIn(data: unknown, documentId: unknown, name: string): number | undefined {
  for (let n = 1; n <= GONE; n++) {
    const plainChanged = { event: 'update', documentId, document: n === GONE ? null : { n, name } };
    if (JSON.stringify(data) === JSON.stringify({ data: { plainChanged } })) return n;
  }
  return undefined;
}

/** Subscriptions of a plugin, in an application without subscriptions. */
export const DISABLED_SUBSCRIPTIONS: Record<'row' | 'code', string> & Pick<Case, 'steps'> = {
  row: 'quire.graphql.subscriptions',
  code: `extension.use({ typeDefs: 'type Subscription { ticks: Int }',
    resolvers: { Subscription: { ticks: { subscribe: async function* () { yield 1; }, resolve: (n) => n } } } });`,
  steps: [
    ask(
      'subscription { ticks }',
      {
        status: 400,
        body: {
          errors: [{ message: is.matching('disabled.*subscriptions'), extensions: { code: 'BAD_REQUEST' } }],
        },
      },
      { headers: { Accept: 'text/event-stream' } },
    ),
  ],
};

/** `deploy`: subscriptions and batches are enabled; `SUBSCRIPTIONS` is a part of its extension. */
export const subscriptionCases = (deploy: Deployment): readonly Case[] => [
  {
    rows: [row('subscriptions')],
    name: 'of a plugin',
    deploy,
    async run(bench) {
      const { text } = await bench.send(
        stream(
          'subscription { counted(to: 3) }',
          { status: 200, headers: { 'content-type': is.matching('^text/event-stream') } },
          { as: 'anonymous' },
        ),
      );
      const wanted = [
        ...[1, 2, 3].map((counted) => ({ event: 'next', data: { data: { counted } } })),
        { event: 'complete', data: null },
      ];
      if (JSON.stringify(eventsIn(text)) !== JSON.stringify(wanted))
        bench.fail('the events of the stream', wanted, eventsIn(text));
      const shut = await bench.send(stream('subscription { shut(to: 3) }', { status: 'any' }));
      if (shut.text.includes('"shut":1') || !shut.text.includes('FORBIDDEN'))
        bench.fail('a policy denies the subscription', 'FORBIDDEN', shut.text);
    },
  },
  {
    rows: [row('subscriptions')],
    name: 'without a stream',
    deploy,
    steps: [
      ask('subscription { counted(to: 3) }', { status: 400, body: needsStream('text/event-stream') }),
      {
        ...stream('', { status: 200, body: [needsStream('alone'), { data: { __typename: 'Query' } }] }),
        body: [{ query: 'subscription { counted(to: 3) }' }, { query: '{ __typename }' }],
      },
    ],
  },
  {
    rows: [row('subscriptions')],
    name: 'of documents',
    deploy,
    given: { a: plain({ n: 0 }), b: plain({ n: 0 }) },
    async run(bench) {
      await makeToken(bench, 'listener', { type: 'read-only' });
      const change = (n: number): Step => ({
        ...{ send: 'PUT', path: '/plains/{a.documentId}', body: { data: { n } }, expect: { status: 200 } },
      });
      const listening = stream(
        `subscription { plainChanged(filters: { ${MINE}, n: { gte: 0 } }) { event documentId document { n name } } }`,
        { status: 200 },
        { as: 'listener' },
      );
      const write = async (): Promise<void> => {
        for (let n = 1; n <= 12; n++) await bench.send(change(n));
        await bench.send(change(-1));
        await bench.send({ send: 'DELETE', path: '/api-tokens/{listenerToken.documentId}' });
        await bench.send(change(14));
      };
      // The stream begins beside the first writes.
      const [{ text }] = await Promise.all([bench.send(listening), write()]);
      const events = eventsIn(text);
      const [ending, end] = events.slice(-2);
      if (!/SUBSCRIPTION_ENDED/.test(JSON.stringify(ending)) || end?.event !== 'complete')
        bench.fail('the stream ends with the token', 'SUBSCRIPTION_ENDED, then complete', events.slice(-4));
      // An event shows the document as it is when the event is sent, so writes in quick succession may share one.
      const shown = events.slice(0, -2);
      const id = bench.value('a.documentId');
      const numbers = shown.map(({ data }) => numberIn(data, id, bench.mark));
      const isInOrder = numbers.every((n, at) => n !== undefined && n >= (numbers[at - 1] ?? 1) && n <= GONE);
      if (shown.length === 0 || !isInOrder)
        bench.fail(
          'the events of the stream',
          'updates with n from 1 to 12 in order, then without a document',
          shown,
        );
    },
  },
];
