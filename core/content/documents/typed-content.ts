// The types of typed content: what `quire types` writes into ContentTypeMap becomes types of documents, queries and inputs. Types
// only. `quire types --client` copies the compiled file, so that it imports nothing but the open interfaces.
import type { ComponentMap, ContentParamMap, ContentTypeMap, OperatorMap } from '../../types';

/** The uid of a content type that `quire types` has written. */
export type KnownUid = keyof ContentTypeMap & string;

/** A document as an answer has it: shaped by `fields` and `populate`. `Inside`: with private fields, for `documents()`. */
export type Result<U, Q = unknown, Inside = false> = Plain<Selected<U, Q, Inside> & Populated<U, Q, Inside>>;

/** The data of a create. A type with stages needs no keys, because a working row may be incomplete. */
export type Input<U> = Changes<U> & {
  readonly [K in NeededOf<U> & keyof InputOf<U>]: InputOf<U>[K];
} & {
  readonly [K in NeededOf<U> & keyof PartsOf<U>]: NonNullable<PartInput<PartsOf<U>[K]>>;
};

/** The data of an update: only the keys that change. */
export type Changes<U> = { readonly [K in keyof InputOf<U>]?: InputOf<U>[K] | null } & {
  readonly [K in WritablePart<U>]?: PartInput<PartsOf<U>[K]>;
};

export type Filters<U> = {
  readonly [K in keyof KindsOf<U>]?: Condition<
    NonNullable<FieldsOf<U>[K & keyof FieldsOf<U>]>,
    KindsOf<U>[K]
  >;
} & {
  readonly [K in keyof PartsOf<U> as PartsOf<U>[K] extends { readonly zone: unknown } ? never : K]?: Filters<
    TargetOf<PartsOf<U>[K]>
  > | null;
} & {
  readonly $and?: readonly Filters<U>[];
  readonly $or?: readonly Filters<U>[];
  readonly $not?: Filters<U>;
};

export type Sort<U> =
  | NameOf<KindsOf<U>>
  | `${NameOf<KindsOf<U>>}:${'asc' | 'desc'}`
  | `${NameOf<PartsOf<U>>}.${string}`;

export type FieldNames<U> = '*' | NameOf<FieldsOf<U>> | readonly ('*' | NameOf<FieldsOf<U>>)[];

export type Populating<U> =
  | '*'
  | NameOf<PartsOf<U>>
  | readonly ('*' | NameOf<PartsOf<U>>)[]
  | { readonly [K in keyof PartsOf<U>]?: boolean | PartQuery<PartsOf<U>[K]> };

/** The words of a query that have no effect on the shape of the result. */
export interface Conditions<U> {
  readonly filters?: Filters<U>;
  readonly sort?: Sort<U> | readonly Sort<U>[];
  readonly pagination?: {
    readonly page?: number;
    readonly pageSize?: number;
    readonly start?: number;
    readonly limit?: number;
    readonly withCount?: boolean;
  };
  readonly _q?: string;
}

/** The words of a query that shape the result. */
export interface Shaping<U, F, P> {
  readonly fields?: F;
  readonly populate?: P & CheckedPopulate<U, P>;
}

export interface Query<U> extends Conditions<U> {
  readonly fields?: FieldNames<U>;
  readonly populate?: Populating<U>;
}

/** The interface of a client such as `@strapi/client`: `strapi({ baseURL }) as unknown as ContentClient`. */
export interface ContentClient {
  collection<N extends ApiNameOf<'collection'>>(plural: N): CollectionClient<UidOf<N>>;
  single<N extends ApiNameOf<'single'>>(singular: N): SingleClient<UidOf<N>>;
}

