// Compiles relations, axes, additions of plugins and options.

import * as check from '../../../kernel/check/checks';
import type { LoweredType } from '../../attributes/attribute-type';
import { createAttributeRegistry } from '../../attributes/registry';
import { stringType } from '../../attributes/string';
import type { AxisDefinition } from '../compiled/axis';
import type { TypeBuilder } from '../read/type-builder';
import { compileFiles, mistakesOf, relation, typeFile } from '../testing-files';
import type { SchemaInput } from './compile';

const TONE: AxisDefinition = {
  name: 'tone',
  column: 'tone',
  kind: 'parallel',
  store: { kind: 'text', length: 8 },
  base: () => 'plain',
  defaultValue: () => 'plain',
  any: true,
  outputKey: 'tone',
  pin: 'select',
};
const PHASE: AxisDefinition = {
  ...TONE,
  name: 'phase',
  column: 'phase',
  store: { kind: 'enum', values: ['new', "o'ld"] },
  outputKey: 'phaseName',
};

const hooks = (contentType: (type: TypeBuilder) => void): Partial<SchemaInput> => ({
  hooks: { contentType },
});
const file = (name: string) => `config/content-types/${name}.json`;

describe('relations', () => {
  const schema = compileFiles({
    [file('a')]: typeFile('a', {
      oneOne: relation('oneToOne', 'b', { inversedBy: 'oneOne' }),
      manyOne: relation('manyToOne', 'b', { inversedBy: 'oneMany' }),
      manyMany: relation('manyToMany', 'b', { inversedBy: 'manyMany' }),
      alone: relation('oneToMany', 'b'),
      self: relation('manyToMany', 'a'),
      morphOne: relation('morphToOne'),
      morphMany: relation('morphToMany'),
    }),
    [file('b')]: typeFile('b', {
      oneOne: relation('oneToOne', 'a', { mappedBy: 'oneOne' }),
      oneMany: relation('oneToMany', 'a', { mappedBy: 'manyOne' }),
      manyMany: relation('manyToMany', 'a', { mappedBy: 'manyMany' }),
      ofOne: relation('morphMany', 'a', { morphBy: 'morphOne' }),
      ofMany: relation('morphOne', 'a', { morphBy: 'morphMany' }),
    }),
    'config/components/part/one.json': {
      info: {},
      attributes: { b: relation('oneToOne', 'b'), bs: relation('manyToMany', 'b') },
    },
  });
  const column = (name: string, typeColumn: string | null = null) => ({
    kind: 'column',
    column: `${name}_doc`,
    orderColumn: `${name}_ord`,
    typeColumn,
    pins: {},
  });
  const table = (name: string, typed = false) => ({
    kind: 'table',
    table: `as_${name}_lnk`,
    typed,
    pins: {},
  });

  it.each([
    ['a', 'oneOne', { many: false, holdsLinks: true, inverse: 'oneOne', storage: column('one_one') }],
    ['a', 'manyOne', { many: false, holdsLinks: true, inverse: 'oneMany', storage: column('many_one') }],
    ['a', 'manyMany', { many: true, holdsLinks: true, inverse: 'manyMany', storage: table('many_many') }],
    ['a', 'alone', { many: true, holdsLinks: true, inverse: null, storage: table('alone') }],
    [
      'a',
      'self',
      { many: true, holdsLinks: true, inverse: null, target: 'api::a.a', storage: table('self') },
    ],
    [
      'a',
      'morphOne',
      {
        many: false,
        holdsLinks: true,
        target: null,
        writable: true,
        storage: column('morph_one', 'morph_one_type'),
      },
    ],
    [
      'a',
      'morphMany',
      { many: true, holdsLinks: true, target: null, writable: true, storage: table('morph_many', true) },
    ],
    ['b', 'oneOne', { many: false, holdsLinks: false, inverse: 'oneOne', storage: column('one_one') }],
    ['b', 'oneMany', { many: true, holdsLinks: false, inverse: 'manyOne', storage: column('many_one') }],
    ['b', 'manyMany', { many: true, holdsLinks: false, inverse: 'manyMany', storage: table('many_many') }],
    [
      'b',
      'ofOne',
      {
        many: true,
        holdsLinks: false,
        inverse: 'morphOne',
        writable: false,
        storage: column('morph_one', 'morph_one_type'),
      },
    ],
    [
      'b',
      'ofMany',
      {
        many: false,
        holdsLinks: false,
        inverse: 'morphMany',
        writable: false,
        storage: table('morph_many', true),
      },
    ],
  ])('%s.%s', (type, name, expected) => {
    expect(schema.types.get(`api::${type}.${type}`)?.attributes.get(name)).toMatchObject(expected);
  });

  it('of a component are stored in its entry', () => {
    const part = schema.components.get('part.one');
    expect(part?.attributes.get('b')).toMatchObject({
      many: false,
      holdsLinks: true,
      storage: { kind: 'entry', key: 'b' },
    });
    expect(part?.attributes.get('bs')).toMatchObject({
      many: true,
      holdsLinks: true,
      storage: { kind: 'entry', key: 'bs' },
    });
  });
});

