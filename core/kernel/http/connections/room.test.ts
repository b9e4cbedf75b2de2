// The bytes of reads that still run after their answer, and the requests that may pass a full room.
import type { Exchange } from '../request/exchange';
import { createRoom } from './room';
import { createUnsentBytes } from './unsent-bytes';

const unsent = createUnsentBytes({ timeout: 0, connection: 100, total: 100 });
const room = createRoom(unsent);
const asked = (method: string, headers: object = {}): Exchange =>
  ({
    method,
    isRead: method === 'GET',
    held: 0,
    isReleased: false,
    request: { url: '/x', headers },
    readText: () => null,
  }) as unknown as Exchange;

it('counts no bytes for a request whose answer is made', () => {
  const late = asked('GET');
  room.hold(late, 60);
  room.release(late);
  expect(() => room.hold(late, 60)).toThrow('closed');
  expect(unsent.hasRoomFor(100, 0)).toBe(true);
});

it('is passed by a conditional read until its rows arrive', () => {
  const large = asked('GET');
  room.hold(large, 150);
  const conditional = asked('GET', { 'if-none-match': '"a"' });
  expect(() => room.requireBefore(conditional)).not.toThrow();
  expect(() => room.hold(conditional, 0)).not.toThrow();
  expect(() => room.hold(conditional, 1)).toThrow('busy');
  room.release(large);
  expect(() => room.hold(conditional, 1)).not.toThrow();
  room.release(conditional);
});

it('is full for reads and never for writes while a read holds it', () => {
  const large = asked('GET');
  room.hold(large, 150);
  expect(() => room.requireBefore(asked('POST'))).not.toThrow();
  expect(() => room.requireBefore(asked('GET'))).toThrow('busy');
  // A query of GraphQL says that it is a read when its handler begins.
  const query = asked('POST');
  query.isRead = true;
  expect(() => room.hold(query, 0)).toThrow('busy');
  room.hold(large, -60);
  expect(() => room.requireBefore(asked('GET'))).not.toThrow();
  room.release(large);
  expect(unsent.hasRoomFor(100, 0)).toBe(true);
});
