// `filters` as GraphQL has them → as the query layer takes them: operators get their dollar sign, names stay.
import type { ModelFacts } from '../model/facts';
import type { GraphqlModel } from '../model/model';

type Record_ = Readonly<Record<string, unknown>>;
export const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'not']);

export function toFilters(input: unknown, facts: ModelFacts, model: GraphqlModel): unknown {
  if (input === null || input === undefined) return undefined;
  const filters: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input as Record_)) {
    if (LOGIC.has(key)) filters[`$${key}`] = below(value, (each) => toFilters(each, facts, model));
    else {
      const filterable = facts.filters.find(({ name }) => name === key);
      filters[key] =
        filterable?.below == null || !isObject(value)
          ? operators(value)
          : toFilters(value, model.of(filterable.below), model);
    }
  }
  return filters;
}

/** `{ eq: 1, not: { in: [2] } }` → `{ $eq: 1, $not: { $in: [2] } }`. `null: null` asks for a value, as `null: false` does. */
function operators(input: unknown): unknown {
  if (!isObject(input)) return input;
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    if (key === 'not') found.$not = operators(value);
    else if (key === 'null' || key === 'notNull') found[`$${key}`] = value ?? false;
    else found[`$${key}`] = value;
  }
  return found;
}

const below = (value: unknown, convert: (each: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(convert) : convert(value);

export const isObject = (value: unknown): value is Record_ =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
