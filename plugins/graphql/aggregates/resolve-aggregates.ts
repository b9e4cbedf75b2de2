// The resolvers of aggregates. All values were read before (aggregate-words.ts). The caller may not read the values that are absent.
import type { GraphQLFieldResolver } from 'graphql';
import type { AggregateOutcome, Bucket, QueryLimits } from '../../../core';
import type { RunContext } from '../context/run-context';
import {
  aggregatedOf,
  aggregateType,
  FIGURES,
  figureType,
  groupByType,
  hasAggregates,
} from '../model/aggregated';
import type { ModelFacts } from '../model/facts';
import { enumValueName } from '../model/names';
import { askedPage, connectionOf } from '../read/connection';
import { checkAmount, visible } from '../read/resolve-field';
import { groupKey } from './aggregate-words';

/** Written answers call these with no more than `limits`, `path` and `fieldName` (read/write-answer.ts). */
type Resolver<Source> = GraphQLFieldResolver<Source, Pick<RunContext, 'limits'>>;

/** The buckets of all groupings below one `groupBy`, and the response keys that lead to them. */
interface Grouped {
  readonly groupBy: NonNullable<AggregateOutcome['groupBy']>;
  readonly path: readonly string[];
}

type AnyResolver = GraphQLFieldResolver<unknown, unknown>;

/** The resolvers of one content type, by GraphQL type and field. */
export function aggregateResolvers(
  facts: ModelFacts,
  limits: QueryLimits,
): ReadonlyMap<string, ReadonlyMap<string, AnyResolver>> {
  const { name } = facts;
  const { figures, groups } = aggregatedOf(facts);
  const types = new Map<string, Map<string, AnyResolver>>();
  const set = <Source>(type: string, field: string, resolve: Resolver<Source>): void => {
    const fields = types.get(type) ?? new Map();
    types.set(type, fields.set(field, resolve));
  };
  for (const figure of FIGURES) {
    set<AggregateOutcome>(aggregateType(name), figure, (outcome) => outcome[figure] ?? {});
    for (const field of figures.get(figure)?.keys() ?? [])
      set<Readonly<Record<string, unknown>>>(figureType(name, figure), field, (values) =>
        visible(values[field]),
      );
  }
  set<AggregateOutcome>(
    aggregateType(name),
    'groupBy',
    ({ groupBy = {} }, _args, _context, { path }): Grouped => ({
      groupBy,
      path: [String(path.prev?.key), String(path.key)],
    }),
  );
  for (const { name: field, type, scalar } of groups) {
    set<Grouped>(groupByType(name), field, ({ groupBy, path: above }, _args, _context, { path }) =>
      visible(groupBy[groupKey(...above, String(path.key))]),
    );
    if (scalar?.type.graphql.values)
      set<Bucket>(type, 'key', ({ key }) => (typeof key === 'string' ? enumValueName(key) : key));
    set<Bucket>(type, 'connection', ({ parts }, args, context, { path, fieldName }) => {
      const part = parts?.[path.key] ?? {};
      const { documents = [], count = 0 } = part;
      checkAmount(documents.length, fieldName, context.limits.amountLimit);
      return connectionOf(documents, count, askedPage(args.pagination, limits), part);
    });
  }
  return types;
}

export function aggregateTypeNames(facts: ModelFacts): string[] {
  if (!hasAggregates(facts)) return [];
  const { name } = facts;
  const groups = aggregatedOf(facts).groups.map(({ type }) => type);
  return [
    aggregateType(name),
    groupByType(name),
    ...FIGURES.map((figure) => figureType(name, figure)),
    ...groups,
  ];
}
