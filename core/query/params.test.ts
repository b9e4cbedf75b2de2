import { only } from '../schema/axis';
import { FULL_VISIBILITY } from '../schema/visibility';
import { ParamRegistry } from './params';
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

registry.add<string>({
  name: 'hand',
  plugin: 'test',
  description: 'Which hand writes',
  on: ['create'],
  parse: (raw) => String(raw),
  apply: (request, value) => {
    request.axes = { ...request.axes, hand: only(value) };
  },
  openapi: { type: 'string' },
});

const ASKED = { tongue: 'fr', none: 'true', hand: 'left', other: '1' };
const parse = (words: object, operation: string, writing?: string) =>
  registry.parse(
    { ...words },
    { type: typeNamed('article'), operation, writing, visibility: FULL_VISIBILITY },
  );

test('parameters say something about axes, or change the root', () => {
  const params = parse(ASKED, 'find');
  const transform: (typeof params.transforms)[number] = (node, context) => {
    for (const each of params.transforms) each(node, context);
  };
  const root = prepareQuery({}, typeNamed('article'), { ...CONTEXT, axes: params.axes, transform }, false);
  expect(root.bound[0]).toEqual({ kind: 'values', column: 'tongue', values: ['fr'] });
  expect(root.filter).toEqual({ kind: 'constant', value: false });
});

test.each([
  ['find', undefined, ['tongue'], 1],
  ['findOne', undefined, ['tongue'], 0],
  ['create', undefined, ['hand'], 0],
  ['clone', undefined, ['hand'], 0],
  ['update', undefined, [], 0],
  ['archive', undefined, [], 0],
  ['delete', undefined, [], 0],
  ['findOne', 'create', ['hand'], 0],
  ['findOne', 'archive', [], 0],
])('%s (of %s) takes its own parameters only', (operation, writing, axes, transforms) => {
  const params = parse(ASKED, operation, writing);
  expect([Object.keys(params.axes), params.transforms.length]).toEqual([axes, transforms]);
});

test('a parameter of another operation is not even read, and an inherited key is none', () => {
  const refusing = new ParamRegistry();
  const parsed = jest.fn();
  refusing.add({ name: 'no', plugin: 'test', description: '', on: ['find'], parse: parsed, openapi: {} });
  const reading = { type: typeNamed('article'), visibility: FULL_VISIBILITY };
  refusing.parse({ no: '1' }, { ...reading, operation: 'update' });
  refusing.parse(Object.create({ no: '1' }), { ...reading, operation: 'find' });
  expect(parsed).not.toHaveBeenCalled();
  refusing.parse({ no: '1' }, { ...reading, operation: 'find' });
  expect(parsed).toHaveBeenCalledTimes(1);
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
