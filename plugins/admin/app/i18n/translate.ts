// Texts of the page. The English text is the key of the catalogues; a text without a translation stays English.
import { computed } from '@preact/signals';
import { type ComponentChildren, Fragment, h, type VNode } from 'preact';
import { type Catalogue, isRightToLeft, spoken } from './language';

/** A text that is translated later, where it is shown. */
export type Message = string & { readonly isMessage: true };
/** Only texts in the code: a test collects them. */
type Literal<T extends string> = string extends T ? never : T;
type Values = Readonly<Record<string, string | number>>;

export const msg = <T extends string>(text: Literal<T>): Message => text as string as Message;

/** Texts of extensions, by language. Those of the admin win. */
const added = new Map<string, Catalogue>();

export function addMessages(language: string, catalogue: Catalogue): void {
  added.set(language, { ...catalogue, ...added.get(language) });
}

type Entry = Catalogue[string];
/** The texts have any names, such as "constructor". */
const own = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
const entryOf = (text: string): Entry | undefined => {
  const { code, catalogue } = spoken.value;
  return own(catalogue, text) ?? own(added.get(code) ?? {}, text);
};

/** The text in the language of the page; the text itself if there is none. Also for texts of extensions. */
export function translated(text: string): string {
  const found = entryOf(text);
  return typeof found === 'string' ? found : text;
}

/** A word of a schema file: one text, or one for each language: `{ "en": "Title", "fr": "Titre" }`. */
export function wordIn(word: unknown): string | null {
  if (typeof word === 'string') return word;
  if (typeof word !== 'object' || word === null) return null;
  const texts = word as Readonly<Record<string, unknown>>;
  const found = texts[spoken.value.code] ?? texts.en;
  return typeof found === 'string' ? found : null;
}

/** `t('Page {page}', { page: 3 })`. */
export const t = <T extends string>(text: Literal<T> | Message, values?: Values): string =>
  filled(translated(text), values);

/** `plural(3, '{count} file', '{count} files')`. The second text is the key. */
export function plural<A extends string, B extends string>(
  count: number,
  one: Literal<A>,
  other: Literal<B>,
  values?: Values,
): string {
  const found = entryOf(other);
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> =
    typeof found === 'string' ? { other: found } : (found ?? { one, other });
  const rule = new Intl.PluralRules(found === undefined ? 'en' : spoken.value.tag).select(count);
  return filled(forms[rule] ?? forms.other ?? other, { count, ...values });
}

/** A text with elements: `rich('Run {command}.', { command: <code>ls</code> })`. */
export const rich = <T extends string>(
  text: Literal<T>,
  values: Readonly<Record<string, ComponentChildren>>,
): VNode =>
  h(
    Fragment,
    null,
    translated(text)
      .split(/(\{\w+\})/)
      .map((part) => (part.startsWith('{') ? own(values, part.slice(1, -1)) : part)),
  );

function filled(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (sign, name: string) => {
    const value = own(values, name);
    if (value === undefined) return sign;
    return typeof value === 'number' ? numberOf(value) : isolated(value);
  });
}

/** An inserted text, such as an English name in an Arabic sentence, keeps its direction to itself. */
const isolated = (text: string): string => (isRightToLeft() ? `\u2068${text}\u2069` : text);

/** One for all rows of a list: a format takes longer to make than to use. */
const numbers = computed(() => new Intl.NumberFormat(spoken.value.tag));
export const numberOf = (value: number): string => numbers.value.format(value);

export const listOf = (values: readonly string[]): string =>
  new Intl.ListFormat(spoken.value.tag, { type: 'unit' }).format(values);
