// Many writes of one request, over REST or GraphQL: their number, the condition of each item, the rights of the caller.
import { coreErrors } from '../../kernel/errors/core-errors';
import type { RequestContext } from '../../kernel/http/request/context';
import type { Uid } from '../model/compiled/content-type';
import type { CallerDocuments } from './documents-as';
import { itemPreconditionOf } from './if-match';
import type { WriteItem, WriteManyArguments, WriteManyResult } from './operations';

/** As a client writes it. */
export interface RequestedItem extends Pick<WriteItem, 'operation' | 'documentId' | 'data' | 'refusal'> {
  readonly ifMatch?: string;
}

interface RequestedApp {
  documentsAs(request: RequestContext): CallerDocuments;
  readonly config: { readonly api: { readonly limits: { readonly bulkItems: number } } };
}

/** Items of one request. A GraphQL operation may have several bulk writes. */
const counted = new WeakMap<RequestContext, number>();

export async function writeRequested(
  app: RequestedApp,
  request: RequestContext,
  uid: Uid,
  { items, ...words }: Omit<WriteManyArguments, 'items'> & { readonly items: readonly RequestedItem[] },
): Promise<WriteManyResult> {
  const { bulkItems } = app.config.api.limits;
  const count = (counted.get(request) ?? 0) + items.length;
  if (count > bulkItems) throw coreErrors.ITEMS_TOO_MANY(count, bulkItems);
  counted.set(request, count);
  return app
    .documentsAs(request)(uid)
    .writeMany({
      ...words,
      items: items.map(({ ifMatch, ...item }) => {
        const precondition = itemPreconditionOf(ifMatch);
        return precondition ? { ...item, precondition } : item;
      }),
    });
}
