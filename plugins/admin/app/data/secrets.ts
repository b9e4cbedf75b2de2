// Passwords that a person types do not stay in the browser.
import type { AttributeModel } from './model';
import { isObject, type Value } from './values';

type Values = Readonly<Record<string, Value>>;
type AttributesOf = (component: string) => readonly AttributeModel[];

/** The values without passwords, also in entries. */
export function withoutSecrets(
  attributes: readonly AttributeModel[],
  values: Values,
  componentOf: AttributesOf,
): Values {
  const entry = (value: Value, component: string): Value =>
    isObject(value) ? withoutSecrets(componentOf(component), value, componentOf) : value;
  const safe = { ...values };
  for (const { name, type, component, components } of attributes) {
    if (!Object.hasOwn(safe, name)) continue;
    const value = safe[name];
    if (type === 'password') delete safe[name];
    else if (component !== undefined)
      safe[name] = Array.isArray(value)
        ? value.map((each) => entry(each, component))
        : entry(value, component);
    else if (components && Array.isArray(value))
      safe[name] = value.map((each) => entry(each, isObject(each) ? String(each.__component) : ''));
  }
  return safe;
}
