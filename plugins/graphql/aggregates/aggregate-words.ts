// The look-ahead of aggregates: the selections `aggregate { … }` of one connection → the words of one read. Groupings under different
// aliases have different paths. Figures take no arguments, so all selections share them.
import { type FieldNode, type GraphQLObjectType, getArgumentValues } from 'graphql';
import { viewOf } from '../../../core';
import { aggregatedOf, FIGURES, type FigureName, type Grouping } from '../model/aggregated';
import type { ModelFacts } from '../model/facts';
import { type LookAhead, listsIn, listsShape, toListWords } from '../read/look-ahead';
import { selectedFields } from '../read/selection';

type Nodes = readonly FieldNode[];
type Words = Record<string, unknown>;

/** null: the query selects no aggregate of the connection. */
export function aggregateWords(connection: Nodes, facts: ModelFacts, lookAhead: LookAhead): Words | null {
  const selected = [...fieldsOf(connection, lookAhead)].filter(([, nodes]) => nameOf(nodes) === 'aggregate');
  if (selected.length === 0) return null;
  const { groups } = aggregatedOf(facts);
  const { attributes, targets } = viewOf(lookAhead.visibility, lookAhead.model.schema, facts.model);
  /** Fields that the caller may not read are left out; their resolvers answer `Forbidden access`. */
  const isReadable = (name: string): boolean => attributes.has(name) && targets.get(name)?.length !== 0;
  const words: Words = {};
  const groupBy: Words = {};
  for (const [aggregateKey, aggregate] of selected)
    for (const [key, nodes] of fieldsOf(aggregate, lookAhead)) {
      const name = nameOf(nodes);
      if (name === 'count') words.count = true;
      else if (isFigure(name)) {
        const fields = [...fieldsOf(nodes, lookAhead).values()].map(nameOf).filter(isReadable);
        words[name] = [...((words[name] as string[] | undefined) ?? []), ...fields];
      } else if (name === 'groupBy')
        for (const [fieldKey, fieldNodes] of fieldsOf(nodes, lookAhead)) {
          const group = groups.find((each) => each.name === nameOf(fieldNodes));
          if (group && isReadable(group.name))
            groupBy[groupKey(aggregateKey, key, fieldKey)] = {
              attribute: group.name,
              parts: partsOf(group, fieldNodes, facts, lookAhead),
            };
        }
    }
  return Object.keys(groupBy).length > 0 ? { ...words, groupBy } : words;
}

/** The key of a grouping in the words and in the result of the read: the path of its response keys. */
export const groupKey = (...keys: readonly string[]): string => keys.join('.');

/** Each connection of a bucket is a part under its response key. */
function partsOf(group: Grouping, nodes: Nodes, facts: ModelFacts, lookAhead: LookAhead): Words {
  const parts: Words = Object.create(null);
  for (const [key, connection] of fieldsOf(nodes, lookAhead))
    if (nameOf(connection) === 'connection') parts[key] = partOf(group, connection, facts, lookAhead);
  return parts;
}

function partOf({ type }: Grouping, connection: Nodes, facts: ModelFacts, lookAhead: LookAhead): Words {
  const { filters, ...list } = listWords(type, connection, facts, lookAhead);
  const lists = listsIn(connection, facts.name, lookAhead);
  const needsCount = [...fieldsOf(connection, lookAhead).values()].some((each) => COUNTED.has(nameOf(each)));
  return {
    ...(filters === undefined ? {} : { filters }),
    ...aggregateWords(connection, facts, lookAhead),
    ...(needsCount ? { count: true } : {}),
    ...(lists.size > 0 ? { documents: { ...listsShape(lists, facts.model.uid, lookAhead), ...list } } : {}),
  };
}

const COUNTED: ReadonlySet<string> = new Set(['pageInfo', 'meta']);

function listWords(type: string, [node]: Nodes, facts: ModelFacts, lookAhead: LookAhead) {
  const definition = (lookAhead.graphql.getType(type) as GraphQLObjectType | undefined)?.getFields()
    .connection;
  if (!node || !definition) return {};
  return toListWords(getArgumentValues(definition, node, lookAhead.variables), facts, lookAhead.model);
}

/** Fields with data: `__typename` needs no read. */
const fieldsOf = (nodes: Nodes, lookAhead: LookAhead): Map<string, FieldNode[]> => {
  const selected = selectedFields(nodes, () => true, lookAhead);
  for (const [key, own] of selected) if (nameOf(own) === '__typename') selected.delete(key);
  return selected;
};

const nameOf = ([node]: Nodes): string => node?.name.value ?? '';

const isFigure = (name: string): name is FigureName => (FIGURES as readonly string[]).includes(name);
