// A key of a query with its place: its path, its depth, and the errors that name it.
import type { AppError } from '../../kernel/errors/app-error';
import type { Origin } from './ast';
import { join, type ParseState } from './parse-state';

export interface QueryKey {
  readonly context: ParseState;
  readonly key: string;
  /** The dotted path of the object that contains the key, null at the top. */
  readonly path: string | null;
  /** Levels of nesting, counted against the limit. */
  readonly depth: number;
}

export const pathOf = ({ path, key }: QueryKey): string => join(path, key);

export const keyBelow = (at: QueryKey, key: string): QueryKey => ({
  ...keyDeeper(at),
  key,
  path: pathOf(at),
});

/** The same key, inside `$and`, `$or` or `$not`. */
export const keyDeeper = (at: QueryKey): QueryKey => ({ ...at, depth: at.depth + 1 });

export const originOf = ({ context, key, path }: QueryKey): Origin => ({ param: context.param, key, path });

export const invalidAt = ({ context, key, path }: QueryKey, message: string): AppError =>
  context.invalid(message, key, path);

export const checkDepthAt = ({ context, key, path, depth }: QueryKey): void =>
  context.checkDepth(depth, key, path);
