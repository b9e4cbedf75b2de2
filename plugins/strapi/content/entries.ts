// `entries` of `delete`, `publish`, `unpublish` and `discardDraft`: the rows that the call removes or makes.
import type { App, ContentType, DocumentObject } from '../../../core';
import type { Params } from './document-params';
import { unobserved } from './origin';

type Rows = readonly DocumentObject[];

/** Call it before the work, and the result afterwards. null: the value of the call is the only entry. */
export async function entriesAround(
  app: Pick<App, 'documents'>,
  { uid, axes }: ContentType,
  action: string,
  { documentId, locale, fields, populate, caller, visibility }: Params,
): Promise<() => Promise<Rows | null>> {
  const rights = { ...(caller ? { caller } : {}), ...(visibility ? { visibility } : {}) };
  const rows = (status: 'draft' | 'published'): Promise<Rows> =>
    unobserved(app.documents(uid)).findMany({
      ...{ filters: { documentId }, status, locale, fields, populate },
      ...rights,
    } as never);
  const hasDrafts = axes.some(({ axis }) => axis.name === 'status');
  switch (action) {
    case 'delete': {
      const removed = [...(await rows('draft')), ...(hasDrafts ? await rows('published') : [])];
      return async () => removed;
    }
    case 'unpublish': {
      const removed = await rows('published');
      return async () => removed;
    }
    case 'publish':
      return async () => (locale === '*' ? rows('published') : null);
    case 'discardDraft': {
      if (locale !== '*') return async () => null;
      const live = new Set((await rows('published')).map((row) => row.locale));
      return async () => (await rows('draft')).filter((row) => live.has(row.locale));
    }
    default:
      return async () => null;
  }
}
