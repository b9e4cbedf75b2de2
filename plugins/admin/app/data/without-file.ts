// Values without a file that is gone, also in entries.
import type { AttributeModel } from './model';
import { isObject, type Value } from './values';

type AttributesOf = (component: string) => readonly AttributeModel[];

/** The same value if it does not have the file. */
export function withoutFile(
  attribute: AttributeModel,
  value: Value,
  file: number,
  attributesOf: AttributesOf,
): Value {
  const { type, component, components } = attribute;
  const isGone = (each: unknown): boolean => isObject(each) && each.id === file;
  if (type === 'media') {
    if (Array.isArray(value)) return value.some(isGone) ? value.filter((each) => !isGone(each)) : value;
    return isGone(value) ? null : value;
  }
  if (component === undefined && !components) return value;
  const entry = (each: Value): Value => {
    if (!isObject(each)) return each;
    const next: Record<string, Value> = { ...each };
    let isSame = true;
    for (const inner of attributesOf(component ?? String(each.__component))) {
      const before = each[inner.name];
      next[inner.name] = withoutFile(inner, before, file, attributesOf);
      isSame &&= next[inner.name] === before;
    }
    return isSame ? each : next;
  };
  if (!Array.isArray(value)) return entry(value);
  const entries = value.map(entry);
  return entries.every((each, index) => each === value[index]) ? value : entries;
}
