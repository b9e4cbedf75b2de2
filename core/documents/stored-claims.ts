// The unique values of a row as it is stored, components included: what the table of unique values should say of it. For who
// checks and rebuilds that table; a write claims what it merges (merge.ts).
import type { Stored } from '../attributes/attribute-type';
import type { Path } from '../check/check';
import { uniqueKey } from '../database/unique';
import type { AnyModel, Schema } from '../schema/content-type';
import { componentOf, isNested } from '../schema/nested';
import { entriesOf } from './components';
import type { UniqueClaim } from './merge';
import type { StoredRow } from './operations';
import { type StoredValues, storedValue } from './stored-value';
import { scopeSuffix, scopeText } from './unique-claims';
import type { WritePlan } from './write-plan';

export function storedClaims(schema: Schema, plan: WritePlan, row: StoredRow): UniqueClaim[] {
  const claims: UniqueClaim[] = [];
  const scopeOf = (root: string, name: string): string =>
    scopeText(scopeSuffix(plan.type, row.axes, root), name);

  const walk = (model: AnyModel, values: StoredValues, path: Path): void => {
    for (const attribute of model.attributes.values()) {
      const at = [...path, attribute.name];
      if (attribute.kind === 'scalar' && attribute.unique && !attribute.expression) {
        const stored = storedValue(values, model.model === 'type' ? attribute.column : attribute.name);
        const value: Stored =
          stored === undefined || stored === null ? null : attribute.type.fromJson(stored, attribute.options);
        if (value === null) continue;
        const scope = scopeOf(String(at[0]), `${model.uid}.${attribute.name}`);
        claims.push({ ...uniqueKey(scope, value, attribute.unique), path: at, value });
      } else if (isNested(attribute)) {
        const stored = storedValue(values, model.model === 'type' ? attribute.column : attribute.name);
        entriesOf(stored).forEach((entry, index) => {
          const component = schema.components.get(componentOf(attribute, entry));
          if (component) walk(component, entry, [...at, index]);
        });
      }
    }
  };
  walk(plan.type, row.values, []);
  return claims;
}
