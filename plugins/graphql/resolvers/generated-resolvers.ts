// The resolvers of generated types. The resolvers of a type are made when graphql builds the fields of the type.
import type { GraphQLFieldResolver } from 'graphql';
import type { Mistake } from '../../../core';
import { aggregateResolvers, aggregateTypeNames } from '../aggregates/resolve-aggregates';
import type { GraphqlHooks } from '../context/graphql-hooks';
import { refuse } from '../extension/mistakes';
import type { Field, ModelFacts } from '../model/facts';
import { bulkField, listField, oneField } from '../model/names';
import { changedField, subscribedTypes } from '../model/subscribed-types';
import { documentFieldResolver } from '../read/document-fields';
import { NOTHING_BELOW, type ReadBelow, readBelow } from '../read/read-below';
import type { ReadSources } from '../read/read-sources';
import { resolveField } from '../read/resolve-field';
import type { FieldResolvers, GeneratedResolvers } from '../schema/field-resolvers';
import type { Hub } from '../subscriptions/hub';
import { type ChangeSources, changesSubscriber, resolveChange } from '../subscriptions/resolve-changes';
import { type BulkApp, bulkResolver } from '../write/resolve-bulk';
import { type PartSurroundings, partResolver } from '../write/resolve-part';
import { deleteResolver, operationResolver, writeResolver } from '../write/resolve-write';
import { listResolver, oneResolver } from './query-resolvers';

export interface ResolverSources extends ChangeSources {
  /** For the routes of parts, and for bulk writes. */
  readonly app: PartSurroundings & BulkApp;
  /** The writes that subscriptions listen to; null: subscriptions are disabled. */
  readonly hub: Hub | null;
  readonly ran: GraphqlHooks['ran'];
}

type Fields = ReadonlyMap<string, FieldResolvers>;

export function generatedResolvers(sources: ResolverSources): GeneratedResolvers {
  const { model, limits } = sources;
  const makers = new Map<string, (type: string) => Fields>();
  for (const facts of model.facts.values()) {
    const own = (): Fields =>
      fieldsOf([
        ...[...facts.fields].map(
          ([name, field]): Entry => [name, resolveField(field, belowOf(field, facts, sources))],
        ),
        ...documentFields(facts, sources),
      ]);
    makers.set(facts.name, own);
    const aggregates = (type: string): Fields =>
      fieldsOf([...(aggregateResolvers(facts, limits).get(type) ?? [])]);
    for (const name of aggregateTypeNames(facts)) makers.set(name, aggregates);
  }
  makers.set('Query', () => fieldsOf([...queryResolvers(sources), ...partResolvers('Query', sources)]));
  makers.set('Mutation', () =>
    fieldsOf([...mutationResolvers(sources), ...partResolvers('Mutation', sources)]),
  );
  makers.set('Subscription', () => subscriptionResolvers(sources));

  const made = new Set<unknown>();
  return {
    made,
    of(type) {
      const fields: Fields = makers.get(type)?.(type) ?? new Map();
      for (const { resolve } of fields.values()) made.add(resolve);
      return fields;
    },
  };
}

const belowOf = (field: Field, facts: ModelFacts, sources: ReadSources): ReadBelow =>
  field.kind === 'scalar' || field.kind === 'former' ? NOTHING_BELOW : readBelow(field, facts, sources);

type Entry = readonly [name: string, resolve: GraphQLFieldResolver<never, never, never>];

const fieldsOf = (entries: readonly Entry[]): Fields =>
  new Map(entries.map(([name, resolve]) => [name, { resolve: resolve as FieldResolvers['resolve'] }]));

const documentFields = ({ name, model: { model } }: ModelFacts, sources: ReadSources): Entry[] =>
  [...sources.model.documentFields].flatMap(([place, field]): Entry[] =>
    model === 'type' && place.startsWith(`${name}.`)
      ? [[place.slice(name.length + 1), documentFieldResolver(field)]]
      : [],
  );

const queryResolvers = (sources: ResolverSources): Entry[] =>
  sources.model.types.flatMap((type): Entry[] => [
    [oneField(type), oneResolver(type, sources)],
    ...(type.kind === 'collectionType'
      ? ([
          [listField(type), listResolver(type, sources, false)],
          [`${listField(type)}_connection`, listResolver(type, sources, true)],
        ] as const)
      : []),
  ]);

const mutationResolvers = (sources: ResolverSources): Entry[] =>
  sources.model.types.flatMap((type): Entry[] => {
    const { name } = sources.model.of(type.uid);
    return [
      ...(type.kind === 'collectionType'
        ? ([
            [`create${name}`, writeResolver(type, sources, 'create')],
            [bulkField(type), bulkResolver(type, sources, sources.app)],
          ] as const)
        : []),
      [`update${name}`, writeResolver(type, sources, 'update')],
      [`delete${name}`, deleteResolver(type, sources)],
      ...sources.model
        .operationsOf(type)
        .map(
          (operation): Entry => [
            `${operation.name}${name}`,
            operationResolver(type, operation.name, sources),
          ],
        ),
    ];
  });

function partResolvers(root: 'Query' | 'Mutation', { model, app, ran }: ResolverSources): Entry[] {
  const mistakes: Mistake[] = [];
  const entries = model.parts.flatMap(({ plugin, value: { fields = {} } }) =>
    Object.entries(fields).flatMap(([place, field]): Entry[] =>
      place.startsWith(`${root}.`)
        ? [[place.slice(root.length + 1), partResolver({ plugin, place, field }, { app, ran, mistakes })]]
        : [],
    ),
  );
  refuse(mistakes);
  return entries;
}

function subscriptionResolvers(sources: ResolverSources): Fields {
  const { hub, model } = sources;
  if (!hub) return new Map();
  return new Map(
    subscribedTypes(model).map((type) => [
      changedField(type),
      {
        resolve: resolveChange as FieldResolvers['resolve'],
        subscribe: changesSubscriber(type, hub, sources) as FieldResolvers['resolve'],
      },
    ]),
  );
}
