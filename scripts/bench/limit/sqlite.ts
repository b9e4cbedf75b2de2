// The limit on SQLite: statements written by hand and prepared once, one reader, one writer, all synchronous.
import Database from 'better-sqlite3';
import type { TypeName } from '../data/model';
import type { Where } from '../data/store';
import {
  ALL,
  AUTHOR_NAME,
  BY_AUTHOR,
  BY_TAG,
  FILTERED,
  LIST,
  NOTES,
  ONE,
  PAGES,
  POPULATED,
  SEARCHED,
  SEARCHED_TEXT,
  TAG_NAME,
} from '../paths';
import { documentAnswer, listAnswer, NOTE_COLUMNS, PAGE_SIZE, parseNote, populatedTexts } from './answers';
import type { LimitHandler } from './limit-handler';
import { rowJson } from './row-json';
import { deepZone, flatZone, parseZone, wantedBy } from './zone';

type Rows = readonly (readonly unknown[])[];

const json = (type: TypeName, alias: string): string => rowJson('sqlite', type, alias);
const AMONG = 'IN (SELECT value FROM json_each(?))';

export function createSqliteLimit({ filename }: Where): LimitHandler {
  const reader = new Database(filename, { readonly: true });
  reader.pragma('cache_size = -16000');
  const writer = new Database(filename, { timeout: 1000 });
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = NORMAL');
  writer.pragma('foreign_keys = ON');

  const texts = (sql: string) => reader.prepare<unknown[], string>(sql).pluck();
  const rows = (sql: string) => {
    const statement = reader.prepare<unknown[]>(sql).raw();
    return (...params: unknown[]) => statement.all(...params) as Rows;
  };

  const total = Number(reader.prepare('SELECT count(*) FROM articles').pluck().get());
  const one = texts(`SELECT ${json('article', 'a')} FROM articles a WHERE a.document_id = ?`);
  const list = texts(`SELECT ${json('article', 'a')} FROM articles a ORDER BY a.id LIMIT ${PAGE_SIZE}`);
  const parents = rows(
    `SELECT a.id, a.author_doc, ${json('article', 'a')} FROM articles a ORDER BY a.id LIMIT ${PAGE_SIZE}`,
  );
  const tags = rows(
    `SELECT l.source_id, ${json('tag', 't')} FROM articles_tags_lnk l JOIN tags t ON t.document_id = l.target
     WHERE l.source_id ${AMONG} ORDER BY l.source_id, l.ord`,
  );
  const byDocument = (type: TypeName, table: string) =>
    rows(`SELECT x.document_id, ${json(type, 'x')} FROM ${table} x WHERE x.document_id ${AMONG}`);
  const authors = byDocument('author', 'authors');
  const files = byDocument('file', 'files');
  const articles = byDocument('article', 'articles');

  // Naive SQL: the sorter carries the JSON, and each request counts.
  const matching = `FROM articles a WHERE a.rating >= ?`;
  const filtered = texts(
    `SELECT ${json('article', 'a')} ${matching} ORDER BY a.title DESC, a.id LIMIT ${PAGE_SIZE}`,
  );
  const matchingTotal = reader.prepare<unknown[], number>(`SELECT count(*) ${matching}`).pluck();

  // Ids first, so that no row outside the page becomes JSON.
  const named = (condition: string, name: string) => {
    const among = `FROM articles a WHERE ${condition}`;
    const first = texts(
      `SELECT ${json('article', 'a')} FROM (SELECT a.id AS k ${among} ORDER BY a.id LIMIT ${PAGE_SIZE}) p
       JOIN articles a ON a.id = p.k ORDER BY p.k`,
    );
    const count = Number(reader.prepare(`SELECT count(*) ${among}`).pluck().get(name));
    return () => listAnswer(first.all(name), count);
  };
  const byAuthor = named('a.author_doc IN (SELECT document_id FROM authors WHERE name = ?)', AUTHOR_NAME);
  const byTag = named(
    `a.id IN (SELECT l.source_id FROM articles_tags_lnk l JOIN tags t ON t.document_id = l.target
     WHERE t.name = ?)`,
    TAG_NAME,
  );
  const searched = named('instr(lower(a.title), ?) > 0', SEARCHED_TEXT);

  const page = rows(`SELECT ${json('page', 'p')}, p.cover_doc, p.zone FROM pages p WHERE p.document_id = ?`);

  const insert = writer.prepare(
    `INSERT INTO notes (${NOTE_COLUMNS.join(', ')}) VALUES (${NOTE_COLUMNS.map(() => '?').join(', ')})`,
  );
  const known = writer
    .prepare<unknown[], number>(`SELECT count(*) FROM tags WHERE document_id ${AMONG}`)
    .pluck();
  const link = writer.prepare(
    'INSERT INTO notes_tags_lnk (source_id, target, ord, inv_ord) VALUES (?, ?, ?, ?)',
  );
  const written = writer
    .prepare<unknown[], string>(`SELECT ${json('note', 'n')} FROM notes n WHERE n.id = ?`)
    .pluck();
  const begin = writer.prepare('BEGIN IMMEDIATE');
  const commit = writer.prepare('COMMIT');
  const rollback = writer.prepare('ROLLBACK');

  const mapOf = (found: Rows) =>
    new Map(found.map(([document, text]) => [document as string, text as string]));
  const ask = (
    statement: (...params: unknown[]) => Rows,
    documents: ReadonlySet<string>,
  ): Map<string, string> =>
    documents.size === 0 ? new Map() : mapOf(statement(JSON.stringify([...documents])));

  const readPage = (document: string, query: string): string | null => {
    const [row] = page(document);
    if (!row) return null;
    const entries = parseZone(row[2] as string);
    const text = (row[0] as string).slice(0, -1);
    if (query === ALL) {
      const cover = files(JSON.stringify([row[1]]))[0]?.[1] ?? 'null';
      return documentAnswer(`${text},"cover":${cover},"zone":${flatZone(entries)}}`);
    }
    const wanted = wantedBy(entries);
    const found = {
      file: ask(files, wanted.file),
      author: ask(authors, wanted.author),
      article: ask(articles, wanted.article),
    };
    return documentAnswer(`${text},"zone":${deepZone(entries, found)}}`);
  };

  const writeNote = (body: string): string | null => {
    const note = parseNote(body);
    if (!note) return null;
    const values = note.values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    begin.run();
    if (note.tags.length > 0 && known.get(JSON.stringify(note.tags)) !== note.tags.length) {
      rollback.run();
      return null;
    }
    const { lastInsertRowid } = insert.run(note.document, ...values, note.now, note.now);
    note.tags.forEach((target, index) => {
      link.run(lastInsertRowid, target, index + 1, Date.now());
    });
    const text = written.get(lastInsertRowid) ?? null;
    commit.run();
    return text === null ? null : documentAnswer(text);
  };

  return (method, url, body) => {
    if (method === 'POST') return url === NOTES ? writeNote(body) : null;
    switch (url) {
      case LIST:
        return listAnswer(list.all(), total);
      case POPULATED: {
        const found = parents();
        const documents = JSON.stringify([...new Set(found.map((row) => row[1]))]);
        const ids = JSON.stringify(found.map((row) => row[0]));
        return listAnswer(populatedTexts(found, authors(documents), tags(ids)), total);
      }
      case FILTERED:
        return listAnswer(filtered.all(5), matchingTotal.get(5) ?? 0);
      case BY_AUTHOR:
        return byAuthor();
      case BY_TAG:
        return byTag();
      case SEARCHED:
        return searched();
    }
    if (url.startsWith(ONE)) {
      const text = one.get(url.slice(ONE.length));
      return text === undefined ? null : documentAnswer(text);
    }
    if (!url.startsWith(PAGES)) return null;
    const mark = url.indexOf('?');
    return readPage(url.slice(PAGES.length, mark), url.slice(mark));
  };
}
