import type { FilterOperator } from './filter-operator';
import { createOperatorRegistry, unknownNames } from './operators/registry';
import { createAttributeRegistry } from './registry';
import { stringType } from './string';

describe('the attribute registry', () => {
  it('holds a module per built-in type', () => {
    expect(createAttributeRegistry().names()).toEqual([
      'string',
      'text',
      'richtext',
      'blocks',
      'email',
      'password',
      'uid',
      'enumeration',
      'integer',
      'biginteger',
      'float',
      'decimal',
      'boolean',
      'date',
      'time',
      'datetime',
      'timestamp',
      'json',
      'array',
      'relation',
      'component',
      'dynamiczone',
    ]);
  });

  it('refuses the name of a filter input that would be the name of another GraphQL type', () => {
    const registry = createAttributeRegistry();
    const graphql = { ...stringType.graphql, filter: 'GeoPoint' as never };
    expect(() => registry.as('geo').add({ ...stringType, name: 'geo-point', graphql })).toThrow(
      /"geo-point" of the plugin "geo" has a mistake:\n {2}geo → graphql\.filter: expected a name such as "GeoPointFilterInput", got "GeoPoint"$/,
    );
  });

  it('warns of operators and types with unknown names', () => {
    const attributes = createAttributeRegistry();
    const operators = createOperatorRegistry();
    expect(unknownNames(attributes, operators)).toEqual([]);
    const filter = { ...stringType.filter, except: ['$lt', '$containsl', '$distance'] } as never;
    attributes.as('geo').add({ ...stringType, name: 'geo-point', filter });
    const equal = operators.get('$eq') as FilterOperator;
    operators.as('near').add({ ...equal, name: '$around', types: ['geo-point', 'geo-pont'] });
    expect(unknownNames(attributes, operators)).toEqual([
      'the attribute type "geo-point" of the plugin "geo" names the filter operator "$containsl", which does not exist. Did you mean "$contains"?',
      'the attribute type "geo-point" of the plugin "geo" names the filter operator "$distance", which does not exist. Enable the plugin that adds it, or remove the name.',
      'the filter operator "$around" of the plugin "near" names the attribute type "geo-pont", which does not exist. Did you mean "geo-point"?',
    ]);
  });

  it('names both plugins of a clash', () => {
    const registry = createAttributeRegistry();
    registry.as('paint').add({ ...stringType, name: 'colour' });
    expect(() => registry.as('brush').add({ ...stringType, name: 'colour' })).toThrow(
      /"colour" is added by the plugin "paint" and by the plugin "brush"/,
    );
    expect(() => registry.as('brush').add(stringType)).toThrow(
      /"string" is added by the core and by the plugin "brush"/,
    );
  });
});
