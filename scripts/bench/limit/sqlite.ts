// The limit on SQLite: statements written by hand and prepared once, one reader, one writer, all synchronous.
import Database from 'better-sqlite3';
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
  PAGE_SIZE,
  parseNote,
  populatedTexts,
} from './answers';
import type { LimitHandler } from './limit-handler';
import { rowJson } from './row-json';
import { limitStatements } from './statements';
import { deepZone, flatZone, parseZone, wantedBy } from './zone';

type Rows = readonly (readonly unknown[])[];

const sql = limitStatements('sqlite');

export function createSqliteLimit({ filename }: Where): LimitHandler {
  const reader = new Database(filename, { readonly: true });
  reader.pragma('cache_size = -16000');
  const writer = new Database(filename, { timeout: 1000 });
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = NORMAL');
  writer.pragma('foreign_keys = ON');

  const texts = (text: string) => reader.prepare<unknown[], string>(text).pluck();
  const rows = (text: string) => {
    const statement = reader.prepare<unknown[]>(text).raw();
    return (...params: unknown[]) => statement.all(...params) as Rows;
  };

  const total = Number(reader.prepare(sql.total).pluck().get());
  const offers = texts(sql.offers);
  const offersTotal = Number(reader.prepare(sql.offersTotal).pluck().get());
  const [one, list, filtered] = [texts(sql.one), texts(sql.list), texts(sql.filtered)];
  const [parents, tags, page] = [rows(sql.parents), rows(sql.tags), rows(sql.page)];
  const [authors, files, articles] = [rows(sql.authors), rows(sql.files), rows(sql.articles)];
  const matchingTotal = reader.prepare<unknown[], number>(sql.filteredTotal).pluck();

  // Ids first, so that no row outside the page becomes JSON.
  const named = (among: string, name: string) => {
    const first = texts(
      `SELECT ${rowJson('sqlite', 'article', 'a')} FROM (SELECT a.id AS k ${among} ORDER BY a.id LIMIT ${PAGE_SIZE}) p
       JOIN articles a ON a.id = p.k ORDER BY p.k`,
    );
    const count = Number(reader.prepare(`SELECT count(*) ${among}`).pluck().get(name));
    return () => listAnswer(first.all(name), count);
  };
  const byAuthor = named(sql.ofAuthor, AUTHOR_NAME);
  const byTag = named(sql.ofTag, TAG_NAME);
  const searched = named(sql.search, SEARCHED_TEXT);

  const [insert, link] = [writer.prepare(sql.insert), writer.prepare(sql.link)];
  const known = writer.prepare<unknown[], number>(sql.known).pluck();
  const written = writer.prepare<unknown[], string>(sql.written).pluck();
  const [figures, groups] = [rows(sql.figures), rows(sql.groups)];
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
    if (method === 'POST') {
      if (url === NOTES) return writeNote(body);
      if (url !== GRAPHQL) return null;
      if (body === FIGURES) return figuresAnswer(figures(5));
      return body === GROUPS ? groupsAnswer(groups()) : null;
    }
    switch (url) {
      case LIST:
        return listAnswer(list.all(), total);
      case OFFERS:
        return listAnswer(offers.all(), offersTotal);
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
