// Everything that GraphQL shows: the facts of each model, the types that are served, their arguments and operations.
import {
  BUILT_IN_OPERATORS,
  type ContentType,
  type DocumentOperation,
  type Entry,
  type FilterOperator,
  type GraphqlPart,
  type GraphqlPartDocumentField,
  type ParamDefinition,
  type Schema,
} from '../../../core';
import type { GraphqlExtension } from '../extension/extension';
import { type Action, MUTATIONS } from '../extension/switches';
import { factsOf, type ModelFacts } from './facts';

type GraphqlParam = ParamDefinition & { readonly graphql: NonNullable<ParamDefinition['graphql']> };

export interface GraphqlModel {
  readonly schema: Schema;
  readonly isV4: boolean;
  readonly hasSubscriptions: boolean;
  readonly parts: readonly Entry<GraphqlPart>[];
  /** Fields of plugins on documents, by place: `UploadFile.folder`. */
  readonly documentFields: ReadonlyMap<string, GraphqlPartDocumentField>;
  /** Types with queries and mutations of their own. */
  readonly types: readonly ContentType[];
  /** Uids of all content types that the schema has. */
  readonly shown: ReadonlySet<string>;
  readonly facts: ReadonlyMap<string, ModelFacts>;
  of(uid: string): ModelFacts;
  readonly byName: ReadonlyMap<string, ModelFacts>;
  hasFilters(uid: string): boolean;
  /** Filter operators of plugins. */
  readonly addedOperators: readonly FilterOperator[];
  /** Parameters of plugins that are arguments of some operation. */
  readonly params: readonly GraphqlParam[];
  /** `status: PublicationStatus = PUBLISHED`, one text for each argument. */
  paramsOf(type: ContentType, operation: string): string[];
  operationsOf(type: ContentType): readonly DocumentOperation[];
  isActionEnabled(type: ContentType, action: Action): boolean;
  /** The operations of a bulk write; empty: the type has none. */
  bulkOperationsOf(type: ContentType): readonly string[];
  /** The permission that a query needs. */
  queryAction(type: ContentType, query: 'find' | 'findOne'): string;
}

export interface ModelSources {
  readonly schema: Schema;
  params(operation: string): readonly ParamDefinition[];
  operations(type: ContentType): readonly DocumentOperation[];
  readonly extension: GraphqlExtension;
  readonly operators: readonly FilterOperator[];
  /** The parts that plugins add. */
  readonly parts: readonly Entry<GraphqlPart>[];
  /** `shadowCRUD: false`: nothing is generated. */
  readonly isGenerated: boolean;
  /** Adds the fields of the former response format. */
  readonly isV4: boolean;
  readonly hasSubscriptions: boolean;
}

const OPERATIONS = ['find', 'findOne', 'create', 'update', 'delete'];

export function createModel(sources: ModelSources): GraphqlModel {
  const { schema, params, operations, extension, isGenerated, isV4, hasSubscriptions, parts } = sources;
  const switchesOf = (uid: string) => extension.switches.get(uid) ?? null;
  const queried = new Map(parts.flatMap(({ value }) => value.queries ?? []).map((each) => [each.uid, each]));
  const types = [...schema.types.values()].filter(
    ({ api, uid }) => ((isGenerated && api) || queried.has(uid)) && switchesOf(uid)?.isDisabled() !== true,
  );
  const shown = new Set(types.map(({ uid }) => uid));
  const facts = new Map<string, ModelFacts>();
  if (isGenerated)
    for (const component of schema.components.values())
      facts.set(component.uid, factsOf(component, schema, shown, switchesOf(component.uid), isV4));
  for (const type of types) facts.set(type.uid, factsOf(type, schema, shown, switchesOf(type.uid), isV4));

  const isQueried = (uid: string, action: Action): boolean =>
    (action === 'find' || action === 'findOne') && queried.get(uid)?.[action] !== undefined;
  const argumentsOf = (operation: string): GraphqlParam[] => params(operation).filter(isArgument);
  const all = new Map(OPERATIONS.flatMap(argumentsOf).map((param) => [param.name, param]));
  const operationsOf = (type: ContentType) =>
    switchesOf(type.uid)?.isActionDisabled('operations') ? [] : operations(type);
  const isActionEnabled = (type: ContentType, action: Action): boolean =>
    (type.api || isQueried(type.uid, action)) && switchesOf(type.uid)?.isActionEnabled(action) !== false;
  return {
    schema,
    isV4,
    hasSubscriptions,
    parts,
    documentFields: new Map(parts.flatMap(({ value }) => Object.entries(value.documentFields ?? {}))),
    types,
    shown,
    facts,
    byName: new Map([...facts.values()].map((each) => [each.name, each])),
    of(uid) {
      const found = facts.get(uid);
      if (!found) throw new Error(`GraphQL has no model "${uid}"`);
      return found;
    },
    hasFilters: (uid) => schema.types.get(uid)?.kind === 'collectionType',
    addedOperators: sources.operators.filter(({ name }) => !BUILT_IN_OPERATORS.has(name)),
    params: [...all.values()],
    paramsOf: (type, operation) =>
      argumentsOf(operation)
        .filter(({ graphql }) => graphql.on(type))
        .map(
          ({ name, graphql }) => `${name}: ${graphql.type}${graphql.default ? ` = ${graphql.default}` : ''}`,
        ),
    operationsOf,
    isActionEnabled,
    bulkOperationsOf: (type) =>
      type.kind === 'collectionType' && type.api
        ? [
            ...MUTATIONS.filter((action) => isActionEnabled(type, action)),
            ...operationsOf(type).map(({ name }) => name),
          ]
        : [],
    queryAction: (type, query) => queried.get(type.uid)?.[query] ?? `${type.uid}.${query}`,
  };
}

const isArgument = (param: ParamDefinition): param is GraphqlParam => param.graphql !== undefined;
