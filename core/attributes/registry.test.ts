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
