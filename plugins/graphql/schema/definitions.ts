// The types of the GraphQL schema, written from the facts of every model as pieces of SDL.
import type { ContentType } from '../../../core';
import type { PluginSdl } from '../extension/join-definitions';
import { attempt } from '../extension/mistakes';
import type { Field, ModelFacts } from '../model/facts';
import type { GraphqlModel } from '../model/model';
import { enumName, enumValueName, listField, oneField, STANDARD_SCALARS, zoneName } from '../model/names';
import { aggregateTypes } from './aggregate-types';
import { bulkMutation, bulkTypes } from './bulk-types';
import { type Definition, type FieldText, withFields } from './definition';
import { filterInputs } from './filter-inputs';
import { subscriptionTypes } from './subscription-types';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  JSON: 'A JSON value.',
  DateTime: 'A date and a time in UTC: 2007-12-03T10:15:30.000Z',
  Time: 'A time: 10:15:30.000',
  Date: 'A date: 2007-12-03',
  Long: 'A whole number of up to 19 digits: a number up to 2^53 - 1, a text beyond.',
};

const fixed = (
  keyword: 'type' | 'input',
  name: string,
  fields: string,
  more?: Pick<Definition, 'description' | 'isOneOf'>,
): Definition => withFields(keyword, name, () => [fields], more);

const LINKS =
  'connect: [RelationTargetInput!] disconnect: [RelationTargetInput!] set: [RelationTargetInput!]';
const LINKS_DESCRIPTION = 'Use `set` alone, or `connect` and `disconnect`.';

const FIXED: readonly Definition[] = [
  fixed('type', 'Error', 'code: String! message: String'),
  fixed('type', 'Pagination', 'total: Int! page: Int! pageSize: Int! pageCount: Int!'),
  fixed('type', 'DeleteMutationResponse', 'documentId: ID!'),
  fixed('input', 'PaginationArg', 'page: Int pageSize: Int start: Int limit: Int'),
  fixed('input', 'RelationPositionInput', 'before: ID after: ID start: Boolean end: Boolean', {
    description: 'A place in the list of links. Exactly one key.',
    isOneOf: true,
  }),
  fixed(
    'input',
    'RelationTargetInput',
    'documentId: ID! locale: String status: String position: RelationPositionInput',
  ),
  fixed('input', 'ToOneRelationInput', LINKS, { description: LINKS_DESCRIPTION }),
  fixed('input', 'ToManyRelationInput', LINKS, { description: LINKS_DESCRIPTION }),
];

export function definitionsOf(model: GraphqlModel): Definition[] {
  const facts = [...model.facts.values()];
  const found: Definition[] = [...FIXED];
  if (model.isV4) found.push(fixed('type', 'ResponseCollectionMeta', 'pagination: Pagination!'));
  for (const name of scalarsOf(facts, model))
    found.push({ keyword: 'scalar', name, description: DESCRIPTIONS[name] ?? name, body: () => '' });
  found.push(...filterInputs(facts, model));
  for (const each of facts) found.push(...modelTypes(each, model));
  for (const { graphql } of model.params) {
    const { type: name, values } = graphql;
    if (values) found.push({ keyword: 'enum', name, body: () => `{ ${Object.keys(values).join(' ')} }` });
  }
  const morph = [...model.shown].map((uid) => model.of(uid).name);
  if (morph.length > 0)
    found.push({ keyword: 'union', name: 'GenericMorph', body: () => `= ${morph.join(' | ')}` });
  const queryFields = model.types.flatMap((type) => queries(type, model));
  // A schema needs at least one query, even if all generated queries are disabled.
  found.push(
    root(
      'Query',
      queryFields.length > 0 ? queryFields : [{ name: '_empty', write: () => '_empty: Boolean' }],
    ),
  );
  found.push(...bulkTypes(model));
  const mutations = model.types.flatMap((type) => mutationsOf(type, model));
  if (mutations.length > 0) found.push(root('Mutation', mutations));
  // A type without generated fields exists too, because plugins may extend it.
  else if (hasMutations(model)) found.push({ keyword: 'type', name: 'Mutation', body: () => '' });
  if (model.hasSubscriptions) found.push(...subscriptionTypes(model));
  return found;
}