describe('axes', () => {
  const files = {
    [file('a')]: typeFile('a', {
      b: relation('manyToOne', 'b'),
      bs: relation('manyToMany', 'b'),
      title: { type: 'string' },
    }),
    [file('b')]: typeFile('b', { a: relation('manyToOne', 'a') }),
  };

  it('give pins to links whose target has an axis that the holder lacks, in any order of types', () => {
    const schema = compileFiles(
      files,
      hooks((type) => {
        if (type.uid === 'api::b.b') type.addAxis(TONE, () => false);
      }),
    );
    const a = schema.types.get('api::a.a');
    expect(a?.attributes.get('b')).toMatchObject({ storage: { pins: { tone: 'b_tone' } } });
    expect(a?.attributes.get('bs')).toMatchObject({ storage: { pins: { tone: 'pin_tone' } } });
    expect(schema.types.get('api::b.b')?.attributes.get('a')).toMatchObject({ storage: { pins: {} } });
  });

  it('give no pin if both types have the axis', () => {
    const schema = compileFiles(
      files,
      hooks((type) => type.addAxis(TONE, () => false)),
    );
    expect(schema.types.get('api::a.a')?.attributes.get('b')).toMatchObject({ storage: { pins: {} } });
  });

  it('list their shared attributes, and come after fields that plugins add', () => {
    const schema = compileFiles(
      files,
      hooks((type) => {
        type.addAxis(TONE, (name) => name !== 'title');
        type.addAxis(PHASE, () => true);
        type.addTailField({ name: 'seenAt', type: 'datetime' });
        type.addTailField({ name: 'twice', type: 'string', expression: (columnOf) => columnOf('title') });
        type.addAttribute('extra', { type: 'integer' });
        if (type.uid === 'api::a.a') type.addIndex(['title']);
      }),
    );
    const a = schema.types.get('api::a.a');
    expect(a?.axes.map(({ axis, shared }) => [axis.name, [...shared]])).toEqual([
      ['tone', ['b', 'bs', 'extra']],
      ['phase', ['b', 'bs', 'title', 'extra']],
    ]);
    expect(a?.tail.map(({ name, column, axis }) => [name, column, axis])).toEqual([
      ['createdAt', 'created_at', undefined],
      ['updatedAt', 'updated_at', undefined],
      ['seenAt', 'seen_at', undefined],
      ['twice', 'twice', undefined],
      ['tone', 'tone', 'tone'],
      ['phaseName', 'phase', 'phase'],
    ]);
    expect(a?.indexes).toEqual([{ name: null, columns: ['title'], unique: false, attributes: [] }]);
    expect(a?.scalars.get('phaseName')?.type.filter?.parse("o'ld", {}, '$eq')).toEqual({ value: 1 });
  });

  it.each([
    [
      'an attribute',
      { tone: { type: 'string' } },
      /attributes.tone: "tone" is the name of a field that the axis "tone" adds/,
    ],
    [
      'a column',
      { pha_se: { type: 'string' } },
      /attributes.pha_se: its column "pha_se" is also that of the axis "phase"/,
    ],
    [
      'a tail field',
      { seenAt: { type: 'string' } },
      /attributes.seenAt: "seenAt" is the name of a field that plugin core \(.*, in schema.contentType\) adds/,
    ],
    [
      'an added attribute',
      { extra: { type: 'string' } },
      /attributes.extra: plugin core \(.*, in schema.contentType\) adds an attribute of this name/,
    ],
  ])('of a plugin cannot clash with %s', (_what, attributes, message) => {
    const mistakes = mistakesOf(
      { [file('a')]: typeFile('a', attributes) },
      hooks((type) => {
        type.addAxis(TONE, () => false);
        type.addAxis({ ...PHASE, column: 'pha_se' }, () => false);
        type.addTailField({ name: 'seenAt', type: 'datetime' });
        type.addAttribute('extra', { type: 'integer' });
      }),
    );
    expect(mistakes).toEqual([expect.stringMatching(message)]);
  });
});

