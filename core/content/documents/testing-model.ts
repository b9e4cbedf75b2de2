// The content model of this folder's tests: every kind of relation, nested components, unique attributes.
import { relation, typeFile } from '../model/testing-files';

const types = (named: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(named).map(([name, file]) => [`config/content-types/${name}.json`, file]),
  );

export const MODEL = {
  ...types({
    article: typeFile('article', {
      title: { type: 'string', required: true, minLength: 3 },
      slug: { type: 'uid', targetField: 'title' },
      code: { type: 'string', unique: true },
      rating: { type: 'integer', min: 1, max: 5 },
      kind: { type: 'enumeration', enum: ['news', 'blog'], default: 'news' },
      secret: { type: 'password' },
      hidden: { type: 'string', private: true },
      author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
      tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
      cover: relation('oneToOne', 'cover', { inversedBy: 'article' }),
      anything: relation('morphToMany'),
      seo: { type: 'component', component: 'shared.seo' },
      links: { type: 'component', component: 'shared.link', repeatable: true, max: 3 },
      zone: { type: 'dynamiczone', components: ['shared.link', 'shared.quote'] },
    }),
    author: typeFile('author', {
      name: { type: 'string' },
      articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
    }),
    tag: typeFile('tag', {
      name: { type: 'string' },
      articles: relation('manyToMany', 'article', { mappedBy: 'tags' }),
    }),
    cover: typeFile('cover', {
      name: { type: 'string' },
      article: relation('oneToOne', 'article', { mappedBy: 'cover' }),
    }),
    setting: typeFile('setting', { name: { type: 'string' } }, { kind: 'singleType' }),
  }),
  'config/components/shared/seo.json': {
    info: {},
    attributes: {
      title: { type: 'string', required: true },
      text: { type: 'string' },
      metas: { type: 'component', component: 'shared.link', repeatable: true },
    },
  },
  'config/components/shared/link.json': {
    info: {},
    attributes: {
      label: { type: 'string', maxLength: 5 },
      mark: { type: 'string', unique: true },
      tags: relation('oneToMany', 'tag'),
      tag: relation('oneToOne', 'tag'),
    },
  },
  'config/components/shared/quote.json': { info: {}, attributes: { words: { type: 'text' } } },
};

export const ARTICLE = 'api::article.article';
export const AUTHOR = 'api::author.author';
export const TAG = 'api::tag.tag';
export const COVER = 'api::cover.cover';
export const SETTING = 'api::setting.setting';
