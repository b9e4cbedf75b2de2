// The title of a copy: `A pond` → `A pond (copy)`, so that people tell both apart in lists.
import { t } from '../i18n/translate';
import { ask } from './client';
import type { Document } from './document-requests';
import { documentsAt, hasLocales, statusOf, type TypeModel } from './model';
import { queryOf } from './query';

/** The most copies of one document that get titles of their own. */
const MOST = 10;
/** The first half of a sign of two units, such as an emoji. */
const HALF = /[\uD800-\uDBFF]$/;
const TEXTS: ReadonlySet<string> = new Set(['string', 'text']);

/** null: the copy keeps what it has. */
export async function copiedTitle(type: TypeModel, source: Document): Promise<string | null> {
  const attribute = type.attributes.find(({ name }) => name === type.titleField);
  const title = source[type.titleField];
  if (!attribute || !TEXTS.has(attribute.type) || attribute.readOnlyInCreate) return null;
  if (typeof title !== 'string' || title === '') return null;
  const { maxLength, regex } = attribute.options;
  // Titles with a pattern are codes.
  if (regex !== undefined) return null;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  if (!attribute.unique) return fitting(title, 1, most);
  if (!type.actions.includes('find')) return null;
  const titles = Array.from({ length: MOST }, (_, index) => fitting(title, index + 1, most));
  const taken = await takenTitles(type, titles);
  return titles.find((each) => each !== null && !taken.has(each)) ?? null;
}

/** A long title gives up its end. null: the words for a copy do not fit. */
function fitting(title: string, number: number, most: number): string | null {
  // Without the title: in a page from right to left, `t` encloses it with signs of direction, which no title should have.
  const words = number === 1 ? t('(copy)') : t('(copy {number})', { number });
  const room = most - words.length - 1;
  if (room < 1) return null;
  return `${title.length <= room ? title : title.slice(0, room).replace(HALF, '').trimEnd()} ${words}`;
}

async function takenTitles(
  type: TypeModel,
  titles: readonly (string | null)[],
): Promise<ReadonlySet<unknown>> {
  const query = queryOf({
    status: statusOf(type),
    locale: hasLocales(type) ? '*' : undefined,
    fields: ['documentId', type.titleField],
    filters: { [type.titleField]: { $in: titles } },
    pagination: { pageSize: 100, withCount: false },
  });
  const { data } = await ask<{ data: readonly Document[] }>(documentsAt(type.uid) + query);
  return new Set(data.data.map((each) => each[type.titleField]));
}
