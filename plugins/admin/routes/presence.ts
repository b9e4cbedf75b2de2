// Who else has a document open, as server-sent events. Only for callers who may read the document.
import { type App, check, coreErrors, type RouteDefinition, route } from '../../../core';
import type { Users } from '../../users-permissions';
import { createStreams, type Streams } from '../presence/streams';
import { createViewers } from '../presence/viewers';
import type { Sessions } from '../sessions/sessions';
import { OPEN } from '../types';
import { typeFinder } from './content';

export function presenceRoute(
  app: App,
  base: string,
  users: () => Users,
  sessions: Sessions,
  seconds: number,
): RouteDefinition {
  let made: Streams | null = null;
  /** Created with the first stream, so that a process without streams reads no messages. */
  const streamsOf = (): Streams => {
    if (made) return made;
    made = createStreams(app, users, createViewers(app.bus), seconds);
    sessions.onEnd(made.end);
    return made;
  };
  const typeOf = typeFinder(app);
  return route({
    method: 'GET',
    path: `${base}/presence/:uid/:documentId`,
    action: OPEN,
    tags: ['Admin'],
    summary: 'Says who else has a document open, as server-sent events',
    checks: { query: check.object({ locale: check.optional(check.string({ min: 1, max: 20 })) }) },
    async handler(request, { params: { uid, documentId }, query: { locale } }) {
      const type = typeOf(uid);
      const axisOf = (name: string) => type.axes.find(({ axis }) => axis.name === name)?.axis;
      // A page whose user may not list the locales names none.
      const shown = axisOf('locale') && (locale ?? String(axisOf('locale')?.defaultValue()));
      const read = async (): Promise<void> => {
        const asked = {
          fields: ['documentId'],
          ...(axisOf('status') && request.can(`${uid}.readDraft`) ? { status: 'draft' as const } : {}),
          ...(shown === undefined ? {} : { locale: shown }),
        };
        const documents = app.documentsAs(request)(type.uid);
        const found =
          type.kind === 'singleType'
            ? await documents.findFirst({ filters: { documentId }, ...asked })
            : await documents.findOne({ documentId, ...asked });
        if (!found) throw coreErrors.DOCUMENT_NOT_FOUND();
      };
      await read();
      return streamsOf().open(request, JSON.stringify([uid, documentId, shown ?? null]), async () => {
        await app.server.authenticate(request);
        await app.server.authorize(request, { action: OPEN, method: 'GET' });
        await read();
      });
    },
  });
}
