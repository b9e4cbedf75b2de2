// The locale service: lists, adds, renames and removes locales, and sets the default locale.
// It keeps the locales in memory (locale-set.ts) equal to the database.
import { type App, AppError, type DocumentObject, type Tx, type Visibility, withAllFields } from '../../core';
import { type I18nConfig, localeSettings } from './config';
import { localeErrors } from './errors';
import { codesIn } from './fallbacks';
import { hasLocale, LOCALE } from './locale-axis';
import type { LocaleSet } from './locale-set';
import { LOCALE_UID, localeName } from './locale-type';
import { RemovedLocale } from './removed-locale';

export interface LocaleInput {
  readonly code: string;
  readonly name?: string | undefined;
  readonly isDefault?: boolean | undefined;
}

export interface Locales {
  /** `caller`: sees and changes these locales only. */
  list(caller?: Visibility): Promise<DocumentObject[]>;
  create(input: LocaleInput, caller?: Visibility): Promise<DocumentObject>;
  /** `codeOrId`: a code, an id or a documentId. */
  rename(codeOrId: string, name: string, caller?: Visibility): Promise<DocumentObject>;
  setDefault(codeOrId: string, caller?: Visibility): Promise<DocumentObject>;
  /** `force` also deletes the rows that documents have in this locale. */
  remove(codeOrId: string, options?: { readonly force?: boolean }, caller?: Visibility): Promise<void>;
  /** Reads the locales from the database, which another process may have changed. */
  reload(): Promise<void>;
  /** Adds the configured locales that the database lacks. */
  seed(config: I18nConfig): Promise<void>;
}

