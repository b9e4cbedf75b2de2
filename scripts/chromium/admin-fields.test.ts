// Each attribute type in the admin, in a real Chromium. A test is a column of the matrix; a kind of field is a row.
import type { Locator, Page } from 'playwright-core';
import { verifyPassword } from '../../core';
import { userWith } from '../../plugins/admin/tests/admin-app';
import { CONTEXT, type FieldKind, KINDS, shownOf, storedOf, ZONE } from './fields/kinds';
import { AUTHORS, CONTENT, FILES, POPULATE, SAMPLE, STRICT } from './fields/sample';
import { pressEach, STYLES, tabUntil } from './fields/styles';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const ALL = [...KINDS, ZONE];
type Row = Readonly<Record<string, unknown>>;

describeInChromium('fields of the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    const i18n = { config: { locales: ['en', 'fr'], defaultLocale: 'en' } };
    admin = await openAdmin(launch, CONTENT, { i18n, upload: true });
    for (const name of AUTHORS.names) await admin.app.documents(AUTHORS.uid).create({ data: { name } });
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/media`);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByText('Upload', { exact: true }).click(),
    ]);
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await chooser.setFiles(FILES.map((name) => ({ name, mimeType: 'image/svg+xml', buffer })));
    for (const name of FILES) await page.getByText(name).first().waitFor();
    await page.context().close();
  });
  afterAll(() => admin?.close());

  const form = (page: Page): Locator => page.locator('.edit > .columns > .fields');
  const boxIn = (fields: Locator, { name }: FieldKind): Locator =>
    fields.locator(`:scope > .field[data-name=${name}]`);
  const ready = async (page: Page): Promise<void> => {
    await form(page).waitFor();
    await boxIn(form(page), ZONE).waitFor();
  };
  async function open(documentId = 'new', words = ''): Promise<Page> {
    const page = await admin.newPage(CONTEXT);
    await page.goto(`${admin.base}/admin/types/${SAMPLE}/${documentId}${words}`);
    await ready(page);
    return page;
  }
  const save = async (page: Page): Promise<void> => {
    const button = page.getByRole('button', { name: 'Save', exact: true });
    // The page may save by itself meanwhile. Then the button is disabled, and Playwright would wait for it.
    await button.evaluate((element) => (element as unknown as { click(): void }).click());
    await page.locator('.save.saved').waitFor();
  };
  const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const stored = async (documentId: string, locale = 'en'): Promise<Row> =>
    (await admin.app
      .documents(SAMPLE)
      .findOne({ documentId, locale, status: 'draft', populate: POPULATE } as never)) as unknown as Row;
  const create = async (data: object): Promise<string> =>
    (await admin.app.documents(SAMPLE).create({ data, locale: 'en', status: 'draft' } as never)).documentId;

  const table = async <T>(kinds: readonly FieldKind[], cell: (kind: FieldKind) => Promise<T> | T) => {
    const cells: Record<string, T> = {};
    for (const kind of kinds) cells[kind.name] = await cell(kind);
    return cells;
  };
  const enterAll = async (fields: Locator, kinds: readonly FieldKind[], which: 0 | 1 = 0): Promise<void> => {
    for (const kind of kinds) await STYLES[kind.style].enter(boxIn(fields, kind), kind.typed[which]);
  };
  const clearAll = async (fields: Locator, kinds: readonly FieldKind[]): Promise<void> => {
    for (const kind of kinds) await STYLES[kind.style].clear(boxIn(fields, kind));
  };
  const shownIn = (fields: Locator, kinds: readonly FieldKind[]) =>
    table(kinds, (kind) => STYLES[kind.style].shown(boxIn(fields, kind)));
  const plainOf = (row: unknown, kinds: readonly FieldKind[]) =>
    table(kinds, ({ name, style }) => {
      const value = (row as Row)[name];
      return STYLES[style].plain?.(value) ?? value ?? null;
    });
  /** No read returns a password; and its field shows none. */
  const expected = (kinds: readonly FieldKind[], which: 0 | 1 = 0) =>
    table(kinds, (kind) => (kind.style === 'password' ? null : storedOf(kind, which)));
  const expectedShown = (kinds: readonly FieldKind[], which: 0 | 1 = 0) =>
    table(kinds, (kind) => (kind.style === 'password' ? '' : shownOf(kind, which)));
  const nothing = (kinds: readonly FieldKind[]) =>
    table(kinds, (kind) => (STYLES[kind.style].plain && kind.style !== 'password' ? '' : null));
  const passwordsOf = async (tableName: string): Promise<readonly string[]> => {
    const rows = await admin.app.kernel.database.knex(tableName).select('password').orderBy('id');
    return rows.map(({ password }: Row) => String(password ?? ''));
  };

  test('has a row for each attribute type', () => {
    const types = [...admin.app.kernel.attributes.values()];
    expect(new Set(ALL.map(({ attribute }) => attribute.type))).toEqual(
      new Set(types.map(({ name }) => name)),
    );
  });

  /** A document with the first value of each kind, entered in the form once. The tests use copies. */
  let original: Promise<string> | null = null;
  async function filled(): Promise<string> {
    original ??= (async () => {
      const page = await open();
      await enterAll(form(page), ALL);
      await save(page);
      const id = idIn(page);
      await page.context().close();
      return id;
    })();
    const documentId = await original;
    const copy = await admin.app.documents(SAMPLE).clone({ documentId, locale: 'en' } as never);
    return String(copy?.documentId);
  }

  test('stores what is entered, shows it after a reload, and clears it', async () => {
    const id = await filled();
    expect(await plainOf(await stored(id), ALL)).toEqual(await expected(ALL));
    const [hash = ''] = (await passwordsOf('samples')).slice(-1);
    await expect(verifyPassword('correct horse', hash)).resolves.toBe(true);

    const page = await open(id);
    expect(await shownIn(form(page), ALL)).toEqual(await expectedShown(ALL));

    await clearAll(form(page), ALL);
    await save(page);
    expect(await plainOf(await stored(id), ALL)).toEqual(await nothing(ALL));
    // An empty field of a password changes nothing.
    expect((await passwordsOf('samples')).slice(-1)).toEqual([hash]);
    await page.context().close();
  });

  test('says at its field why a value is refused, and keeps the text', async () => {
    // A draft may have a short password: it is stored with the other values that are not refused, and its field is empty again.
    const wrong = ALL.filter((kind) => kind.wrong !== undefined && kind.style !== 'password');
    const page = await open();
    for (const kind of wrong) {
      const box = boxIn(form(page), kind);
      if (kind.style !== 'moment') await STYLES[kind.style].enter(box, kind.wrong?.typed ?? '');
      else {
        await STYLES[kind.style].target(box).focus();
        await pressEach(page, kind.wrong?.typed ?? '');
      }
    }
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.locator('.save.refused').waitFor();
    const said = await table(wrong, async (kind) => {
      const text = (await boxIn(form(page), kind).locator('.issue, .hint').allInnerTexts()).join(' ');
      return kind.wrong?.message.test(text) ? 'said' : `"${text}"`;
    });
    expect(said).toEqual(await table(wrong, () => 'said'));
    const typed = wrong.filter(({ style }) => style !== 'moment');
    const kept = await table(typed, async (kind) =>
      (await STYLES[kind.style].target(boxIn(form(page), kind)).inputValue()).replace(/\s/g, ''),
    );
    expect(kept).toEqual(await table(typed, (kind) => kind.wrong?.typed.replace(/\s/g, '')));
    await page.context().close();
  });

  test('marks each required field that is empty', async () => {
    const page = await admin.newPage(CONTEXT);
    await page.goto(`${admin.base}/admin/types/${STRICT}/new`);
    await ready(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.locator('.notice.error').waitFor();
    const marked = await table(ALL, async (kind) => {
      const box = boxIn(form(page), kind);
      return (await box.locator('> .issue').count()) === 1 && (await box.locator('.required').count()) > 0;
    });
    expect(marked).toEqual(await table(ALL, () => true));
    await page.context().close();
  });

  test('shows readers each value, and nothing to change it', async () => {
    const actions = [
      'plugin::admin.app.open',
      'plugin::i18n.locales.listLocales',
      'plugin::upload.content-api.find',
      ...['find', 'findOne', 'readDraft'].map((verb) => `${SAMPLE}.${verb}`),
      ...['find', 'findOne'].map((verb) => `${AUTHORS.uid}.${verb}`),
    ];
    const page = await admin.newPage({
      ...CONTEXT,
      storageState: stateOf(await userWith(admin.app, 'reader', actions)),
    });
    await page.goto(`${admin.base}/admin/types/${SAMPLE}/${await filled()}`);
    await ready(page);
    const kinds = ALL.filter(({ style }) => style !== 'password');
    expect(await shownIn(form(page), kinds)).toEqual(await expectedShown(kinds));
    const open_ = await table(ALL, (kind) =>
      boxIn(form(page), kind)
        .locator(
          ':is(input, textarea, select, button:not([aria-expanded], [aria-haspopup])):enabled, [contenteditable=true]',
        )
        .count(),
    );
    expect(open_).toEqual(await table(ALL, () => 0));
    await page.context().close();
  });

  test('takes each value from keys alone', async () => {
    const page = await open();
    for (const kind of ALL) {
      const box = boxIn(form(page), kind);
      const target = STYLES[kind.style].target(box).and(page.locator(':focus'));
      await tabUntil(page, async () => (await target.count()) > 0);
      await STYLES[kind.style].keys(page, kind.keys ?? kind.typed[0]);
    }
    await save(page);
    expect(await plainOf(await stored(idIn(page)), ALL)).toEqual(await expected(ALL));
    await page.context().close();
  });

  test('loses no key while it saves', async () => {
    const page = await open(await create({}));
    const clickSave = () =>
      page.evaluate(`[...document.querySelectorAll('button')].find((b) => b.textContent === 'Save').click()`);
    const styles = ['text', 'json', 'moment', 'password', 'blocks', 'select'];
    const kinds = ALL.filter(({ style }) => styles.includes(style));
    for (const kind of kinds) {
      await STYLES[kind.style].target(boxIn(form(page), kind)).focus();
      // A save is acknowledged between two keys.
      for (const key of kind.keys ?? kind.typed[0]) {
        await pressEach(page, [key === '\n' ? 'Enter' : key]);
        await clickSave();
        await page.locator(':is(.save.saved, .save.refused)').waitFor();
      }
    }
    await save(page);
    expect(await plainOf(await stored(idIn(page)), kinds)).toEqual(await expected(kinds));

    // Without a pause: the saves are on their way while the keys come.
    const words = 'The quick brown fox jumps over the lazy dog. '.repeat(4);
    const long = kinds.filter(({ name }) => ['string', 'text', 'richtext', 'blocks'].includes(name));
    for (const kind of long) {
      const box = boxIn(form(page), kind);
      await STYLES[kind.style].clear(box);
      await STYLES[kind.style].target(box).focus();
      for (let at = 0; at < words.length; at += 20) {
        await page.keyboard.type(words.slice(at, at + 20));
        await clickSave();
      }
    }
    await save(page);
    const shown = await table(long, (kind) => STYLES[kind.style].shown(boxIn(form(page), kind)));
    expect(shown).toEqual(await table(long, ({ style }) => (style === 'blocks' ? words.trim() : words)));
    const texts = await plainOf(await stored(idIn(page)), long);
    expect(texts).toMatchObject({ string: words, text: words, richtext: words });
    await page.context().close();
  });

  test('stores each value in a component and in a zone, shows it after a reload, and clears it', async () => {
    const page = await open();
    const part = form(page).locator(':scope > .field[data-name=part]');
    const zone = boxIn(form(page), ZONE);
    const inside = (box: Locator): Locator => box.locator('.entry-body > .fields').first();
    await part.getByRole('button', { name: 'Add Part' }).click();
    await enterAll(inside(part), KINDS);
    await zone.getByRole('button', { name: 'Add section' }).click();
    await zone.getByRole('button', { name: 'All', exact: true }).click();
    await enterAll(inside(zone), KINDS, 1);
    await save(page);
    const id = idIn(page);
    const read = async () => {
      const row = await stored(id);
      return { part: row.part, entry: (row.zone as readonly unknown[])[0] };
    };
    const first = await read();
    expect(await plainOf(first.part, KINDS)).toEqual(await expected(KINDS));
    expect(await plainOf(first.entry, KINDS)).toEqual(await expected(KINDS, 1));

    await page.reload();
    await ready(page);
    await zone.getByRole('button', { name: /^All/ }).click();
    expect(await shownIn(inside(part), KINDS)).toEqual(await expectedShown(KINDS));
    expect(await shownIn(inside(zone), KINDS)).toEqual(await expectedShown(KINDS, 1));

    for (const box of [part, zone]) await clearAll(inside(box), KINDS);
    await save(page);
    const last = await read();
    expect(await plainOf(last.part, KINDS)).toEqual(await nothing(KINDS));
    expect(await plainOf(last.entry, KINDS)).toEqual(await nothing(KINDS));
    await page.context().close();
  });

  test('keeps the values of two locales apart', async () => {
    const id = await filled();
    const page = await open(id);
    await page.getByRole('navigation', { name: 'Locales' }).getByRole('link', { name: 'fr' }).click();
    await page.waitForURL(/locale=fr/);
    await page.locator('.save.saved').waitFor();
    await boxIn(form(page), ZONE).locator('.entry').first().waitFor({ state: 'detached' });
    await ready(page);
    await enterAll(form(page), ALL, 1);
    await save(page);
    expect(await plainOf(await stored(id), ALL)).toEqual(await expected(ALL));
    expect(await plainOf(await stored(id, 'fr'), ALL)).toEqual(await expected(ALL, 1));
    await page.context().close();
  });

  test('writes no error to the console', () => expect(admin.problems).toEqual([]));
});
