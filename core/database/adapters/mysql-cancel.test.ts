// The connection for cancellations ends with the adapter.
import type { PoolConnection, Connection as SingleConnection } from 'mysql2';
import { createMysqlCancels } from './mysql-cancel';

it('opens no connection after its end', async () => {
  let opened = 0;
  const destroy = jest.fn();
  const cancels = createMysqlCancels(() => {
    opened += 1;
    const query = (_options: unknown, done: (error: Error | null) => void): void => done(null);
    return { on: () => undefined, query, destroy } as unknown as SingleConnection;
  });
  const taken = { threadId: 7 } as PoolConnection;
  await cancels.cancel(taken);
  cancels.close();
  expect([opened, destroy.mock.calls.length]).toEqual([1, 1]);
  await expect(cancels.cancel(taken)).rejects.toThrow('closed');
  expect(opened).toBe(1);
});
