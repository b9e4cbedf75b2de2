// One attribute for the page: its type, its limits, and words for people.
import type { App, Attribute } from '../../../core';
import { wordsOf } from './words';

/** Options that fields and lists use. Others, such as functions, stay here. */
const OPTIONS = [
  'enum',
  'min',
  'max',
  'minLength',
  'maxLength',
  'regex',
  'targetField',
  'precision',
  'scale',
  'multiple',
  'allowedTypes',
];

export function describeAttribute({ schema }: App, attribute: Attribute) {
  const { name, declaredType, declaredOptions, common } = attribute;
  const options = {
    ...asObject(declaredOptions),
    ...(attribute.kind === 'scalar' ? asObject(attribute.options) : {}),
  };
  const picked = Object.fromEntries(
    OPTIONS.filter((key) => options[key] !== undefined && options[key] !== null).map((key) => [
      key,
      options[key] instanceof RegExp ? options[key].source : options[key],
    ]),
  );
  const { label, help, placeholder, width, group, hidden } = wordsOf(common.pluginOptions);
  return {
    name,
    type: declaredType,
    required: common.required,
    private: common.private,
    unique: common.unique !== false,
    ...(common.default === undefined ? {} : { default: common.default }),
    options: picked,
    words: defined({ label, help, placeholder, width, group, hidden }),
    ...shapeOf(attribute),
    ...(attribute.kind === 'scalar' && attribute.type.filter
      ? {
          sortable: attribute.type.sortable,
          operators: [...schema.operators.values()]
            .filter(({ on, types }) => {
              const kind = attribute.type.filter?.kind;
              return kind !== undefined && on.includes(kind) && (types?.includes(declaredType) ?? true);
            })
            .map((operator) => operator.name)
            .filter((operator) => !attribute.type.filter?.except?.includes(operator)),
        }
      : {}),
  };
}

function shapeOf(attribute: Attribute): object {
  switch (attribute.kind) {
    case 'relation':
      return { relation: { kind: attribute.relation, target: attribute.target, many: attribute.many } };
    case 'component':
      return {
        component: attribute.component,
        repeatable: attribute.repeatable,
        limits: { min: attribute.min, max: attribute.max },
      };
    case 'zone':
      return { components: attribute.components, limits: { min: attribute.min, max: attribute.max } };
    default:
      return {};
  }
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const defined = (words: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