describe('plugins', () => {
  const media: LoweredType<{ multiple: boolean }> = {
    kind: 'lowered',
    name: 'media',
    options: check.object({ multiple: check.optional(check.boolean(), false) }),
    lower: ({ multiple }) => ({
      type: 'relation',
      relation: multiple ? 'oneToMany' : 'oneToOne',
      target: 'plugin::upload.file',
    }),
  };
  const files = {
    [file('a')]: typeFile('a', {
      cover: { type: 'media', required: true },
      all: { type: 'media', multiple: true },
    }),
  };
  const fileType = {
    info: { singularName: 'file', pluralName: 'files' },
    attributes: { url: { type: 'string' } },
  };

  it('add types, and attribute types that are lowered to others', () => {
    const registry = createAttributeRegistry();
    registry.add(media);
    const schema = compileFiles(files, {
      registry,
      livePlugins: new Set(['upload']),
      hooks: {
        collect(collectorOf) {
          collectorOf('upload').addContentType('plugin::upload.file', fileType);
          collectorOf('upload').extendContentType('plugin::upload.file', { size: { type: 'decimal' } });
        },
      },
    });
    expect(schema.waiting).toEqual([]);
    expect(schema.types.get('plugin::upload.file')).toMatchObject({
      api: false,
      source: 'plugin upload (plugin::upload.file)',
    });
    expect([...(schema.types.get('plugin::upload.file')?.attributes.keys() ?? [])]).toEqual(['url', 'size']);
    const attributes = schema.types.get('api::a.a')?.attributes;
    expect(attributes?.get('cover')).toMatchObject({
      kind: 'relation',
      declaredType: 'media',
      many: false,
      common: { required: true },
    });
    expect(attributes?.get('all')).toMatchObject({
      kind: 'relation',
      many: true,
      target: 'plugin::upload.file',
    });
  });

  it('that are enabled must provide the types that definitions name', () => {
    expect(mistakesOf(files, { livePlugins: new Set(['upload']) })).toEqual([
      expect.stringContaining('attributes.cover.type: unknown type "media"'),
      expect.stringContaining('attributes.all.type: unknown type "media"'),
    ]);
    const user = {
      [file('a')]: typeFile('a', {
        u: { type: 'relation', relation: 'oneToOne', target: 'plugin::people.user' },
      }),
    };
    expect(mistakesOf(user, { livePlugins: new Set(['people']) })).toEqual([
      expect.stringContaining('attributes.u.target: there is no content type "plugin::people.user"'),
    ]);
  });

  it('add custom fields, which wait while the plugin is disabled', () => {
    const custom = {
      [file('a')]: typeFile('a', { c: { type: 'customField', customField: 'plugin::paint.colour' } }),
    };
    expect(compileFiles(custom).waiting).toMatchObject([
      { name: 'c', reason: expect.stringMatching(/^needs the plugin "paint", .*customFields/) },
    ]);
    const registry = createAttributeRegistry();
    registry.add({ ...stringType, name: 'plugin::paint.colour' });
    const schema = compileFiles(custom, { registry, livePlugins: new Set(['paint']) });
    const attribute = schema.types.get('api::a.a')?.attributes.get('c');
    expect(attribute).toMatchObject({ kind: 'scalar', declaredType: 'customField' });
    expect(['customField', 'plugin::paint.colour', 'string'].map((type) => attribute?.is(type))).toEqual([
      true,
      true,
      false,
    ]);
  });

  const storedAs = (customField: string, more: object = {}, customFields: Record<string, string> = {}) => {
    const field = { type: 'customField', customField, options: { preset: 'rich' }, ...more };
    const schema = compileFiles({ [file('a')]: typeFile('a', { c: field }) }, { customFields });
    return schema.types.get('api::a.a')?.attributes.get('c');
  };

  it('add custom fields, which are read as the type that stores them', () => {
    expect(storedAs('plugin::ckeditor5.CKEditor', { required: true, maxLength: 9 })).toMatchObject({
      ...{ kind: 'scalar', declaredType: 'customField', type: { name: 'richtext' } },
      options: { maxLength: 9 },
    });
    expect(storedAs('plugin::multi-select.multi-select')).toMatchObject({ type: { name: 'json' } });
    const score = { 'plugin::seo.score': 'integer' };
    expect(storedAs('plugin::seo.score', {}, score)).toMatchObject({ type: { name: 'integer' } });
    // The configuration comes first.
    const own = { 'plugin::tiptap-editor.RichText': 'json' };
    expect(storedAs('plugin::tiptap-editor.RichText', {}, own)).toMatchObject({ type: { name: 'json' } });
  });

  it('refuse a type for a custom field that holds no single value, or is unknown', () => {
    const mistakes = (type: string) =>
      mistakesOf(
        { [file('a')]: typeFile('a', { c: { type: 'customField', customField: 'plugin::seo.score' } }) },
        { customFields: { 'plugin::seo.score': type } },
      );
    expect(mistakes('integr')).toEqual([expect.stringContaining('did you mean "integer"?')]);
    expect(mistakes('relation')).toEqual([expect.stringContaining('which holds no single value')]);
  });

  it('may add types with names of the application', () => {
    const schema = compileFiles(
      { [file('file')]: typeFile('file') },
      {
        hooks: {
          collect: (collectorOf) =>
            collectorOf('upload').addContentType('plugin::upload.file', {
              ...fileType,
              collectionName: 'upload_files',
            }),
        },
      },
    );
    expect(schema.types.size).toBe(2);
  });

  it('add no index that the file declares', () => {
    const schema = compileFiles(
      {
        'config/content-types/a.json': typeFile(
          'a',
          { title: { type: 'string' } },
          { indexes: [{ name: 'own', attributes: ['title'] }] },
        ),
      },
      hooks((type) => {
        type.addIndex(['title']);
        type.addIndex(['title', 'updated_at']);
      }),
    );
    const names = schema.types.get('api::a.a')?.indexes.map(({ name, columns }) => [name, columns]);
    expect(names).toEqual([
      [null, ['title', 'updated_at']],
      ['own', ['title']],
    ]);
  });

  it('cannot give an attribute a function as its default', () => {
    const attributes = { day: { type: 'string', default: () => 'monday' } };
    const hooks: SchemaInput['hooks'] = {
      collect: (collectorOf) => {
        collectorOf('diary').addContentType('plugin::diary.entry', {
          info: { singularName: 'entry', pluralName: 'entries' },
          attributes,
        });
        collectorOf('diary').addComponent('diary.line', { info: {}, attributes });
      },
    };
    expect(mistakesOf({}, { livePlugins: new Set(['diary']), hooks })).toEqual([
      expect.stringMatching(
        /^plugin diary .plugin::diary.entry. → attributes.day.default: a default is a value.*action\.set/,
      ),
      expect.stringMatching(
        /^plugin diary .diary.line. → attributes.day.default: a default is a value.*action\.set/,
      ),
    ]);
  });

  it('cannot extend a type that does not exist', () => {
    const input = {
      hooks: { collect: (collectorOf) => collectorOf('b').extendContentType('api::b.b', {}) },
    } satisfies Partial<SchemaInput>;
    expect(mistakesOf({ [file('a')]: typeFile('a') }, input)).toEqual([
      'plugin b: extends the content type "api::b.b", which does not exist; did you mean "api::a.a"?',
    ]);
  });
});

