// The limit on MySQL, MariaDB and PostgreSQL: the same statements, prepared on the server. It counts totals beside the page,
// because other processes may write.
import type { Engine, TypeName } from '../data/model';
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
import { createMysqlPool, createPostgresPool, type Rows } from './pools';
import { rowJson } from './row-json';
import { deepZone, flatZone, parseZone, wantedBy } from './zone';

export async function createServerLimit(where: Where): Promise<LimitHandler> {
  const { engine } = where;
  const pool = engine === 'mysql' ? createMysqlPool(where) : createPostgresPool(where);
  const [version] = await pool.all('SELECT version()', []);
  const sql = statements(
    engine,
    /mariadb/i.test(String(version?.[0])) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin',
  );

  const totalOf = async (text: string, params: readonly unknown[] = []): Promise<number> =>
    Number((await pool.all(text, params))[0]?.[0]);
  const textsOf = (rows: Rows): string[] => rows.map(([text]) => text as string);
  const matching = async (page: string, total: string, value: string | number): Promise<string> => {
    const [rows, count] = await Promise.all([pool.all(page, [value]), totalOf(total, [value])]);
    return listAnswer(textsOf(rows), count);
  };
  const ask = async (text: string, documents: ReadonlySet<string>): Promise<Map<string, string>> => {
    if (documents.size === 0) return new Map();
    const rows = await pool.all(text, [JSON.stringify([...documents])]);
    return new Map(rows.map(([document, row]) => [document as string, row as string]));
  };

  const readPage = async (document: string, query: string): Promise<string | null> => {
    const [row] = await pool.all(sql.page, [document]);
    if (!row) return null;
    const entries = parseZone(row[2] as string);
    const text = (row[0] as string).slice(0, -1);
    if (query === ALL) {
      const cover = (await ask(sql.files, new Set([row[1] as string]))).get(row[1] as string) ?? 'null';
      return documentAnswer(`${text},"cover":${cover},"zone":${flatZone(entries)}}`);
    }
    const wanted = wantedBy(entries);
    const [file, author, article] = await Promise.all([
      ask(sql.files, wanted.file),
      ask(sql.authors, wanted.author),
      ask(sql.articles, wanted.article),
    ]);
    return documentAnswer(`${text},"zone":${deepZone(entries, { file, author, article })}}`);
  };

  const writeNote = async (body: string): Promise<string | null> => {
    const note = parseNote(body);
    if (!note) return null;
    return pool.transaction(async (tx) => {
      if (note.tags.length > 0) {
        const [found] = await tx.all(sql.known, [JSON.stringify(note.tags)]);
        if (Number(found?.[0]) !== note.tags.length) return null;
      }
      const id = await tx.insert(sql.insert, [note.document, ...note.values, note.now, note.now]);
      for (const [index, target] of note.tags.entries())
        await tx.all(sql.link, [id, target, index + 1, Date.now()]);
      const [row] = await tx.all(sql.written, [id]);
      return row ? documentAnswer(row[0] as string) : null;
    });
  };

  return async (method, url, body) => {
    if (method === 'POST') return url === NOTES ? writeNote(body) : null;
    switch (url) {
      case LIST: {
        const [rows, total] = await Promise.all([pool.all(sql.list, []), totalOf(sql.total)]);
        return listAnswer(textsOf(rows), total);
      }
      case POPULATED: {
        const [rows, total] = await Promise.all([pool.all(sql.parents, []), totalOf(sql.total)]);
        const documents = JSON.stringify([...new Set(rows.map((row) => row[1]))]);
        const ids = JSON.stringify(rows.map((row) => Number(row[0])));
        const [authors, tags] = await Promise.all([
          pool.all(sql.authors, [documents]),
          pool.all(sql.tags, [ids]),
        ]);
        return listAnswer(populatedTexts(rows, authors, tags), total);
      }
      case FILTERED:
        return matching(sql.filtered, sql.filteredTotal, 5);
      case BY_AUTHOR:
        return matching(sql.byAuthor, sql.byAuthorTotal, AUTHOR_NAME);
      case BY_TAG:
        return matching(sql.byTag, sql.byTagTotal, TAG_NAME);
      case SEARCHED:
        return matching(sql.searched, sql.searchedTotal, SEARCHED_TEXT);
    }
    if (url.startsWith(ONE)) {
      const [row] = await pool.all(sql.one, [url.slice(ONE.length)]);
      return row ? documentAnswer(row[0] as string) : null;
    }
    if (!url.startsWith(PAGES)) return null;
    const mark = url.indexOf('?');
    return readPage(url.slice(PAGES.length, mark), url.slice(mark));
  };
}

