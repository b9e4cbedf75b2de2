// Limits over all connections.
import { setImmediate as turn } from 'node:timers/promises';
import { AppError, type RequestContext } from '../../../core';
import { until } from '../../../core/testing/until';
import type { Listener } from './change';
import { type ClientsParts, createClients } from './clients';
import { createEarlierStates } from './earlier-states';
import { createHub, type HubParts } from './hub';

const from = (ip: string, id?: string) =>
  ({ ip, principal: id === undefined ? null : { kind: 'user', id, label: '' } }) as RequestContext;
const request = from('10.0.0.1');

const HUB: HubParts = {
  maxSubscriptions: 999,
  maxSubscriptionQuestions: 300,
  maxWaitingChanges: 10,
  callerFilterTime: 100,
  bus: {
    node: 'own',
    publish: () => undefined,
    subscribe: () => () => undefined,
    onGap: () => () => undefined,
  },
  earlierStates: createEarlierStates(
    () => null,
    () => undefined,
  ),
  onError: () => undefined,
};
const UNREAD = {
  reader: () => Promise.reject(new Error('no change is written here')),
  isRefusal: (error: unknown): error is AppError => error instanceof AppError,
  sentRow: () => undefined,
  push: () => false,
};

const recheck = () => async () => undefined;

const open = (own: Partial<ClientsParts>) =>
  createClients({
    maxSubscriptions: 100,
    maxConnectionSubscriptions: 3,
    maxCallerSubscriptions: 5,
    maxWaitingEvents: 1,
    recheckSeconds: 3600,
    closing: new AbortController().signal,
    authenticate: async () => undefined,
    onError: () => undefined,
    ...own,
  });

it('refuses more connections than maxSubscriptions, and all while the server closes', () => {
  const closing = new AbortController();
  const ended: string[] = [];
  const clients = open({ maxSubscriptions: 2, closing: closing.signal });
  const add = () => clients.add(request, ({ reason }) => ended.push(reason));
  const [first] = [add(), add()];
  expect(add).toThrow('The server is busy');
  if (first) clients.remove(first);
  add();
  closing.abort();
  expect(ended).toEqual(['Going away', 'Going away']);
  expect(add).toThrow('The server is busy');
});

it('refuses more subscriptions than maxSubscriptions', () => {
  const hub = createHub({ ...HUB, maxSubscriptions: 1, maxSubscriptionQuestions: 9 });
  const listener: Listener = {
    caller: { key: 'user 7', isAnonymous: false },
    uid: 'api::note.note',
    documentId: null,
    question: 'all',
    ...UNREAD,
    end: () => undefined,
  };
  const leave = hub.listen(listener);
  expect(() => hub.listen({ ...listener })).toThrow('The server is busy');
  leave();
  leave();
  hub.listen({ ...listener });
  expect(() => hub.listen({ ...listener })).toThrow('The server is busy');
});

it.each<[string, RequestContext, RequestContext, RequestContext]>([
  ['a user, from all addresses', from('10.0.0.1', '7'), from('10.0.0.2', '7'), from('10.0.0.1', '8')],
  ['an address without credentials', from('10.0.0.1'), from('10.0.0.1'), from('10.0.0.1', '8')],
  ['a network of IPv6', from('2001:db8::1'), from('2001:db8::ffff:2'), from('2001:db8:0:1::1')],
])('one caller cannot take the subscriptions of others: %s', (_title, first, same, other) => {
  const clients = open({});
  const add = (of: RequestContext) => clients.add(of, () => undefined);
  const [one, two] = [add(first), add(same)];
  const leave = [
    one.subscribe(recheck()),
    one.subscribe(recheck()),
    one.subscribe(recheck()),
    two.subscribe(recheck()),
    two.subscribe(recheck()),
  ];
  expect(() => one.subscribe(recheck())).toThrow('maxConnectionSubscriptions');
  expect(() => two.subscribe(recheck())).toThrow(
    first.principal
      ? /^This caller has 5 subscriptions, the most \(maxCallerSubscriptions\)\. End one first$/
      : /^This address has 5 subscriptions, .* Behind a proxy, set server\.proxy/,
  );
  add(other).subscribe(recheck());
  leave[0]?.();
  two.subscribe(recheck());
  const more = [add(same), add(same), add(same)];
  expect(() => add(same)).toThrow('maxCallerSubscriptions');
  add(other);
  if (more[0]) clients.remove(more[0]);
  add(same);
});

const openHub = (maxSubscriptionQuestions: number) => {
  const hub = createHub({ ...HUB, maxSubscriptionQuestions });
  const ended: string[] = [];
  return {
    ended,
    listen: (question: string, { documentId, by = 'one' }: { documentId?: string; by?: string } = {}) =>
      hub.listen({
        caller: { key: by, isAnonymous: by.startsWith('10.') },
        uid: 'api::note.note',
        documentId: documentId ?? null,
        question,
        ...UNREAD,
        end: ({ code, message }) => ended.push(`${by} ${question} ${code} ${message}`),
      }),
  };
};

it('bounds the different questions of a type, and those of a document apart', () => {
  const { listen } = openHub(2);
  const leave = [listen('a'), listen('b'), listen('a')];
  expect(() => listen('c')).toThrow('All 2 different subscriptions of api::note.note are in use');
  listen('b');
  listen('c', { documentId: 'd1' });
  leave[0]?.();
  expect(() => listen('c')).toThrow('maxSubscriptionQuestions');
  leave[2]?.();
  leave[2]?.();
  listen('c');
  expect(() => listen('a')).toThrow('maxSubscriptionQuestions');
});

it('a caller with few questions takes the place of one with many', async () => {
  const { listen, ended } = openHub(300);
  for (const by of ['10.0.0.1', '10.0.0.2', '10.0.0.3'])
    for (let index = 0; index < 100; index++) listen(`${by} ${index}`, { by });
  for (let index = 0; index < 75; index++) listen(`mine ${index}`, { by: 'user 7' });
  // Requests have the process after each five of them.
  await turn();
  expect(ended).toHaveLength(5);
  await until(() => ended.length === 75);
  expect(ended[0]).toMatch(/^10\.0\.0\.1 10\.0\.0\.1 99 GRAPHQL_QUESTION_ENDED All 300 .* server\.proxy/);
  // All four have 75 of them.
  expect(() => listen('mine 75', { by: 'user 7' })).toThrow(/an existing subscription$/);
  expect(() => listen('theirs', { by: '10.0.0.1' })).toThrow('server.proxy');
  listen('of a fifth caller', { by: 'user 8' });
  await until(() => ended.length === 76);
});

it('callers who share questions have a part of each, and lose first what no other has', async () => {
  const { listen, ended } = openHub(4);
  for (const question of ['a', 'b', 'c']) for (const by of ['one', 'two']) listen(question, { by });
  listen('d', { by: 'two' });
  // Two has 2.5 of them, one has 1.5.
  listen('e', { by: 'three' });
  await turn();
  expect(ended.map((text) => text.slice(0, 5))).toEqual(['two d']);
  // Now both have 1.5: as few as a fair exchange would leave to the third.
  expect(() => listen('f', { by: 'three' })).toThrow('maxSubscriptionQuestions');
  expect(() => listen('f', { by: 'four' })).toThrow('maxSubscriptionQuestions');
});
