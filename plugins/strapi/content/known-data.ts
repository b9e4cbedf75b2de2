// The data of a write by code. Strapi stores what its schema knows and leaves out the rest, so code writes documents back that it has read,
// with their ids and dates.
import { type AnyModel, type App, type Attribute, check } from '../../../core';

type Params = Readonly<Record<string, unknown>>;
type Schema = App['schema'];

export function knownData(data: Params, model: AnyModel, schema: Schema): Params {
  const known: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data)) {
    const attribute = model.attributes.get(key);
    if (attribute && !isOfSiblings(attribute)) known[key] = knownValue(value, attribute, schema);
  }
  return known;
}

/** `localizations` */
const isOfSiblings = (attribute: Attribute): boolean =>
  attribute.kind === 'relation' && attribute.storage.kind === 'siblings';

function knownValue(value: unknown, attribute: Attribute, schema: Schema): unknown {
  if (attribute.kind !== 'component' && attribute.kind !== 'zone') return value;
  if (Array.isArray(value)) return value.map((one) => knownValue(one, attribute, schema));
  if (!check.isPlainObject(value)) return value;
  const uid = attribute.kind === 'zone' ? value.__component : attribute.component;
  const component = schema.components.get(String(uid));
  if (component === undefined) return value;
  const { id, __component } = value;
  return {
    ...(id === undefined ? {} : { id }),
    ...(__component === undefined || attribute.kind === 'component' ? {} : { __component }),
    ...knownData(value, component, schema),
  };
}
