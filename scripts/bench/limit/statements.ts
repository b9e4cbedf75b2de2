// The statements of the limit, written by hand, for each database.
import type { Engine, TypeName } from '../data/model';
import { NOTE_COLUMNS, PAGE_SIZE } from './answers';
import { rowJson } from './row-json';

/** `collation`: the collation of the application's columns, on MySQL and MariaDB. In (d) the SQL is naive: the sorter carries the JSON. */
export function limitStatements(engine: Engine, collation = '') {
  const postgres = engine === 'postgres';
  const mark = (n: number): string => (postgres ? `$${n}` : '?');
  const json = (type: TypeName, alias: string): string => rowJson(engine, type, alias);
  const { documents, ids } = lists(engine, collation);
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
    offers: `SELECT ${json('offer', 'o')} FROM offers o ORDER BY o.id LIMIT ${PAGE_SIZE}`,
    offersTotal: 'SELECT count(*) FROM offers',
    parents: `SELECT a.id, a.author_doc, ${json('article', 'a')} FROM articles a ${first}`,
    authors: byDocument('author', 'authors'),
    files: byDocument('file', 'files'),
    articles: byDocument('article', 'articles'),
    tags: `SELECT l.source_id, ${json('tag', 't')} FROM articles_tags_lnk l JOIN tags t ON t.document_id = l.target WHERE l.source_id ${ids} ORDER BY l.source_id, l.ord`,
    filtered: `SELECT ${json('article', 'a')} ${matching} ORDER BY a.title DESC${postgres ? ' NULLS LAST' : ''}, a.id LIMIT ${PAGE_SIZE}`,
    filteredTotal: `SELECT count(*) ${matching}`,
    ofAuthor,
    ofTag,
    search,
    byAuthor: `SELECT ${json('article', 'a')} ${ofAuthor} ${first}`,
    byAuthorTotal: `SELECT count(*) ${ofAuthor}`,
    byTag: `SELECT ${json('article', 'a')} ${ofTag} ${first}`,
    searched: `SELECT ${json('article', 'a')} ${search} ${first}`,
    searchedTotal: `SELECT count(*) ${search}`,
    byTagTotal: `SELECT count(*) ${ofTag}`,
    figures: `SELECT count(*), sum(rating), min(rating), max(rating) FROM articles WHERE rating >= ${mark(1)}`,
    groups: 'SELECT kind, count(*), sum(rating) FROM articles GROUP BY kind ORDER BY kind',
    page: `SELECT ${json('page', 'p')}, p.cover_doc, p.zone FROM pages p WHERE p.document_id = ${mark(1)}`,
    known: `SELECT count(*) FROM tags WHERE document_id ${documents}`,
    insert: `INSERT INTO notes (${NOTE_COLUMNS.join(', ')}) VALUES (${NOTE_COLUMNS.map((_, index) => mark(index + 1)).join(', ')})${postgres ? ' RETURNING id' : ''}`,
    link: `INSERT INTO notes_tags_lnk (source_id, target, ord, inv_ord) VALUES (${mark(1)}, ${mark(2)}, ${mark(3)}, ${mark(4)})`,
    written: `SELECT ${json('note', 'n')} FROM notes n WHERE n.id = ${mark(1)}`,
  };
}

/** A condition on a column with documentIds. */
export const amongDocuments = (engine: Engine, collation: string): string =>
  lists(engine, collation).documents;

/** Conditions on a column: its value is in one JSON parameter. */
function lists(engine: Engine, collation: string): { readonly documents: string; readonly ids: string } {
  switch (engine) {
    case 'sqlite': {
      const among = 'IN (SELECT value FROM json_each(?))';
      return { documents: among, ids: among };
    }
    case 'postgres': {
      const any = (type: string): string => `= ANY (ARRAY(SELECT json_array_elements_text($1::json)${type}))`;
      return { documents: any(''), ids: any('::bigint') };
    }
    case 'mysql': {
      const among = (type: string): string =>
        `IN (SELECT v FROM JSON_TABLE(?, '$[*]' COLUMNS (v ${type} PATH '$')) j)`;
      return { documents: among(`VARCHAR(64) COLLATE ${collation}`), ids: among('BIGINT') };
    }
  }
}
