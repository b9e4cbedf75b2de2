import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFiles, loadFiles, typeFile } from '../testing-files';
import { loadDefinitions } from './load';

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

  it('names files at other places, and places that cannot be read', () => {
    const { mistakes, unreadable } = loadFiles({
      'config/content-types/posts/schema.json': typeFile('post'),
      'config/components/seo.json': {},
      'src/api/shop/content-types/order.json': typeFile('order'),
      'src/api/shop/content-types/line/line.json': typeFile('line'),
      'src/api/shop/content-types/bill/schema.json/x.md': '',
      'src/api/shop/content-types/item/schema.json': typeFile('item'),
      'src/api/shop/content-types/item/examples.json': [],
      'src/api/shop/data.json': [],
      'src/api/till/content-types': 'text',
      'src/components/blocks/more/quote.json': {},
    });
    expect(mistakes.map(({ where, message }) => `${where}: ${message}`)).toEqual([
      'src/api/shop/content-types/bill/schema.json: is a folder, and should be a file',
      'src/api/till/content-types: is a file, and should be a folder',
      ...[
        ['config/content-types/posts/schema.json', 'config/content-types/<name>.json'],
        ['src/api/shop/content-types/order.json', 'src/api/shop/content-types/<name>/schema.json'],
        ['src/api/shop/content-types/line/line.json', 'src/api/shop/content-types/<name>/schema.json'],
        ['config/components/seo.json', 'config/components/<category>/<name>.json'],
        ['src/components/blocks/more/quote.json', 'src/components/<category>/<name>.json'],
      ].map(([file, place]) => `${file}: Quire reads no file at this place; move it to ${place}`),
    ]);
    expect(unreadable).toEqual(['api::shop.bill']);
  });

  it('follows links', () => {
    const dir = mkdtempSync(join(tmpdir(), 'quire-links-'));
    mkdirSync(join(dir, 'far/shared'), { recursive: true });
    writeFileSync(join(dir, 'far/shared/seo.json'), '{}');
    mkdirSync(join(dir, 'src/components/own'), { recursive: true });
    symlinkSync(join(dir, 'far/shared'), join(dir, 'src/components/shared'));
    symlinkSync(join(dir, 'far/shared/seo.json'), join(dir, 'src/components/own/meta.json'));
    symlinkSync(join(dir, 'nowhere'), join(dir, 'src/components/own/lost.json'));
    const { components, mistakes } = loadDefinitions(dir);
    rmSync(dir, { recursive: true });
    expect(components.map(({ uid }) => uid)).toEqual(['own.meta', 'shared.seo']);
    expect(mistakes).toEqual([
      { where: 'src/components/own/lost.json', message: 'is a link to a place that does not exist' },
    ]);
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