export interface CollectionClient<U> {
  find<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    query?: Conditions<U> & Shaping<U, F, P> & Words,
  ): Promise<{ data: Result<U, { fields: F; populate: P }>[]; meta: ListMeta }>;
  findOne<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    documentId: string,
    query?: Shaping<U, F, P> & Words,
  ): Promise<{ data: Result<U, { fields: F; populate: P }>; meta: object }>;
  create(data: Input<U>, query?: Words): Promise<{ data: Result<U>; meta: object }>;
  update(documentId: string, data: Changes<U>, query?: Words): Promise<{ data: Result<U>; meta: object }>;
  delete(documentId: string, query?: Words): Promise<void>;
}

export interface SingleClient<U> {
  find<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    query?: Shaping<U, F, P> & Words,
  ): Promise<{ data: Result<U, { fields: F; populate: P }>; meta: object }>;
  update(data: Changes<U>, query?: Words): Promise<{ data: Result<U>; meta: object }>;
  delete(query?: Words): Promise<void>;
}

export interface ListMeta {
  readonly pagination: {
    readonly page?: number;
    readonly pageSize?: number;
    readonly pageCount?: number;
    readonly start?: number;
    readonly limit?: number;
    readonly total?: number;
  };
}

/** Parameters of plugins. */
type Words = { readonly [K in keyof ContentParamMap]?: ContentParamMap[K] };

// ── the map ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Plain<T> = { [K in keyof T]: T[K] };
type NameOf<T> = keyof T & string;
type At<U> = U extends keyof ContentTypeMap
  ? ContentTypeMap[U]
  : U extends keyof ComponentMap
    ? ComponentMap[U]
    : never;
type FieldsOf<U> = At<U> extends { readonly fields: infer T } ? T : never;
type KindsOf<U> = At<U> extends { readonly kinds: infer T } ? T : never;
type InputOf<U> = At<U> extends { readonly input: infer T } ? T : never;
type PartsOf<U> = At<U> extends { readonly parts: infer T } ? T : never;
type HiddenOf<U> = At<U> extends { readonly hidden: infer T } ? T : never;
type NeededOf<U> = At<U> extends { readonly needed: infer T } ? T : never;
type ReadOnlyOf<U> = At<U> extends { readonly readOnly: infer T } ? T : never;
type WritablePart<U> = Exclude<keyof PartsOf<U>, ReadOnlyOf<U>>;
type TargetOf<D> = D extends { readonly to: infer T }
  ? T
  : D extends { readonly component: infer C }
    ? C
    : never;
type ApiNameOf<K> = { [U in KnownUid]: At<U> extends { kind: K; name: infer N } ? N : never }[KnownUid];
type UidOf<N> = { [U in KnownUid]: At<U> extends { name: N } ? U : never }[KnownUid];

// ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Shown<T, U, Inside> = Inside extends true ? T : { [K in Exclude<keyof T, HiddenOf<U>>]: T[K] };
type OneOf<T> = T extends readonly (infer N)[] ? N : T;

type Selected<U, Q, Inside> = Q extends { readonly fields: infer F }
  ? '*' extends OneOf<F>
    ? Shown<FieldsOf<U>, U, Inside>
    : Pick<
        Shown<FieldsOf<U>, U, Inside>,
        (OneOf<F> | 'id' | 'documentId') & keyof Shown<FieldsOf<U>, U, Inside>
      >
  : Shown<FieldsOf<U>, U, Inside>;

type Populated<U, Q, Inside> = Q extends { readonly populate: infer P }
  ? {
      [K in PopulatedName<P, NameOf<Shown<PartsOf<U>, U, Inside>>>]: Part<
        PartsOf<U>[K & keyof PartsOf<U>],
        WordsAt<P, K>,
        Inside
      >;
    }
  : unknown;

type PopulatedName<P, All extends string> = P extends string | readonly unknown[]
  ? '*' extends OneOf<P>
    ? All
    : OneOf<P> & All
  : { [K in keyof P]: P[K] extends false | undefined ? never : K }[keyof P] & All;

/** The query of one populated part. */
type WordsAt<P, K> = K extends keyof P ? (P[K] extends boolean ? unknown : P[K]) : unknown;