/** The SDL that plugins write themselves. */
export const typeDefsOf = ({ parts, of }: GraphqlModel): PluginSdl[] =>
  parts.flatMap(({ plugin, name, value: { typeDefs } }) => {
    if (!typeDefs) return [];
    if (typeof typeDefs === 'string') return [{ plugin, value: typeDefs }];
    const at = { plugin, at: `graphql part "${name}", typeDefs`, remedy: 'correct the uid, or the function' };
    return [{ plugin, value: attempt(at, () => typeDefs({ typeOf: (uid) => of(uid).name })) }];
  });

const hasMutations = ({ parts }: GraphqlModel): boolean =>
  parts.some(({ value: { fields } }) =>
    Object.keys(fields ?? {}).some((place) => place.startsWith('Mutation.')),
  );

const root = (name: string, fields: readonly FieldText[]): Definition =>
  withFields('type', name, () => fields.map((field) => field.write()));

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
  // A private zone has no field, but an input.
  for (const each of facts)
    for (const attribute of each.model.attributes.values())
      if (attribute.kind === 'zone') names.add(`${zoneName(each.name, attribute.name)}Input`);
  for (const param of model.params) if (param.graphql.values) names.delete(param.graphql.type);
  return new Set([...names].filter((name) => !STANDARD_SCALARS.has(name)));
}

// ── content types and components ──

function modelTypes(facts: ModelFacts, model: GraphqlModel): Definition[] {
  const { name, fields, filters, inputs } = facts;
  const found = [...enumsOf(facts), ...unionsOf(facts, model)];
  found.push(withFields('type', name, () => [...fields].map(([key, field]) => fieldSdl(key, field, model))));
  if (hasFilterInput(facts)) {
    const own = `${name}FiltersInput`;
    found.push(
      withFields('input', own, () => [
        ...filters.map((filter) => `${filter.name}: ${filter.type}`),
        `and: [${own}] or: [${own}] not: ${own}`,
      ]),
    );
  }
  const isComponent = facts.model.model === 'component';
  if (isComponent || inputs.length > 0)
    found.push(
      withFields('input', `${name}Input`, () => [
        ...(isComponent ? ['id: ID'] : []),
        ...inputs.map((input) => `${input.name}: ${input.type}`),
      ]),
    );
  if (facts.model.model === 'type') {
    if (facts.model.kind === 'collectionType')
      found.push(
        withFields('type', `${name}EntityResponseCollection`, () => [
          `nodes: [${name}!]! pageInfo: Pagination! aggregate: ${name}Aggregate!${formerList(name, model)}${formerMeta(model)}`,
        ]),
        ...aggregateTypes(facts, LIST_ARGUMENTS),
      );
    found.push(
      withFields('type', `${name}RelationResponseCollection`, () => [
        `nodes: [${name}!]!${formerList(name, model)}`,
      ]),
    );
  }
  return found;
}

const formerList = (name: string, { isV4 }: GraphqlModel): string =>
  isV4 ? ` data: [${name}!]!${deprecated('nodes')}` : '';

const formerMeta = ({ isV4 }: GraphqlModel): string =>
  isV4 ? ` meta: ResponseCollectionMeta!${deprecated('pageInfo')}` : '';

const deprecated = (instead: string): string => ` @deprecated(reason: "Use ${instead} instead")`;

export const hasFilterInput = ({ model }: ModelFacts): boolean =>
  model.model === 'component' || model.kind === 'collectionType';

function enumsOf({ name, model }: ModelFacts): Definition[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'scalar') return [];
    const { options } = attribute;
    const { values } = attribute.type.graphql;
    if (!values) return [];
    const body = (): string => `{ ${[...new Set(values(options).map(enumValueName))].join(' ')} }`;
    return [{ keyword: 'enum', name: enumName(name, attribute.name), body }];
  });
}

