// How the documents of a root field are read: as objects for graphql-js, or as the text of the answer.
import { type GraphQLOutputType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import { AppError, OPEN_VISIBILITY, type PreparedRead, type ReadWords } from '../../../core';
import type { ModelFacts } from '../model/facts';
import { type LookAhead, listsIn, listsShape } from './look-ahead';
import { checkAmount } from './resolve-field';
import { SelectionPlan } from './selection-plan';
import { textShape } from './text-shape';
import { ValueChecks } from './value-checks';
import { JsonText, NEEDS_GRAPHQL_JS } from './write-answer';

/** What a root field knows if the answer is written without graphql-js. `reading`: the caller takes texts. */
export type RootInfo = GraphQLResolveInfo & {
  readonly selection?: SelectionPlan;
  readonly reading?: Reading | null;
};

/** The plan of a root field; graphql-js has none. */
export const selectionOf = (info: RootInfo): SelectionPlan => info.selection ?? SelectionPlan.ofField(info);

export interface Reading {
  /** Of the query in the cache. */
  readonly name: string;
  /** `lists`: of a connection there may be several. */
  shape(
    lists: readonly SelectionPlan[],
    facts: ModelFacts,
    lookAhead: LookAhead,
  ): Pick<ReadWords, 'fields' | 'populate'>;
  run<T>(prepared: PreparedRead, read: () => Promise<T> | T): Promise<T> | T;
  /** `field`: a list, which may be too long. */
  documents(text: string, field: string | null): unknown;
}

export class ObjectReading implements Reading {
  readonly name = 'graphql';

  constructor(private readonly amountLimit: number) {}

  shape(lists: readonly SelectionPlan[], { model }: ModelFacts, lookAhead: LookAhead) {
    return listsShape(lists, model.uid, lookAhead);
  }

  run<T>(_prepared: PreparedRead, read: () => Promise<T> | T): Promise<T> | T {
    return read();
  }

  documents(text: string, field: string | null): unknown {
    const found: unknown = JSON.parse(text);
    if (field !== null) checkAmount((found as readonly unknown[]).length, field, this.amountLimit);
    return found;
  }
}

/** Throws NEEDS_GRAPHQL_JS where graphql-js has to write the answer. */
class TextReading implements Reading {
  readonly name = 'graphql text';

  constructor(
    private readonly amountLimit: number,
    /** Does the text have a value that GraphQL refuses? */
    private readonly isRefused: (text: string) => boolean,
  ) {}

  shape([list]: readonly SelectionPlan[], facts: ModelFacts, lookAhead: LookAhead) {
    const own = { ...lookAhead, amountLimit: this.amountLimit, checks: new ValueChecks() };
    const found = textShape(list?.fields(facts.name) ?? [], facts, own);
    if (!found) throw NEEDS_GRAPHQL_JS;
    return found;
  }

  run<T>({ node }: PreparedRead, read: () => Promise<T> | T): Promise<T> | T {
    if (node.page !== null && node.page.limit > this.amountLimit) throw NEEDS_GRAPHQL_JS;
    try {
      const found = read();
      return found instanceof Promise ? found.catch(rethrow) : found;
    } catch (error) {
      return rethrow(error);
    }
  }

  documents(text: string): JsonText {
    if (this.isRefused(text)) throw NEEDS_GRAPHQL_JS;
    return new JsonText(text);
  }
}

/** Of a list that is too long: graphql-js gives the error its place. */
function rethrow(error: unknown): never {
  throw error instanceof AppError && error.code === 'QUERY_LIST_TOO_LONG' ? NEEDS_GRAPHQL_JS : error;
}

const CONNECTION = 'EntityResponseCollection';

/** null: code has to write the documents. */
export function textReadingOf(
  type: GraphQLOutputType,
  selection: SelectionPlan,
  lookAhead: Omit<LookAhead, 'visibility'>,
  amountLimit: number,
): Reading | null {
  const { name } = getNamedType(type);
  const isConnection = name.endsWith(CONNECTION);
  const facts = lookAhead.model.byName.get(isConnection ? name.slice(0, -CONNECTION.length) : name);
  if (!facts) return null;
  const checks = new ValueChecks();
  const all = { ...lookAhead, visibility: OPEN_VISIBILITY, amountLimit, checks };
  const [list, ...others] = isConnection ? listsIn(selection) : [selection];
  if (others.length > 0 || !textShape(list?.fields(facts.name) ?? [], facts, all)) return null;
  return new TextReading(amountLimit, checks.finder());
}
