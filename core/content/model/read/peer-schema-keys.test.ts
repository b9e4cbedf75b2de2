// Schema files with keys that only Strapi reads.
import { compileFiles, mistakesOf, relation, typeFile } from '../testing-files';

const FILE = 'src/api/page/content-types/page/schema.json';
const COMPONENT = 'src/components/shared/seo.json';

const warningsOf = (files: Readonly<Record<string, unknown>>): readonly string[] =>
  compileFiles(files).warnings.map(({ where, at, message }) => `${where} ${at}: ${message.slice(0, 13)}`);

describe('keys of schema files without effect', () => {
  it('are accepted in silence when no answer depends on them', () => {
    const attribute = { displayName: 'T', description: 'd', hidden: true, editable: false, visible: false };
    const files = {
      [FILE]: {
        ...typeFile('page', { title: { type: 'string', ...attribute, placeholder: 'p' } }),
        uid: 'api::page.page',
        modelName: 'page',
        modelType: 'contentType',
        globalId: 'Page',
      },
      [COMPONENT]: {
        info: {},
        category: 'shared',
        attributes: { seo: { type: 'component', component: 'shared.inner', ...attribute } },
      },
      'src/components/shared/inner.json': { info: {}, attributes: { text: { type: 'text', ...attribute } } },
    };
    expect(warningsOf(files)).toEqual([]);
  });

  it('give a warning with the remedy otherwise', () => {
    const indexes = [{ name: 'by_title', columns: ['title'], type: 'unique' }];
    const files = {
      [FILE]: {
        ...typeFile('page', {
          title: { type: 'string', columnName: 'page_title', index: true, conditions: {} },
          rank: { type: 'integer', unsigned: true },
          pages: relation('oneToMany', 'page', {
            autoPopulate: true,
            joinTable: { name: 'x' },
            ordered: true,
          }),
        }),
        foreignKeys: [],
      },
      [COMPONENT]: { info: {}, indexes, attributes: { text: { type: 'text', column: { unique: true } } } },
    };
    expect(warningsOf(files)).toEqual(
      [
        `${FILE} foreignKeys`,
        `${COMPONENT} indexes`,
        ...['title.columnName', 'title.index', 'title.conditions', 'rank.unsigned'].map(
          (at) => `${FILE} attributes.${at}`,
        ),
        ...['autoPopulate', 'joinTable', 'ordered'].map((at) => `${FILE} attributes.pages.${at}`),
        `${COMPONENT} attributes.text.column`,
      ].map((place) => `${place}: has no effect`),
    );
  });

  it.each([
    ['of a file', { ...typeFile('page', {}), index: [] }],
    ['of an attribute', typeFile('page', { title: { type: 'string', colum: 'x' } })],
  ])('do not hide unknown keys %s', (_place, file) => {
    expect(mistakesOf({ [FILE]: file })).toEqual([expect.stringContaining('unknown key')]);
  });
});
