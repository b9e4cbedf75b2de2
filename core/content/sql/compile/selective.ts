// Which conditions on related documents match few of them. Their keys become a list that is made once: `key IN (subquery)`. For other
// conditions a correlated EXISTS is cheaper, since a page in the order of ids stops after some rows.
//
// Query: tag?fields=name&filters[articles][kind]=news
//   SELECT count(*) FROM "tag_list" t0 WHERE t0."document_id" IN (SELECT t2."target" FROM "article_list_tags_lnk" t2 JOIN
//     "article_list" t1 ON t1.id = t2."source_id" WHERE t1."tongue" = ? AND t1."stage" = ? AND t1."kind" = ?)
import { EQUAL } from '../../attributes/operators/equality';
import { IN } from '../../attributes/operators/list';
import type { CompareFilter, Filter } from '../../query/ast';
import { specOf } from './context';

/** `few`: the statement reads few rows, and a subquery for each of them is cheaper than most lists. */
export const isListed = (where: Filter | null, few: boolean): boolean =>
  matchesFew(where, few ? identifies : isSelective);

/** Does the filter name its own rows by an id or a unique value? */
export function namesRows(filter: Filter | null): boolean {
  if (filter?.kind === 'and') return filter.of.some(namesRows);
  return filter?.kind === 'compare' && identifies(filter);
}

/** Does a list find the rows of the filter? They are then read in the order of the list, and sorted. */
export function readsList(filter: Filter | null): boolean {
  if (filter?.kind === 'and' || filter?.kind === 'or') return filter.of.some(readsList);
  return filter?.kind === 'related' && isListed(filter.where, false);
}

function matchesFew(filter: Filter | null, isOne: (compare: CompareFilter) => boolean): boolean {
  switch (filter?.kind) {
    case 'and':
      return filter.of.some((each) => matchesFew(each, isOne));
    case 'or':
      return filter.of.length > 0 && filter.of.every((each) => matchesFew(each, isOne));
    case 'related':
      return matchesFew(filter.where, isOne);
    case 'compare':
      return isOne(filter);
    default:
      return false;
  }
}

/** A boolean has the same value in about half of the documents. */
const isSelective = ({ field, operator }: CompareFilter): boolean =>
  (operator === EQUAL || operator === IN) && specOf(field).kind !== 'boolean';

const identifies = (compare: CompareFilter): boolean =>
  (compare.field.unique || compare.field.name === 'id' || compare.field.name === 'documentId') &&
  isSelective(compare);
