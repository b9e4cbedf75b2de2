// An application with drafts, locales and schedules, for the tests.
import type { AnyPlugin } from '../../../core';
import { type Ask, createAsk, createTestApp, type TestApp, type TestDatabase } from '../../../core/testing';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Any = any;

export interface ScheduleApp {
  readonly app: TestApp;
  readonly ask: Ask;
  draft(title: string | null, locale?: string): Promise<string>;
  titles(locale?: string): Promise<string[]>;
  /** Makes the job of a change, or of a release, due now. So no test waits for a time. */
  due(of: { readonly change: number } | { readonly release: number }): Promise<void>;
}

export const POST = 'api::post.post';
/** So far away that the test ends before. */
export const LATER = '2999-01-01T00:00:00Z';
/** A moment that comes soon. */
export const soon = (milliseconds = 3_000): string => new Date(Date.now() + milliseconds).toISOString();

export async function scheduleApp(
  database: TestDatabase,
  plugins: Readonly<Record<string, unknown>> = {},
  given: readonly AnyPlugin[] = [],
): Promise<ScheduleApp> {
  const app = await createTestApp({
    database,
    plugins: given,
    contentTypes: [
      {
        info: { singularName: 'post', pluralName: 'posts' },
        options: { draftAndPublish: true },
        pluginOptions: { i18n: { localized: true } },
        attributes: {
          title: { type: 'string', required: true, pluginOptions: { i18n: { localized: true } } },
          slug: { type: 'string', minLength: 20, private: true },
          code: { type: 'string', unique: true, pluginOptions: { i18n: { localized: true } } },
        },
      },
      { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
    ],
    config: {
      server: { logs: { level: 'silent' } },
      plugins: {
        'draft-and-publish': true,
        i18n: true,
        jobs: { enabled: true, config: { poll: 20, lease: 1 } },
        schedule: true,
        ...plugins,
      },
    },
  });
  const ask = createAsk(() => `${app.url}/api`);
  const posts = app.documents(POST) as Any;
  return {
    app,
    ask,
    due: (of) =>
      app.kernel.database.transaction(async (tx) => {
        const [[plan]] = (
          'release' in of
            ? [[of.release]]
            : await tx.all('SELECT plan FROM schedule_changes WHERE id = ?', [of.change])
        ) as [[number]];
        await tx.run('UPDATE jobs SET due = 1 WHERE id = (SELECT job FROM schedule_plans WHERE id = ?)', [
          plan,
        ]);
      }),
    draft: async (title, locale) =>
      (await posts.create({ data: { title }, status: 'draft', ...(locale ? { locale } : {}) })).documentId,
    titles: async (locale = 'en') =>
      (await posts.findMany({ status: 'published', locale, sort: 'id' })).map((each: Any) => each.title),
  };
}
