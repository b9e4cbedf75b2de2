// Turns random questions into questions for GraphQL: replaces or removes the parts that GraphQL does not have.
import { KINDS, type Structure } from './kinds';
import type { Condition, Filter, Fragment, Populate, Question } from './model';
import { mapped } from './stored';

const NOTHING: Structure = { attributes: {}, links: {}, parts: {}, mirrors: {} };
const TEXTS = /(ontains|(starts|ends)With)i?$/;

/** GraphQL has no `_q`, and no filter for one document. Types without locales have no argument `locale`. */
export function inGraphql(question: Question): Question {
  const structure = KINDS[question.kind];
  const { one, filter, locale } = question;
  return {
    ...question,
    over: 'graphql',
    search: null,
    filter: filter && one === null ? filterFor(filter, structure) : null,
    locale: structure.hasLocales ? locale : null,
    ...fragmentFor(question, structure),
  };
}

export const fragmentFor = ({ fields, populate }: Fragment, structure: Structure): Fragment => ({
  fields,
  populate: populate.map((part) => partFor(part, structure)),
});

/** With more nested lists, a request could reach the limit of nodes. */
const innerFor = ({ fields, populate }: Fragment, structure: Structure): Fragment =>
  fragmentFor({ fields, populate: populate.slice(0, 2) }, structure);

/** Only lists have arguments; zones have none. Counts exist at the root. */
function partFor({ on, isCount: _, ...part }: Populate, structure: Structure): Populate {
  const { name, filter } = part;
  const field = structure.parts[name];
  const of = below(structure, name);
  const isList = field
    ? field.isMany && !field.isZone
    : (structure.links[name]?.isMany ?? !structure.mirrors[name]?.isOne);
  return {
    ...part,
    filter: filter && isList ? filterFor(filter, of) : null,
    ...innerFor(part, of),
    ...(on ? { on: mapped(on, (one, uid) => innerFor(one, field?.of[uid] ?? NOTHING)) } : {}),
  };
}

function below({ links, mirrors, parts }: Structure, name: string): Structure {
  const to = links[name]?.to ?? mirrors[name]?.of;
  return to ? KINDS[to] : (Object.values(parts[name]?.of ?? {})[0] ?? NOTHING);
}

export function filterFor(filter: Filter, structure: Structure): Filter {
  const inside = (one: Filter): Filter => filterFor(one, structure);
  if ('not' in filter) return { not: inside(filter.not) };
  if ('all' in filter) return { ...filter, all: filter.all.map(inside) };
  if ('any' in filter) return { any: filter.any.map(inside) };
  if ('isNone' in filter) {
    const of = below(structure, filter.through);
    const [field = ''] = structure.parts[filter.through] ? Object.keys(of.attributes) : ['documentId'];
    return { through: filter.through, one: { field, operator: '$null', value: filter.isNone } };
  }
  if ('through' in filter)
    return { through: filter.through, one: filterFor(filter.one, below(structure, filter.through)) };
  return conditionFor(filter, structure);
}

/** In GraphQL, an operator takes values of the attribute's type. Operators for one value take no list. */
function conditionFor({ field, operator, value }: Condition, { attributes }: Structure): Condition {
  const shape = attributes[field]?.shape ?? 'word';
  if (TEXTS.test(operator) && ['number', 'day', 'moment'].includes(shape))
    return { field, operator: '$notNull', value: true };
  const isList = ['$in', '$notIn', '$between'].includes(operator);
  const one = typeof value === 'object' && value !== null && !isList ? (value[0] ?? null) : value;
  return { field, operator, value: one };
}
