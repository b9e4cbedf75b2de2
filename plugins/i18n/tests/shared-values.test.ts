// After random and parallel actions, shared values are equal in all locales of drafts, and of published rows.
// There is at most one row per locale and status.
import type { Row } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp, requester } from './testing-app';

const LOCALES = ['en', 'fr', 'de'];

describe.each(testDatabases())('shared values on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  let documentId = '';
  let state = 7;
  /** A seeded random generator: every run gives the same numbers. */
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };

  const act = async (): Promise<number> => {
    const locale = LOCALES[random(3)] ?? 'en';
    const path = `articles/${documentId}`;
    const status = random(2) === 0 ? '&status=draft' : '';
    const shared = { price: random(100), box: { label: `b${random(100)}` } };
    switch (random(7)) {
      case 0:
      case 1:
        return (await call('put', `${path}?locale=${locale}${status}`, shared)).status;
      case 2:
        return (
          await call('put', `${path}?locale=${locale}${status}`, { title: `${locale} ${random(1000)}` })
        ).status;
      case 3:
        return (await call('post', `${path}/actions/publish?locale=${random(4) === 0 ? '*' : locale}`))
          .status;
      case 4:
        return (await call('post', `${path}/actions/unpublish?locale=${locale}`)).status;
      case 5:
        return (await call('post', `${path}/actions/discard-draft?locale=${locale}`)).status;
      default:
        return locale === 'en' ? 204 : (await call('delete', `${path}?locale=${locale}`)).status;
    }
  };

  const rows = (): Promise<Row[]> =>
    app.kernel.database.transaction((tx) =>
      tx.all('SELECT _status, locale, price, box FROM articles WHERE document_id = ? ORDER BY id', [
        documentId,
      ]),
    );
  const expectInvariants = async () => {
    const stored = await rows();
    const places = stored.map(([status, locale]) => `${status} ${locale}`);
    expect(new Set(places).size).toBe(places.length);
    for (const status of [0, 1]) {
      const values = stored
        .filter(([own]) => Number(own) === status)
        .map(([, , price, box]) => JSON.stringify([price, box]));
      expect([status, [...new Set(values)].length <= 1, values]).toEqual([status, true, values]);
    }
    for (const [status, locale] of stored) if (Number(status) === 1) expect(places).toContain(`0 ${locale}`);
  };

  beforeAll(async () => {
    app = await openApp(undefined, { database });
    documentId = (await call('post', 'articles', { title: 'One', price: 1, box: { label: 'b' } })).body.data
      .documentId;
  });
  afterAll(() => app?.close());

  it('are equal after each of many actions', async () => {
    for (let step = 0; step < 120; step++) {
      expect(await act()).toBeLessThan(500);
      await expectInvariants();
    }
  });

  it('are equal after many parallel actions', async () => {
    for (let round = 0; round < 4; round++) {
      const statuses = await Promise.all(Array.from({ length: 12 }, act));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      await expectInvariants();
    }
  });
});
