// `strapi.db`: queries of rows, transactions. `strapi.entityService` is built on the same rows.
import { type App, type ContentType, clientLimits } from '../../../core';
import type { Params } from '../content/document-params';
import type { Lifecycles } from '../content/lifecycles';
import type { Kind } from '../content/row-events';
import { inVariant, keepVariant, type RowAnswer, type RowQuery, rowQuery } from '../content/row-query';
import { createRows, type Rows, type StoredRow } from '../content/rows';
import { keepRights, type Rights } from '../content/scope';
import { namesIn, selectedValues } from '../content/selected-values';
import { USER, withHandles } from '../content/user-rows';
import { offering } from '../project/out-of-reach';

type Uses = Pick<App, 'documents' | 'schema' | 'config' | 'database' | 'users'>;

export type RowsOf = (uid: string) => { readonly rows: Rows; query(params: Params): RowQuery };

export function createRowsOf(app: Uses): RowsOf {
  const known = new Map<string, ReturnType<RowsOf>>();
  const typeOf = (uid: string): ContentType => {
    const type = app.schema.types.get(uid);
    if (type) return type;
    throw new Error(`There is no content type "${uid}"`);
  };
  return (uid) => {
    const type = typeOf(uid);
    const made = known.get(uid) ?? {
      rows: uid === USER ? userRows(app, createRows(app, type)) : createRows(app, type),
      query: (params: Params) => rowQuery(params, type, app.schema),
    };
    known.set(uid, made);
    return made;
  };
}

const userRows = (app: Uses, rows: Rows): Rows => ({
  ...rows,
  find: async (query) => withHandles(app, await rows.find(query)),
  create: async (data, answer) => withHandles(app, await rows.create(data, answer)),
  update: async (row, data, answer) => withHandles(app, await rows.update(row, data, answer)),
});

/** `…Many` changes all rows or none. */
export function queryOf(
  app: Pick<App, 'database'>,
  rowsOf: RowsOf,
  { many, reads }: Pick<Lifecycles, 'many' | 'reads'>,
) {
  return (uid: string) => {
    const { rows, query } = rowsOf(uid);
    const first = async (params: Params): Promise<StoredRow | null> =>
      (await rows.find({ ...query(params), limit: 1 }))[0] ?? null;
    /** The rows that a write or a count means: of a call, its `where`, rights, status and locale. */
    const meant = (params: Params): Params =>
      keepVariant(params, keepRights(params, { where: params.where }));
    const matching = (params: Params) => rows.find(query(meant(params)));
    const answer = (params: Params): RowAnswer => {
      const { fields, populate, rights } = query(params);
      return { fields, populate, rights };
    };
    const noAnswer = (params: Params): RowAnswer => answer(keepRights(params, {}));
    const dataOf = (params: Params): Params => (params.data ?? {}) as Params;
    const removeAll = async (found: readonly StoredRow[], rights: Partial<Rights>): Promise<void> => {
      // The end of a draft is the end of its published row.
      const drafts = new Set(found.filter(isDraft).map(placeOf));
      for (const row of found) if (isDraft(row) || !drafts.has(placeOf(row))) await rows.remove(row, rights);
    };
    // A change of many rows may take long.
    const all = <T>(kind: Kind, params: Params, work: (params: Params) => Promise<T>): Promise<T> =>
      app.database.transaction(() => many(uid, kind, { ...params }, work), { timeout: 0 });
    const findMany = (given: Params = {}) =>
      reads.around(uid, 'FindMany', given, async (params) =>
        (await rows.find(query(params))).map((row) => selectedValues(row, params)),
      );
    const count = (given: Params = {}) =>
      reads.around(uid, 'Count', given, (params) => rows.count(query(meant(params))));
    const members = {
      findMany,
      findOne: (given: Params = {}) =>
        reads.around(uid, 'FindOne', given, async (params) => selectedValues(await first(params), params)),
      findWithCount: async (params: Params = {}) => [await findMany(params), await count(params)],
      async findPage(params: Params = {}) {
        const page = Math.max(1, Number(params.page ?? 1));
        const pageSize = Math.max(1, Number(params.pageSize ?? 10));
        const results = await findMany({ ...params, offset: (page - 1) * pageSize, limit: pageSize });
        const total = await count(params);
        return { results, pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } };
      },
      count,
      create: async (params: Params) =>
        reads.written(uid, selectedValues(await rows.create(dataOf(params), answer(params)), params)),
      createMany: (given: Params) =>
        all('Create', given, async (params) => {
          const list = [params.data].flat() as Params[];
          const ids = [];
          for (const data of list) ids.push((await rows.create(data, noAnswer(params)))?.id);
          return { count: ids.length, ids };
        }),
      async update(params: Params) {
        const row = await first(meant(params));
        if (row === null) return null;
        const saved = await rows.update(row, dataOf(params), answer(params));
        return reads.written(uid, selectedValues(saved, params));
      },
      updateMany: (given: Params) =>
        all('Update', given, async (params) => {
          const found = await matching(params);
          for (const row of found) await rows.update(row, dataOf(params), noAnswer(params));
          return { count: found.length };
        }),
      async delete(params: Params) {
        const row = await first(meant(params));
        if (row === null) return null;
        const shown = await first({ ...params, where: { id: row.id } });
        await rows.remove(row, answer(params).rights);
        return selectedValues(shown, params);
      },
      deleteMany: (given: Params = {}) =>
        all('Delete', given, async (params) => {
          const found = await matching(params);
          await removeAll(found, answer(params).rights);
          return { count: found.length };
        }),
    };
    return offering(members, (member) => `strapi.db.query('${uid}').${member}`);
  };
}

