// The core service of a content type. It reads and writes for code, as in Strapi: the action that calls it cleans the answer.
import type { ContentType } from '../../../core';
import type { Members } from '../project/parts';
import type { Params } from './document-params';
import type { StrapiDocuments } from './documents';

type Own = Members & { getFetchParams(params?: Params): Params };

export function coreService(type: ContentType, documents: StrapiDocuments): Members {
  const { uid } = type;
  const getFetchParams = (params: Params = {}): Params => ({ status: 'published', ...params });
  if (type.kind === 'singleType') {
    const only = async (): Promise<string | null> => {
      const found = (await documents(uid).findFirst({ status: 'draft' })) as { documentId: string } | null;
      return found?.documentId ?? null;
    };
    return {
      getFetchParams,
      find(this: Own, params?: Params) {
        return documents(uid).findFirst(this.getFetchParams(params));
      },
      async createOrUpdate(this: Own, params: Params) {
        const documentId = await only();
        const args = this.getFetchParams(params);
        return documentId === null
          ? documents(uid).create(args)
          : documents(uid).update({ ...args, documentId });
      },
      async delete(this: Own, params?: Params) {
        const documentId = await only();
        if (documentId !== null) await documents(uid).delete({ ...params, documentId });
        return { deletedEntries: documentId === null ? 0 : 1 };
      },
    };
  }
  return {
    getFetchParams,
    find(this: Own, params?: Params) {
      return documents.page(uid, this.getFetchParams(params));
    },
    findOne(this: Own, documentId: string, params?: Params) {
      return documents(uid).findOne({ ...this.getFetchParams(params), documentId });
    },
    create(this: Own, params: Params) {
      return documents(uid).create(this.getFetchParams(params));
    },
    update(this: Own, documentId: string, params: Params) {
      return documents(uid).update({ ...this.getFetchParams(params), documentId });
    },
    delete(this: Own, documentId: string, params?: Params) {
      return documents(uid).delete({ ...params, documentId });
    },
  };
}
