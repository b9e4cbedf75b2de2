import { compileFiles, loadFiles, typeFile } from '../testing-files';

describe('loading definitions', () => {
  it('reads both layouts and gives each file its uid', () => {
    const { types, components, mistakes } = loadFiles({
      'config/content-types/posts.json': typeFile('post'),
      'config/components/shared/seo.json': { info: {}, attributes: {} },
      'src/api/shop/content-types/order-line/schema.json': typeFile('line'),
      'src/components/blocks/quote.json': { info: {}, attributes: {} },
      'src/api/shop/content-types/order-line/lifecycles.js': 'text',
      'src/api/shop/routes/order.js': 'text',
      'src/components/readme.md': 'text',
      'config/content-types/.gitkeep': '',
    });
    expect(mistakes).toEqual([]);
    expect(types.map(({ uid, source }) => [uid, source])).toEqual([
      ['api::post.post', 'config/content-types/posts.json'],
      ['api::shop.order-line', 'src/api/shop/content-types/order-line/schema.json'],
    ]);
    expect(components.map(({ uid }) => uid)).toEqual(['shared.seo', 'blocks.quote']);
  });

  it('returns no definitions for an empty folder', () => {
    expect(loadFiles({ 'readme.md': '' })).toEqual({
      types: [],
      components: [],
      unreadable: [],
      mistakes: [],
    });
    expect(compileFiles({ 'readme.md': '' }).types.size).toBe(0);
  });

  it('accepts types with only names and attributes, without components', () => {
    const schema = compileFiles({
      'config/content-types/post.json':
        '\uFEFF{"$schema":"x","info":{"singularName":"blog-post","pluralName":"blog-posts"},"attributes":{}}',
    });
    expect(schema.types.get('api::blog-post.blog-post')).toMatchObject({
      kind: 'collectionType',
      collectionName: 'blog_posts',
      displayName: 'blog-post',
    });
  });
});