const isDraft = ({ publishedAt }: StoredRow): boolean => publishedAt === null || publishedAt === undefined;
const placeOf = ({ documentId, locale }: StoredRow): string => `${documentId} ${String(locale)}`;

const KEYS = ['id', 'documentId'];

/** Ids of rows, and documentIds. */
export function entityServiceOf(app: Uses, rowsOf: RowsOf, db: ReturnType<typeof queryOf>) {
  const toQuery = ({
    filters,
    fields,
    sort,
    start,
    limit,
    publicationState: _,
    status: __,
    ...others
  }: Params): Params => ({
    ...others,
    where: filters,
    select: fields && [...KEYS, ...namesIn(fields)],
    orderBy: sort,
    offset: start,
    limit,
  });
  /** Reads show drafts in the default locale, unless the call names others. Relations, too. */
  const toRead = (params: Params, locale: unknown = params.locale): Params =>
    inVariant(toQuery(params), { status: params.status === 'published' ? 'published' : 'draft', locale });
  const idOf = (id: unknown): Params =>
    typeof id === 'number' || /^\d+$/.test(String(id)) ? { id: Number(id) } : { documentId: String(id) };
  const hasDrafts = (uid: string): boolean =>
    app.schema.types.get(uid)?.axes.some(({ axis }) => axis.name === 'status') === true;
  /** Without events: it is a part of the read that has them. */
  const placeWhere = async (uid: string, id: unknown, params: Params): Promise<Params | null> => {
    const { rows, query } = rowsOf(uid);
    const asked = query(keepRights(params, { where: idOf(id), limit: 1 }));
    const [row] = await rows.find(asked);
    if (row === undefined) return null;
    const { documentId, locale } = row;
    return typeof locale === 'string' ? { documentId, locale } : { documentId };
  };
  return {
    findMany(uid: string, params: Params = {}) {
      const isSingle = app.schema.types.get(uid)?.kind === 'singleType';
      return isSingle ? db(uid).findOne(toRead(params)) : db(uid).findMany(toRead(params));
    },
    async findOne(uid: string, id: unknown, params: Params = {}) {
      // The id may be that of another row of the document.
      const where = hasDrafts(uid) ? await placeWhere(uid, id, params) : idOf(id);
      return where && db(uid).findOne({ ...toRead(params, '*'), where });
    },
    async findPage(uid: string, params: Params = {}) {
      const { defaultLimit } = clientLimits(app.config.api);
      return db(uid).findPage({ ...toRead(params), pageSize: params.pageSize ?? defaultLimit });
    },
    count: (uid: string, params: Params = {}) => db(uid).count(toRead(params)),
    create: (uid: string, params: Params) => db(uid).create({ ...toQuery(params), data: params.data }),
    update: (uid: string, id: unknown, params: Params) =>
      db(uid).update({ ...toQuery(params), where: idOf(id), data: params.data }),
    delete: (uid: string, id: unknown, params: Params = {}) =>
      db(uid).delete({ ...toQuery(params), where: idOf(id) }),
  };
}
