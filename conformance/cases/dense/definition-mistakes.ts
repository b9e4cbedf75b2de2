// Cases of mistakes in definition files: the start must fail, and the message names all of them.
import { inAnyOrder } from '../build';
import type { Case } from '../case';
import { entryOf, typeOf } from '../definition-files';

const LABELLED = entryOf('labelled', { label: { type: 'string' } });
const component = { type: 'component', component: 'shared.labelled' };

/** Wrong options of an attribute, and where and what the message says. */
type Mistake = readonly [attribute: object, at: string, says: string];
const OPTIONS: readonly Mistake[] = [
  [{ type: 'decimal', precision: 19 }, 'precision', 'between 1 and 18, got 19'],
  [{ type: 'decimal', precision: 0 }, 'precision', 'between 1 and 18, got 0'],
  [{ type: 'decimal', scale: 19 }, 'scale', 'between 0 and 18, got 19'],
  [{ type: 'decimal', scale: -1 }, 'scale', 'between 0 and 18, got -1'],
  [{ type: 'decimal', precision: 4, scale: 5 }, 'scale', 'at most precision \\(4\\), got 5'],
  [{ type: 'decimal', min: 'x' }, 'min', 'a decimal number'],
  [{ type: 'decimal', min: 2, max: '1.99' }, 'min', 'at most max \\(1.99\\), got 2'],
  [{ type: 'integer', min: 8, max: 7 }, 'min', 'at most max \\(7\\), got 8'],
  [{ type: 'integer', min: '8' }, 'min', 'got "8"'],
  [{ type: 'float', min: 0.6, max: 0.5 }, 'min', 'at most max \\(0.5\\), got 0.6'],
  [{ type: 'biginteger', min: '9007199254740994', max: '9007199254740993' }, 'min', 'at most max'],
  [{ type: 'string', minLength: 4, maxLength: 3 }, 'minLength', 'at most maxLength \\(3\\), got 4'],
  [{ type: 'string', minLength: -1 }, 'minLength', 'got -1'],
  [{ type: 'string', regex: '(' }, 'regex', ''],
  [{ type: 'enumeration', enum: [] }, 'enum', 'at least 1'],
  [{ type: 'enumeration' }, 'enum', 'is required and missing'],
  [{ type: 'enumeration', enum: ['a', 'a'] }, 'enum', 'without repeated values'],
  [{ ...component, min: 1 }, 'min', 'needs "repeatable": true'],
  [{ ...component, max: 1 }, 'max', 'needs "repeatable": true'],
  [{ ...component, repeatable: true, min: 3, max: 2 }, 'min', 'at most max \\(2\\), got 3'],
  [{ ...component, repeatable: true, max: 0 }, 'max', 'at least 1, got 0'],
  [{ type: 'dynamiczone', components: [] }, 'components', 'at least 1'],
  [{ type: 'dynamiczone', components: ['shared.labelled'], min: 3, max: 2 }, 'min', 'at most max'],
  [{ ...component, unique: true }, 'unique', 'cannot be unique'],
  [{ ...component, default: {} }, 'default', 'has no default'],
  [{ ...component, search: true }, 'search', ''],
  [{ type: 'integer', search: true }, 'search', ''],
  [{ type: 'integer', unique: 'ignore-case' }, 'unique', 'no letter case to ignore'],
  [{ type: 'password', unique: true }, 'unique', 'stored as hashes'],
  [{ type: 'string', default: 5 }, 'default', ''],
  [{ type: 'string', default: 'abcd', maxLength: 3 }, 'default', ''],
  [{ type: 'integer', default: 1.5 }, 'default', ''],
  [{ type: 'integer', default: 8, max: 7 }, 'default', ''],
  [{ type: 'enumeration', enum: ['one'], default: 'two' }, 'default', ''],
  [{ type: 'date', default: '2024-02-30' }, 'default', ''],
  [{ type: 'boolean', default: 'yes' }, 'default', ''],
  [{ type: 'string', required: 'yes' }, 'required', 'expected true or false, got "yes"'],
  [{ type: 'string', maxLenght: 3 }, 'maxLenght', 'did you mean "maxLength"'],
  [{ type: 'strnig' }, 'type', 'did you mean "string"'],
  [{ type: 'relation', relation: 'oneToFew', target: 'api::tag.tag' }, 'relation', 'expected one of'],
  [{ minLength: 1 }, 'type', 'is required and missing'],
];

