// The application with drafts and locales by their plugins. The scenarios write to it over HTTP.
import { relation, typeFile } from '../../core/content/model/testing-files';
import type { Application } from './test-application';

export const PAGE = 'api::page.page';
export const LOCALES: readonly string[] = ['en', 'fr'];

const i18n = (localized: boolean) => ({ pluginOptions: { i18n: { localized } } });
const more = { options: { draftAndPublish: true }, ...i18n(true) };

export const PAGES: Application = {
  plugins: [],
  enabled: {
    rest: true,
    'draft-and-publish': true,
    i18n: { config: { locales: [...LOCALES], strictLocaleFields: false } },
  },
  files: {
    'config/content-types/page.json': typeFile(
      'page',
      {
        title: { type: 'string', required: true, ...i18n(true) },
        code: { type: 'string', unique: true, ...i18n(true) },
        price: { type: 'integer' },
        topic: relation('manyToOne', 'topic', { inversedBy: 'pages' }),
        topics: relation('manyToMany', 'topic', { inversedBy: 'all', ...i18n(false) }),
        first: relation('oneToOne', 'topic', { inversedBy: 'opening' }),
        parts: { type: 'component', component: 'shared.part', repeatable: true, ...i18n(true) },
      },
      more,
    ),
    'config/content-types/topic.json': typeFile(
      'topic',
      {
        name: { type: 'string', ...i18n(true) },
        pages: relation('oneToMany', 'page', { mappedBy: 'topic' }),
        all: relation('manyToMany', 'page', { mappedBy: 'topics' }),
        opening: relation('oneToOne', 'page', { mappedBy: 'first' }),
      },
      more,
    ),
    'config/components/shared/part.json': {
      info: {},
      attributes: { label: { type: 'string' }, topic: relation('oneToOne', 'topic') },
    },
  },
};
