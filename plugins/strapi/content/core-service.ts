// The core service of a content type. It reads and writes for code, as in Strapi: the action that calls it cleans the answer.
import type { ContentType } from '../../../core';
import type { Members } from '../project/parts';
import type { Params } from './document-params';
import type { StrapiDocuments } from './documents';
import { keepRights } from './scope';

type Own = Members & { getFetchParams(params?: Params): Params };

/** The project may replace `getFetchParams`, and not the rights of the call. */
const fetched = (own: Own, params: Params = {}): Params => keepRights(params, own.getFetchParams(params));

export function coreService(type: ContentType, documents: StrapiDocuments): Members {
  const { uid } = type;
  const getFetchParams = (params: Params = {}): Params => ({ status: 'published', ...params });
  const remove = async (documentId: string, params?: Params): Promise<object> => {
    const { entries } = (await documents(uid).delete({ ...params, documentId })) as {
      readonly entries: unknown[];
    };
    return { deletedEntries: entries.length };
  };
  if (type.kind === 'singleType') {
    const only = async (): Promise<string | null> => {
      const found = (await documents(uid).findFirst({ status: 'draft' })) as { documentId: string } | null;
      return found?.documentId ?? null;
    };
    return {
      getFetchParams,
      find(this: Own, params?: Params) {
        return documents(uid).findFirst(fetched(this, params));
      },
      async createOrUpdate(this: Own, params: Params) {
        const documentId = await only();
        const args = fetched(this, params);
        return documentId === null
          ? documents(uid).create(args)
          : documents(uid).update({ ...args, documentId });
      },
      async delete(this: Own, params?: Params) {
        const documentId = await only();
        return documentId === null ? { deletedEntries: 0 } : remove(documentId, params);
      },
    };
  }
  return {
    getFetchParams,
    find(this: Own, params?: Params) {
      return documents.page(uid, fetched(this, params));
    },
    findOne(this: Own, documentId: string, params?: Params) {
      return documents(uid).findOne({ ...fetched(this, params), documentId });
    },
    create(this: Own, params: Params) {
      return documents(uid).create(fetched(this, params));
    },
    update(this: Own, documentId: string, params: Params) {
      return documents(uid).update({ ...fetched(this, params), documentId });
    },
    delete(this: Own, documentId: string, params?: Params) {
      return remove(documentId, params);
    },
  };
}
