// Adds the row filter of the caller to every part of the query that reads a type. The parsers have already refused names that the
// caller may not read (model-view.ts).
import { AppError } from '../../../kernel/errors/app-error';
import { setErrorSource } from '../../../kernel/errors/error-source';
import { limiterOf } from '../../../kernel/http/request/limiters';
import type { ContentType } from '../../model/compiled/content-type';
import { type FilterPlace, FULL_VISIBILITY, type Visibility } from '../../model/compiled/visibility';
import type { Filter, QueryNode } from '../ast';
import { and } from '../combine-filters';
import { parseFilters } from '../parse-filters';
import { ParseState } from '../parse-state';
import type { QueryContext } from '../query-context';
import { walk } from '../walk';

export function applyRowFilters(root: QueryNode, context: QueryContext): void {
  const { visibility, isOwnAnswer } = context;
  if (!visibility.rowFilter) return;
  const place = isOwnAnswer ? 'answer' : 'root';
  // On leaving: a row filter is the program's own and sees everything, so none applies inside it.
  walk(root, {
    leaveNode(node) {
      node.filter = and([node.filter, rowFilterOf(node.type, context, node === root ? place : undefined)]);
    },
    leaveRelated(filter) {
      filter.where = and([filter.where, rowFilterOf(filter.type, context)]);
    },
    // An order would tell of rows that a row filter hides, so they give it no value.
    leaveStep(step) {
      step.filter = and([step.filter, rowFilterOf(step.type, context)]);
    },
  });
}

/** Parsed anew for each place: every place binds axes of its own. */
function rowFilterOf(
  type: ContentType,
  { visibility, schema, limits }: QueryContext,
  place?: FilterPlace,
): Filter | null {
  const raw = visibility.rowFilter?.(type, place);
  if (raw === undefined || raw === null) return null;
  try {
    return parseFilters(raw, type, new ParseState(schema, FULL_VISIBILITY, limits));
  } catch (error) {
    // Not the caller's mistake, so not the caller's 400.
    if (!(error instanceof AppError)) throw error;
    const isWrong = (other: Visibility): boolean => {
      try {
        parseFilters(other.rowFilter?.(type, place), type, new ParseState(schema, FULL_VISIBILITY, limits));
        return false;
      } catch {
        return true;
      }
    };
    const plugin = pluginOfFilter(visibility, isWrong);
    const author = plugin === null ? '' : ` of the plugin "${plugin}"`;
    const wrong = new Error(
      `The row filter${author} for ${type.uid} (${visibility.scope}) is wrong: ${error.message}`,
      { cause: error },
    );
    if (plugin !== null) setErrorSource(wrong, plugin, 'request.visibility');
    throw wrong;
  }
}

/** The first plugin whose tap turned a right filter into a wrong one; null: another part made it. */
function pluginOfFilter(visibility: Visibility, isWrong: (other: Visibility) => boolean): string | null {
  const limiter = limiterOf(visibility);
  if (!limiter) return null;
  const given = limiter.given as Visibility;
  return isWrong(given) ? pluginOfFilter(given, isWrong) : limiter.plugin;
}
