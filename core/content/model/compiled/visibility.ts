// The content that a caller may read and write. Authorisation plugins implement this interface, one cached object per role.
// core/content/query/passes/visibility.ts, core/content/documents/input/parse-input.ts and core/content/documents/write/writable-documents.ts call it.
import { mayDo } from '../../../kernel/http/request/caller';
import type { AnyModel, Attribute, ContentType, RelationAttribute } from './content-type';

export type FilterPlace = 'root' | 'answer' | 'relinked' | 'linked' | 'cascaded';

export interface Visibility {
  /** Part of a plan's shape. Visibilities with equal scopes must show the same. */
  readonly scope: string;
  /** May the caller read documents of this type through a relation (populate, filter, sort, connect)? */
  canRead(type: ContentType): boolean;
  /** Shows private attributes. Only for calls of the program, never for requests. */
  readonly seesPrivate?: true;
  /** Shows private attributes of this model, and nothing else of the program's rights. Absent: no. */
  readsPrivate?(model: AnyModel): boolean;
  /** May the caller read this attribute? Not called for private and secret attributes, which are never readable. */
  readable(model: AnyModel, attribute: Attribute): boolean;
  writable(model: AnyModel, attribute: Attribute): boolean;
  /**
   * A condition that every read document of the type meets, as in `filters`: `{ author: { id: 7 } }`. `root`: the document that
   * the request names. `answer`: a written document, in the answer of its write. `relinked`: another document whose links a write changes. `linked`: a document that a body links, if its type has `linkActions`.
   * `cascaded`: a document that the delete of another one deletes too. A write changes only documents that meet the condition, and each
   * meets it afterwards.
   */
  rowFilter?(type: ContentType, place?: FilterPlace): unknown;
  /**
   * May a write change this relation of other documents: through its inverse side, or by taking a one-to-one target? Absent: yes.
   * Example: `PUT /tags/T { articles: [A] }` changes the relation `tags` of A.
   */
  canRelink?(type: ContentType, relation: RelationAttribute): boolean;
  /** May the caller do an action with a permission of its own, such as `api::article.article.archive`? If unknown: no. */
  allows(action: string): boolean;
  /** The remedy for a forbidden action, for the 403. Present in development only, like the hints of routes. */
  hint?: ((action: string) => string) | undefined;
  /** Does a condition or a list of attributes limit an allowed action? Such an action cannot be granted further. Absent: no. */
  isLimited?(action: string): boolean;
  /** Values for keys that the body of a create omits. No key is forbidden here. */
  preset?(type: ContentType): Readonly<Record<string, unknown>> | null;
}

declare module '../../../types' {
  interface RequestScope extends Visibility {}
}

/**
 * A copy of `base` with the members of `own`. A member that is `undefined` in `own` is removed. The copy needs a scope of its
 * own, because it shows something else.
 */
export const withVisibility = (
  base: Visibility,
  own: Partial<Visibility> & Pick<Visibility, 'scope'>,
): Visibility => ({ ...membersOf(base), ...own });

const bases = new WeakMap<Visibility, Visibility>();

/** A visibility of the same types and attributes that lives longer: views of models are made once for both. */
export const baseOf = (visibility: Visibility): Visibility => bases.get(visibility) ?? visibility;

/** The values that a row filter depends on: `{ tenant: 'acme' }`. */
export type LimitValues = Readonly<Record<string, LimitValue | readonly LimitValue[]>>;
type LimitValue = string | number | boolean | null;

/**
 * `base` without the rows that do not meet `filterOf`, as in `filters`; null: the type has all its rows. Callers with equal `values`
 * share results, so `filterOf` must depend on nothing else: `limitRows(visibility, { tenant }, () => ({ tenant }))`. A text is a name
 * for a filter without values.
 */
export function limitRows(
  base: Visibility,
  values: string | LimitValues,
  filterOf: (type: ContentType, place?: FilterPlace) => unknown,
): Visibility {
  if (typeof filterOf !== 'function')
    throw new Error(
      'limitRows needs a visibility, values and a filter: limitRows(visibility, { tenant }, (type) => ({ tenant })).',
    );
  const limited = withVisibility(base, {
    scope: JSON.stringify([base.scope, typeof values === 'string' ? values : sortedEntries(values)]),
    rowFilter(type, place) {
      const filters = [base.rowFilter?.(type, place), filterOf(type, place)].filter(isFilter);
      return filters.length > 1 ? { $and: filters } : (filters[0] ?? null);
    },
  });
  bases.set(limited, baseOf(base));
  return limited;
}

/** A value that JSON cannot tell from another one would mix callers, so it is an error. */
function sortedEntries(values: LimitValues): [string, unknown][] {
  const entries = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, value] of entries)
    for (const one of Array.isArray(value) ? value : [value])
      if (!isLimitValue(one))
        throw new Error(
          `The value "${name}" of limitRows is ${String(one)}. Give a text, a finite number, a boolean, null, or a list of them.`,
        );
  return entries;
}

const isLimitValue = (value: unknown): boolean =>
  value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);

const isFilter = (filter: unknown): boolean => filter !== undefined && filter !== null;

const membersOf = (base: Visibility) =>
  ({
    scope: base.scope,
    canRead: base.canRead.bind(base),
    seesPrivate: base.seesPrivate,
    readsPrivate: base.readsPrivate?.bind(base),
    readable: base.readable.bind(base),
    writable: base.writable.bind(base),
    rowFilter: base.rowFilter?.bind(base),
    canRelink: base.canRelink?.bind(base),
    allows: (action: string) => mayDo(base, action),
    hint: base.hint?.bind(base),
    isLimited: base.isLimited?.bind(base),
    preset: base.preset?.bind(base),
  }) satisfies Record<keyof Visibility, unknown>;

/** For calls of the program: all content except secrets. */
export const FULL_VISIBILITY: Visibility = {
  scope: 'full',
  seesPrivate: true,
  canRead: () => true,
  readable: () => true,
  writable: () => true,
  allows: () => true,
};

/** The most that a request can read: all content that is neither private nor secret. Allows each action. */
export const OPEN_VISIBILITY: Visibility = {
  scope: 'open',
  canRead: () => true,
  readable: () => true,
  writable: () => true,
  allows: () => true,
};

/** Of a request for which no action was authorised: it reads open content, and has no permission. */
export const UNASKED_VISIBILITY: Visibility = {
  ...OPEN_VISIBILITY,
  scope: 'open, no action',
  allows: () => false,
};

/** Before authorisation, and of a connection whose messages are authorised one by one. */
export const NO_VISIBILITY: Visibility = {
  scope: 'none',
  canRead: () => false,
  readable: () => false,
  writable: () => false,
  allows: () => false,
};

/** Shows the rows of `base`, each with all its attributes. A route uses it to find the document that a request names. */
export const withAllFields = (base: Visibility): Visibility =>
  withVisibility(base, {
    scope: `${base.scope} with all fields`,
    readable: () => true,
    isLimited: undefined,
    preset: undefined,
  });

/** The scopes of callers whom no plugin describes. */
export const SCOPES = { open: OPEN_VISIBILITY, unasked: UNASKED_VISIBILITY, none: NO_VISIBILITY } as const;
