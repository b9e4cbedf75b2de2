// Finds documents of a type by their titles, for fields with suggestions.
import { ask } from './client';
import { documentsAt, statusOf, type TypeModel, titleFieldOf } from './model';
import { queryOf } from './query';
import type { Suggestion } from './suggestion';
import { titleFilter } from './title-filter';
import type { Linked } from './values';

const MOST = 10;
/** The longest page of the server, unless it is configured. */
const LONGEST = 100;

/** `leftOut`: documents that are no suggestions. */
export async function findDocuments(
  type: TypeModel,
  text: string,
  signal: AbortSignal,
  {
    locale,
    leftOut = [],
    most = MOST,
  }: {
    readonly locale?: string | undefined;
    readonly leftOut?: readonly string[];
    readonly most?: number;
  } = {},
): Promise<readonly Suggestion[]> {
  const titleField = titleFieldOf(type.uid);
  const query = queryOf({
    status: statusOf(type),
    locale,
    fields: ['documentId', titleField],
    ...(text === '' ? {} : { filters: titleFilter(titleField, text) }),
    sort: titleField,
    pagination: { pageSize: Math.min(most + leftOut.length, LONGEST), withCount: false },
  });
  const { data } = await ask<{ data: readonly Linked[] }>(documentsAt(type.uid) + query, { signal });
  return data.data
    .filter(({ documentId }) => !leftOut.includes(documentId))
    .slice(0, most)
    .map((found) => ({ id: found.documentId, title: String(found[titleField] ?? found.documentId) }));
}
