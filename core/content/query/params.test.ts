import { Registry } from '../../kernel/registry/registry';
import { only } from '../model/compiled/axis';
import { CODE } from '../model/compiled/callers';
import { FULL_VISIBILITY } from '../model/compiled/visibility';
import { type ParamDefinition, parseParams } from './params';
import { prepareQuery } from './prepare';
import { CONTEXT, typeNamed } from './test-schema';

const registry = new Registry<ParamDefinition>('parameter');
registry.add({
  name: 'tongue',
  description: 'Which tongue to answer in',
  on: ['find', 'findOne'],
  parse: (raw) => String(raw),
  apply: (request, value) => {
    request.axes = { ...request.axes, tongue: only(value) };
  },
  openapi: { type: 'string' },
} satisfies ParamDefinition<string>);
registry.add({
  name: 'none',
  description: 'Nothing at all',
  on: ['find'],
  parse: (raw) => raw === 'true',
  transform: (node, value) => {
    if (value) node.filter = { kind: 'constant', value: false };
  },
  openapi: { type: 'boolean' },
} satisfies ParamDefinition<boolean>);

registry.add({
  name: 'hand',
  description: 'Which hand writes',
  on: ['create'],
  parse: (raw) => String(raw),
  apply: (request, value) => {
    request.axes = { ...request.axes, hand: only(value) };
  },
  openapi: { type: 'string' },
} satisfies ParamDefinition<string>);

const ASKED = { tongue: 'fr', none: 'true', hand: 'left', other: '1' };
const parse = (words: object, operation: string, writing?: string) =>
  parseParams(
    registry,
    { ...words },
    { type: typeNamed('article'), operation, writing, caller: CODE, visibility: FULL_VISIBILITY },
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
  const refusing = new Registry<ParamDefinition>('parameter');
  const parsed = jest.fn();
  refusing.add({ name: 'no', description: '', on: ['find'], parse: parsed, openapi: {} });
  const reading = { type: typeNamed('article'), caller: CODE, visibility: FULL_VISIBILITY };
  parseParams(refusing, { no: '1' }, { ...reading, operation: 'update' });
  parseParams(refusing, Object.create({ no: '1' }), { ...reading, operation: 'find' });
  expect(parsed).not.toHaveBeenCalled();
  parseParams(refusing, { no: '1' }, { ...reading, operation: 'find' });
  expect(parsed).toHaveBeenCalledTimes(1);
});

test('two plugins cannot add the same parameter', () => {
  const again = {
    name: 'none',
    description: '',
    on: [],
    parse: () => 0,
    openapi: {},
  } as const;
  expect(() => registry.as('other').add(again)).toThrow(
    'The parameter "none" is added by the core (Nothing at all) and by the plugin "other".',
  );
});
