// Where a word of a query stands: what the request calls it, what contains it, how deep it is; and its refusals.
import type { AppError } from '../errors/app-error';
import type { Origin } from './ast';
import { join, type ParseContext } from './parse-context';

export interface Place {
  readonly context: ParseContext;
  readonly key: string;
  /** The dotted path of what contains it, null at the top. */
  readonly path: string | null;
  /** Levels of nesting, counted against the limit. */
  readonly depth: number;
}

export const pathOf = ({ path, key }: Place): string => join(path, key);

export const below = (at: Place, key: string): Place => ({ ...deeper(at), key, path: pathOf(at) });

/** The same word, said again inside `$and`, `$or`, `$not`. */
export const deeper = (at: Place): Place => ({ ...at, depth: at.depth + 1 });

export const originOf = ({ context, key, path }: Place): Origin => ({ param: context.param, key, path });

export const invalidAt = ({ context, key, path }: Place, message: string): AppError =>
  context.invalid(message, key, path);

export const checkDepthAt = ({ context, key, path, depth }: Place): void =>
  context.checkDepth(depth, key, path);