describe('options', () => {
  it('with unknown keys give warnings', () => {
    const files = {
      [file('a')]: typeFile(
        'a',
        { x: { type: 'string', pluginOptions: { m: { a: 1 }, n: {} } } },
        { options: { k: 1, l: 2 }, pluginOptions: { m: {} } },
      ),
    };
    const { warnings } = compileFiles(
      files,
      hooks((type) => {
        type.knowsOption('k');
        type.knowsPluginOption('m');
      }),
    );
    expect(warnings.map(({ at }) => at)).toEqual(['options.l', 'attributes.*.pluginOptions.n']);
  });

  it('make attributes private, unique, read-only, not searchable', () => {
    const schema = compileFiles({
      [file('a')]: typeFile(
        'a',
        {
          p: { type: 'string' },
          q: { type: 'string', writable: false, searchable: false },
          u: { type: 'uid' },
        },
        { options: { privateAttributes: ['p', 'createdAt'] } },
      ),
    });
    const scalars = schema.types.get('api::a.a')?.scalars;
    expect(scalars?.get('p')).toMatchObject({ common: { private: true }, unique: false, writable: true });
    expect(scalars?.get('createdAt')).toMatchObject({ common: { private: true } });
    expect(scalars?.get('q')).toMatchObject({ writable: false, type: { searchable: false } });
    expect(scalars?.get('u')).toMatchObject({ unique: true });
  });

  it('are frozen after compilation', () => {
    const schema = compileFiles({ [file('a')]: typeFile('a', { p: { type: 'string' } }) });
    expect(Object.isFrozen(schema)).toBe(true);
    expect(Object.isFrozen(schema.types.get('api::a.a')?.attributes.get('p'))).toBe(true);
  });
});
