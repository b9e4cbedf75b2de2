// A populated list as applications usually write it: a query builder, one query per relation, objects, JSON.stringify. Scenario j
// compares with it; it is not a limit.
import { type Knex, knex } from 'knex';
import { answeredColumns, type TypeName } from '../data/model';
import type { Where } from '../data/store';
import { POPULATED } from '../paths';
import { PAGE_SIZE } from './answers';
import type { LimitHandler } from './limit-handler';

type Row = Record<string, unknown>;

export function createKnexHandler(where: Where): LimitHandler {
  const { host, port, user, password, database } = where;
  const db = knex({
    client: where.engine === 'mysql' ? 'mysql2' : 'pg',
    connection: { host, port, user, password, database },
    pool: { min: 0, max: 10 },
  });
  return async (method, url) => (method === 'GET' && url === POPULATED ? list(db) : null);
}

async function list(db: Knex): Promise<string> {
  const [articles, counted] = await Promise.all([
    db<Row>('articles')
      .select(columns('article', 'articles'))
      .select('author_doc')
      .orderBy('id')
      .limit(PAGE_SIZE),
    db<Row>('articles').count({ total: '*' }).first(),
  ]);
  const authors: Row[] = await db<Row>('authors')
    .select(columns('author', 'authors'))
    .whereIn('document_id', [...new Set(articles.map((row) => row.author_doc))] as string[]);
  const links: Row[] = await db<Row>('articles_tags_lnk')
    .join('tags', 'tags.document_id', 'articles_tags_lnk.target')
    .select('articles_tags_lnk.source_id', columns('tag', 'tags'))
    .whereIn('articles_tags_lnk.source_id', articles.map((row) => row.id) as number[])
    .orderBy(['articles_tags_lnk.source_id', 'articles_tags_lnk.ord']);

  const authorOf = new Map(authors.map((author) => [author.documentId, author]));
  const tagsOf = new Map<string, Row[]>();
  for (const { source_id: source, ...tag } of links) {
    const found = tagsOf.get(String(source)) ?? [];
    found.push(answered('tag', tag));
    tagsOf.set(String(source), found);
  }
  const data = articles.map(({ author_doc: author, ...article }) => ({
    ...answered('article', article),
    author: optional(authorOf.get(author)),
    tags: tagsOf.get(String(article.id)) ?? [],
  }));
  const total = Number(counted?.total);
  const pagination = { page: 1, pageSize: PAGE_SIZE, pageCount: Math.ceil(total / PAGE_SIZE), total };
  return JSON.stringify({ data, meta: { pagination } });
}

const optional = (author: Row | undefined): Row | null => (author ? answered('author', author) : null);

const columns = (type: TypeName, table: string): Record<string, string> =>
  Object.fromEntries(answeredColumns(type).map(({ key, column }) => [key, `${table}.${column}`]));

/** PostgreSQL returns 64-bit integers as text, MySQL returns booleans as numbers. */
function answered(type: TypeName, row: Row): Row {
  for (const { key, kind } of KINDS[type] ?? [])
    row[key] = kind === 'integer' ? Number(row[key]) : row[key] === true || row[key] === 1;
  return row;
}

const KINDS: Partial<Record<TypeName, { readonly key: string; readonly kind: string }[]>> =
  Object.fromEntries(
    (['article', 'author', 'tag'] as const).map((type) => [
      type,
      answeredColumns(type).filter(({ kind }) => kind === 'integer' || kind === 'boolean'),
    ]),
  );
