// What the page asks beside documents: the model, the state of listed rows, and where a document is used.
import { type App, type ContentType, check, type RouteDefinition, route } from '../../../core';
import { adminErrors } from '../errors';
import type { ServedExtension } from '../extensions/extensions';
import { describeModel } from '../model/describe-model';
import { OPEN } from '../types';
import { usesOf } from './uses';

const TAGS = ['Admin'];
const MOST_IDS = 100;

export function contentRoutes(
  app: App,
  base: string,
  name: string,
  extensions: () => readonly ServedExtension[],
): readonly RouteDefinition[] {
  const typeOf = typeFinder(app);
  return [
    route({
      method: 'GET',
      path: `${base}/model`,
      action: OPEN,
      tags: TAGS,
      summary: 'Returns the content model and what the caller may do',
      handler: async (request) => ({
        json: {
          name,
          prefix: app.config.api.rest.prefix,
          maxLimit: app.config.api.rest.maxLimit,
          development: app.environment === 'development',
          user: { id: request.state.user?.id ?? null, username: request.state.user?.username ?? '' },
          plugins: app.plugins.map((plugin) => plugin.name),
          extensions: extensions(),
          actions: app.actions
            .names()
            .filter((action) => action.startsWith('plugin::') && request.can(action)),
          ...(await describeModel(app, request)),
        },
      }),
    }),
    route({
      method: 'GET',
      path: `${base}/states/:uid`,
      action: OPEN,
      tags: TAGS,
      summary: 'Returns the state of documents, by locale',
      checks: { query: check.object({ ids: check.string({ min: 1, max: MOST_IDS * 40 }) }) },
      async handler(request, { params, query }) {
        const type = typeOf(params.uid);
        const ids = query.ids.split(',').slice(0, MOST_IDS);
        return { json: { data: await statesOf(type, ids, app.documentsAs(request)(type.uid)) } };
      },
    }),
    route({
      method: 'GET',
      path: `${base}/uses/:uid/:documentId`,
      action: OPEN,
      tags: TAGS,
      summary: 'Lists documents that link to a document, as far as the caller may read them',
      handler: async (request, { params }) => ({
        json: { data: await usesOf(app, request, typeOf(params.uid), params.documentId) },
      }),
    }),
  ];
}

export const typeFinder =
  (app: Pick<App, 'schema'>) =>
  (uid: string): ContentType => {
    const type = app.schema.types.get(uid);
    if (!type?.api) throw adminErrors.ADMIN_TYPE(uid);
    return type;
  };

type Found = { readonly documentId: string; readonly locale?: unknown; readonly updatedAt?: unknown };
interface Reader {
  findMany(words: Readonly<Record<string, unknown>>): Promise<readonly Found[]>;
}
interface State {
  readonly locale: string | null;
  readonly state: 'draft' | 'changed' | 'published';
  readonly updatedAt: unknown;
}

/** documentId → its rows, one for each locale. */
async function statesOf(type: ContentType, ids: readonly string[], documents: Reader) {
  const has = (axis: string): boolean => type.axes.some((use) => use.axis.name === axis);
  const all = {
    filters: { documentId: { $in: ids } },
    fields: ['documentId', 'updatedAt', ...(has('locale') ? ['locale'] : [])],
    pagination: { limit: MOST_IDS * 10 },
    ...(has('locale') ? { locale: '*' } : {}),
  };
  const localeOf = ({ locale }: Found): string | null => (typeof locale === 'string' ? locale : null);
  const keyOf = (row: Found): string => `${row.documentId} ${localeOf(row)}`;
  const states: Record<string, State[]> = {};
  const add = (row: Found, state: State['state']): void => {
    states[row.documentId] = [
      ...(states[row.documentId] ?? []),
      { locale: localeOf(row), state, updatedAt: row.updatedAt ?? null },
    ];
  };
  if (!has('status')) {
    for (const row of await documents.findMany(all)) add(row, 'published');
    return states;
  }
  const drafts = { ...all, status: 'draft' };
  const rows = await documents.findMany(drafts);
  const keysOf = async (publicationFilter: string): Promise<ReadonlySet<string>> =>
    new Set((await documents.findMany({ ...drafts, publicationFilter })).map(keyOf));
  const [changed, never] = await Promise.all([keysOf('modified'), keysOf('never-published')]);
  for (const row of rows)
    add(row, never.has(keyOf(row)) ? 'draft' : changed.has(keyOf(row)) ? 'changed' : 'published');
  return states;
}
