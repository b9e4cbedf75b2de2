// Rows of a content type: what `strapi.db.query` and `strapi.entityService` read and write. A document with drafts has two rows for each
// locale. Writes go through the document service, so that rules, hooks and links hold.
import type { App, ContentType, DocumentObject } from '../../../core';
import type { Params } from './document-params';
import { knownData } from './known-data';
import { unobserved } from './origin';
import { ordered, sortedBehind, sortKeys } from './row-order';
import type { RowAnswer, RowQuery, Status } from './row-query';
import type { Rights } from './scope';
import { asInStrapi } from './user-rows';

export type StoredRow = DocumentObject;

export interface Rows {
  find(query: RowQuery): Promise<readonly StoredRow[]>;
  count(query: Pick<RowQuery, 'filters' | 'rights' | 'status' | 'locale'>): Promise<number>;
  /** Makes a published document, unless the data have `publishedAt: null`. */
  create(data: Params, answer: RowAnswer): Promise<StoredRow | null>;
  update(row: StoredRow, data: Params, answer: RowAnswer): Promise<StoredRow | null>;
  /** The published row only, or the document in the locale of a draft. */
  remove(row: StoredRow, rights: Partial<Rights>): Promise<void>;
}

export function createRows(app: Pick<App, 'documents' | 'schema'>, type: ContentType): Rows {
  const { uid } = type;
  const has = (axis: string): boolean => type.axes.some((one) => one.axis.name === axis);
  const statuses: readonly Status[] = has('status') ? ['draft', 'published'] : ['published'];
  const inLocale = (locale: unknown) => (has('locale') && locale !== undefined ? { locale } : {});
  const documents = () => unobserved(app.documents(uid));
  const statusOf = (row: StoredRow): Status =>
    has('status') && (row.publishedAt === null || row.publishedAt === undefined) ? 'draft' : 'published';
  const place = (row: StoredRow) => ({
    documentId: row.documentId,
    ...(typeof row.locale === 'string' ? { locale: row.locale } : {}),
  });

  return {
    async find({ filters, fields, populate, sort, start, limit, rights, status: only, locale }) {
      const lists: StoredRow[][] = [];
      const orders = new Map<number, object>();
      const behind = statuses.length > 1 && only === null ? sortedBehind(sort) : null;
      for (const status of only === null ? statuses : [only]) {
        // Each list may have all rows of the page.
        const pagination = limit === null ? {} : { pagination: { start: 0, limit: start + limit || 1 } };
        const query = { filters, sort: sort ?? 'id', status, ...pagination, ...inLocale(locale), ...rights };
        lists.push(
          await documents().findMany({ ...query, fields: withKeys(fields, sort), populate } as object),
        );
        if (behind)
          for (const row of await documents().findMany({ ...query, ...behind } as object))
            orders.set(row.id, row);
      }
      const rows =
        lists.length > 1 ? ordered(lists.flat(), sort, (row) => orders.get(row.id) ?? row) : lists.flat();
      const page = rows.slice(start, limit === null ? undefined : start + limit);
      return populate === undefined ? page : asInStrapi(page);
    },
    async count({ filters, rights, status: only, locale }) {
      let total = 0;
      for (const status of only === null ? statuses : [only])
        total += await documents().count({ filters, status, ...inLocale(locale), ...rights } as object);
      return total;
    },
    async create(data, { rights, ...answer }) {
      const { publishedAt, locale, ...values } = data;
      const status: Status = publishedAt === null ? 'draft' : 'published';
      const place = typeof locale === 'string' ? { locale } : {};
      const args = { ...answer, ...rights, status, ...place, data: knownData(values, type, app.schema) };
      return documents().create(args as object);
    },
    async update(row, data, { rights, ...answer }) {
      const { publishedAt } = data;
      const values = knownData(data, type, app.schema);
      const status: Status =
        publishedAt === undefined ? statusOf(row) : publishedAt === null ? 'draft' : 'published';
      if (publishedAt === null && statusOf(row) === 'published') {
        const service = documents();
        if (typeof service.unpublish === 'function')
          await service.unpublish({ ...place(row), ...rights } as never);
      }
      return documents().update({ ...answer, ...place(row), ...rights, status, data: values } as never);
    },
    async remove(row, rights) {
      const service = documents();
      const args = { ...place(row), ...rights } as never;
      if (has('status') && statusOf(row) === 'published' && typeof service.unpublish === 'function')
        await service.unpublish(args);
      else await service.delete(args);
    },
  };
}

/** The keys by which rows of two lists are put in order and found again. */
function withKeys(fields: unknown, sort: unknown): unknown {
  if (fields === undefined || fields === '*') return fields;
  const names = Array.isArray(fields) ? fields.map(String) : String(fields).split(',');
  const keys = sortKeys(sort).flatMap(({ path: [name, ...rest] }) =>
    name && rest.length === 0 ? [name] : [],
  );
  return [...new Set([...names, ...keys])].filter((name) => name !== '*');
}
