// The limit on MySQL, MariaDB and PostgreSQL: the same statements, prepared on the server. It counts totals beside the page,
// because other processes may write.
import type { Where } from '../data/store';
import {
  ALL,
  AUTHOR_NAME,
  BY_AUTHOR,
  BY_TAG,
  FIGURES,
  FILTERED,
  GRAPHQL,
  GROUPS,
  LIST,
  NOTES,
  OFFERS,
  ONE,
  PAGES,
  POPULATED,
  SEARCHED,
  SEARCHED_TEXT,
  TAG_NAME,
} from '../paths';
import {
  documentAnswer,
  figuresAnswer,
  groupsAnswer,
  listAnswer,
  parseNote,
  populatedTexts,
} from './answers';
import type { LimitHandler } from './limit-handler';
import { openPool, type Rows } from './pools';
import { limitStatements } from './statements';
import { deepZone, flatZone, parseZone, wantedBy } from './zone';

export async function createServerLimit(where: Where): Promise<LimitHandler> {
  const { pool, collation } = await openPool(where);
  const sql = limitStatements(where.engine, collation);

  const totalOf = async (text: string, params: readonly unknown[] = []): Promise<number> =>
    Number((await pool.all(text, params))[0]?.[0]);
  const textsOf = (rows: Rows): string[] => rows.map(([text]) => text as string);
  const firstPage = async (page: string, total: string): Promise<string> => {
    const [rows, count] = await Promise.all([pool.all(page, []), totalOf(total)]);
    return listAnswer(textsOf(rows), count);
  };
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
    if (method === 'POST') {
      if (url === NOTES) return writeNote(body);
      if (url !== GRAPHQL) return null;
      if (body === FIGURES) return figuresAnswer(await pool.all(sql.figures, [5]));
      return body === GROUPS ? groupsAnswer(await pool.all(sql.groups, [])) : null;
    }
    switch (url) {
      case LIST:
        return firstPage(sql.list, sql.total);
      case OFFERS:
        return firstPage(sql.offers, sql.offersTotal);
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
