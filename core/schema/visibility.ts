// What a caller may see and write: the interface that authorisation plugins implement, one object per role, memoised.
// The visibility pass (core/query/passes/visibility.ts) and the write side (core/documents/parse-input.ts, row-rules.ts) ask it.
import type { AnyModel, Attribute, ContentType } from './content-type';

export interface Visibility {
  /** Part of a plan's shape: two visibilities with the same scope show the same. */
  readonly scope: string;
  /** May documents of this type be read when something points at them (populate, filter, sort, connect)? */
  canRead(type: ContentType): boolean;
  /** Private attributes are shown like others: the program itself, never a request. */
  readonly seesPrivate?: true;
  /** May the caller see this attribute? Private and secret attributes are refused before this is asked. */
  readable(model: AnyModel, attribute: Attribute): boolean;
  writable(model: AnyModel, attribute: Attribute): boolean;
  /**
   * A condition every read document of the type meets, in the words of the wire (`{ author: { id: 7 } }`). `root`: the
   * document asked for, read or written, itself, not what something points at. A write by a caller with a filter changes
   * only documents that meet it, and leaves none that does not.
   */
  rowFilter?(type: ContentType, place?: 'root'): unknown;
  /** May the caller do what has a permission of its own beside reading and writing (`<uid>.<verb>`)? Absent: everything. */
  allows?(action: string): boolean;
  /** How an action that is not allowed can be allowed, for the 403. Absent in production. */
  hint?: ((action: string) => string) | undefined;
  /** Is an allowed action less than its name says, by a condition or a list of attributes? Absent: no. Who hands actions on asks. */
  narrows?(action: string): boolean;
  /** What a document made by the caller has where the body says nothing: the program's own words, so anything may stand in it. */
  preset?(type: ContentType): Readonly<Record<string, unknown>> | null;
}

/**
 * Another that differs in what `own` says; everything else is handed on. What is left out on purpose is named there as
 * `undefined`. One that shows something else needs a scope of its own.
 */
export const withVisibility = (
  base: Visibility,
  own: Partial<Visibility> & Pick<Visibility, 'scope'>,
): Visibility => ({ ...handedOn(base), ...own });

const handedOn = (base: Visibility) =>
  ({
    scope: base.scope,
    canRead: base.canRead.bind(base),
    seesPrivate: base.seesPrivate,
    readable: base.readable.bind(base),
    writable: base.writable.bind(base),
    rowFilter: base.rowFilter?.bind(base),
    allows: base.allows?.bind(base),
    hint: base.hint?.bind(base),
    narrows: base.narrows?.bind(base),
    preset: base.preset?.bind(base),
  }) satisfies Record<keyof Visibility, unknown>;

/** The program itself: everything but secrets. */
export const FULL_VISIBILITY: Visibility = {
  scope: 'full',
  seesPrivate: true,
  canRead: () => true,
  readable: () => true,
  writable: () => true,
};

/** Everything a request may ever be shown: what is neither private nor secret. */
export const OPEN_VISIBILITY: Visibility = {
  scope: 'open',
  canRead: () => true,
  readable: () => true,
  writable: () => true,
};
