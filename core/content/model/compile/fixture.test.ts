// Compiles the definition files of the conformance suite, which many tests use.
import { join } from 'node:path';
import { createAttributeRegistry } from '../../attributes/registry';
import { loadDefinitions } from '../read/load';
import { compileSchema } from './compile';

const definitions = loadDefinitions(join(process.cwd(), 'conformance/schema'));
const schema = compileSchema({
  definitions,
  registry: createAttributeRegistry(),
  livePlugins: new Set(),
  disabledPlugins: {
    names: [],
    has: () => false,
    providerOf: (_kind, name) => (name === 'media' ? 'upload' : undefined),
  },
});

describe('the fixture', () => {
  it('has its types and components', () => {
    expect([...schema.types.keys()]).toEqual(
      'article author category check group hidden homepage label peek plain pointer profile restaurant sample setting strictdoc tag zoo'
        .split(' ')
        .map((name) => `api::${name}.${name}`),
    );
    expect([...schema.components.keys()]).toEqual(
      'link meta pin quote ref seo slider strict'.split(' ').map((name) => `shared.${name}`),
    );
  });

  it('has waiting attributes for media and users', () => {
    expect(schema.waiting.map(({ owner, name, reason }) => `${owner}.${name} ${reason}`)).toEqual([
      'api::article.article.cover needs the plugin "upload"',
      'api::article.article.gallery needs the plugin "upload"',
      'api::article.article.owner needs the plugin "users-permissions"',
      'api::check.check.imgs needs the plugin "upload"',
      'api::strictdoc.strictdoc.cover needs the plugin "upload"',
      'shared.seo.image needs the plugin "upload"',
      'shared.slider.files needs the plugin "upload"',
    ]);
  });

  it('keeps the order of attributes between the system fields', () => {
    const tag = schema.types.get('api::tag.tag');
    expect([...(tag?.scalars.keys() ?? [])]).toEqual(['id', 'documentId', 'name', 'createdAt', 'updatedAt']);
    const article = schema.types.get('api::article.article');
    expect([...(article?.attributes.keys() ?? [])].slice(20)).toEqual(
      'cover gallery category tags author related owner seo links zone'.split(' '),
    );
    expect(article).toMatchObject({
      kind: 'collectionType',
      table: 'articles',
      api: true,
      pluralName: 'articles',
    });
    expect(schema.types.get('api::setting.setting')).toMatchObject({ kind: 'singleType', table: 'settings' });
  });

  it('gives both sides of a relation one storage', () => {
    const owner = schema.types.get('api::article.article')?.attributes.get('category');
    const inverse = schema.types.get('api::category.category')?.attributes.get('articles');
    expect(owner).toMatchObject({
      holdsLinks: true,
      many: false,
      inverse: 'articles',
      storage: { column: 'category_doc' },
    });
    expect(inverse).toMatchObject({ holdsLinks: false, many: true, inverse: 'category' });
    expect(inverse).toHaveProperty('storage', owner?.kind === 'relation' ? owner.storage : null);
  });

  it('warns about options of disabled plugins, once per file and key', () => {
    const article = schema.warnings.filter(({ where }) => where.includes('/article/'));
    expect(article.map(({ at }) => at)).toHaveLength(3);
    expect(schema.warnings.some(({ where }) => where.includes('components'))).toBe(false);
  });
});
