// What a resolver of a root field returns to answer with documents: their query.

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
