// The document service with the types that `quire types` writes. Content types without such types have untyped documents.

import type { DocumentOperationMap, QueryParamMap } from '../../types';
import type { Uid } from '../model/compiled/content-type';
import type { CallContext, DocumentService, ManyArguments, WriteManyResult } from './operations';
import type {
  Changes,
  Conditions,
  FieldNames,
  Input,
  KnownUid,
  Populating,
  Result,
  Shaping,
} from './typed-content';

export type Documents = (<U extends Uid>(uid: U) => DocumentsOf<U> & DocumentOperationMap) & {
  /** Runs several writes in one transaction; `documents()` inside joins it. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
};

/** `Missing`: the result of `findOne`, `update` and `clone` for an unknown document; never when they throw. */
export type DocumentsOf<U, Missing = null> = U extends KnownUid
  ? TypedDocuments<U, Missing>
  : DocumentService<Missing>;

type CallWords = Partial<QueryParamMap> & CallContext;
type ManyOf<Item> = Omit<ManyArguments, 'items'> & {
  readonly items: readonly (Omit<ManyArguments['items'][number], 'data'> & Item)[];
};
interface OneDocument {
  readonly documentId: string;
}
type Shaped<U, F, P> = Result<U, { readonly fields: F; readonly populate: P }, true>;

export interface TypedDocuments<U extends KnownUid, Missing = null>
  extends Pick<DocumentService, 'aggregate' | 'delete' | 'deleteMany' | 'writeMany'>,
    Pick<DocumentService<Missing>, 'deleteEffects'> {
  findMany<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    args?: Conditions<U> & Shaping<U, F, P> & CallWords,
  ): Promise<Shaped<U, F, P>[]>;
  findFirst<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    args?: Conditions<U> & Shaping<U, F, P> & CallWords,
  ): Promise<Shaped<U, F, P> | null>;
  findOne<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    args: OneDocument & Shaping<U, F, P> & CallWords,
  ): Promise<Shaped<U, F, P> | Missing>;
  count(args?: Conditions<U> & CallWords): Promise<number>;
  create<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    args: { readonly data: Input<U> } & Shaping<U, F, P> & CallWords,
  ): Promise<Shaped<U, F, P>>;
  update<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    args: OneDocument & { readonly data: Changes<U> } & Shaping<U, F, P> & CallWords,
  ): Promise<Shaped<U, F, P> | Missing>;
  createMany(args: ManyOf<{ readonly data: Input<U> }>): Promise<WriteManyResult>;
  updateMany(args: ManyOf<OneDocument & { readonly data: Changes<U> }>): Promise<WriteManyResult>;
  clone<const F extends FieldNames<U> = '*', const P extends Populating<U> = []>(
    args: OneDocument & { readonly data?: Changes<U> } & Shaping<U, F, P> & CallWords,
  ): Promise<Shaped<U, F, P> | Missing>;
}
