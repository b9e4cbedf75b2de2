// The look-ahead of aggregates: the selections `aggregate { … }` of one connection → the words of one read. Groupings under different
// aliases have different paths. Figures take no arguments, so all selections share them.
import { type GraphQLObjectType, getArgumentValues } from 'graphql';
import { viewOf } from '../../../core';
import { aggregatedOf, FIGURES, type FigureName, type Grouping } from '../model/aggregated';
import type { ModelFacts } from '../model/facts';
import { type LookAhead, listsIn, listsShape, toListWords } from '../read/look-ahead';
import type { SelectionPlan } from '../read/selection-plan';

type Words = Record<string, unknown>;

/** null: the query selects no aggregate of the connection. */
export function aggregateWords(
  connection: SelectionPlan,
  facts: ModelFacts,
  lookAhead: LookAhead,
): Words | null {
  const selected = connection.fields().filter(({ name }) => name === 'aggregate');
  if (selected.length === 0) return null;
  const { groups } = aggregatedOf(facts);
  const { attributes, targets } = viewOf(lookAhead.visibility, lookAhead.model.schema, facts.model);
  /** Fields that the caller may not read are left out; their resolvers answer `Forbidden access`. */
  const isReadable = (name: string): boolean => attributes.has(name) && targets.get(name)?.length !== 0;
  const words: Words = {};
  const groupBy: Words = {};
  for (const aggregate of selected)
    for (const figure of aggregate.fields()) {
      const { name } = figure;
      if (name === 'count') words.count = true;
      else if (isFigure(name)) {
        const fields = figure.fields().flatMap((each) => (isReadable(each.name) ? [each.name] : []));
        words[name] = [...((words[name] as string[] | undefined) ?? []), ...fields];
      } else if (name === 'groupBy')
        for (const field of figure.fields()) {
          const group = groups.find((each) => each.name === field.name);
          if (group && isReadable(group.name))
            groupBy[groupKey(aggregate.key, figure.key, field.key)] = {
              attribute: group.name,
              parts: partsOf(group, field, facts, lookAhead),
            };
        }
    }
  return Object.keys(groupBy).length > 0 ? { ...words, groupBy } : words;
}

/** The key of a grouping in the words and in the result of the read: the path of its response keys. */
export const groupKey = (...keys: readonly string[]): string => keys.join('.');

/** Each connection of a bucket is a part under its response key. */
function partsOf(group: Grouping, field: SelectionPlan, facts: ModelFacts, lookAhead: LookAhead): Words {
  const parts: Words = Object.create(null);
  for (const below of field.fields())
    if (below.name === 'connection') parts[below.key] = partOf(group, below, facts, lookAhead);
  return parts;
}

function partOf(
  { type }: Grouping,
  connection: SelectionPlan,
  facts: ModelFacts,
  lookAhead: LookAhead,
): Words {
  const { filters, ...list } = listWords(type, connection, facts, lookAhead);
  const lists = listsIn(connection);
  const needsCount = connection.fields().some(({ name }) => COUNTED.has(name));
  return {
    ...(filters === undefined ? {} : { filters }),
    ...aggregateWords(connection, facts, lookAhead),
    ...(needsCount ? { count: true } : {}),
    ...(lists.length > 0 ? { documents: { ...listsShape(lists, facts.model.uid, lookAhead), ...list } } : {}),
  };
}

const COUNTED: ReadonlySet<string> = new Set(['pageInfo', 'meta']);

function listWords(type: string, { nodes: [node] }: SelectionPlan, facts: ModelFacts, lookAhead: LookAhead) {
  const definition = (lookAhead.graphql.getType(type) as GraphQLObjectType | undefined)?.getFields()
    .connection;
  if (!node || !definition) return {};
  return toListWords(getArgumentValues(definition, node, lookAhead.variables), facts, lookAhead.model);
}

const isFigure = (name: string): name is FigureName => (FIGURES as readonly string[]).includes(name);
