// The SDL of aggregates: `ArticleAggregate`, one type for each kind of figure, one for each grouping.
import type { ModelFacts } from '../model/facts';
import { aggregatedOf, FIGURES, figureType, hasAggregates } from './aggregated';

/** `list`: the arguments of a list, without its filters. */
export function aggregateTypes(facts: ModelFacts, list: string): string[] {
  if (!hasAggregates(facts)) return [];
  const { name } = facts;
  const { figures, groups } = aggregatedOf(facts);
  const types: string[] = [];
  const fields = ['count: Int!'];
  for (const figure of FIGURES) {
    const of = [...(figures.get(figure) ?? [])].map(([field, type]) => `${field}: ${type}`);
    if (of.length === 0) continue;
    types.push(`type ${figureType(name, figure)} { ${of.join(' ')} }`);
    fields.push(`${figure}: ${figureType(name, figure)}!`);
  }
  if (groups.length > 0) {
    types.push(
      `type ${name}GroupBy { ${groups.map((group) => `${group.name}: [${group.type}!]`).join(' ')} }`,
      ...groups.map(
        ({ type, key }) =>
          `type ${type} { key: ${key} connection(filters: ${name}FiltersInput, ${list}): ${name}EntityResponseCollection }`,
      ),
    );
    fields.push(`groupBy: ${name}GroupBy!`);
  }
  return [...types, `type ${name}Aggregate { ${fields.join(' ')} }`];
}
