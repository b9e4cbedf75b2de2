// Checks `uniqueWith`: two attributes of a content type share one scope of unique values, so both follow the same rules.
import type { Issue } from '../../../kernel/check/check';
import { nearest } from '../../../kernel/check/checks';
import type { ParsedAttribute, ParsedModel } from '../read/parsed-model';

export function checkUniqueWith(model: ParsedModel, issues: Issue[]): void {
  for (const attribute of model.attributes.values()) {
    const name = attribute.common.uniqueWith;
    if (name === undefined) continue;
    const message = mistakeIn(model, attribute, name);
    if (message !== null) issues.push({ path: ['attributes', attribute.name, 'uniqueWith'], message });
  }
}

function mistakeIn(model: ParsedModel, attribute: ParsedAttribute, name: string): string | null {
  if (model.model === 'component')
    return 'entries of a component cannot be unique with another attribute; remove it';
  if (name === attribute.name) return 'expected the name of another attribute';
  const other = model.attributes.get(name);
  if (!other) {
    const near = nearest(name, [...model.definitions.keys()]);
    return model.definitions.has(name)
      ? null
      : `there is no attribute "${name}"${near ? `; did you mean "${near}"?` : ''}`;
  }
  if (other.common.uniqueWith !== undefined)
    return `the attribute "${name}" has "uniqueWith" itself; name "${other.common.uniqueWith}"`;
  if (uniquenessOf(other) !== uniquenessOf(attribute))
    return `the attribute "${name}" has another "unique"; give both the same`;
  const isShared = model.axes.some(
    (axis) => axis.isShared(name, other.definition) !== axis.isShared(attribute.name, attribute.definition),
  );
  return isShared
    ? `one of this attribute and "${name}" has a value per row, the other a value per document; make both alike`
    : null;
}

const uniquenessOf = (attribute: ParsedAttribute) =>
  attribute.kind === 'scalar' && attribute.type.alwaysUnique && attribute.common.unique === false
    ? true
    : attribute.common.unique;
