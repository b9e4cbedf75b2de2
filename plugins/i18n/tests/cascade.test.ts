// `"onDelete": "cascade"` with locales and drafts: a locale of a document goes if its draft and its published row both have the link.
import { definePlugin, type Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { openAgain, openApp, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const shared = { pluginOptions: { i18n: { localized: false } } };
const DRAFTS = { ...localized, options: { draftAndPublish: true } };
const PAGE = 'api::page.page';
const SHOP = 'api::shop.shop';
const toShop = { type: 'relation', relation: 'manyToOne', target: SHOP, onDelete: 'cascade' };
const TYPES = [
  type('shop', { title: { type: 'string', ...localized } }, DRAFTS),
  type('page', { title: { type: 'string', ...localized }, shop: { ...toShop, ...localized } }, DRAFTS),
  type('sign', { title: { type: 'string', ...localized }, shop: { ...toShop, ...shared } }, DRAFTS),
];
const SIGN = 'api::sign.sign';

const seen: string[] = [];
const listener = definePlugin({
  name: 'listener' as string,
  register(app) {
    app.hooks.documents.committed(({ operation, type: uid, rows }) => {
      if (operation === 'delete') seen.push(`${uid} ${rows.length}`);
    });
  },
});

describe.each(testDatabases())('a cascade with locales on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  beforeAll(async () => {
    app = await openApp(undefined, { database, contentTypes: TYPES, components: {}, plugins: [listener] });
    kernel = app.kernel;
  });
  afterAll(async () => {
    await kernel?.stop();
    await app?.close();
  });
  beforeEach(() => void seen.splice(0));
  const docs = (uid: string) => kernel.documents(uid);
  const make = async (uid: string, data: object, locale = 'en'): Promise<string> =>
    (await docs(uid).create({ data, locale })).documentId;
  /** In both locales, since a link of a locale needs a target in it. */
  const makeShop = async (): Promise<string> => {
    const shop = await make(SHOP, { title: 's' });
    await save(SHOP, shop, { title: 't' }, { locale: 'fr' });
    return shop;
  };
  const save = (uid: string, documentId: string, data: object, words: object) =>
    docs(uid).update({ documentId, data, ...words });
  /** The stored rows: `en draft`, `fr published` … */
  const rows = async (uid: string, documentId: string): Promise<string[]> => {
    const table = kernel.database.dialect.id(kernel.schema.types.get(uid)?.table ?? '');
    const found = await kernel.database.transaction((tx) =>
      tx.all(`SELECT locale, _status FROM ${table} WHERE document_id = ?`, [documentId]),
    );
    return found
      .map(([locale, status]) => `${locale} ${Number(status) === 0 ? 'draft' : 'published'}`)
      .sort();
  };
  const EN = ['en draft', 'en published'];
  const FR = ['fr draft', 'fr published'];
  const removeShop = (documentId: string) => docs(SHOP).delete({ documentId, locale: '*' });

  it('stays while the target has a row: a locale of it, or its draft', async () => {
    const shop = await makeShop();
    const page = await make(PAGE, { shop });
    await docs(SHOP).delete({ documentId: shop, locale: 'fr' });
    await docs(SHOP).unpublish({ documentId: shop });
    expect(await rows(PAGE, page)).toEqual(EN);
    expect(seen).toEqual([`${SHOP} 2`]);
  });

  it('takes all locales at once, as one delete', async () => {
    const shop = await makeShop();
    const page = await make(PAGE, { shop });
    await save(PAGE, page, { shop }, { locale: 'fr', status: 'draft' });
    const sign = await make(SIGN, { shop });
    await save(SIGN, sign, { title: 'x' }, { locale: 'fr' });
    await removeShop(shop);
    expect([await rows(PAGE, page), await rows(SIGN, sign)]).toEqual([[], []]);
    expect(seen).toEqual([`${PAGE} 3`, `${SIGN} 4`, `${SHOP} 4`]);
  });

  it('keeps the locales that have another target', async () => {
    const [shop, other] = [await makeShop(), await makeShop()];
    const page = await make(PAGE, { shop });
    await save(PAGE, page, { shop: other }, { locale: 'fr' });
    const part = { type: PAGE, attribute: 'shop', count: 1, documentIds: [page] };
    const effects = await docs(SHOP).deleteEffects({ documentId: shop, locale: '*' });
    expect(effects).toMatchObject({ documents: { items: [] }, parts: { items: [part] } });
    const none = await docs(SHOP).deleteEffects({ documentId: shop, locale: 'fr' });
    expect(none).toMatchObject({ allowed: true, parts: { items: [] }, links: { items: [] } });
    await removeShop(shop);
    expect(await rows(PAGE, page)).toEqual(FR);
    await removeShop(other);
    expect(await rows(PAGE, page)).toEqual([]);
  });

  it.each([
    ['another target', (other: string) => other],
    ['no target', () => null],
  ])('keeps a page whose draft has %s; the link of the published row goes', async (_what, next) => {
    const [shop, other] = [await makeShop(), await makeShop()];
    const page = await make(PAGE, { shop });
    await save(PAGE, page, { shop: next(other) }, { status: 'draft' });
    await removeShop(shop);
    expect(await rows(PAGE, page)).toEqual(EN);
    const shown = await docs(PAGE).findOne({ documentId: page, populate: ['shop'] });
    expect(shown?.shop).toBeNull();
  });

  it('counts rows that a disabled plugin hides', async () => {
    const [shop, other] = [await makeShop(), await makeShop()];
    const hidden = await make(PAGE, { shop }, 'fr');
    const both = await make(PAGE, { shop });
    await save(PAGE, both, { shop: other }, { locale: 'fr' });
    const gone = await make(PAGE, { shop });
    await save(PAGE, gone, { shop }, { locale: 'fr' });
    await kernel.stop();
    kernel = await openAgain(app, { rest: true, 'draft-and-publish': true }, [listener]);
    await docs(SHOP).delete({ documentId: shop });
    expect([await rows(PAGE, hidden), await rows(PAGE, gone)]).toEqual([[], []]);
    // The French row has another target, so the document stays as a whole.
    expect(await rows(PAGE, both)).toEqual([...EN, ...FR]);
    expect(await examine(kernel)).toEqual([]);
  });
});
