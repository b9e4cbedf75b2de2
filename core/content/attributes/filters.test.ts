// The parsed values of filters, and the operators of each attribute type.
import { BUILT_IN_OPERATORS, operatorsOf } from './operators/registry';
import { createAttributeRegistry } from './registry';

const registry = createAttributeRegistry();

function filterOf(name: string) {
  const type = registry.get(name);
  if (type?.kind !== 'scalar' || !type.filter) throw new Error(`${name} has no filter`);
  const operators = operatorsOf(type, BUILT_IN_OPERATORS).map(({ name }) => String(name));
  return { operators, read: (raw: unknown) => type.filter?.parse(raw, {}, '$eq') };
}

const VALUES: readonly (readonly [type: string, raw: unknown, result: unknown])[] = [
  ['string', 'a', { value: 'a' }],
  ['string', 5, { value: '5' }],
  ['enumeration', 'unknown', { value: 'unknown' }],
  ['integer', '5.0', { value: 5 }],
  ['integer', '1e1', { value: 10 }],
  ['integer', '1.5', { value: 1.5 }],
  ['integer', 'abc', { reason: 'a number' }],
  ['integer', '', { reason: 'a number' }],
  ['integer', true, { reason: 'a number' }],
  ['float', '0.5', { value: 0.5 }],
  ['decimal', '12.30', { value: '12.3' }],
  ['decimal', 'x', { reason: 'a number' }],
  ['biginteger', '9007199254740993', { value: '9007199254740993' }],
  ['biginteger', '42.0', { value: '42' }],
  ['biginteger', '9223372036854775808', { value: '9223372036854775808' }],
  ['biginteger', 'x', { reason: 'a number' }],
  ['boolean', 'T', { value: true }],
  ['boolean', '1', { value: true }],
  ['boolean', 'f', { value: false }],
  ['boolean', '', { value: false }],
  ['boolean', 'other', { value: true }],
  ['boolean', {}, { reason: 'true or false' }],
  ['date', '2024-01-15T10:00:00Z', { value: '2024-01-15' }],
  ['date', 'x', { reason: 'Invalid format, expected yyyy-MM-dd' }],
  ['time', '10:20:30', { value: '10:20:30.000' }],
  ['datetime', '1705314030456', { value: '2024-01-15T10:20:30.456Z' }],
  ['timestamp', 'x', { reason: 'Invalid format, expected a timestamp or an ISO date' }],
  ['json', 'str', { value: '"str"' }],
  ['json', '"str"', { value: '"str"' }],
  ['json', '5', { value: '5' }],
  ['json', '{ "a": 1 }', { value: '{"a":1}' }],
  ['json', { a: 1 }, { value: '{"a":1}' }],
  ['array', '5', { value: '5' }],
  ['array', true, { value: 'true' }],
  ['array', {}, { reason: 'a string' }],
  ['string', {}, { reason: 'a string' }],
];

const KNOWN: readonly (readonly [type: string, yes: readonly string[], no: readonly string[]])[] = [
  ['string', ['$eq', '$eqi', '$lt', '$between', '$containsi', '$in', '$null'], []],
  ['integer', ['$eq', '$gte', '$contains', '$startsWith'], []],
  ['datetime', ['$between', '$contains'], []],
  [
    'boolean',
    ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull'],
    ['$contains', '$startsWith', '$eqi', '$lt', '$gte', '$between'],
  ],
  ['json', ['$eq', '$in', '$contains', '$startsWithi'], ['$lt', '$gt', '$between']],
  ['array', ['$contains', '$notContains', '$null', '$notNull'], ['$eq', '$in', '$lt', '$startsWith']],
];

describe('filters', () => {
  it.each(VALUES)('%s reads %j as %j', (type, raw, result) => {
    expect(filterOf(type).read(raw)).toEqual(result);
  });

  it.each(['string', 'text', 'json', 'array'])('%s refuses text that no database can hold', (type) => {
    for (const raw of ['a\0', '\ud800']) expect(filterOf(type).read(raw)).toHaveProperty('reason');
  });

  it.each(KNOWN)('%s knows %j and not %j', (type, yes, no) => {
    const { operators } = filterOf(type);
    expect(yes.filter((operator) => !operators.includes(operator))).toEqual([]);
    expect(no.filter((operator) => operators.includes(operator))).toEqual([]);
  });

  it('never filters, sorts, searches or aggregates a password', () => {
    expect(registry.get('password')).toMatchObject({
      secret: true,
      filter: null,
      sortable: false,
      aggregates: [],
      searchable: false,
    });
  });
});