type Part<D, Q, Inside> = Q extends { readonly count: true }
  ? { count: number }
  : D extends { readonly to: infer T; readonly many: infer M }
    ? Listed<Each<T, Q, Inside>, M>
    : D extends { readonly component: infer C; readonly many: infer M }
      ? Listed<Each<C, Q, Inside>, M>
      : D extends { readonly anyOf: infer T; readonly many: infer M }
        ? Listed<Tagged<T, '__type', Q, Inside>, M>
        : D extends { readonly zone: infer C }
          ? Tagged<C, '__component', Q, Inside>[]
          : never;

type Listed<T, M> = M extends true ? T[] : T | null;
type Each<T, Q, Inside> = T extends unknown ? Result<T, Q, Inside> : never;
type Tagged<T, Tag extends string, Q, Inside> = T extends unknown
  ? Plain<
      { [K in Tag]: T } & Result<T, Q extends { readonly on: infer On } ? WordsAt<On, T> : unknown, Inside>
    >
  : never;

// ── queries ──────────────────────────────────────────────────────────────────────────────────────────────────────

type PartQuery<D> = { readonly count?: boolean } & (D extends { readonly zone: infer C }
  ? { readonly on?: { readonly [K in C & string]?: true | Query<K> } }
  : D extends { readonly anyOf: infer T }
    ? { readonly on?: { readonly [K in T & string]?: true | Query<K> } }
    : Query<TargetOf<D>>);

/** Refuses keys that no part of the type has: a type parameter alone would allow them. */
type CheckedPopulate<U, P> = P extends string | readonly unknown[]
  ? unknown
  : { readonly [K in keyof P]: K extends keyof PartsOf<U> ? CheckedPart<PartsOf<U>[K], P[K]> : never };
type CheckedPart<D, Q> = Q extends boolean
  ? unknown
  : {
      readonly [K in keyof Q]: K extends 'populate'
        ? CheckedPopulate<TargetOf<D>, Q[K]>
        : K extends keyof PartQuery<D>
          ? unknown
          : never;
    };

type Condition<V, Kind> = V | null | Plain<OperatorsOf<V, Kind> & { readonly $not?: Condition<V, Kind> }>;
type OperatorsOf<V, Kind> = Kind extends keyof OperatorMap
  ? { readonly [O in keyof OperatorMap[Kind]]?: Operand<V, OperatorMap[Kind][O]> }
  : unknown;
type Operand<V, Form> = Form extends 'own'
  ? V | null
  : Form extends 'text'
    ? string
    : Form extends 'number'
      ? number
      : Form extends 'list'
        ? readonly V[]
        : Form extends 'pair'
          ? readonly [V, V]
          : boolean;

// ── inputs ───────────────────────────────────────────────────────────────────────────────────────────────────────

type PartInput<D> = D extends { readonly component: infer C; readonly many: infer M }
  ? M extends true
    ? readonly Entry<C>[] | null
    : Entry<C> | null
  : D extends { readonly zone: infer C }
    ? readonly ZoneEntry<C>[] | null
    : Links;
/** With the id of a stored entry, a body names only the keys that change. */
type Entry<C> = Changes<C> & { readonly id?: number | string };
type ZoneEntry<C> = C extends unknown ? Entry<C> & { readonly __component: C } : never;

/** A document: its documentId, the id of a row, or an object with one of them. */
type Target =
  | string
  | number
  | {
      readonly documentId?: string;
      readonly id?: number | string;
      readonly __type?: string;
      readonly position?: {
        readonly before?: string | number;
        readonly after?: string | number;
        readonly start?: boolean;
        readonly end?: boolean;
      };
    };
type Targets = Target | readonly Target[] | null;
type Links =
  | Targets
  | { readonly connect?: Targets; readonly disconnect?: Targets }
  | { readonly set: Targets };
