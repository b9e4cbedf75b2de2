// The service of locales: lists, adds, renames, removes them, and says which is the default. It keeps what this process
// knows (locale-set.ts) equal to the database.
import type { DocumentObject, Kernel, Tx } from '../../core';
import { type I18nConfig, localeSettings } from './config';
import { localeErrors } from './errors';
import { codesIn } from './fallbacks';
import { hasLocale, LOCALE } from './locale-axis';
import type { LocaleSet } from './locale-set';
import { LOCALE_UID, localeName } from './locale-type';

export interface LocaleInput {
  readonly code: string;
  readonly name?: string | undefined;
  readonly isDefault?: boolean | undefined;
}

export interface Locales {
  list(): Promise<DocumentObject[]>;
  create(input: LocaleInput): Promise<DocumentObject>;
  /** `named`: a code or a documentId. */
  rename(named: string, name: string): Promise<DocumentObject>;
  setDefault(named: string): Promise<DocumentObject>;
  /** With `force` its rows of all documents go too. */
  remove(named: string, options?: { readonly force?: boolean }): Promise<void>;
  /** Reads the locales anew, after another process may have changed them. */
  reload(): Promise<void>;
  /** Adds what the configuration names and the database has not. */
  seed(config: I18nConfig): Promise<void>;
}

export function createLocales(kernel: Kernel, known: LocaleSet): Locales {
  const documents = () => kernel.documents(LOCALE_UID);
  const list = () => documents().findMany({ sort: 'id', pagination: { limit: -1 } });

  const withCode = (code: string) => documents().findFirst({ filters: { code } });

  async function reload(): Promise<void> {
    const locales = await list();
    const chosen = locales.find(({ isDefault }) => isDefault === true) ?? locales[0];
    const isNew = known.set(
      locales.map(({ code }) => String(code)),
      String(chosen?.code ?? known.defaultCode),
    );
    if (isNew) kernel.documents.read.forgetTexts();
  }

  async function find(named: string): Promise<DocumentObject> {
    const locale = await documents().findFirst({
      filters: { $or: [{ code: named }, { documentId: named }] },
    });
    if (!locale) throw localeErrors.LOCALE_NOT_FOUND(named, known.codes);
    return locale;
  }

  async function change<T>(work: () => Promise<T>): Promise<T> {
    const result = await kernel.documents.transaction(work);
    await reload();
    return result;
  }

  /** Inside a transaction. */
  async function makeDefault({ documentId }: DocumentObject): Promise<DocumentObject> {
    for (const other of await documents().findMany({
      filters: { isDefault: true },
      pagination: { limit: -1 },
    }))
      if (other.documentId !== documentId)
        await documents().update({ documentId: other.documentId, data: { isDefault: false } });
    const locale = await documents().update({ documentId, data: { isDefault: true } });
    if (!locale) throw localeErrors.LOCALE_NOT_FOUND(documentId, known.codes);
    return locale;
  }

  async function add({ code, name, isDefault = false }: LocaleInput): Promise<DocumentObject> {
    if (await withCode(code)) throw localeErrors.LOCALE_EXISTS(code);
    const locale = await documents().create({
      data: { code, name: name ?? localeName(code), isDefault: false },
    });
    return isDefault ? makeDefault(locale) : locale;
  }

  return {
    list,
    reload,
    create: (input) => change(() => add(input)),
    rename: (named, name) =>
      change(async () => {
        const { documentId } = await find(named);
        const locale = await documents().update({ documentId, data: { name } });
        if (!locale) throw localeErrors.LOCALE_NOT_FOUND(named, known.codes);
        return locale;
      }),
    setDefault: (named) => change(async () => makeDefault(await find(named))),
    remove: (named, { force = false } = {}) =>
      change(async () => {
        const { documentId, code, isDefault } = await find(named);
        if (isDefault === true) throw localeErrors.LOCALE_IS_DEFAULT(String(code));
        const written = await documentsIn(kernel, String(code));
        if (written.length > 0 && !force) throw localeErrors.LOCALE_IN_USE(String(code), written.length);
        for (const one of written)
          await kernel.documents(one.uid).delete({ documentId: one.documentId, locale: String(code) });
        await documents().delete({ documentId });
      }),
    async seed(config) {
      for (const setting of localeSettings(config)) {
        // It was there before, or another process that starts at the same time has just added it.
        await kernel.documents
          .transaction(() => add(setting))
          .catch(async (error: unknown) => {
            if (!(await withCode(setting.code))) throw error;
          });
      }
      const locales = await list();
      if (!locales.some(({ isDefault }) => isDefault === true)) {
        const first = locales.find(({ code }) => code === config.defaultLocale);
        if (first) await kernel.documents.transaction(() => makeDefault(first));
      }
      await reload();
      const missing = codesIn(config.fallbacks).filter((code) => !known.has(code));
      if (missing.length > 0)
        kernel.log.warn(
          `plugins.i18n.config.fallbacks names ${missing.map((code) => `"${code}"`).join(', ')}, and no such locale is there: it is passed over until it is added, in "locales" or while running`,
        );
      if (known.defaultCode !== config.defaultLocale)
        kernel.log.warn(
          `The default locale is "${known.defaultCode}", as the database says; plugins.i18n.config.defaultLocale, "${config.defaultLocale}", is for a new one. POST ${kernel.config.api.rest.prefix}/i18n/locales/${config.defaultLocale}/actions/set-default makes it the default`,
        );
    },
  };
}

const WATCH_EVERY = 30_000;

/** On a database that several processes write to, what others did to the locales is seen after a while. */
export function watchLocales({ database, log }: Kernel, locales: Locales): NodeJS.Timeout | undefined {
  if (database.dialect.name === 'sqlite') return undefined;
  const reload = () =>
    locales.reload().catch((error: unknown) => log.warn('The locales could not be read anew', { error }));
  return setInterval(reload, WATCH_EVERY).unref();
}

/** Documents with a row in the locale, whatever their other axes show. */
async function documentsIn(
  { schema, database }: Kernel,
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
