// Rows of an axis value that needs a permission. A request for them is a 403, and populated ones are left out. A filter or sort
// through them is an unknown key, as through a type that the caller may not read.
import { coreErrors } from '../../../kernel/errors/core-errors';
import { mayDo } from '../../../kernel/http/request/caller';
import type { AxisDefinition } from '../../model/compiled/axis';
import type { BoundAxis, Origin, Populate, QueryNode } from '../ast';
import type { QueryContext } from '../query-context';
import { type RowSource, walk } from '../walk';

export function applyAxisPermissions(root: QueryNode, context: QueryContext): void {
  const { visibility } = context;
  const missing = (row: RowSource): string | null => {
    for (const [index, { axis }] of row.type.axes.entries()) {
      const bound = row.bound[index];
      if (!axis.permission || !bound) continue;
      for (const value of valuesOf(axis, bound)) {
        const action = axis.permission(row.type.uid, value);
        if (action !== null && !mayDo(visibility, action)) return action;
      }
    }
    return null;
  };
  const refuse = (row: RowSource & { readonly origin: Origin | null }): void => {
    if (missing(row) === null) return;
    const { origin } = row;
    throw coreErrors.QUERY_INVALID_KEY(origin?.key ?? '', origin?.path ?? null, origin?.param ?? 'filters');
  };
  const needed = context.isOwnAnswer ? null : missing(root);
  if (needed !== null) throw coreErrors.ACCESS_FORBIDDEN(visibility.hint?.(needed));
  const shown = (populates: readonly Populate[]): readonly Populate[] =>
    populates.flatMap((populate): Populate[] => {
      if (populate.kind !== 'relation') return [populate];
      const targets = populate.targets.filter((target) => missing(target) === null);
      if (targets.length === populate.targets.length) return [populate];
      return targets.length === 0 ? [] : [{ ...populate, targets }];
    });
  walk(root, {
    node(node) {
      node.populate = shown(node.populate);
    },
    level({ list }) {
      if (list) list.populate = shown(list.populate);
    },
    entry(entry) {
      entry.populate = shown(entry.populate);
    },
    related: refuse,
    step: refuse,
  });
}

/** As a request writes them. */
function valuesOf({ store }: AxisDefinition, bound: BoundAxis): readonly string[] {
  if (store.kind === 'text')
    return bound.kind === 'values' || bound.kind === 'first' ? bound.values.map(String) : [];
  if (bound.kind === 'any' || bound.kind === 'parent') return store.values;
  return bound.values.map((value) => store.values[Number(value)] ?? '');
}
