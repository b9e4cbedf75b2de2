// What the rows say when they change between a read and a write.
import { definePlugin } from '../../core';
import { createTestApp, testDatabases } from '../../core/testing';
import { declarePasskeys, type Passkeys } from './passkey-rows';

describe.each(testDatabases())('on %s', (database) => {
  it('a passkey that was suspended after it was read does not sign in alone; with the password it is confirmed', async () => {
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
      const values = { user: 'ann', publicKey: 'k', counter: 0, transports: [], name: 'Phone' };
      const row = await passkeys?.add({ ...values, credential: 'c' });
      if (!passkeys || !row) throw new Error('the passkey was not added');
      await passkeys.suspend('ann');
      expect(await passkeys.use(row, 1, 'alone')).toBe(false);
      expect(await passkeys.use(row, 1, 'factor')).toBe(true);
      expect(await passkeys.find('c')).toMatchObject({ counter: 1, signs_in: false });
      expect(await passkeys.use({ ...row, counter: 1 }, 2, 'confirm')).toBe(true);
      expect(await passkeys.use({ ...row, counter: 2 }, 3, 'alone')).toBe(true);
    } finally {
      await app.close();
    }
  });
});
