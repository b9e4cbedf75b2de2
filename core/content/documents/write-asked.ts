// Many writes that a request asks for, over REST or GraphQL: their number, the condition of each item, the rights of the caller.
import { coreErrors } from '../../kernel/errors/core-errors';
import type { RequestContext } from '../../kernel/http/request/context';
import type { Uid } from '../model/compiled/content-type';
import type { CallerDocuments } from './documents-as';
import { itemPreconditionOf } from './if-match';
import type { WriteItem, WriteManyArguments, WriteManyResult } from './operations';

/** As a client writes it. */
export interface AskedItem extends Pick<WriteItem, 'operation' | 'documentId' | 'data' | 'refusal'> {
  readonly ifMatch?: string;
}

interface AskingApp {
  documentsAs(request: RequestContext): CallerDocuments;
  readonly config: { readonly api: { readonly limits: { readonly bulkItems: number } } };
}

/** Items of one request. A GraphQL operation may have several bulk writes. */
const asked = new WeakMap<RequestContext, number>();

export async function writeAsked(
  app: AskingApp,
  request: RequestContext,
  uid: Uid,
  { items, ...words }: Omit<WriteManyArguments, 'items'> & { readonly items: readonly AskedItem[] },
): Promise<WriteManyResult> {
  const { bulkItems } = app.config.api.limits;
  const count = (asked.get(request) ?? 0) + items.length;
  if (count > bulkItems) throw coreErrors.ITEMS_TOO_MANY(count, bulkItems);
  asked.set(request, count);
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
