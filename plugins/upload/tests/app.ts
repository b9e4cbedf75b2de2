// An application with files: a type with media, and media in components.

import type { AnyPlugin, ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing/create-test-app';
import type { TestDatabase } from '../../../core/testing/databases';

export const MEDIA = { type: 'media', multiple: false, allowedTypes: ['images'] };

export const CONTENT: Pick<TestAppOptions, 'components'> & {
  readonly contentTypes: readonly ContentTypeDefinition[];
} = {
  contentTypes: [
    {
      info: { singularName: 'article', pluralName: 'articles' },
      options: { draftAndPublish: true },
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
        cover: MEDIA,
        gallery: { type: 'media', multiple: true },
        banner: { ...MEDIA, pluginOptions: { i18n: { localized: true } } },
        hidden: { ...MEDIA, private: true },
        seo: { type: 'component', component: 'shared.seo' },
        zone: { type: 'dynamiczone', components: ['shared.seo', 'shared.slider'] },
      },
    },
    {
      info: { singularName: 'strict', pluralName: 'stricts' },
      options: { draftAndPublish: true },
      attributes: { title: { type: 'string' }, cover: { ...MEDIA, required: true } },
    },
  ],
  components: {
    'shared.seo': { info: {}, attributes: { words: { type: 'string' }, image: MEDIA } },
    'shared.slider': {
      info: {},
      attributes: { files: { type: 'media', multiple: true, allowedTypes: ['images', 'files'] } },
    },
  },
};

export const openApp = (
  upload: object = {},
  {
    database,
    plugins = {},
    added = [],
    env = {},
    middlewares,
    api,
  }: {
    readonly database?: TestDatabase;
    readonly plugins?: object;
    readonly added?: readonly AnyPlugin[];
    readonly env?: Readonly<Record<string, string>>;
    readonly middlewares?: readonly unknown[];
    readonly api?: object;
  } = {},
): Promise<TestApp> =>
  createTestApp({
    ...CONTENT,
    ...(database ? { database } : {}),
    plugins: added,
    env,
    config: {
      ...(middlewares ? { middlewares: middlewares as never } : {}),
      ...(api ? { api } : {}),
      server: { anonymous: 'full' },
      plugins: {
        rest: true,
        'draft-and-publish': true,
        i18n: { config: { locales: ['en', 'fr'] } },
        upload: { config: upload },
        ...plugins,
      },
    },
  });
