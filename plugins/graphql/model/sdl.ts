// The GraphQL schema as SDL text, written from the facts of every model. buildSchema (graphql) makes it executable.
import type { ContentType } from '../../../core';
import { aggregateTypes } from '../aggregates/write-types';
import { subscriptionTypes } from '../subscriptions/write-types';
import type { Field, ModelFacts } from './facts';
import { filterInputs } from './filter-inputs';
import type { GraphqlModel } from './model';
import { enumName, enumValueName, listField, oneField, STANDARD_SCALARS } from './names';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  JSON: 'A JSON value.',
  DateTime: 'A date and a time in UTC: 2007-12-03T10:15:30.000Z',
  Time: 'A time: 10:15:30.000',
  Date: 'A date: 2007-12-03',
  Long: 'A whole number of up to 19 digits, as a text.',
};

const FIXED = `
type Error { code: String! message: String }
type Pagination { total: Int! page: Int! pageSize: Int! pageCount: Int! }
type DeleteMutationResponse { documentId: ID! }
input PaginationArg { page: Int pageSize: Int start: Int limit: Int }

"""A place in the list of links. Exactly one key."""
input RelationPositionInput @oneOf { before: ID after: ID start: Boolean end: Boolean }
input RelationTargetInput { documentId: ID! locale: String status: String position: RelationPositionInput }
"""Use \`set\` alone, or \`connect\` and \`disconnect\`."""
input ToOneRelationInput { connect: [RelationTargetInput!] disconnect: [RelationTargetInput!] set: [RelationTargetInput!] }
"""Use \`set\` alone, or \`connect\` and \`disconnect\`."""
input ToManyRelationInput { connect: [RelationTargetInput!] disconnect: [RelationTargetInput!] set: [RelationTargetInput!] }
`;

export function writeSdl(model: GraphqlModel): string {
  const parts = [FIXED];
  const facts = [...model.facts.values()];
  for (const scalar of scalarsOf(facts, model))
    parts.push(`"""${DESCRIPTIONS[scalar] ?? scalar}"""\nscalar ${scalar}`);
  parts.push(...filterInputs(facts, model));
  for (const each of facts) parts.push(...modelTypes(each, model));
  for (const { graphql } of model.params)
    if (graphql.values) parts.push(`enum ${graphql.type} { ${Object.keys(graphql.values).join(' ')} }`);
  const morph = [...model.shown].map((uid) => model.of(uid).name);
  if (morph.length > 0) parts.push(`union GenericMorph = ${morph.join(' | ')}`);
  const queryFields = model.types.flatMap((type) => queries(type, model));
  // A schema needs one query, whatever is disabled.
  parts.push(root('Query', queryFields.length > 0 ? queryFields : ['_empty: Boolean']));
  const mutations = model.types.flatMap((type) => mutationsOf(type, model));
  if (mutations.length > 0) parts.push(root('Mutation', mutations));
  // Without fields of its own, the type is there for those of plugins.
  else if (hasMutations(model)) parts.push('type Mutation');
  if (model.hasSubscriptions) parts.push(...subscriptionTypes(model));
  for (const { typeDefs } of model.parts) if (typeDefs) parts.push(typeDefs);
  return parts.join('\n');
}

const hasMutations = ({ parts }: GraphqlModel): boolean =>
  parts.some(({ fields }) => Object.keys(fields ?? {}).some((place) => place.startsWith('Mutation.')));

const root = (name: string, fields: readonly string[]): string =>
  `type ${name} {\n${fields.map((field) => `  ${field}`).join('\n')}\n}`;

// ── scalars and their filters ──

function scalarsOf(facts: readonly ModelFacts[], model: GraphqlModel): ReadonlySet<string> {
  const names = new Set(['JSON', 'DateTime']);
  for (const { model: each } of facts)
    for (const { type } of each.scalars.values()) {
      if (type.graphql.values) continue;
      names.add(type.graphql.output);
      names.add(type.graphql.filter.replace(/FilterInput$/, ''));
    }
  for (const { graphql } of model.addedOperators) if (graphql && graphql in DESCRIPTIONS) names.add(graphql);
  for (const param of model.params) names.add(param.graphql.type);
  for (const each of facts)
    for (const field of each.fields.values()) if (field.kind === 'zone') names.add(`${field.union}Input`);
  for (const param of model.params) if (param.graphql.values) names.delete(param.graphql.type);
  return new Set([...names].filter((name) => !STANDARD_SCALARS.has(name)));
}

// ── content types and components ──