export function createLocales(app: App, known: LocaleSet): Locales {
  const documents = () => app.documents(LOCALE_UID);
  const texts = () => app.documents.text(LOCALE_UID);
  const list = (caller?: Visibility) =>
    documents().findMany({ sort: 'id', pagination: { limit: -1 }, ...finds(caller) });

  const withCode = (code: string) => documents().findFirst({ filters: { code } });

  async function reload(): Promise<void> {
    const locales = await list();
    const chosen = locales.find(({ isDefault }) => isDefault === true) ?? locales[0];
    const isNew = known.set(
      locales.map(({ code }) => String(code)),
      String(chosen?.code ?? known.defaultCode),
    );
    if (isNew) app.documents.read.forgetTexts();
  }

  const stored = app.shared.value('i18n locales', { load: reload, maxAge: MAX_AGE, watch: true });

  async function find(codeOrId: string, caller?: Visibility): Promise<DocumentObject> {
    const filters = /^\d{1,15}$/.test(codeOrId)
      ? { id: Number(codeOrId) }
      : { $or: [{ code: codeOrId }, { documentId: codeOrId }] };
    const locale = await documents().findFirst({ ...finds(caller), filters });
    if (!locale) throw localeErrors.LOCALE_NOT_FOUND(codeOrId, known.codes);
    return locale;
  }

  async function change<T>(work: () => Promise<T>): Promise<T> {
    const result = await app.documents.transaction(work);
    const outer = app.database.currentTransaction();
    stored.forget(outer);
    // The transaction of the caller sees locales that are not committed yet.
    await (outer ? reload() : stored.read());
    return result;
  }

  async function update(
    documentId: string,
    data: Readonly<Record<string, unknown>>,
    caller?: Visibility,
  ): Promise<DocumentObject> {
    const outcome = await texts().update({ documentId, data, ...writes(caller) });
    const locale = outcome && (await documents().findOne({ documentId }));
    if (!locale) throw localeErrors.LOCALE_NOT_FOUND(documentId, known.codes);
    return locale;
  }

  /** Inside a transaction. */
  async function makeDefault({ documentId }: DocumentObject, caller?: Visibility): Promise<DocumentObject> {
    for (const other of await documents().findMany({
      filters: { isDefault: true },
      pagination: { limit: -1 },
    }))
      if (other.documentId !== documentId)
        await documents().update({ documentId: other.documentId, data: { isDefault: false } });
    return update(documentId, { isDefault: true }, caller);
  }

  async function add(
    { code, name, isDefault = false }: LocaleInput,
    caller?: Visibility,
  ): Promise<DocumentObject> {
    if (await withCode(code)) throw localeErrors.LOCALE_EXISTS(code);
    const data = { code, name: name ?? localeName(code), isDefault: false };
    await texts().create({ data, ...writes(caller) });
    const locale = await find(code);
    return isDefault ? makeDefault(locale, caller) : locale;
  }

  /** Deletes the rows of the locale; without `force` a row is an error. Returns whether there were rows. */
  async function clear(code: string, force: boolean): Promise<boolean> {
    const written = await documentsIn(app, code);
    if (written.length > 0 && !force) throw localeErrors.LOCALE_IN_USE(code, written.length);
    const locale = RemovedLocale.of(code);
    let left = written;
    while (left.length > 0) {
      const used: typeof written = [];
      let refusal: unknown;
      for (const each of left) {
        const { uid, documentId } = each;
        try {
          await app.documents.transaction(() => app.documents(uid).delete({ documentId, locale }));
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'DOCUMENT_IN_USE')) throw error;
          refusal = error;
          used.push(each);
        }
      }
      // The rows that use a document may go, too, so it gets another try after them.
      if (used.length === left.length) throw refusal;
      left = used;
    }
    return written.length > 0;
  }

  return {
    list,
    reload,
    create: (input, caller) => change(() => add(input, caller)),
    rename: (codeOrId, name, caller) =>
      change(async () => update((await find(codeOrId, caller)).documentId, { name }, caller)),
    setDefault: (codeOrId, caller) => change(async () => makeDefault(await find(codeOrId, caller), caller)),
    remove: (codeOrId, { force = false } = {}, caller = undefined) =>
      change(async () => {
        const { documentId, code, isDefault } = await find(codeOrId, caller);
        if (isDefault === true) throw localeErrors.LOCALE_IS_DEFAULT(String(code));
        await clear(String(code), force);
        // Waits for the writes that hold the locale (check-locale.ts). Their rows are visible after it.
        const { deleted } = await documents().delete({ documentId });
        if (deleted === 0) throw localeErrors.LOCALE_NOT_FOUND(codeOrId, known.codes);
        // A clone may commit a copy of a row while its deletion waits. So the last look finds no row.
        while (await clear(String(code), force));
      }),
    async seed(config) {
      for (const setting of localeSettings(config))
        if (!(await withCode(setting.code))) await app.documents.transaction(() => add(setting));
      const locales = await list();
      if (!locales.some(({ isDefault }) => isDefault === true)) {
        const first = locales.find(({ code }) => code === config.defaultLocale);
        if (first) await app.documents.transaction(() => makeDefault(first));
      }
      await reload();
      const missing = codesIn(config.fallbacks).filter((code) => !known.has(code));
      if (missing.length > 0)
        app.log.warn(
          `plugins.i18n.config.fallbacks names unknown locales: ${missing.map((code) => `"${code}"`).join(', ')}; they are ignored until they are added to "locales" or over REST`,
        );
      if (known.defaultCode !== config.defaultLocale)
        app.log.warn(
          `The database has the default locale "${known.defaultCode}"; plugins.i18n.config.defaultLocale ("${config.defaultLocale}") applies to a new database only. To change the default locale, send POST ${app.config.api.rest.prefix}/i18n/locales/${config.defaultLocale}/actions/set-default`,
        );
    },
  };
}

/** Without a caller, the program itself reads and writes. */
const finds = (caller: Visibility | undefined) => (caller ? { visibility: withAllFields(caller) } : {});
const writes = (caller: Visibility | undefined) => (caller ? { visibility: caller } : {});

/** Milliseconds, if no message of another process arrives. Rights reach other processes within the same time. */
const MAX_AGE = 1_000;

/** Documents with a row in the locale, of any value of their other axes. */
async function documentsIn(
  { schema, database }: App,
  code: string,
): Promise<{ readonly uid: string; readonly documentId: string }[]> {
  return database.transaction(async (tx: Tx) => {
    const found: { uid: string; documentId: string }[] = [];
    for (const type of schema.types.values()) {
      if (!hasLocale(type)) continue;
      const { id } = database.dialect;
      const rows = await tx.all(
        `SELECT DISTINCT document_id FROM ${id(type.table)} WHERE ${id(LOCALE)} = ? ORDER BY document_id`,
        [code],
      );
      found.push(...rows.map(([documentId]) => ({ uid: type.uid, documentId: String(documentId) })));
    }
    return found;
  });
}
