// An application with drafts, locales, components and links, for the tests.
import { type Ask, createAsk, createTestApp, type TestApp, type TestDatabase } from '../../../core/testing';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Any = any;

export interface HistoryApp {
  readonly app: TestApp;
  readonly ask: Ask;
}

const localized = { pluginOptions: { i18n: { localized: true } } };

export async function historyApp(
  database: TestDatabase,
  plugins: Readonly<Record<string, unknown>> = {},
): Promise<HistoryApp> {
  const app = await createTestApp({
    database,
    components: {
      'shared.block': {
        info: { displayName: 'Block' },
        attributes: {
          text: { type: 'text' },
          note: { type: 'string', private: true },
          tag: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' },
        },
      },
    },
    contentTypes: [
      {
        info: { singularName: 'post', pluralName: 'posts' },
        options: { draftAndPublish: true },
        ...localized,
        attributes: {
          title: { type: 'string', required: true, ...localized },
          code: { type: 'string' },
          secret: { type: 'string', private: true, ...localized },
          password: { type: 'password', ...localized },
          blocks: { type: 'component', component: 'shared.block', repeatable: true, ...localized },
          zone: { type: 'dynamiczone', components: ['shared.block'], ...localized },
          tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', ...localized },
          main: { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag', ...localized },
        },
      },
      { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
      {
        kind: 'singleType',
        info: { singularName: 'home', pluralName: 'homes' },
        attributes: { title: { type: 'string' } },
      },
      { info: { singularName: 'plain', pluralName: 'plains' }, attributes: { title: { type: 'string' } } },
    ],
    config: {
      server: { logs: { level: 'silent' } },
      plugins: {
        'draft-and-publish': true,
        i18n: true,
        jobs: { enabled: true, config: { poll: 20 } },
        history: {
          enabled: true,
          config: { types: { 'api::plain.plain': false, 'api::tag.tag': { keep: 3 } } },
        },
        ...plugins,
      },
    },
  });
  const ask = createAsk(() => `${app.url}/api`);
  return { app, ask };
}
