// The stored data of the model: documents, with a row per locale and status.
import { KINDS, type KindName, type Value } from './kinds';

export type Status = 'draft' | 'published';

export interface Row {
  readonly values: Readonly<Record<string, Value>>;
  readonly links: Readonly<Record<string, readonly string[]>>;
  readonly parts: Readonly<Record<string, readonly Entry[]>>;
}

/** An entry of a component or zone. */
export interface Entry extends Row {
  readonly component: string;
}

export type Rows = Readonly<Record<string, Row>>;
export interface Doc {
  readonly key: string;
  readonly kind: KindName;
  /** By locale; without locales there is one, named ''. Without drafts every row is published. */
  readonly rows: Readonly<Record<Status, Rows>>;
}
export type State = ReadonlyMap<string, Doc>;

const DEFAULT_LOCALE = 'en';
export const localeIn = (kind: KindName, locale: string | null): string =>
  KINDS[kind].hasLocales ? (locale ?? DEFAULT_LOCALE) : '';
const statusIn = (kind: KindName, status: Status): Status => (KINDS[kind].hasDrafts ? status : 'published');

/** The row that a read of this locale and status shows. */
export const rowOf = (doc: Doc, locale: string | null, status: Status): Row | undefined =>
  doc.rows[statusIn(doc.kind, status)][localeIn(doc.kind, locale)];

/** The entries without links to a document. */
export const entriesWithout = (entries: readonly Entry[], isGone: (key: string) => boolean): Entry[] =>
  entries.map((entry) => ({ ...entry, ...rowWithout(entry, isGone) }));

export function rowWithout({ values, links, parts }: Row, isGone: (key: string) => boolean): Row {
  return {
    values,
    links: mapped(links, (keys) => keys.filter((link) => !isGone(keyIn(link)))),
    parts: mapped(parts, (entries) => entriesWithout(entries, isGone)),
  };
}

export const mapped = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (one: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one, name)]));

/** The target of a link, as one text, also with a locale or a status: `authors1@fr@draft`. */
export interface Target {
  readonly key: string;
  readonly locale: string | null;
  readonly status: Status | null;
}

export const pinned = (key: string, locale: string | null, status: Status | null): string =>
  locale === null && status === null ? key : `${key}@${locale ?? ''}@${status ?? ''}`;

export function targetOf(link: string): Target {
  const [key = '', locale = '', status = ''] = link.split('@');
  return {
    key,
    locale: locale || null,
    status: status === 'draft' || status === 'published' ? status : null,
  };
}

export const keyIn = (link: string): string => targetOf(link).key;
