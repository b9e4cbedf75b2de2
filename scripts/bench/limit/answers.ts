// The texts around the rows, and the body of a POST. Every limit uses them.
import { randomBytes } from 'node:crypto';

export const PAGE_SIZE = 25;

export const documentAnswer = (text: string): string => `{"data":${text},"meta":{}}`;

export function listAnswer(texts: readonly string[], total: number): string {
  const pages = Math.ceil(total / PAGE_SIZE);
  return `{"data":[${texts.join(',')}],"meta":{"pagination":{"page":1,"pageSize":${PAGE_SIZE},"pageCount":${pages},"total":${total}}}}`;
}

/** Articles with author and tags: their rows are (id, author, text), the others are (key, text). */
export function populatedTexts(
  rows: readonly (readonly unknown[])[],
  authors: readonly (readonly unknown[])[],
  tags: readonly (readonly unknown[])[],
): string[] {
  const authorOf = new Map(authors.map(([document, text]) => [document, text as string]));
  const tagsOf = new Map<string, string>();
  for (const [source, text] of tags) {
    const key = String(source);
    const before = tagsOf.get(key);
    tagsOf.set(key, before === undefined ? (text as string) : `${before},${text}`);
  }
  return rows.map(
    ([id, author, text]) =>
      `${(text as string).slice(0, -1)},"author":${authorOf.get(author) ?? 'null'},"tags":[${tagsOf.get(String(id)) ?? ''}]}`,
  );
}

export interface NoteInput {
  readonly document: string;
  readonly now: string;
  readonly tags: readonly string[];
  /** title, body, rating, active, kind, moment */
  readonly values: readonly (string | number | boolean | null)[];
}

export const NOTE_COLUMNS = [
  'document_id',
  'title',
  'body',
  'rating',
  'active',
  'kind',
  'moment',
  'created_at',
  'updated_at',
] as const;

const KINDS = new Set(['news', 'blog', 'howto']);

/** The checked body; null is a 400. */
export function parseNote(body: string): NoteInput | null {
  const { data } = JSON.parse(body) as { readonly data: Readonly<Record<string, unknown>> };
  const { title, body: text = null, rating = null, active = null, kind = null, moment = null, tags } = data;
  if (typeof title !== 'string' || title === '' || (text !== null && typeof text !== 'string')) return null;
  if (rating !== null && (!Number.isInteger(rating) || Number(rating) < 0 || Number(rating) > 10))
    return null;
  if (active !== null && typeof active !== 'boolean') return null;
  if (kind !== null && !KINDS.has(String(kind))) return null;
  if (moment !== null && Number.isNaN(Date.parse(String(moment)))) return null;
  const list = tags === undefined ? [] : (tags as unknown[]).map(String);
  const utc = moment === null ? null : new Date(String(moment)).toISOString();
  return {
    document: randomBytes(12).toString('hex'),
    now: new Date().toISOString(),
    tags: list,
    values: [title, text, Number(rating), active === true, kind === null ? null : String(kind), utc],
  };
}

/** count, sum, least and greatest rating → the answer of FIGURES. */
export function figuresAnswer([row = []]: readonly (readonly unknown[])[]): string {
  const [count = 0, sum = 0, least = 0, most = 0] = row.map(Number);
  const figures = `"count":${count},"avg":{"rating":${sum / count}},"sum":{"rating":${sum}},"min":{"rating":${least}},"max":{"rating":${most}}`;
  return `{"data":{"articles_connection":{"aggregate":{${figures}}}}}`;
}

/** kind, count and sum of each kind → the answer of GROUPS. */
export function groupsAnswer(rows: readonly (readonly unknown[])[]): string {
  const buckets = rows.map(
    ([kind, count, sum]) =>
      `{"key":${JSON.stringify(kind)},"connection":{"aggregate":{"count":${Number(count)},"sum":{"rating":${Number(sum)}}}}}`,
  );
  return `{"data":{"articles_connection":{"aggregate":{"groupBy":{"kind":[${buckets.join(',')}]}}}}}`;
}
