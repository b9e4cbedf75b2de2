// What the model stores: documents, and a row per locale and status.
import { KINDS, type KindName, type Part, type Value } from './kinds';

export type Status = 'draft' | 'published';

export interface Row {
  readonly values: Readonly<Record<string, Value>>;
  readonly links: Readonly<Record<string, readonly string[]>>;
  readonly parts: Readonly<Record<string, readonly Part[]>>;
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
