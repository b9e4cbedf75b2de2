// A free uid for a text, such as the address of an article from its title. The save of the document checks it: rules of the attribute, and
// documents that take it meanwhile.
import {
  type App,
  type ContentType,
  check,
  coreErrors,
  type RouteDefinition,
  route,
  type UidOptions,
  uidCandidates,
} from '../../../core';
import { adminErrors } from '../errors';
import { OPEN } from '../types';
import { typeFinder } from './content';

/** More documents with one title have no use for a suggestion. */
const MOST_TRIED = 200;
/** `limits.arrayLimit` of an application may be low. */
const TOGETHER = 20;
const MOST_SIGNS = 1_000;

export function uidRoute(app: App, base: string): RouteDefinition {
  const typeOf = typeFinder(app);
  return route({
    method: 'GET',
    path: `${base}/uid/:uid/:attribute`,
    action: OPEN,
    tags: ['Admin'],
    summary: 'Returns a free uid for a text; null: there is none',
    checks: {
      query: check.object({
        text: check.string({ max: MOST_SIGNS }),
        documentId: check.optional(check.string({ min: 1, max: 191 })),
      }),
    },
    async handler(request, { params, query }) {
      const type = typeOf(params.uid);
      const right = `${type.uid}.${query.documentId === undefined ? 'create' : 'update'}`;
      if (!request.can(right)) throw coreErrors.ACCESS_FORBIDDEN(request.visibility.hint?.(right));
      const attribute = type.attributes.get(params.attribute);
      if (attribute?.kind !== 'scalar' || attribute.type.name !== 'uid')
        throw adminErrors.ADMIN_UID(type.uid, params.attribute);
      // Which documents share their values is known when the document is saved.
      if (type.scopes.length > 0) return { json: { data: { uid: null } } };
      const candidates = uidCandidates(query.text, attribute.options as UidOptions, MOST_TRIED);
      for (let start = 0; start < candidates.length; start += TOGETHER) {
        const some = candidates.slice(start, start + TOGETHER);
        const taken = await takenOf(app, type, attribute.name, some, query.documentId);
        const free = some.find((each) => !taken.has(each));
        if (free !== undefined) return { json: { data: { uid: free } } };
      }
      return { json: { data: { uid: null } } };
    },
  });
}

/** Those that another document has, in its draft or in its published version, in any locale. */
async function takenOf(
  app: App,
  type: ContentType,
  name: string,
  candidates: readonly string[],
  documentId: string | undefined,
): Promise<ReadonlySet<string>> {
  const has = (axis: string): boolean => type.axes.some((use) => use.axis.name === axis);
  const words = {
    filters: {
      [name]: { $in: candidates },
      ...(documentId === undefined ? {} : { documentId: { $ne: documentId } }),
    },
    fields: [name],
    pagination: { limit: -1 },
    ...(has('locale') ? { locale: '*' } : {}),
  };
  const stages = has('status') ? [{ status: 'draft' }, { status: 'published' }] : [{}];
  const found = await Promise.all(
    stages.map((stage) => app.documents(type.uid).findMany({ ...words, ...stage } as object)),
  );
  return new Set(found.flat().map((document) => String(document[name])));
}