const relation = (kind: string, target: string | null, more: object = {}): object => ({
  type: 'relation',
  relation: kind,
  ...(target === null ? {} : { target: `api::${target}.${target}` }),
  ...more,
});
const RELATIONS: readonly Mistake[] = [
  [relation('oneToOne', null), 'target', 'is required and missing'],
  [relation('oneToOne', 'nowhere'), 'target', 'no content type "api::nowhere.nowhere"'],
  [{ type: 'relation', relation: 'oneToOne', target: 'shared.labelled' }, 'target', 'is a component'],
  [relation('manyToOne', 'other', { inversedBy: 'none' }), 'inversedBy', 'has no attribute "none"'],
  [relation('manyToOne', 'other', { inversedBy: 'text' }), 'inversedBy', 'is a string'],
  [relation('manyToOne', 'other', { inversedBy: 'many' }), 'inversedBy', 'is oneToMany, but'],
  [relation('manyToMany', 'other', { inversedBy: 'many' }), 'inversedBy', 'points at "api::tag.tag"'],
  [relation('oneToMany', 'other', { mappedBy: 'owner' }), 'mappedBy', 'must have "inversedBy": "x7"'],
  [relation('manyToOne', 'other', { mappedBy: 'text' }), 'mappedBy', 'holds the links itself'],
  [relation('oneToMany', 'other', { inversedBy: 'text' }), 'inversedBy', 'does not hold the links'],
  [relation('oneToOne', 'tag', { morphBy: 'x' }), 'morphBy', 'has no morphBy'],
  [relation('morphToOne', 'tag'), 'target', 'has no target'],
  [relation('morphMany', 'tag'), 'morphBy', 'is required and missing'],
  [relation('morphOne', 'other', { morphBy: 'many' }), 'morphBy', 'but api::other.other.many is manyToMany'],
  [{ type: 'component', component: 'shared.nowhere' }, 'component', 'no component "shared.nowhere"'],
  [{ type: 'dynamiczone', components: ['shared.nowhere'] }, 'components', 'no component "shared.nowhere"'],
  [{ type: 'uid', targetField: 'none' }, 'targetField', 'no attribute "none"'],
  [{ type: 'uid', targetField: 'x14' }, 'targetField', 'holds text, but x14 is'],
];
const OTHER = typeOf('other', {
  text: { type: 'string' },
  many: relation('manyToMany', 'tag'),
  owner: relation('manyToOne', 'wrong'),
});
/** Mistakes of names, of keys beside the attributes, and inside a component. */
const NAMES: readonly string[] = [
  'attributes\\.a-b: expected a name of letters',
  ...['id', 'documentId', 'createdAt', 'updatedAt'].map(
    (name) => `attributes\\.${name}: every document has a field named "${name}"`,
  ),
  'attributes\\.Title: differs from "title" only in case',
  'attributes\\.foo_bar: its column "foo_bar" is also that of the attribute "fooBar"',
  'indexes\\[0\\]\\.attributes: there is no attribute "titel"',
  'indexes\\[1\\]\\.attributes: "part" is stored as JSON',
  'indexes\\[2\\]\\.attributes: "body" holds text of any length',
  'indexes\\[3\\]\\.attributes: the links of "all"',
  'attributes\\.zone\\.type: a dynamic zone cannot be inside a component',
  'attributes\\.self: requires itself',
  'attributes\\.found\\.search: entries of components have no search index',
  'info\\.pluralName: expected a name other than singularName \\("same"\\)',
  'info\\.singularName: "named" is already a name of',
  'info\\.pluralName: "tags" is already a name of',
  'info\\.singularName: expected lower-case words joined by dashes',
  'kind: ',
  'attributs: unknown key "attributs"; did you mean "attributes"',
];
const info = (singularName: string, pluralName: string): object => ({
  info: { singularName, pluralName, displayName: singularName },
});
const NAMED: Readonly<Record<string, unknown>> = {
  ...typeOf('same', {}, info('same', 'same')),
  ...typeOf('again', {}, info('named', 'tags')),
  ...typeOf('spelt', {}, info('Spelt Name', 'spelts')),
  ...typeOf('kinds', {}, { ...info('kinds', 'kindses'), kind: 'collection', attributs: {} }),
  ...entryOf('labelled', {
    label: { type: 'string' },
    found: { type: 'string', search: true },
    self: { ...component, required: true },
    zone: { type: 'dynamiczone', components: ['shared.labelled'] },
  }),
  ...typeOf(
    'named',
    {
      ...Object.fromEntries(
        ['a-b', 'id', 'documentId', 'createdAt', 'updatedAt', 'title', 'Title', 'fooBar', 'foo_bar'].map(
          (name) => [name, { type: 'string' }],
        ),
      ),
      body: { type: 'text' },
      part: component,
      all: relation('oneToMany', 'tag'),
    },
    {
      indexes: [['titel'], ['part'], ['body'], ['all']].map((attributes) => ({ attributes })),
    },
  ),
};

const saying = (mistakes: readonly Mistake[]): string =>
  inAnyOrder(mistakes.map(([, at, says], index) => `attributes\\.x${index}\\.${at}\\b[^\\n]*${says}`));
const wrongType = (mistakes: readonly Mistake[]): Readonly<Record<string, unknown>> => ({
  ...LABELLED,
  ...typeOf('wrong', Object.fromEntries(mistakes.map(([attribute], index) => [`x${index}`, attribute]))),
});

export const quireDefinitionMistakeCases: readonly Case[] = [
  {
    rows: ['quire.definitions.refused'],
    name: 'options',
    refuses: { files: wrongType(OPTIONS) },
    saying: saying(OPTIONS),
  },
  {
    rows: ['quire.definitions.refused'],
    name: 'relations',
    refuses: { files: { ...wrongType(RELATIONS), ...OTHER } },
    saying: saying(RELATIONS),
  },
  {
    rows: ['quire.definitions.refused'],
    name: 'names',
    refuses: { files: NAMED },
    saying: inAnyOrder(NAMES),
  },
  {
    rows: ['quire.definitions.refused'],
    name: 'names of GraphQL',
    needs: ['graphql'],
    refuses: {
      files: typeOf('clash', {
        tags: relation('oneToMany', 'tag'),
        ...Object.fromEntries(['tags_connection', 'and'].map((name) => [name, { type: 'string' }])),
      }),
    },
    saying: inAnyOrder([
      'plugin graphql → Clash\\.tags_connection: two fields',
      'plugin graphql → Clash\\.and: two filters',
    ]),
  },
];
