// The GraphQL facts of one content type or component: its fields, its filters and its input, as data. The SDL, the look-ahead and the
// resolvers read these facts, not the content model.
import type {
  AnyModel,
  Component,
  ComponentAttribute,
  ContentType,
  RelationAttribute,
  ScalarAttribute,
  Schema,
  ZoneAttribute,
} from '../../../core';
import type { TypeSwitches } from '../extension/switches';
import { componentName, enumName, typeName, zoneName } from './names';

export type Field =
  | {
      readonly kind: 'scalar';
      readonly attribute: ScalarAttribute;
      readonly type: string;
      /** What to use instead. */
      readonly instead?: string;
    }
  /** `author`, or a list: `tags`. `connection`: `tags_connection { nodes }`. */
  | {
      readonly kind: 'relation';
      readonly attribute: RelationAttribute;
      readonly target: string;
      readonly connection: boolean;
    }
  /** Of several types: the union of all. */
  | { readonly kind: 'morph'; readonly attribute: RelationAttribute }
  | { readonly kind: 'component'; readonly attribute: ComponentAttribute }
  | { readonly kind: 'zone'; readonly attribute: ZoneAttribute; readonly union: string }
  /** Of the former response format: the document or the entry once more. */
  | { readonly kind: 'former'; readonly attribute: null; readonly type: string };

export interface Input {
  readonly name: string;
  readonly type: string;
  /** The attribute that the value is for; null: accepted and ignored. */
  readonly attribute: string | null;
}

export interface Filterable {
  readonly name: string;
  readonly type: string;
  /** The uid of the model whose filters stand below; null: operators of a scalar. */
  readonly below: string | null;
}

export interface ModelFacts {
  readonly model: AnyModel;
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly filters: readonly Filterable[];
  readonly inputs: readonly Input[];
}

/** Keys that clients send back as they received them. */
const IGNORED_INPUT: readonly Input[] = [
  { name: 'publishedAt', type: 'DateTime', attribute: null },
  { name: 'locale', type: 'String', attribute: null },
];

/** `shown`: uids of the content types that the schema has; relations to others are left out. */
export function factsOf(
  model: AnyModel,
  schema: Schema,
  shown: ReadonlySet<string>,
  switches: TypeSwitches | null,
  isV4: boolean,
): ModelFacts {
  const name = nameOf(model);
  const fields = new Map<string, Field>();
  const filters: Filterable[] = [];
  const inputs: Input[] = [];
  const last: RelationAttribute[] = [];

  const addScalar = (attribute: ScalarAttribute): void => {
    const { type, common } = attribute;
    if (type.secret || common.private) return;
    fields.set(attribute.name, { kind: 'scalar', attribute, type: outputType(attribute, name) });
    if (type.filter && attribute.name !== 'id')
      filters.push({ name: attribute.name, type: type.graphql.filter, below: null });
  };
  const addRelation = (attribute: RelationAttribute): void => {
    if (attribute.common.private) return;
    const target = attribute.target === null ? undefined : schema.types.get(attribute.target);
    if (attribute.target === null) fields.set(attribute.name, { kind: 'morph', attribute });
    else if (target && shown.has(target.uid)) {
      const to = typeName(target);
      if (attribute.many)
        fields.set(`${attribute.name}_connection`, {
          kind: 'relation',
          attribute,
          target: to,
          connection: true,
        });
      fields.set(attribute.name, { kind: 'relation', attribute, target: to, connection: false });
      if (target.kind === 'collectionType')
        filters.push({ name: attribute.name, type: `${to}FiltersInput`, below: target.uid });
    }
  };

  for (const scalar of model.scalars.values())
    if (scalar.system && scalar.name === (model.model === 'type' ? 'documentId' : 'id')) addScalar(scalar);
  for (const attribute of model.attributes.values()) {
    switch (attribute.kind) {
      case 'scalar':
        addScalar(attribute);
        break;
      case 'relation':
        if (attribute.storage.kind === 'siblings') last.push(attribute);
        else addRelation(attribute);
        break;
      case 'component': {
        if (attribute.common.private) break;
        fields.set(attribute.name, { kind: 'component', attribute });
        filters.push({
          name: attribute.name,
          type: `${componentName(attribute.component)}FiltersInput`,
          below: attribute.component,
        });
        break;
      }
      case 'zone':
        if (!attribute.common.private)
          fields.set(attribute.name, { kind: 'zone', attribute, union: zoneName(name, attribute.name) });
    }
    inputs.push(...inputsOf(attribute, name, schema));
  }
  if (model.model === 'type') {
    for (const scalar of model.tail) addScalar(scalar);
    const taken = new Set(inputs.map((input) => input.name));
    inputs.push(...IGNORED_INPUT.filter((input) => !taken.has(input.name)));
  }
  for (const attribute of last) addRelation(attribute);
  if (isV4) {
    const id = model.scalars.get('id');
    if (id && !fields.has('id'))
      fields.set('id', { kind: 'scalar', attribute: id, type: 'ID!', instead: 'documentId' });
    for (const key of ['attributes', 'data'])
      if (!fields.has(key)) fields.set(key, { kind: 'former', attribute: null, type: `${name}!` });
  }
  const isOn = (attribute: string) => switches?.field(attribute);
  for (const [key, { attribute }] of fields)
    if (attribute && isOn(attribute.name)?.hasOutputEnabled() === false) fields.delete(key);
  return {
    model,
    name,
    fields,
    filters: filters.filter((filter) => isOn(filter.name)?.hasFiltersEnabled() !== false),
    inputs: inputs.filter((input) => isOn(input.attribute ?? input.name)?.hasInputEnabled() !== false),
  };
}

export const nameOf = (model: ContentType | Component): string =>
  model.model === 'type' ? typeName(model) : componentName(model.uid);

/** An enumeration has a type of its own; other attributes name their scalar. */
function outputType(attribute: ScalarAttribute, owner: string): string {
  const { graphql } = attribute.type;
  const type = graphql.values ? enumName(owner, attribute.name) : graphql.output;
  const isPresent = attribute.common.required && attribute.type.nullable !== true;
  return isPresent || attribute.name === 'documentId' || attribute.name === 'id' ? `${type}!` : type;
}

function inputsOf(
  attribute: AnyModel['attributes'] extends ReadonlyMap<string, infer A> ? A : never,
  owner: string,
  schema: Schema,
): Input[] {
  const { name } = attribute;
  if (!attribute.writable) return [];
  const own = (type: string): Input => ({ name, type, attribute: name });
  switch (attribute.kind) {
    case 'scalar': {
      const { graphql } = attribute.type;
      return [own(graphql.values ? enumName(owner, name) : graphql.input)];
    }
    case 'relation': {
      if (attribute.target === null || !schema.types.has(attribute.target)) return [];
      const typed = attribute.many ? 'ToManyRelationInput' : 'ToOneRelationInput';
      return [
        own(attribute.many ? '[ID]' : 'ID'),
        { name: `${name}_relation`, type: typed, attribute: name },
      ];
    }
    case 'component': {
      const type = `${componentName(attribute.component)}Input`;
      return [own(attribute.repeatable ? `[${type}]` : type)];
    }
    case 'zone':
      return [own(`[${zoneName(owner, name)}Input!]`)];
    case 'waiting':
      return [];
  }
}
