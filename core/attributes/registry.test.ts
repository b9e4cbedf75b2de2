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
    registry.add({ ...stringType, name: 'colour' }, 'paint');
    expect(() => registry.add({ ...stringType, name: 'colour' }, 'brush')).toThrow(
      /"colour" is added by both paint and brush/,
    );
    expect(() => registry.add(stringType, 'brush')).toThrow(/"string" is added by both core and brush/);
  });
});
