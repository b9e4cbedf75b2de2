// Definition files with one mistake each. The message must name the file, the place and the expected value.
import { type Files, mistakesOf, relation, typeFile } from '../testing-files';

const A = 'config/content-types/a.json';
const B = 'config/content-types/b.json';
const ONE = 'config/components/part/one.json';
const TWO = 'config/components/part/two.json';

const a = (attributes: unknown, more: object = {}): Files => ({ [A]: typeFile('a', attributes, more) });
const x = (attribute: unknown): Files => a({ x: attribute });
const ab = (inA: object, inB: object): Files => ({ [A]: typeFile('a', inA), [B]: typeFile('b', inB) });
const info = (singularName: unknown, pluralName: unknown): Files => ({
  [A]: { info: { singularName, pluralName }, attributes: {} },
});
const part = (attributes: object) => ({ info: {}, attributes });
const KEBAB = 'expected lower-case words joined by dashes';

const CASES: readonly (readonly [title: string, files: Files, mistakes: readonly string[]])[] = [
  // the file
  [
    'no JSON',
    { [A]: '{\n  "kind": "collectionType",\n}' },
    [`${A} → line 3, column 1: expected a key in double quotes, got "}"`],
  ],
  [
    'an unclosed file',
    { [A]: '{ "info": {' },
    [`${A} → line 1, column 12: expected a key in double quotes, got the end of the file`],
  ],
  [
    'a missing comma',
    { [A]: '{ "kind": "x" "info": {} }' },
    [`${A} → line 1, column 15: expected "," or "}", got "\\""`],
  ],
  ['a comment', { [A]: '// a\n{}' }, [`${A} → line 1, column 1: expected a value, got "/"`]],
  ['text after the end', { [A]: '{} x' }, [`${A} → line 1, column 4: expected the end of the file, got "x"`]],
  [
    'a key given twice',
    { [A]: '{"info": {}, "info": {}}' },
    [`${A} → line 1, column 14: the key "info" is given twice`],
  ],
  ['an empty file', { [A]: '' }, [`${A} → line 1, column 1: expected a value, got the end of the file`]],
  ['a list', { [A]: [] }, [`${A}: expected an object, got []`]],
  [
    'a broken file in the other layout',
    { 'src/api/a/content-types/a/schema.json': '{' },
    [
      'src/api/a/content-types/a/schema.json → line 1, column 2: expected a key in double quotes, got the end of the file',
    ],
  ],
  [
    'a broken component',
    { [ONE]: '[' },
    [`${ONE} → line 1, column 2: expected a value, got the end of the file`],
  ],

  // its indexes
  ...(
    [
      [
        'an unknown attribute',
        { attributes: ['titel'] },
        'there is no attribute "titel"; did you mean "title"?',
      ],
      ['a link table', { attributes: ['all'] }, 'the links of "all" are stored outside the row'],
      ['a component', { attributes: ['part'] }, '"part" is stored as JSON, which has no index'],
      ['a long text', { columns: ['body'] }, '"body" holds text of any length, which has no index'],
      [
        'too many bytes',
        { attributes: ['title', 'more', 'last'] },
        'the values of title, more, last take up to 3060',
      ],
      ['no attribute', { name: 'x' }, 'expected a list of names of attributes'],
    ] as const
  ).map(([title, index, message]): readonly [string, Files, readonly string[]] => [
    `an index of ${title}`,
    {
      ...a(
        {
          ...Object.fromEntries(['title', 'more', 'last'].map((name) => [name, { type: 'string' }])),
          body: { type: 'text' },
          all: relation('oneToMany', 'a'),
          part: { type: 'component', component: 'part.one' },
        },
        { indexes: [index] },
      ),
      [ONE]: part({ text: { type: 'string' } }),
    },
    [`${A} → indexes[0].${'columns' in index ? 'columns' : 'attributes'}: ${message}`],
  ]),
  [
    'wrong lists of an index',
    a(
      { x: { type: 'string' } },
      { indexes: [[], ['x', 'x'], 'x', ['']].flatMap((list) => [{ attributes: list }, { columns: list }]) },
    ),
    [
      ...['a list of at least 1', 'a list without repeated values', 'a list'].flatMap((expected, index) => [
        `${A} → indexes[${2 * index}].attributes: expected ${expected}`,
        `${A} → indexes[${2 * index + 1}].columns: expected ${expected}`,
      ]),
      `${A} → indexes[6].attributes[0]: `,
      `${A} → indexes[7].columns[0]: `,
    ],
  ],
  [
    'two indexes of one name',
    a({ x: { type: 'string' } }, { indexes: [{ attributes: ['x'] }, { attributes: ['x'] }] }),
    [`${A} → indexes[1].name: another index of this file has the same name or the same attributes`],
  ],
  [
    'an unknown key of an index',
    a({}, { indexes: [{ attributes: ['id'], attribute: 'id' }] }),
    [`${A} → indexes[0].attribute: unknown key`],
  ],

  // its keys
  [
    'no attributes',
    { [A]: { info: { singularName: 'a', pluralName: 'as' } } },
    [`${A} → attributes: is required and missing`],
  ],
  ['no info', { [A]: { attributes: {} } }, [`${A} → info: is required and missing`]],
  [
    'an unknown key',
    a({}, { colectionName: 'x' }),
    [`${A} → colectionName: unknown key "colectionName"; did you mean "collectionName"?`],
  ],
  [
    'an unknown kind',
    a({}, { kind: 'singletype' }),
    [`${A} → kind: expected one of "collectionType", "singleType", got "singletype"`],
  ],
  [
    'a collection name with a space',
    a({}, { collectionName: 'my table' }),
    [`${A} → collectionName: expected a name of letters`],
  ],
  ['options that are a list', a({}, { options: [] }), [`${A} → options: expected an object, got []`]],
  [
    'plugin options that are text',
    a({}, { pluginOptions: 'i18n' }),
    [`${A} → pluginOptions: expected an object, got "i18n"`],
  ],
  ['no singular name', info(undefined, 'as'), [`${A} → info.singularName: is required and missing`]],
  ['no plural name', info('a', undefined), [`${A} → info.pluralName: is required and missing`]],
  ['a singular name in capitals', info('BlogPost', 'blog-posts'), [`${A} → info.singularName: ${KEBAB}`]],
  ['a plural name with a slash', info('a', 'a/s'), [`${A} → info.pluralName: ${KEBAB}`]],
  [
    'one name for singular and plural',
    info('news', 'news'),
    [`${A} → info.pluralName: expected a name other than singularName ("news")`],
  ],
  [
    'a display name that is a number',
    { [A]: { info: { singularName: 'a', pluralName: 'as', displayName: 5 }, attributes: {} } },
    [`${A} → info.displayName: expected a string, got 5`],
  ],
  [
    'attributes that are a list',
    { [A]: { info: { singularName: 'a', pluralName: 'as' }, attributes: [] } },
    [`${A} → attributes: expected an object, got []`],
  ],
  ['an attribute that is text', x('string'), [`${A} → attributes.x: expected an object, got "string"`]],
  [
    'private attributes that are no list',
    a({}, { options: { privateAttributes: 'x' } }),
    [`${A} → options.privateAttributes: expected a list of names`],
  ],
  [
    'a component with an unknown key',
    { [ONE]: { ...part({}), kind: 'x' } },
    [`${ONE} → kind: unknown key "kind"`],
  ],

  // names
  [
    'two types of one uid',
    { [A]: typeFile('a'), 'src/api/a/content-types/a/schema.json': typeFile('a') },
    [`src/api/a/content-types/a/schema.json: defines "api::a.a", which ${A} defines already`],
  ],
  [
    'two types of one plural name',
    {
      [A]: typeFile('a'),
      [B]: { ...typeFile('b'), info: { singularName: 'b', pluralName: 'as' }, collectionName: 'b' },
    },
    [`${B} → info.pluralName: "as" is already a name of api::a.a`],
  ],
  [
    'a singular name that is a plural elsewhere',
    { [A]: typeFile('a'), [B]: { ...typeFile('b'), info: { singularName: 'as', pluralName: 'bs' } } },
    [`${B} → info.singularName: "as" is already a name of api::a.a`],
  ],
  [
    'two types of one collection name',
    { [A]: typeFile('a', {}, { collectionName: 'c' }), [B]: typeFile('b', {}, { collectionName: 'C' }) },
    [`${B} → collectionName: the table "C" is also that of api::a.a`],
  ],
  [
    'a collection name of the system',
    a({}, { collectionName: 'quire_unique' }),
    [`${A} → collectionName: names that begin with "quire_"`],
  ],
  [
    'a collection name that a link table has',
    {
      [A]: typeFile('a', { bs: relation('manyToMany', 'b') }),
      [B]: typeFile('b', {}, { collectionName: 'as_bs_lnk' }),
    },
    [`${A} → attributes.bs: the table "as_bs_lnk" is also that of api::b.b`],
  ],
  [
    'an attribute with a dash',
    a({ 'a-b': { type: 'string' } }),
    [`${A} → attributes.a-b: expected a name of letters`],
  ],
  [
    'an attribute with a dollar',
    a({ $x: { type: 'string' } }),
    [`${A} → attributes.$x: expected a name of letters`],
  ],
  [
    'an attribute with underscores first',
    a({ __x: { type: 'string' } }),
    [`${A} → attributes.__x: expected a name of letters`],
  ],
  [
    'an attribute named __proto__',
    { [A]: `{"info":{"singularName":"a","pluralName":"as"},"attributes":{"__proto__":{"type":"string"}}}` },
    [`${A} → attributes.__proto__: expected a name of letters`],
  ],
  ...['id', 'documentId', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy'].map(
    (name) =>
      [
        `an attribute named ${name}`,
        a({ [name]: { type: 'string' } }),
        [`${A} → attributes.${name}: every document has a field named "${name}"`],
      ] as const,
  ),
  [
    'names that differ in case',
    a({ title: { type: 'string' }, Title: { type: 'json' } }),
    [`${A} → attributes.Title: differs from "title" only in case`],
  ],
  [
    'names of one column',
    a({ fooBar: { type: 'string' }, foo_bar: { type: 'string' } }),
    [`${A} → attributes.foo_bar: its column "foo_bar" is also that of the attribute "fooBar"`],
  ],
  [
    'a name that a relation needs',
    { [A]: typeFile('a', { b_doc: { type: 'string' }, b: relation('manyToOne', 'b') }), [B]: typeFile('b') },
    [`${A} → attributes.b: its column "b_doc" is also that of the attribute "b_doc"`],
  ],
  [
    'a name of a system column',
    a({ document_id: { type: 'string' } }),
    [`${A} → attributes.document_id: its column "document_id" is also that of the field "documentId"`],
  ],

  // attributes
  ['no type', x({}), [`${A} → attributes.x.type: is required and missing: one of string, text`]],
  [
    'an unknown type',
    x({ type: 'strng' }),
    [`${A} → attributes.x.type: unknown type "strng"; did you mean "string"?`],
  ],
  ['a type that is no text', x({ type: 5 }), [`${A} → attributes.x.type: expected one of string, text`]],
  [
    'an unknown option',
    x({ type: 'string', maxLenght: 5 }),
    [`${A} → attributes.x.maxLenght: unknown key "maxLenght"; did you mean "maxLength"?`],
  ],
  [
    'a misspelled common option',
    x({ type: 'string', require: true }),
    [`${A} → attributes.x.require: unknown key "require"; did you mean "required"?`],
  ],
  [
    'an option of another type',
    x({ type: 'boolean', minLength: 5 }),
    [`${A} → attributes.x.minLength: unknown key "minLength"`],
  ],
  [
    'required that is text',
    x({ type: 'string', required: 'yes' }),
    [`${A} → attributes.x.required: expected true or false, got "yes"`],
  ],
  [
    'plugin options of an attribute',
    x({ type: 'string', pluginOptions: { i18n: true } }),
    [`${A} → attributes.x.pluginOptions.i18n: expected an object, got true`],
  ],
  [
    'a negative length',
    x({ type: 'string', minLength: -1 }),
    [`${A} → attributes.x.minLength: expected a whole number of at least 0, got -1`],
  ],
  [
    'minLength above maxLength',
    x({ type: 'text', minLength: 5, maxLength: 3 }),
    [`${A} → attributes.x.minLength: expected at most maxLength (3), got 5`],
  ],
  [
    'a bad regular expression',
    x({ type: 'string', regex: '(' }),
    [`${A} → attributes.x.regex: expected a regular expression: `],
  ],
  [
    'min above max',
    x({ type: 'integer', min: 5, max: 1 }),
    [`${A} → attributes.x.min: expected at most max (1), got 5`],
  ],
  [
    'min that is text',
    x({ type: 'integer', min: '1' }),
    [`${A} → attributes.x.min: expected a number, got "1"`],
  ],
  [
    'a biginteger bound beyond 64 bits',
    x({ type: 'biginteger', max: '9223372036854775808' }),
    [`${A} → attributes.x.max: expected a 64-bit whole number`],
  ],
  [
    'biginteger min above max',
    x({ type: 'biginteger', min: '10', max: '9' }),
    [`${A} → attributes.x.min: expected at most max (9), got 10`],
  ],
  [
    'a decimal of 19 digits',
    x({ type: 'decimal', precision: 19 }),
    [`${A} → attributes.x.precision: expected a whole number between 1 and 18, got 19`],
  ],
  [
    'more places than digits',
    x({ type: 'decimal', precision: 3, scale: 4 }),
    [`${A} → attributes.x.scale: expected at most precision (3), got 4`],
  ],
  [
    'decimal min above max',
    x({ type: 'decimal', min: '1.2', max: 1.1 }),
    [`${A} → attributes.x.min: expected at most max (1.1), got 1.2`],
  ],
  [
    'an enumeration without values',
    x({ type: 'enumeration' }),
    [`${A} → attributes.x.enum: is required and missing`],
  ],
  [
    'an enumeration of nothing',
    x({ type: 'enumeration', enum: [] }),
    [`${A} → attributes.x.enum: expected a list of at least 1`],
  ],
  [
    'an enumeration with a value twice',
    x({ type: 'enumeration', enum: ['a', 'a'] }),
    [`${A} → attributes.x.enum: expected a list without repeated values`],
  ],
  [
    'an enumeration of numbers',
    x({ type: 'enumeration', enum: ['a', 5] }),
    [`${A} → attributes.x.enum[1]: expected a value of 1 to 255 characters, got 5`],
  ],
  [
    'a default of another type',
    x({ type: 'string', default: 5 }),
    [`${A} → attributes.x.default: default must be a \`string\` type`],
  ],
  [
    'a default that breaks a rule',
    x({ type: 'integer', max: 3, default: 5 }),
    [`${A} → attributes.x.default: default must be less than or equal to 3`],
  ],
  [
    'a default that is not listed',
    x({ type: 'enumeration', enum: ['a'], default: 'b' }),
    [`${A} → attributes.x.default: default must be one of the following values: a, `],
  ],
  [
    'a default date that does not exist',
    x({ type: 'date', default: '2024-02-30' }),
    [`${A} → attributes.x.default: Invalid date`],
  ],
  [
    'a unique password',
    x({ type: 'password', unique: true }),
    [`${A} → attributes.x.unique: passwords are stored as hashes`],
  ],
  [
    'a unique number without regard to letter case',
    x({ type: 'integer', unique: 'ignore-case' }),
    [`${A} → attributes.x.unique: values of the type integer have no letter case to ignore; write true`],
  ],
  [
    'an unknown kind of uniqueness',
    x({ type: 'string', unique: 'loose' }),
    [`${A} → attributes.x.unique: expected one of false, true, "ignore-case"`],
  ],
  [
    'a uid of nothing',
    x({ type: 'uid', targetField: 'titel' }),
    [`${A} → attributes.x.targetField: there is no attribute "titel"`],
  ],
  [
    'a uid of a relation',
    ab({ x: { type: 'uid', targetField: 'b' }, b: relation('manyToOne', 'b') }, {}),
    [`${A} → attributes.x.targetField: expected an attribute that holds text, but b is a relation`],
  ],
  [
    'the target of a uid that is a secret',
    ab({ x: { type: 'uid', targetField: 'b' }, b: { type: 'password' } }, {}),
    [`${A} → attributes.x.targetField: expected an attribute that holds text, but b is a password`],
  ],
  [
    'a custom field without a name',
    x({ type: 'customField' }),
    [`${A} → attributes.x.customField: is required and missing`],
  ],

  // components
  [
    'an unknown component',
    { ...x({ type: 'component', component: 'part.on' }), [ONE]: part({}) },
    [`${A} → attributes.x.component: there is no component "part.on"; did you mean "part.one"?`],
  ],
  ['no component', x({ type: 'component' }), [`${A} → attributes.x.component: is required and missing`]],
  [
    'a count of a single component',
    { ...x({ type: 'component', component: 'part.one', max: 2 }), [ONE]: part({}) },
    [`${A} → attributes.x.max: counts entries and needs "repeatable": true`],
  ],
  [
    'a component list with min above max',
    { ...x({ type: 'component', component: 'part.one', repeatable: true, min: 3, max: 2 }), [ONE]: part({}) },
    [`${A} → attributes.x.min: expected at most max (2), got 3`],
  ],
  [
    'a search index on numbers, links and entries',
    {
      ...a({
        x: { type: 'integer', search: true },
        y: { ...relation('oneToOne', 'a'), search: true },
        z: { type: 'date', search: true },
      }),
      [ONE]: part({ x: { type: 'string', search: true } }),
    },
    [
      `${A} → attributes.x.search: the type integer cannot have a search index; remove the key`,
      `${A} → attributes.y.search: the type relation cannot have a search index; remove the key`,
      `${A} → attributes.z.search: the type date cannot have a search index; remove the key`,
      `${ONE} → attributes.x.search: entries of components have no search index; remove the key`,
    ],
  ],
  [
    'a unique component',
    { ...x({ type: 'component', component: 'part.one', unique: true }), [ONE]: part({}) },
    [`${A} → attributes.x.unique: a component cannot be unique`],
  ],
  [
    'a default for a component',
    { ...x({ type: 'component', component: 'part.one', default: {} }), [ONE]: part({}) },
    [`${A} → attributes.x.default: a component has no default`],
  ],
  [
    'an empty zone',
    x({ type: 'dynamiczone', components: [] }),
    [`${A} → attributes.x.components: expected a list of at least 1`],
  ],
  [
    'a zone with an unknown component',
    { ...x({ type: 'dynamiczone', components: ['part.one', 'part.tow'] }), [ONE]: part({}), [TWO]: part({}) },
    [`${A} → attributes.x.components[1]: there is no component "part.tow"; did you mean "part.two"?`],
  ],
  [
    'a zone inside a component',
    { [ONE]: part({ x: { type: 'dynamiczone', components: ['part.one'] } }) },
    [`${ONE} → attributes.x.type: a dynamic zone cannot be inside a component`],
  ],
  [
    'a component that requires itself',
    { [ONE]: part({ x: { type: 'component', component: 'part.one', required: true } }) },
    [`${ONE} → attributes.x: requires itself (part.one → x)`],
  ],
  [
    'components that require each other',
    {
      [ONE]: part({ x: { type: 'component', component: 'part.two', required: true } }),
      [TWO]: part({ y: { type: 'component', component: 'part.one', required: true } }),
    },
    [
      `${ONE} → attributes.x: requires itself (part.one → x → y)`,
      `${TWO} → attributes.y: requires itself (part.two → y → x)`,
    ],
  ],
  [
    'an id in a component',
    { [ONE]: part({ id: { type: 'string' } }) },
    [`${ONE} → attributes.id: every document has a field named "id"`],
  ],
  [
    'a component file with a dot in its name',
    { 'config/components/part/a.b.json': part({}) },
    ['config/components/part/a.b.json: expected category and name of letters'],
  ],

  // relations
  [
    'no kind of relation',
    x({ type: 'relation', target: 'api::a.a' }),
    [`${A} → attributes.x.relation: is required and missing`],
  ],
  [
    'an unknown kind of relation',
    x(relation('oneToFew', 'a')),
    [`${A} → attributes.x.relation: expected one of "oneToOne"`],
  ],
  [
    'no target',
    x(relation('oneToOne')),
    [`${A} → attributes.x.target: is required and missing: expected the uid`],
  ],
  [
    'an unknown target',
    x(relation('oneToOne', 'artcle')),
    [`${A} → attributes.x.target: there is no content type "api::artcle.artcle"`],
  ],
  [
    'a component as target',
    { ...x({ type: 'relation', relation: 'oneToOne', target: 'part.one' }), [ONE]: part({}) },
    [`${A} → attributes.x.target: "part.one" is a component`],
  ],
  [
    'a unique relation',
    x(relation('oneToOne', 'a', { unique: true })),
    [`${A} → attributes.x.unique: a relation cannot be unique`],
  ],
  [
    'both sides at once',
    ab(
      { x: relation('oneToOne', 'b', { inversedBy: 'y', mappedBy: 'y' }) },
      { y: relation('oneToOne', 'a') },
    ),
    [`${A} → attributes.x.mappedBy: expected inversedBy or mappedBy, got both`],
  ],
  [
    'a manyToOne with mappedBy',
    ab({ x: relation('manyToOne', 'b', { mappedBy: 'y' }) }, { y: relation('oneToMany', 'a') }),
    [`${A} → attributes.x.mappedBy: a manyToOne relation holds the links itself`],
  ],
  [
    'a oneToMany with inversedBy',
    ab({ x: relation('oneToMany', 'b', { inversedBy: 'y' }) }, { y: relation('manyToOne', 'a') }),
    [`${A} → attributes.x.inversedBy: a oneToMany relation does not hold the links`],
  ],
  [
    'another side that is missing',
    ab({ x: relation('manyToOne', 'b', { inversedBy: 'yy' }) }, { yz: { type: 'string' } }),
    [`${A} → attributes.x.inversedBy: api::b.b has no attribute "yy"; did you mean "yz"?`],
  ],
  [
    'another side that is text',
    ab({ x: relation('manyToOne', 'b', { inversedBy: 'y' }) }, { y: { type: 'string' } }),
    [`${A} → attributes.x.inversedBy: api::b.b.y is a string, expected a relation`],
  ],
  [
    'another side of another kind',
    ab(
      { x: relation('manyToOne', 'b', { inversedBy: 'y' }) },
      { y: relation('manyToMany', 'a', { mappedBy: 'x' }) },
    ),
    [
      `${A} → attributes.x.inversedBy: the other side of a manyToOne relation is oneToMany, but api::b.b.y is manyToMany`,
      `${B} → attributes.y.mappedBy: the other side of a manyToMany relation is manyToMany, but api::a.a.x is manyToOne`,
    ],
  ],
  [
    'another side with another target',
    ab({ x: relation('manyToOne', 'b', { inversedBy: 'y' }) }, { y: relation('oneToMany', 'b') }),
    [`${A} → attributes.x.inversedBy: api::b.b.y points at "api::b.b", expected "api::a.a"`],
  ],
  [
    'another side without inversedBy',
    ab({ x: relation('manyToOne', 'b', { inversedBy: 'y' }) }, { y: relation('oneToMany', 'a') }),
    [`${A} → attributes.x.inversedBy: api::b.b.y must have "mappedBy": "x" and has none`],
  ],
  [
    'another side with another name',
    ab(
      {
        x: relation('manyToMany', 'b', { inversedBy: 'y' }),
        z: relation('manyToMany', 'b', { inversedBy: 'y' }),
      },
      { y: relation('manyToMany', 'a', { mappedBy: 'x' }) },
    ),
    [`${A} → attributes.z.inversedBy: api::b.b.y must have "mappedBy": "z" and has "x"`],
  ],
  [
    'a mapped side without an owner',
    ab(
      { x: relation('manyToMany', 'b', { mappedBy: 'y' }) },
      { y: relation('manyToMany', 'a', { mappedBy: 'x' }) },
    ),
    [
      `${A} → attributes.x.mappedBy: api::b.b.y must have "inversedBy": "x" and has none`,
      `${B} → attributes.y.mappedBy: api::a.a.x must have "inversedBy": "y" and has none`,
    ],
  ],
  [
    'morphBy on a plain relation',
    x(relation('oneToOne', 'a', { morphBy: 'x' })),
    [`${A} → attributes.x.morphBy: a oneToOne relation has no morphBy`],
  ],
  [
    'a target of a morphToOne',
    x(relation('morphToOne', 'a')),
    [`${A} → attributes.x.target: a morphToOne relation has no target`],
  ],
  [
    'a morphMany without morphBy',
    x(relation('morphMany', 'a')),
    [`${A} → attributes.x.morphBy: is required and missing`],
  ],
  [
    'a morphOne of a plain relation',
    ab({ x: relation('morphOne', 'b', { morphBy: 'y' }) }, { y: relation('oneToOne', 'a') }),
    [
      `${A} → attributes.x.morphBy: expected a morphToOne or morphToMany relation, but api::b.b.y is oneToOne`,
    ],
  ],
  [
    'a pair inside a component',
    { ...a({}), [ONE]: part({ x: relation('manyToOne', 'a', { inversedBy: 'y' }) }) },
    [`${ONE} → attributes.x.inversedBy: a relation inside a component has one side only`],
  ],
  [
    'an inverse morph inside a component',
    { ...a({ y: relation('morphToOne') }), [ONE]: part({ x: relation('morphOne', 'a', { morphBy: 'y' }) }) },
    [`${ONE} → attributes.x.relation: a morphOne relation cannot be inside a component`],
  ],
];