/** `collation`: the collation of the application's columns, on MySQL and MariaDB. */
function statements(engine: Engine, collation: string) {
  const postgres = engine === 'postgres';
  const mark = (n: number): string => (postgres ? `$${n}` : '?');
  const json = (type: TypeName, alias: string): string => rowJson(engine, type, alias);
  const documents = postgres
    ? '= ANY (ARRAY(SELECT json_array_elements_text($1::json)))'
    : `IN (SELECT v FROM JSON_TABLE(?, '$[*]' COLUMNS (v VARCHAR(64) COLLATE ${collation} PATH '$')) j)`;
  const ids = postgres
    ? '= ANY (ARRAY(SELECT json_array_elements_text($1::json)::bigint))'
    : `IN (SELECT v FROM JSON_TABLE(?, '$[*]' COLUMNS (v BIGINT PATH '$')) j)`;
  const byDocument = (type: TypeName, table: string): string =>
    `SELECT x.document_id, ${json(type, 'x')} FROM ${table} x WHERE x.document_id ${documents}`;
  const first = `ORDER BY a.id LIMIT ${PAGE_SIZE}`;
  const matching = `FROM articles a WHERE a.rating >= ${mark(1)}`;
  const ofAuthor = `FROM articles a WHERE a.author_doc IN (SELECT document_id FROM authors WHERE name = ${mark(1)})`;
  const search = `FROM articles a WHERE ${postgres ? 'strpos(lower(a.title), $1)' : 'instr(lower(a.title), ?)'} > 0`;
  const ofTag = `FROM articles a WHERE a.id IN (SELECT l.source_id FROM articles_tags_lnk l JOIN tags t ON t.document_id = l.target WHERE t.name = ${mark(1)})`;

  return {
    one: `SELECT ${json('article', 'a')} FROM articles a WHERE a.document_id = ${mark(1)}`,
    list: `SELECT ${json('article', 'a')} FROM articles a ${first}`,
    total: 'SELECT count(*) FROM articles',
    parents: `SELECT a.id, a.author_doc, ${json('article', 'a')} FROM articles a ${first}`,
    authors: byDocument('author', 'authors'),
    files: byDocument('file', 'files'),
    articles: byDocument('article', 'articles'),
    tags: `SELECT l.source_id, ${json('tag', 't')} FROM articles_tags_lnk l JOIN tags t ON t.document_id = l.target WHERE l.source_id ${ids} ORDER BY l.source_id, l.ord`,
    filtered: `SELECT ${json('article', 'a')} ${matching} ORDER BY a.title DESC${postgres ? ' NULLS LAST' : ''}, a.id LIMIT ${PAGE_SIZE}`,
    filteredTotal: `SELECT count(*) ${matching}`,
    byAuthor: `SELECT ${json('article', 'a')} ${ofAuthor} ${first}`,
    byAuthorTotal: `SELECT count(*) ${ofAuthor}`,
    byTag: `SELECT ${json('article', 'a')} ${ofTag} ${first}`,
    searched: `SELECT ${json('article', 'a')} ${search} ${first}`,
    searchedTotal: `SELECT count(*) ${search}`,
    byTagTotal: `SELECT count(*) ${ofTag}`,
    page: `SELECT ${json('page', 'p')}, p.cover_doc, p.zone FROM pages p WHERE p.document_id = ${mark(1)}`,
    known: `SELECT count(*) FROM tags WHERE document_id ${documents}`,
    insert: `INSERT INTO notes (${NOTE_COLUMNS.join(', ')}) VALUES (${NOTE_COLUMNS.map((_, index) => mark(index + 1)).join(', ')})${postgres ? ' RETURNING id' : ''}`,
    link: `INSERT INTO notes_tags_lnk (source_id, target, ord, inv_ord) VALUES (${mark(1)}, ${mark(2)}, ${mark(3)}, ${mark(4)})`,
    written: `SELECT ${json('note', 'n')} FROM notes n WHERE n.id = ${mark(1)}`,
  };
}
