// A condition on a related document, for a row without such a document. The condition is checked for a row whose attributes are all null, in
// three-valued logic. `filters[author][name][$null]=true` is true, so articles without an author match. `filters[author][name][$ne]=Ann`
// is unknown, so articles without an author do not match.
import { IS_NOT_NULL, IS_NULL } from '../attributes/operators/presence';
import type { Filter } from './ast';
import { not, or } from './combine-filters';

/** `some`: some related document, or some entry, matches. Adds "or there is none" to a condition that is true of the row of nulls. */
export function orWithout(where: Filter | null, some: (where: Filter | null) => Filter): Filter {
  if (where === null || ofNulls(where) !== true) return some(where);
  const without = not(some(null)) as Filter;
  return isIdentityNull(where) ? without : (or([some(where), without]) as Filter);
}

/** null: unknown. */
function ofNulls(filter: Filter): boolean | null {
  switch (filter.kind) {
    case 'constant':
      return filter.value;
    case 'compare':
      return filter.operator === IS_NULL ? true : filter.operator === IS_NOT_NULL ? false : null;
    case 'not': {
      const of = ofNulls(filter.of);
      return of === null ? null : !of;
    }
    case 'and':
    case 'or': {
      const deciding = filter.kind === 'or';
      const of = filter.of.map(ofNulls);
      return of.includes(deciding) ? deciding : of.includes(null) ? null : !deciding;
    }
    // The row of nulls has no relations and no entries. Their conditions are unknown, or true by orWithout.
    case 'related':
    case 'entry':
      return filter.where === null ? false : null;
  }
}

/** `[id][$null]=true`: no stored document has it. */
const isIdentityNull = (where: Filter): boolean =>
  where.kind === 'compare' && (where.field.name === 'id' || where.field.name === 'documentId');
