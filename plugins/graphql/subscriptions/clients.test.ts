// Limits over all connections.
import type { RequestContext } from '../../../core';
import { type ClientsParts, createClients } from './clients';
import { createHub, type Listener } from './hub';

const from = (ip: string, id?: string) =>
  ({ ip, principal: id === undefined ? null : { kind: 'user', id, label: '' } }) as RequestContext;
const request = from('10.0.0.1');

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
  const hub = createHub({ maxSubscriptions: 1, maxSubscriptionQuestions: 9, onError: () => undefined });
  const listener: Listener = {
    uid: 'api::note.note',
    documentId: null,
    question: 'all',
    reader: async () => null,
    push: () => undefined,
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
  const leave = [one.subscribe(), one.subscribe(), one.subscribe(), two.subscribe(), two.subscribe()];
  expect(() => one.subscribe()).toThrow('maxConnectionSubscriptions');
  expect(() => two.subscribe()).toThrow('This caller has 5 subscriptions, the most (maxCallerSubscriptions)');
  add(other).subscribe();
  leave[0]?.();
  two.subscribe();
  const more = [add(same), add(same), add(same)];
  expect(() => add(same)).toThrow('maxCallerSubscriptions');
  add(other);
  if (more[0]) clients.remove(more[0]);
  add(same);
});

it('bounds the different questions of a type, and those of a document apart', () => {
  const hub = createHub({ maxSubscriptions: 99, maxSubscriptionQuestions: 2, onError: () => undefined });
  const listen = (question: string, documentId: string | null = null) =>
    hub.listen({
      uid: 'api::note.note',
      documentId,
      question,
      reader: async () => null,
      push: () => undefined,
    });
  const leave = [listen('a'), listen('b'), listen('a')];
  expect(() => listen('c')).toThrow('Subscribers of api::note.note ask 2 different questions');
  listen('b');
  listen('c', 'd1');
  leave[0]?.();
  expect(() => listen('c')).toThrow('maxSubscriptionQuestions');
  leave[2]?.();
  leave[2]?.();
  listen('c');
  expect(() => listen('a')).toThrow('maxSubscriptionQuestions');
});
