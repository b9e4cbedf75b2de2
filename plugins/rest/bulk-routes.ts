// Many writes in one request: `POST /api/:plural/actions/bulk`, and an update of all documents that match filters. The caller needs the
// permission of the route, and of the operation of each item.
import {
  type Answer,
  type App,
  type ContentType,
  check,
  coreErrors,
  type DocumentOperation,
  type RequestContext,
  route,
  type WriteManyResult,
  writeRequested,
} from '../../core';
import type { BareRoute } from './routes';
import { type WordRules, wordsOf } from './words';

type BulkApp = Pick<App, 'documentsAs' | 'params' | 'config'>;

export function bulkRoutes(
  app: BulkApp,
  type: ContentType,
  base: string,
  operations: readonly DocumentOperation[],
  rules: WordRules,
): Readonly<Record<string, BareRoute>> {
  if (type.kind === 'singleType') return {};
  const { displayName } = type;
  const known = ['create', 'update', 'delete', ...operations.map(({ name }) => name)];
  const most = app.config.api.limits.bulkItems;

  /** `locale` and other parameters hold for all items. */
  const paramsOf = (request: RequestContext): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(wordsOf(request, rules)).filter(([name]) => app.params.get(name) !== undefined),
    );

  const bulk = route({
    method: 'POST',
    path: `${base}/actions/bulk`,
    action: null,
    summary: `Creates, updates and deletes documents of ${displayName} in one request`,
    body: 'json',
    checks: {
      body: check.object({
        data: check.object({
          items: check.array(
            check.object({
              operation: check.oneOf(...known),
              documentId: check.optional(check.string()),
              data: check.optional(check.anything({ type: 'object' })),
              ifMatch: check.optional(check.string()),
            }),
            { min: 1 },
          ),
          atomic: check.optional(check.boolean(), true),
        }),
      }),
    },
    async handler(request, { body }) {
      const { items, atomic } = body.data;
      return answerOf(await writeRequested(app, request, type.uid, { ...paramsOf(request), items, atomic }));
    },
  });

  const updateByFilter = route({
    method: 'POST',
    path: `${base}/actions/update-by-filter`,
    action: null,
    summary: `Updates all documents of ${displayName} that match filters`,
    body: 'json',
    checks: {
      body: check.object({
        data: check.object({
          filters: check.anything({ type: 'object' }),
          data: check.anything({ type: 'object' }),
          atomic: check.optional(check.boolean(), true),
        }),
      }),
    },
    async handler(request, { body }) {
      const { filters, data, atomic } = body.data;
      if (!check.isPlainObject(filters) || Object.keys(filters).length === 0)
        throw coreErrors.BODY_INVALID(
          'data.filters must have a condition. For all documents, send { "documentId": { "$notNull": true } }',
          { path: 'data.filters' },
        );
      const documents = app.documentsAs(request)(type.uid);
      const params = paramsOf(request);
      const pagination = { limit: most + 1 };
      const found = await documents.findMany({ ...params, filters, fields: ['documentId'], pagination });
      if (found.length > most) throw coreErrors.ITEMS_TOO_MANY(found.length, most);
      const items = found.map(({ documentId }) => ({ documentId, data }));
      return answerOf(await documents.updateMany({ ...params, items, atomic }));
    },
  });
  return { bulk, updateByFilter };
}

function answerOf({ items }: WriteManyResult): Answer {
  const refused = items.filter(({ error }) => error !== null).length;
  return { json: { data: items, meta: { stored: items.length - refused, refused } } };
}
