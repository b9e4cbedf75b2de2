// A PUT that publishes a page, written by hand for SQLite, in one transaction. It checks the body and its targets, writes the
// draft with its links, copies it to the published row, and reads the answer.
import Database from 'better-sqlite3';
import type { Where } from '../data/store';
import { documentAnswer } from './answers';
import type { LimitHandler } from './limit-handler';
import { momentAfter, pageOf, pageValues } from './page-body';

const AMONG = 'IN (SELECT value FROM json_each(?))';
const VALUES = 'title, slug, cover_doc, cover_ord, seo, zone, updated_at';

export function createPublisher({ filename }: Where): LimitHandler {
  const writer = new Database(filename, { timeout: 1000 });
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = NORMAL');
  writer.pragma('foreign_keys = ON');
  const count = (table: string) =>
    writer.prepare<unknown[], number>(`SELECT count(*) FROM ${table} WHERE document_id ${AMONG}`).pluck();
  const [tags, files] = [count('tags'), count('files')];
  const rows = writer
    .prepare<unknown[]>(`SELECT id, _status, updated_at FROM pages WHERE document_id = ? ORDER BY _status`)
    .raw();
  const save = writer.prepare(
    'UPDATE pages SET title = ?, slug = ?, cover_doc = ?, cover_ord = ?, seo = ?, zone = ?, updated_at = ? WHERE id = ?',
  );
  const publish = writer.prepare(
    `UPDATE pages SET (${VALUES}) = (SELECT ${VALUES} FROM pages WHERE id = ?), published_at = ? WHERE id = ?`,
  );
  const unlink = writer.prepare('DELETE FROM pages_tags_lnk WHERE source_id = ?');
  const link = writer.prepare(
    'INSERT INTO pages_tags_lnk (source_id, target, ord, inv_ord) VALUES (?, ?, ?, ?)',
  );
  const copyLinks = writer.prepare(
    'INSERT INTO pages_tags_lnk (source_id, target, ord, inv_ord) SELECT ?, target, ord, inv_ord FROM pages_tags_lnk WHERE source_id = ?',
  );
  const answer = writer
    .prepare<unknown[], string>(
      `SELECT json_object('id', id, 'documentId', document_id, 'title', title, 'slug', slug, 'createdAt', created_at, 'updatedAt', updated_at, 'publishedAt', published_at) FROM pages WHERE id = ?`,
    )
    .pluck();
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((text) =>
    writer.prepare(text),
  );

  return (method, url, body) => {
    const document = pageOf(method, url);
    const values = document === null ? null : pageValues(body);
    if (!values) return null;
    const { page, seo, zone } = values;
    begin?.run();
    const isKnown =
      tags.get(JSON.stringify(page.tags)) === page.tags.length &&
      files.get(JSON.stringify(values.files)) === values.files.length;
    const [draft, shown] = rows.all(document) as unknown[][];
    if (!isKnown || !draft || !shown) {
      rollback?.run();
      return null;
    }
    const moment = momentAfter(draft[2], shown[2]);
    const now = new Date(moment).toISOString();
    save.run(page.title, page.slug, page.cover, moment, seo, zone, now, draft[0]);
    unlink.run(draft[0]);
    page.tags.forEach((tag, index) => {
      link.run(draft[0], tag, index + 1, moment);
    });
    publish.run(draft[0], now, shown[0]);
    unlink.run(shown[0]);
    copyLinks.run(shown[0], draft[0]);
    const text = answer.get(shown[0]) ?? null;
    commit?.run();
    return text === null ? null : documentAnswer(text);
  };
}
