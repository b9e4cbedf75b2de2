import { only } from '../schema/axis';
import { ParamRegistry, parseParams } from './params';
import { prepareQuery } from './prepare';
import { CONTEXT, typeNamed } from './test-schema';

const registry = new ParamRegistry();
registry.add<string>({
  name: 'tongue',
  plugin: 'test',
  description: 'Which tongue to answer in',
  on: ['find', 'findOne'],
  parse: (raw) => String(raw),
  apply: (request, value) => {
    request.axes = { ...request.axes, tongue: only(value) };
  },
  openapi: { type: 'string' },
});
registry.add<boolean>({
  name: 'none',
  plugin: 'test',
  description: 'Nothing at all',
  on: ['find'],
  parse: (raw) => raw === 'true',
  transform: (node, value) => {
    if (value) node.filter = { kind: 'constant', value: false };
  },
  openapi: { type: 'boolean' },
});

test('parameters say something about axes, or change the root', () => {
  const params = parseParams(
    registry,
    { tongue: 'fr', none: 'true', other: '1' },
    typeNamed('article'),
    'find',
  );
  expect(params.values).toEqual({ tongue: 'fr', none: true });
  const transform: (typeof params.transforms)[number] = (node, context) => {
    for (const each of params.transforms) each(node, context);
  };
  const root = prepareQuery({}, typeNamed('article'), { ...CONTEXT, axes: params.axes, transform }, false);
  expect(root.bound[0]).toEqual({ kind: 'values', column: 'tongue', values: ['fr'] });
  expect(root.filter).toEqual({ kind: 'constant', value: false });
});

test('a parameter of other operations is not read, and an inherited key is none', () => {
  expect(parseParams(registry, { none: 'true' }, typeNamed('article'), 'update').transforms).toEqual([]);
  expect(parseParams(registry, Object.create({ tongue: 'fr' }), typeNamed('article'), 'find').axes).toEqual(
    {},
  );
});

test('two plugins cannot add the same parameter', () => {
  const again = {
    name: 'none',
    plugin: 'other',
    description: '',
    on: [],
    parse: () => 0,
    openapi: {},
  } as const;
  expect(() => registry.add(again)).toThrow('added by the plugins test and other');
});
