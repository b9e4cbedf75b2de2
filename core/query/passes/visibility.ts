// Rows the caller may not see: the row filter of each type becomes part of every place that reads the type. (Attributes
// and types are no business of this pass: the parsers know only names the caller may see, model-view.ts.)
import { AppError } from '../../errors/app-error';
import type { ContentType } from '../../schema/content-type';
import { FULL_VISIBILITY } from '../../schema/visibility';
import type { Filter, QueryNode } from '../ast';
import { and } from '../combine-filters';
import { ParseContext } from '../parse-context';
import { parseFilters } from '../parse-filters';
import type { QueryContext } from '../query-context';
import { walk } from '../walk';

export function applyRowFilters(root: QueryNode, context: QueryContext): void {
  const { visibility } = context;
  if (!visibility.rowFilter) return;
  // On leaving: a row filter is the program's own and sees everything, so none applies inside it.
  walk(root, {
    leaveNode(node) {
      node.filter = and([node.filter, rowFilterOf(node.type, context, node === root ? 'root' : undefined)]);
    },
    leaveRelated(filter) {
      filter.where = and([filter.where, rowFilterOf(filter.type, context)]);
    },
  });
}

/** Parsed anew for each place: every place binds axes of its own. */
function rowFilterOf(
  type: ContentType,
  { visibility, schema, limits }: QueryContext,
  place?: 'root',
): Filter | null {
  const raw = visibility.rowFilter?.(type, place);
  if (raw === undefined || raw === null) return null;
  try {
    return parseFilters(raw, type, new ParseContext(schema, FULL_VISIBILITY, limits));
  } catch (error) {
    // Not the caller's mistake, so not the caller's 400.
    if (error instanceof AppError)
      throw new Error(`The row filter of ${type.uid} (${visibility.scope}) is wrong: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
}
