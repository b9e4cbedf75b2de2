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
      /"geo-point" of the plugin "geo" cannot be added: graphql\.filter is "GeoPoint"; expected a name such as "GeoPointFilterInput"\.$/,
    );
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
