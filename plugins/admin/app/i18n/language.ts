// The language of the page: chosen by the user, else the first language of the browser that the admin speaks. Only that catalogue is loaded.
import { signal } from '@preact/signals';

/** In one language: English text → text, or one text for each plural form. */
export type Catalogue = Readonly<
  Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>
>;

const CATALOGUES = {
  en: { name: 'English', load: async (): Promise<Catalogue> => ({}) },
  fr: {
    name: 'Français',
    load: async (): Promise<Catalogue> => (await import('./messages/fr.json')).default,
  },
  de: { name: 'Deutsch', load: async (): Promise<Catalogue> => (await import('./messages/de.json')).default },
  es: { name: 'Español', load: async (): Promise<Catalogue> => (await import('./messages/es.json')).default },
  ar: { name: 'العربية', load: async (): Promise<Catalogue> => (await import('./messages/ar.json')).default },
} as const;

export type Language = keyof typeof CATALOGUES;

/** Code and own name of each language. */
export const languages = (Object.keys(CATALOGUES) as Language[]).map(
  (code) => [code, CATALOGUES[code].name] as const,
);
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);
const STORE = 'quire-admin-language';

const isLanguage = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(CATALOGUES, code);
/** Some browsers have tags such as `en-US@posix`. `Intl` throws for them. */
const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
};
const baseOf = (tag: string): string => tag.split('-')[0] ?? tag;

interface Spoken {
  readonly code: Language;
  readonly catalogue: Catalogue;
  /** For numbers and dates: the form of the language that the browser prefers, such as en-GB. */
  readonly tag: string;
}

export const spoken = signal<Spoken>({ code: 'en', catalogue: {}, tag: 'en' });
export const isRightToLeft = (): boolean => RIGHT_TO_LEFT.has(spoken.value.code);

/** The language of the browser. */
export const languageOfBrowser = (): Language => navigator.languages.map(baseOf).find(isLanguage) ?? 'en';

/** What this browser showed last: the login has no user yet. */
export function rememberedLanguage(): Language {
  try {
    const code = localStorage.getItem(STORE);
    if (isLanguage(code)) return code;
  } catch {
    // Storage is disabled in this browser.
  }
  return languageOfBrowser();
}

function remember(code: Language | null): void {
  try {
    if (code === null) localStorage.removeItem(STORE);
    else localStorage.setItem(STORE, code);
  } catch {
    // Storage is disabled in this browser.
  }
}

/** Of the newest call: the catalogue of an earlier one may arrive later. */
let wanted: Language = 'en';

/** Shows the page in a language. A catalogue that does not load leaves the page as it is. */
export async function speak(code: Language): Promise<void> {
  wanted = code;
  try {
    const catalogue = await CATALOGUES[code].load();
    if (wanted !== code) return;
    const tag = navigator.languages.find((each) => baseOf(each) === code && isTag(each)) ?? code;
    spoken.value = { code, catalogue, tag };
  } catch (error) {
    console.warn(`The language "${code}" could not be loaded`, error);
  }
  document.documentElement.lang = spoken.value.tag;
  document.documentElement.dir = isRightToLeft() ? 'rtl' : 'ltr';
}

/** The choice of a user; anything else is the language of the browser. */
export async function speakAsChosen(choice: unknown): Promise<void> {
  remember(isLanguage(choice) ? choice : null);
  const code = isLanguage(choice) ? choice : languageOfBrowser();
  if (code !== wanted) await speak(code);
}
