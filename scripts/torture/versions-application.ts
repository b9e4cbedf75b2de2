// The application whose versions are fought over: drafts and locales by their plugins, written to over HTTP.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createKernel, type Kernel } from '../../core';
import type { DatabaseConfig } from '../../core/database/config-types';

export const PAGE = 'api::page.page';
export const TOPIC = 'api::topic.topic';
export const LOCALES: readonly string[] = ['en', 'fr'];

export function writeVersionsApplication(dir: string): void {
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), JSON.stringify(content));
  }
}

export const openVersionsApplication = (dir: string, database: DatabaseConfig): Promise<Kernel> =>
  createKernel({
    dir,
    env: { NODE_ENV: 'production' },
    overrides: {
      database: { ...database },
      server: { port: 0, anonymous: 'full', logs: { level: 'silent' } },
      plugins: {
        rest: true,
        'draft-and-publish': true,
        i18n: { config: { locales: [...LOCALES], strictLocaleFields: false } },
      },
    },
  });

const i18n = (localized: boolean) => ({ pluginOptions: { i18n: { localized } } });
const named = (name: string, attributes: object): [string, object] => [
  `config/content-types/${name}.json`,
  {
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s` },
    options: { draftAndPublish: true },
    ...i18n(true),
    attributes,
  },
];
const relation = (kind: string, target: string, more: object) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
});

const FILES: Readonly<Record<string, object>> = {
  ...Object.fromEntries([
    named('page', {
      title: { type: 'string', required: true, ...i18n(true) },
      code: { type: 'string', unique: true, ...i18n(true) },
      price: { type: 'integer' },
      topic: relation('manyToOne', TOPIC, { inversedBy: 'pages' }),
      topics: relation('manyToMany', TOPIC, { inversedBy: 'all', ...i18n(false) }),
      first: relation('oneToOne', TOPIC, { inversedBy: 'opening' }),
      parts: { type: 'component', component: 'shared.part', repeatable: true, ...i18n(true) },
    }),
    named('topic', {
      name: { type: 'string', ...i18n(true) },
      pages: relation('oneToMany', PAGE, { mappedBy: 'topic' }),
      all: relation('manyToMany', PAGE, { mappedBy: 'topics' }),
      opening: relation('oneToOne', PAGE, { mappedBy: 'first' }),
    }),
  ]),
  'config/components/shared/part.json': {
    info: {},
    attributes: { label: { type: 'string' }, topic: relation('oneToOne', TOPIC, {}) },
  },
};
