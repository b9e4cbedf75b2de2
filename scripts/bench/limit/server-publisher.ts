// A PUT that publishes a page, written by hand for MariaDB, MySQL and PostgreSQL, in one transaction: the steps of publisher.ts.
import type { Where } from '../data/store';
import { documentAnswer } from './answers';
import type { LimitHandler } from './limit-handler';
import { momentAfter, pageOf, pageValues } from './page-body';
import { openPool } from './pools';
import { amongDocuments } from './statements';

const COPIED = ['title', 'slug', 'cover_doc', 'cover_ord', 'seo', 'zone', 'updated_at'];
const ANSWERED = {
  ...{ id: 'id', documentId: 'document_id', title: 'title', slug: 'slug' },
  ...{ createdAt: 'created_at', updatedAt: 'updated_at', publishedAt: 'published_at' },
};

export async function createServerPublisher(where: Where): Promise<LimitHandler> {
  const { pool, collation } = await openPool(where);
  const sql = statements(where.engine === 'postgres', amongDocuments(where.engine, collation));

  return async (method, url, body) => {
    const document = pageOf(method, url);
    const values = document === null ? null : pageValues(body);
    if (!values) return null;
    const { page, files, seo, zone } = values;
    return pool.transaction(async (tx) => {
      const count = async (text: string, ids: readonly string[]): Promise<number> =>
        Number((await tx.all(text, [JSON.stringify(ids)]))[0]?.[0]);
      const [draft, shown] = await tx.all(sql.rows, [document]);
      const isKnown =
        (await count(sql.tags, page.tags)) === page.tags.length &&
        (await count(sql.files, files)) === files.length;
      if (!isKnown || !draft || !shown) return null;
      const moment = momentAfter(draft[2], shown[2]);
      const now = new Date(moment).toISOString();
      await tx.all(sql.save, [page.title, page.slug, page.cover, moment, seo, zone, now, draft[0]]);
      await tx.all(sql.unlink, [draft[0]]);
      await tx.all(
        sql.link(page.tags.length),
        page.tags.flatMap((tag, index) => [draft[0], tag, index + 1, moment]),
      );
      await tx.all(sql.publish, [draft[0], now, shown[0]]);
      await tx.all(sql.unlink, [shown[0]]);
      await tx.all(sql.copyLinks, [shown[0], draft[0]]);
      const [row] = await tx.all(sql.answer, [shown[0]]);
      return row ? documentAnswer(row[0] as string) : null;
    });
  };
}

function statements(isPostgres: boolean, among: string) {
  const mark = (n: number): string => (isPostgres ? `$${n}` : '?');
  const marks = (count: number, from = 1): string[] =>
    Array.from({ length: count }, (_, index) => mark(from + index));
  const count = (table: string): string => `SELECT count(*) FROM ${table} WHERE document_id ${among}`;
  const columns = Object.entries(ANSWERED);
  const answer = isPostgres
    ? `row_to_json((SELECT r FROM (SELECT ${columns.map(([key, column]) => `p.${column} AS "${key}"`).join(', ')}) r))::text`
    : `JSON_OBJECT(${columns.map(([key, column]) => `'${key}', p.${column}`).join(', ')})`;
  const list = COPIED.join(', ');
  const links = 'pages_tags_lnk (source_id, target, ord, inv_ord)';
  return {
    rows: `SELECT id, _status, updated_at FROM pages WHERE document_id = ${mark(1)} ORDER BY _status FOR UPDATE`,
    tags: count('tags'),
    files: count('files'),
    save: `UPDATE pages SET ${COPIED.map((column, index) => `${column} = ${mark(index + 1)}`).join(', ')} WHERE id = ${mark(COPIED.length + 1)}`,
    unlink: `DELETE FROM pages_tags_lnk WHERE source_id = ${mark(1)}`,
    link: (rows: number): string =>
      `INSERT INTO ${links} VALUES ${Array.from({ length: rows }, (_, row) => `(${marks(4, row * 4 + 1).join(', ')})`).join(', ')}`,
    publish: isPostgres
      ? `UPDATE pages SET (${list}) = (SELECT ${list} FROM pages WHERE id = $1), published_at = $2 WHERE id = $3`
      : `UPDATE pages p JOIN pages d ON d.id = ? SET ${COPIED.map((column) => `p.${column} = d.${column}`).join(', ')}, p.published_at = ? WHERE p.id = ?`,
    copyLinks: `INSERT INTO ${links} SELECT ${isPostgres ? '$1::bigint' : '?'}, target, ord, inv_ord FROM pages_tags_lnk WHERE source_id = ${mark(2)}`,
    answer: `SELECT ${answer} FROM pages p WHERE p.id = ${mark(1)}`,
  };
}