describe('a broken definition file', () => {
  it.each(CASES)('stops startup: %s', (_title, files, expected) => {
    const mistakes = mistakesOf(files);
    expect(mistakes.map((mistake, index) => mistake.slice(0, expected[index]?.length))).toEqual(expected);
  });

  it('is reported together with all others', () => {
    const mistakes = mistakesOf({
      [A]: typeFile('a', {
        x: { type: 'strng', bad: 1 },
        y: relation('oneToOne', 'c'),
        z: { type: 'integer', min: 'a', maxx: 2 },
      }),
      [B]: '{',
      [ONE]: part({ x: { type: 'component', component: 'part.none' } }),
    });
    expect(mistakes.map((mistake) => mistake.split(':')[0])).toEqual([
      `${B} → line 1, column 2`,
      `${A} → attributes.x.type`,
      `${A} → attributes.z.maxx`,
      `${A} → attributes.z.min`,
      `${ONE} → attributes.x.component`,
      `${A} → attributes.y.target`,
    ]);
  });

  it('causes no mistakes in files that refer to it', () => {
    const mistakes = mistakesOf({
      [A]: typeFile('a', { x: relation('oneToOne', 'b'), y: { type: 'component', component: 'part.one' } }),
      [B]: '{',
      [ONE]: { attributes: {} },
    });
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([B, ONE]);
  });
});
