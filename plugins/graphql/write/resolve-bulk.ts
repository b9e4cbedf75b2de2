// `bulkArticles`: many writes of one content type, by the mechanism of `POST /api/articles/actions/bulk`.
import {
  type App,
  type ContentType,
  check,
  coreErrors,
  type RequestedItem,
  writeRequested,
} from '../../../core';
import { paramWords, type ReadSources, type Resolver } from '../read/read-sources';
import { toData } from './to-data';

export type BulkApp = Pick<App, 'documentsAs' | 'config'>;

export function bulkResolver(type: ContentType, sources: ReadSources, app: BulkApp): Resolver {
  const { model } = sources;
  return async (_root, args, context) => {
    await context.authorize(`${type.uid}.bulk`);
    const given = args.items as readonly Readonly<Record<string, unknown>>[];
    if (given.length === 0)
      throw coreErrors.BODY_INVALID('items must have at least one item', { path: ['items'] });
    const { items } = await writeRequested(app, context.request, type.uid, {
      ...paramWords(args, model),
      items: given.map((item) => itemOf(item)),
      atomic: args.atomic === true,
    });
    const refused = items.filter(({ error }) => error !== null).length;
    return { items, stored: items.length - refused, refused };
  };

  /** Data that has no form of the document service refuses its item only. */
  function itemOf({
    operation,
    documentId,
    data,
    ifMatch,
  }: Readonly<Record<string, unknown>>): RequestedItem {
    const item = {
      operation: String(operation),
      ...(typeof documentId === 'string' ? { documentId } : {}),
      ...(typeof ifMatch === 'string' ? { ifMatch } : {}),
    };
    if (!check.isPlainObject(data)) return item;
    try {
      return { ...item, data: toData(data, model.of(type.uid), model) };
    } catch (error) {
      return { ...item, refusal: error };
    }
  }
}
