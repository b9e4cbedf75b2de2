// A query of documents. A resolver of a root field returns it to answer with these documents.

export class DocumentQuery {
  constructor(
    readonly uid: string,
    readonly args: QueryArguments,
  ) {}
}

/** `args`: as of the generated list: `filters`, `sort`, `pagination`, `locale`, `status`. */
export const documentQuery = (uid: string, args: QueryArguments = {}): DocumentQuery =>
  new DocumentQuery(uid, args);

type QueryArguments = Readonly<Record<string, unknown>>;
