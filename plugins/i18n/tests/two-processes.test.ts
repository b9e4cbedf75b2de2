// Locales that another process changes. A write to the documents of locales, past the locale service, is such a change.
import { setTimeout as wait } from 'node:timers/promises';
import { testDatabases } from '../../../core/testing';
import type { TestApp } from '../../../core/testing/create-test-app';
import { examine } from '../../../core/testing/examine';
import { LOCALES } from '..';
import { LOCALE_UID } from '../locale-type';
import { openAgain, openApp, requester } from './testing-app';

describe.each(testDatabases())('locales of two processes on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  const locales = () => app.documents(LOCALE_UID);

  beforeAll(async () => {
    app = await openApp({ locales: ['en', 'fr'] }, { database });
  });
  afterAll(() => app?.close());

  it('a write in a locale that was removed is a 400', async () => {
    const { body } = await call('post', 'pages', { title: 'One' });
    const fr = await locales().findFirst({ filters: { code: 'fr' } });
    await locales().delete({ documentId: String(fr?.documentId) });
    const writes = [
      await call('post', 'pages?locale=fr', { title: 'Un' }),
      await call('put', `pages/${body.data.documentId}?locale=fr`, { title: 'Un' }),
    ];
    expect(writes.map(({ status }) => status)).toEqual([400, 400]);
    expect(writes[0]?.body.error.details).toMatchObject({ locale: 'fr', configured: ['en'] });
    expect((await call('post', 'pages', { title: 'Two' })).status).toBe(201);
  });

  it('the doctor lists rows of an unknown locale', async () => {
    expect(await examine(app.kernel)).toEqual([]);
    const { body } = await call('post', 'pages', { title: 'Three' });
    const { documentId } = body.data;
    await app.kernel.database.transaction((tx) =>
      tx.run("UPDATE pages SET locale = 'xx' WHERE document_id = ?", [documentId]),
    );
    expect(await examine(app.kernel)).toContainEqual(
      `doctor, locales: api::page.page, locale, 1 found: ${documentId} has a row in the unknown locale "xx"; add the locale, or delete the row with locale=xx`,
    );
    await app.kernel.database.transaction((tx) =>
      tx.run("UPDATE pages SET locale = 'en' WHERE document_id = ?", [documentId]),
    );
  });

  it('a locale that another process adds is seen within seconds', async () => {
    const other = await openAgain(app, {
      rest: true,
      'draft-and-publish': true,
      i18n: { config: { locales: ['en'] } },
    });
    const inOther = other.container.resolve(LOCALES);
    const write = async (): Promise<number> =>
      (await call('post', 'pages?locale=de', { title: 'Eins' })).status;
    try {
      expect(await write()).toBe(400);
      await inOther.create({ code: 'de' });
      while ((await write()) !== 201) await wait(50);
    } finally {
      await other.stop();
    }
  });
});
