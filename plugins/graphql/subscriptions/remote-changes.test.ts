import type { JsonValue } from '../../../core';
import { createRemoteChanges } from './remote-changes';

function open() {
  const log: string[] = [];
  let hear: (message: JsonValue, from: string) => void = () => undefined;
  createRemoteChanges({
    bus: {
      node: 'own',
      publish: () => undefined,
      subscribe(_topic, take) {
        hear = take;
        return () => undefined;
      },
      onGap: () => () => undefined,
    },
    take: ({ event, after }) => log.push(`${event} ${after}`),
    lost: () => log.push('lost'),
  });
  return { log, hear: (from: string, message: JsonValue) => hear(message, from) };
}

const change = (event: string, at: string) => ({ event, at, uid: 'api::a.a', documentId: 'd', rows: [1] });

test('changes of other processes arrive, also those of an earlier version; own changes do not', () => {
  const { log, hear } = open();
  const first = change('first', '2026-01-01T00:00:00.001Z');
  hear('one', { ...first, after: '2026-01-01T00:00:00.000Z' });
  hear('two', first);
  hear('own', change('own', '2026-01-01T00:00:00.000Z'));
  expect(log).toEqual(['first 2026-01-01T00:00:00.000Z', 'first null']);
});

test.each([
  ['text', 'change'],
  ['no rows', { event: 'update', uid: 'api::a.a', documentId: 'd', at: '' }],
  ['touched documents without times', { ...change('update', ''), touched: [['api::a.a', 'd']] }],
  ['rows without ids', { event: 'update', uid: 'api::a.a', documentId: 'd', at: '', rows: ['1'] }],
])('a message of another form loses a change: %s', (_name, message) => {
  const { log, hear } = open();
  hear('one', message);
  expect(log).toEqual(['lost']);
});
