// The unique values of a stored row, components included. The doctor and reclaim-type.ts compare them with the table of unique values.
// A write takes its claims from the merged row (merge-values.ts).

import type { Stored } from '../../../database/sql-dialect';
import type { Path } from '../../../kernel/check/check';
import type { AnyModel, Schema, Uid } from '../../model/compiled/content-type';
import { componentOf, isNested } from '../../model/compiled/nested';
import { uniqueKey } from '../../sql/unique';
import { entriesOf, type StoredValues, storedValue } from '../write/stored-value';
import type { WritePlan } from '../write/write-plan';
import type { StoredRow } from '../write-action';
import { claimPath, holdsValue, scopesOf } from './scope';
import type { UniqueClaim } from './unique-claims';

export function storedClaims(schema: Schema, plan: WritePlan, row: StoredRow): UniqueClaim[] {
  const claims: UniqueClaim[] = [];
  const scopeOf = scopesOf(plan.type, row.axes, (attribute) => storedValue(row.values, attribute.column));

  const walk = (model: AnyModel, values: StoredValues, path: Path, zoned: Uid | null): void => {
    for (const attribute of model.attributes.values()) {
      const at = [...path, attribute.name];
      if (attribute.kind === 'scalar' && attribute.unique && !attribute.expression) {
        const stored = storedValue(values, model.model === 'type' ? attribute.column : attribute.name);
        const value: Stored =
          stored === undefined || stored === null ? null : attribute.type.fromJson(stored, attribute.options);
        if (!holdsValue(value)) continue;
        claims.push({
          ...uniqueKey(scopeOf(claimPath(attribute, at), zoned), value, attribute.unique),
          path: at,
          value,
        });
      } else if (isNested(attribute)) {
        const stored = storedValue(values, model.model === 'type' ? attribute.column : attribute.name);
        entriesOf(stored).forEach((entry, index) => {
          const component = schema.components.get(componentOf(attribute, entry));
          if (component)
            walk(component, entry, [...at, index], attribute.kind === 'zone' ? component.uid : zoned);
        });
      }
    }
  };
  walk(plan.type, row.values, [], null);
  return claims;
}
