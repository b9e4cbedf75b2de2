// A locale is removed while another process writes in it. No row is left in an unknown locale.
import { definePlugin, type Kernel } from '../../../core';
import { testDatabases } from '../../../core/testing';
import type { TestApp } from '../../../core/testing/create-test-app';
import { examine } from '../../../core/testing/examine';
import { LOCALES } from '..';
import { LOCALE_UID } from '../locale-type';
import { openAgain, openApp } from './testing-app';

const PAGE = 'api::page.page';
const ROUNDS = 3;

describe.each(testDatabases())('a removal of a locale during writes on %s', (database) => {
  let app: TestApp;
  let other: Kernel;
  /** Called in each write of the other process, before its commit. */
  let beforeCommit: () => Promise<void>;
  /** Called when the removal has seen no rows. */
  let removing: () => void;
  let titles = 0;

  const remove = (force: boolean): Promise<string> =>
    app.kernel.container
      .resolve(LOCALES)
      .remove('fr', { force })
      .then(
        () => 'removed',
        (error) => error.code,
      );
  const locales = async (): Promise<unknown[]> =>
    (await app.documents(LOCALE_UID).findMany({ sort: 'code' })).map(({ code }) => code);
  const rowsInFrench = () =>
    app.kernel.database.transaction((tx) => tx.all("SELECT id FROM pages WHERE locale = 'fr'"));
  const addFrench = async (): Promise<void> => {
    await app.kernel.container.resolve(LOCALES).create({ code: 'fr' });
    await other.container.resolve(LOCALES).reload();
  };
  /** A write of the other process whose commit waits until the removal has looked for rows. On SQLite the removal waits first. */
  async function during<T>(write: () => Promise<T>, force: boolean): Promise<[T, string]> {
    let looked = (): void => undefined;
    const hasLooked = new Promise<void>((resolve) => {
      looked = resolve;
    });
    let removal: Promise<string> | undefined;
    removing = looked;
    beforeCommit = async () => {
      removal ??= remove(force);
      if (database === 'sqlite') looked();
      await Promise.race([hasLooked, removal]);
    };
    const written = await write();
    return [written, (await removal) ?? 'not begun'];
  }

  beforeAll(async () => {
    const watch = definePlugin({
      name: 'watch',
      register: ({ hooks }) =>
        hooks.documents.prepare(({ operation, type }) => {
          if (operation === 'delete' && type.uid === LOCALE_UID) removing();
        }),
    });
    const hold = definePlugin({
      name: 'hold',
      register: ({ hooks }) =>
        hooks.documents.written(async ({ type }) => {
          if (type === PAGE) await beforeCommit();
        }),
    });
    app = await openApp({ locales: ['en', 'fr'] }, { database, plugins: [watch] });
    const plugins = { rest: true, 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } };
    other = await openAgain(app, plugins, [hold]);
  });
  beforeEach(async () => {
    removing = () => undefined;
    beforeCommit = async () => undefined;
    if (!(await locales()).includes('fr')) await addFrench();
  });
  afterAll(async () => {
    await other?.stop();
    await app?.close();
  });

  const title = (): string => `Title ${++titles}`;
  const create = (kernel: Kernel = other) =>
    kernel.documents(PAGE).create({ locale: 'fr', data: { title: title() } });
  const english = () => app.documents(PAGE).create({ data: { title: title() } });

  it('by force also deletes the row of a write that commits meanwhile', async () => {
    const [page, removal] = await during(() => create(), true);
    expect([page.locale, removal]).toEqual(['fr', 'removed']);
    expect(await locales()).toEqual(['en']);
    expect(await examine(app.kernel)).toEqual([]);
  });

  it('is refused without force when such a write commits', async () => {
    const { documentId } = await english();
    const [page, removal] = await during(
      () => other.documents(PAGE).update({ documentId, locale: 'fr', data: { title: title() } }),
      false,
    );
    expect([page?.locale, removal]).toEqual(['fr', 'LOCALE_IN_USE']);
    expect(await locales()).toEqual(['en', 'fr']);
    expect(await examine(app.kernel)).toEqual([]);
  });

  it('leaves no row of the locale, whichever write comes first', async () => {
    const outcomes = new Set<string>();
    const seen = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        (result) => outcomes.add(result === null ? 'absent' : 'written'),
        (error) => outcomes.add(error.code),
      );
    for (let round = 0; round < ROUNDS; round += 1) {
      const [{ documentId }, { documentId: source }] = [await english(), await create(app.kernel)];
      const data = { title: title() };
      const clone = { data: { title: title() }, documentId: source };
      await Promise.all([
        ...[app.kernel, other, app.kernel, other].map((kernel) => seen(create(kernel))),
        seen(other.documents(PAGE).update({ documentId, locale: 'fr', data })),
        seen(app.documents(PAGE).clone({ ...clone, locale: 'fr' })),
        remove(true).then((removal) => expect(removal).toBe('removed')),
      ]);
      expect(await locales()).toEqual(['en']);
      expect(await rowsInFrench()).toEqual([]);
      await addFrench();
    }
    expect(await examine(app.kernel)).toEqual([]);
    for (const outcome of outcomes) expect(['written', 'absent', 'PARAM_UNKNOWN']).toContain(outcome);
  });
});
