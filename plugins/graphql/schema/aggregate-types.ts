// The types of aggregates: `ArticleAggregate`, one type for each kind of figure, and one type for each grouping.

import {
  aggregatedOf,
  aggregateType,
  FIGURES,
  figureType,
  groupByType,
  hasAggregates,
} from '../model/aggregated';
import type { ModelFacts } from '../model/facts';
import { type Definition, withFields } from './definition';

/** `list`: the arguments of a list, without its filters. */
export function aggregateTypes(facts: ModelFacts, list: string): Definition[] {
  if (!hasAggregates(facts)) return [];
  const { name } = facts;
  const { figures, groups } = aggregatedOf(facts);
  const found: Definition[] = [];
  const fields = ['count: Int!'];
  for (const figure of FIGURES) {
    const of = figures.get(figure);
    if (!of || of.size === 0) continue;
    const type = figureType(name, figure);
    found.push(withFields('type', type, () => [...of].map(([field, output]) => `${field}: ${output}`)));
    fields.push(`${figure}: ${type}!`);
  }
  if (groups.length > 0) {
    found.push(
      withFields('type', groupByType(name), () => groups.map((group) => `${group.name}: [${group.type}!]`)),
      ...groups.map(({ type, key }) =>
        withFields('type', type, () => [
          `key: ${key} connection(filters: ${name}FiltersInput, ${list}): ${name}EntityResponseCollection`,
        ]),
      ),
    );
    fields.push(`groupBy: ${groupByType(name)}!`);
  }
  return [...found, withFields('type', aggregateType(name), () => fields)];
}
