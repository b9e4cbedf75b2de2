// The routes of preview links: make one, and end all of a document.
import {
  type App,
  type ContentType,
  check,
  coreErrors,
  ownDocumentId,
  type RequestContext,
  type RouteDefinition,
  requestCaller,
  restBase,
  route,
} from '../../../core';
import { parallelAxes, previewLinkAction } from '../status';
import type { PreviewLinks } from './preview-links';

const { integer, object, optional, string } = check;
const text = string({ min: 1, max: 191 });
/** Of a link: one day; at most 30 days. */
const HOURS = 24;
const MOST_HOURS = 720;

export function previewRoutes(app: App, links: PreviewLinks, type: ContentType): RouteDefinition[] {
  const isSingle = type.kind === 'singleType';
  const path = `${restBase(app.config.api, type)}${isSingle ? '' : '/:documentId'}/preview-links`;
  const parallel = parallelAxes(type);
  const params: RouteDefinition['checks'] = isSingle ? {} : { params: object({ documentId: text }) };
  const query = object(Object.fromEntries(parallel.map(({ name }) => [name, optional(text)])));
  const common = { path, action: previewLinkAction(type.uid), tags: [type.displayName] } as const;

  const idOf = (request: RequestContext): string => {
    const id = isSingle ? ownDocumentId(type, request.caller) : request.params.documentId;
    if (id === undefined) throw coreErrors.DOCUMENT_NOT_FOUND();
    return id;
  };
  /** The id of a document with a draft that the caller may read. `axes`: of the draft. */
  const readable = async (
    request: RequestContext,
    axes: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const documentId = idOf(request);
    // Rules of the caller may differ between lists and single documents.
    const action = `${type.uid}.${isSingle ? 'find' : 'findOne'}`;
    const visibility = await app.server.authorize(request, { action, method: 'GET' });
    const caller = requestCaller(request.principal, visibility, request);
    const words = { status: 'draft', filters: { documentId }, fields: ['documentId'], ...axes };
    if (!(await app.documents(type.uid).findFirst({ ...words, caller, visibility } as object)))
      throw coreErrors.DOCUMENT_NOT_FOUND();
    return documentId;
  };

  return [
    route({
      ...common,
      method: 'POST',
      body: 'json',
      cacheControl: 'no-store',
      summary: `Makes a link that shows the draft of a document of ${type.displayName}`,
      checks: {
        ...params,
        query,
        body: object({ hours: optional(integer({ min: 1, max: MOST_HOURS }), HOURS) }),
      },
      async handler(request, { query: asked, body }) {
        const given = asked as Readonly<Record<string, string | undefined>>;
        const axes = Object.fromEntries(
          parallel.map((axis) => [axis.name, given[axis.name] ?? String(axis.defaultValue())]),
        );
        const documentId = await readable(request, axes);
        const made = await links.create(
          { type: type.uid, documentId, axes },
          (body as { hours: number }).hours,
        );
        return {
          status: 201,
          json: { data: { token: made.token, expiresAt: made.expiresAt.toISOString() } },
        };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      summary: `Ends all preview links of a document of ${type.displayName}`,
      checks: params,
      async handler(request) {
        const anywhere = Object.fromEntries(parallel.map(({ name }) => [name, '*']));
        const documentId = await readable(request, anywhere);
        return { json: { data: { ended: await links.end(type.uid, documentId) } } };
      },
    }),
  ];
}