function modelTypes(facts: ModelFacts, model: GraphqlModel): string[] {
  const { name, fields, filters, inputs } = facts;
  const parts = [...enumsOf(facts), ...unionsOf(facts, model)];
  parts.push(`type ${name} { ${[...fields].map(([key, field]) => fieldSdl(key, field, model)).join(' ')} }`);
  if (hasFilterInput(facts))
    parts.push(
      `input ${name}FiltersInput { ${filters.map((filter) => `${filter.name}: ${filter.type}`).join(' ')} and: [${name}FiltersInput] or: [${name}FiltersInput] not: ${name}FiltersInput }`,
    );
  if (inputs.length > 0)
    parts.push(
      `input ${name}Input { ${[...(facts.model.model === 'component' ? ['id: ID'] : []), ...inputs.map((input) => `${input.name}: ${input.type}`)].join(' ')} }`,
    );
  if (facts.model.model === 'type') {
    if (facts.model.kind === 'collectionType')
      parts.push(
        `type ${name}EntityResponseCollection { nodes: [${name}!]! pageInfo: Pagination! aggregate: ${name}Aggregate!${former(name, model)} }`,
        ...aggregateTypes(facts, LIST_ARGUMENTS),
      );
    parts.push(`type ${name}RelationResponseCollection { nodes: [${name}!]!${former(name, model)} }`);
  }
  return parts;
}

const former = (name: string, { isV4 }: GraphqlModel): string =>
  isV4 ? ` data: [${name}!]! @deprecated meta: JSON @deprecated` : '';

export const hasFilterInput = ({ model }: ModelFacts): boolean =>
  model.model === 'component' || model.kind === 'collectionType';

function enumsOf({ name, model }: ModelFacts): string[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'scalar' || !attribute.type.graphql.values) return [];
    const values = attribute.type.graphql.values(attribute.options).map(enumValueName);
    return [`enum ${enumName(name, attribute.name)} { ${[...new Set(values)].join(' ')} }`];
  });
}

function unionsOf({ fields }: ModelFacts, model: GraphqlModel): string[] {
  return [...fields.values()].flatMap((field) =>
    field.kind === 'zone'
      ? [
          `union ${field.union} = ${[...field.attribute.components.map((uid) => model.of(uid).name), 'Error'].join(' | ')}`,
        ]
      : [],
  );
}

const LIST_ARGUMENTS = 'pagination: PaginationArg = {}, sort: [String] = []';

function fieldSdl(key: string, field: Field, model: GraphqlModel): string {
  switch (field.kind) {
    case 'former':
      return `${key}: ${field.type} @deprecated(reason: "Of the former response format")`;
    case 'scalar':
      return `${key}: ${field.type}`;
    case 'morph':
      return field.attribute.many ? `${key}: [GenericMorph]` : `${key}: GenericMorph`;
    case 'zone':
      return `${key}: [${field.union}]`;
    case 'component': {
      const of = model.of(field.attribute.component).name;
      return field.attribute.repeatable
        ? `${key}(filters: ${of}FiltersInput, ${LIST_ARGUMENTS}): [${of}]`
        : `${key}: ${of}${field.attribute.common.required ? '!' : ''}`;
    }
    case 'relation': {
      const { target, attribute, connection } = field;
      if (!attribute.many) return `${key}: ${target}`;
      const filters = model.hasFilters(attribute.target ?? '') ? `filters: ${target}FiltersInput, ` : '';
      const answer = connection ? `${target}RelationResponseCollection` : `[${target}]!`;
      return `${key}(${filters}${LIST_ARGUMENTS}): ${answer}`;
    }
  }
}

// ── operations ──

/** The fields of the type in `Query`, as SDL. */
export function queries(type: ContentType, model: GraphqlModel): string[] {
  const { name } = model.of(type.uid);
  const isOn = (action: 'find' | 'findOne'): boolean => model.isActionEnabled(type, action);
  if (type.kind === 'singleType')
    return isOn('find') ? [`${oneField(type)}${inBrackets(model.paramsOf(type, 'findOne'))}: ${name}`] : [];
  const list = [`filters: ${name}FiltersInput`, LIST_ARGUMENTS, ...model.paramsOf(type, 'find')];
  return [
    ...(isOn('findOne')
      ? [`${oneField(type)}${inBrackets(['documentId: ID!', ...model.paramsOf(type, 'findOne')])}: ${name}`]
      : []),
    ...(isOn('find')
      ? [
          `${listField(type)}_connection${inBrackets(list)}: ${name}EntityResponseCollection`,
          `${listField(type)}${inBrackets(list)}: [${name}]!`,
        ]
      : []),
  ];
}

/** The fields of the type in `Mutation`, as SDL. */
export function mutationsOf(type: ContentType, model: GraphqlModel): string[] {
  const { name, inputs } = model.of(type.uid);
  const isSingleType = type.kind === 'singleType';
  const id = isSingleType ? [] : ['documentId: ID!'];
  const data = inputs.length > 0 ? [`data: ${name}Input!`] : [];
  const field = (operation: string, args: readonly string[], answer: string): string =>
    `${operation}${name}${inBrackets([...args, ...model.paramsOf(type, operation)])}: ${answer}`;
  return [
    ...(!isSingleType && model.isActionEnabled(type, 'create') ? [field('create', data, name)] : []),
    ...(model.isActionEnabled(type, 'update') ? [field('update', [...id, ...data], name)] : []),
    ...(model.isActionEnabled(type, 'delete') ? [field('delete', id, 'DeleteMutationResponse')] : []),
    ...model.operationsOf(type).map((operation) => field(operation.name, id, name)),
  ];
}

const inBrackets = (list: readonly string[]): string => (list.length === 0 ? '' : `(${list.join(', ')})`);
