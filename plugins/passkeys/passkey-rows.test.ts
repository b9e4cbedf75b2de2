// What the rows say when they change between a read and a write.
import { definePlugin } from '../../core';
import { createTestApp, testDatabases } from '../../core/testing';
import { declarePasskeys, type Passkeys } from './passkey-rows';

describe.each(testDatabases())('on %s', (database) => {
  it('of two uses of one row, one counts; only a confirmed use changes the epoch', async () => {
    const declared: Passkeys[] = [];
    const rows = definePlugin({
      name: 'rows',
      dependencies: ['users-permissions'],
      register: (app) => void declared.push(declarePasskeys(app)),
    });
    const app = await createTestApp({
      database,
      plugins: [rows],
      config: { plugins: { 'users-permissions': true } },
    });
    try {
      const [passkeys] = declared;
      const values = { user: 'ann', epoch: null, publicKey: 'k', counter: 0, transports: [], name: 'Phone' };
      const row = await passkeys?.add({ ...values, credential: 'c' });
      if (!passkeys || !row) throw new Error('the passkey was not added');
      const uses = await Promise.all([passkeys.use(row, 1), passkeys.use(row, 1)]);
      expect(uses.sort()).toEqual([false, true]);
      expect(await passkeys.find('c')).toMatchObject({ counter: 1, epoch: null });
      expect(await passkeys.use({ ...row, counter: 1 }, 2, { id: 1, tokenEpoch: 'second' })).toBe(true);
      expect(await passkeys.find('c')).toMatchObject({ counter: 2, epoch: 'second' });
      expect(await passkeys.use({ ...row, counter: 2 }, 3)).toBe(true);
      expect(await passkeys.find('c')).toMatchObject({ counter: 3, epoch: 'second' });
    } finally {
      await app.close();
    }
  });
});
