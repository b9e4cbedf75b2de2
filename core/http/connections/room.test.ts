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

it('is passed by a conditional read, not by a conditional write', () => {
  const large = asked('GET');
  room.hold(large, 150);
  const etag = { 'if-none-match': '"a"' };
  expect(() => room.requireBefore(asked('GET', etag))).not.toThrow();
  expect(() => room.requireBefore(asked('POST', etag))).toThrow();
  room.release(large);
  expect(() => room.requireBefore(asked('POST', etag))).not.toThrow();
});
