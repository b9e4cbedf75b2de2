import type { JsonValue } from '../../../core';
import { createRemoteChanges } from './remote-changes';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function open() {
  const log: string[] = [];
  let hear: (message: JsonValue, from: string) => void = () => undefined;
  const changes = createRemoteChanges({
    bus: {
      node: 'own',
      publish: () => undefined,
      subscribe(_topic, take) {
        hear = take;
        return () => undefined;
      },
      onGap: () => () => undefined,
    },
    take: ({ event }) => log.push(event),
    lost: () => log.push('lost'),
  });
  return { changes, log, hear: (from: string, message: JsonValue) => hear(message, from) };
}

const change = (event: string, at: string) => ({ event, at, uid: 'api::a.a', documentId: 'd', rows: [1] });

test('changes of several processes that arrive together are ordered by their time', async () => {
  const { log, hear } = open();
  hear('one', change('second', '2026-01-01T00:00:00.002Z'));
  hear('one', change('third', '2026-01-01T00:00:00.003Z'));
  hear('two', change('first', '2026-01-01T00:00:00.001Z'));
  hear('own', change('own', '2026-01-01T00:00:00.000Z'));
  await nextTurn();
  expect(log).toEqual(['first', 'second', 'third']);
});

test.each([
  ['text', 'change'],
  ['no rows', { event: 'update', uid: 'api::a.a', documentId: 'd', at: '' }],
  ['rows without ids', { event: 'update', uid: 'api::a.a', documentId: 'd', at: '', rows: ['1'] }],
])('a message of another form loses a change: %s', (_name, message) => {
  const { log, hear } = open();
  hear('one', message);
  expect(log).toEqual(['lost']);
});

test('after its end, nothing arrives', async () => {
  const { changes, log, hear } = open();
  hear('one', change('late', '2026-01-01T00:00:00.000Z'));
  changes.close();
  await nextTurn();
  expect(log).toEqual([]);
});
