// Deployments whose aggregates are wrong. Aliases make one operator answer under the name of another.
import { answered as answeredBy, asked as askedBy } from './build';
import type { Mutant } from './mutating-proxy';

const asked = (name: string, from: string, to: string, does: string): Mutant =>
  askedBy(`graphql.aggregate.${name}`, from, to, does);
const answered = (name: string, from: RegExp, to: string, does: string): Mutant =>
  answeredBy(`graphql.aggregate.${name}`, from, to, does);

const instead = (name: string, operator: string, other: string): Mutant =>
  asked(name, `${operator} {`, `${operator}: ${other} {`, `answers ${other} as ${operator}`);

const groupedBy = (name: string, field: string, other: string): Mutant =>
  asked(
    name,
    `groupBy { ${field} {`,
    `groupBy { ${field}: ${other} {`,
    `groups by ${other} instead of ${field}`,
  );

export const aggregateMutants: readonly Mutant[] = [
  answered('count', /"count":4/, '"count":3', 'counts documents without nulls only'),
  answered('count.types', /"count":1\}\}\}\}$/, '"count":0}}}}', 'counts one type only'),
  instead('avg', 'avg', 'sum'),
  instead('sum', 'sum', 'avg'),
  instead('min', 'min', 'max'),
  instead('min.dates', 'min', 'max'),
  instead('max', 'max', 'min'),
  instead('max.dates', 'max', 'min'),
  groupedBy('group-by.key', 'kind', 'name'),
  asked(
    'group-by.connection',
    '(sort: "n")',
    '(sort: "n", filters: { n: { gt: 1 } })',
    'leaves a document out of its bucket',
  ),
  instead('group-by.further', 'sum', 'max'),
  asked('group-by.two', '} group {', '} group: flag {', 'groups by the first field twice'),
  groupedBy('group-by.string', 'name', 'kind'),
  groupedBy('group-by.number', 'n', 'price'),
  groupedBy('group-by.boolean', 'flag', 'n'),
  groupedBy('group-by.date', 'day', 'kind'),
  groupedBy('group-by.datetime', 'moment', 'day'),
  groupedBy('group-by.relation', 'group', 'name'),
  answered(
    'group-by.relation',
    /\{"key":null,"connection":\{"aggregate":\{"count":1\}\}\},/,
    '',
    'leaves out documents without a relation',
  ),
  asked('group-by.inherits', ', body: { eq: "x" }', '', 'groups documents outside of the filter'),
  asked('group-by.narrowed', '(filters: { n: { gt: 1 } })', '', 'ignores the filter of a bucket'),
  asked('rule.filters', ', body: { eq: "x" }', '', 'ignores a filter'),
  asked('rule.locale', 'locale: "fr"', 'locale: "en"', 'ignores the locale'),
  asked('rule.status', 'status: DRAFT, ', '', 'ignores the status'),
  answered(
    'rule.permissions',
    /^.*$/,
    '{"data":{"plains_connection":{"aggregate":{"count":1}}}}',
    'counts for everyone',
  ),
  answered('rule.all', /"count":4/, '"count":1', 'counts the page'),
  answered('rule.buckets-all', /\{"key":\d+\},/, '', 'cuts the buckets'),
  answered('nulls.avg', /"n":3/, '"n":2.25', 'takes null for zero in avg'),
  instead('nulls.sum', 'sum', 'max'),
  answered('nulls.min', /"n":1/, '"n":0', 'takes null for zero in min'),
  answered('nulls.max', /"n":6/, '"n":null', 'answers null when a value is null'),
  instead('several', 'min', 'max'),
];
