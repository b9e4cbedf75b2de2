// Limits over all connections.
import { coreErrors, type RequestContext } from '../../../core';
import { createClients } from './clients';
import { createHub, type Listener } from './hub';

const request = {} as RequestContext;

it('refuses more connections than maxSubscriptions, and all while the server closes', () => {
  const closing = new AbortController();
  const ended: string[] = [];
  const clients = createClients({
    maxSubscriptions: 2,
    maxConnectionSubscriptions: 1,
    maxWaitingEvents: 1,
    recheckSeconds: 3600,
    closing: closing.signal,
    authenticate: async () => undefined,
    onError: () => undefined,
  });
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
  const hub = createHub(
    1,
    () => coreErrors.SERVER_BUSY(1),
    () => undefined,
  );
  const listener: Listener = {
    uid: 'api::note.note',
    documentId: null,
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