function unionsOf({ fields }: ModelFacts, model: GraphqlModel): Definition[] {
  return [...fields.values()].flatMap((field) => {
    if (field.kind !== 'zone') return [];
    const { components } = field.attribute;
    const body = (): string => `= ${[...components.map((uid) => model.of(uid).name), 'Error'].join(' | ')}`;
    return [{ keyword: 'union', name: field.union, body }];
  });
}

const LIST_ARGUMENTS = 'pagination: PaginationArg = {}, sort: [String] = []';

function fieldSdl(key: string, field: Field, model: GraphqlModel): string {
  switch (field.kind) {
    case 'former':
      return `${key}: ${field.type}${deprecated('the fields of the root level')}`;
    case 'scalar':
      return `${key}: ${field.type}${field.instead ? deprecated(field.instead) : ''}`;
    case 'morph':
      return field.attribute.many ? `${key}: [GenericMorph]` : `${key}: GenericMorph`;
    case 'zone':
      return `${key}: [${field.union}]${mark(field.attribute)}`;
    case 'component': {
      const of = model.of(field.attribute.component).name;
      return field.attribute.repeatable
        ? `${key}(filters: ${of}FiltersInput, ${LIST_ARGUMENTS}): [${of}]${mark(field.attribute)}`
        : `${key}: ${of}${mark(field.attribute)}`;
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

/** A required relation stays nullable: the caller may not see its target. */
const mark = ({ common }: { readonly common: { readonly required: boolean } }): string =>
  common.required ? '!' : '';

// ── operations ──

/** The former format names a document by the id of its row, too. */
const idArguments = ({ isV4 }: GraphqlModel): string[] =>
  isV4 ? ['documentId: ID', 'id: ID'] : ['documentId: ID!'];

/** The fields of the type in `Query`. */
export function queries(type: ContentType, model: GraphqlModel): FieldText[] {
  const { name } = model.of(type.uid);
  const isOn = (action: 'find' | 'findOne'): boolean => model.isActionEnabled(type, action);
  if (type.kind === 'singleType')
    return isOn('find') ? [field(oneField(type), () => model.paramsOf(type, 'findOne'), name)] : [];
  const list = () => [`filters: ${name}FiltersInput`, LIST_ARGUMENTS, ...model.paramsOf(type, 'find')];
  return [
    ...(isOn('findOne')
      ? [field(oneField(type), () => [...idArguments(model), ...model.paramsOf(type, 'findOne')], name)]
      : []),
    ...(isOn('find')
      ? [
          field(`${listField(type)}_connection`, list, `${name}EntityResponseCollection`),
          field(listField(type), list, `[${name}]!`),
        ]
      : []),
  ];
}

/** The fields of the type in `Mutation`. */
export function mutationsOf(type: ContentType, model: GraphqlModel): FieldText[] {
  const { name, inputs } = model.of(type.uid);
  const isSingleType = type.kind === 'singleType';
  const id = isSingleType ? [] : idArguments(model);
  const data = inputs.length > 0 ? [`data: ${name}Input!`] : [];
  const write = (operation: string, args: readonly string[], answer: string): FieldText =>
    field(`${operation}${name}`, () => [...args, ...model.paramsOf(type, operation)], answer);
  return [
    ...(!isSingleType && model.isActionEnabled(type, 'create') ? [write('create', data, name)] : []),
    ...(model.isActionEnabled(type, 'update') ? [write('update', [...id, ...data], name)] : []),
    ...(model.isActionEnabled(type, 'delete') ? [write('delete', id, 'DeleteMutationResponse')] : []),
    ...model.operationsOf(type).map((operation) => write(operation.name, id, name)),
    ...bulkMutation(type, model),
  ];
}

export function field(name: string, args: () => readonly string[], answer: string): FieldText {
  const write = (): string => {
    const list = args();
    return `${name}${list.length === 0 ? '' : `(${list.join(', ')})`}: ${answer}`;
  };
  return { name, write };
}
