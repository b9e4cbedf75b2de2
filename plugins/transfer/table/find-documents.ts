// Documents that are named by the value of an attribute: those that cells link, and those that are updated.

import { type App, type CallerDocuments, type ContentType, inParts, stagesOf } from '../../../core';

export type Found = Readonly<Record<string, unknown>> & { readonly documentId: string };

export interface DocumentReads {
  readonly documents: App['documents'] | CallerDocuments;
  /** The locale of the file. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Do drafts of the type count, too? */
  drafts(type: ContentType): boolean;
  /** Values of one query. */
  readonly most: number;
}

/** Two texts of one value are one: `07` and `7` of a number. null: the attribute cannot have this value. */
export function valueText({ scalars }: ContentType, attribute: string, value: unknown): string | null {
  const { type, options } = scalars.get(attribute) ?? {};
  const parsed = type?.filter?.parse(value, options, '$in') ?? {};
  return 'value' in parsed ? String(parsed.value) : null;
}

/** Finds the documents that have a value. */
export async function documentsWith(
  { documents, words, drafts, most }: DocumentReads,
  contentType: ContentType,
  attribute: string,
  values: readonly string[],
  shape: { readonly fields?: readonly string[]; readonly populate?: unknown } = {},
): Promise<(value: string) => readonly Found[]> {
  const found = new Map<string, Found[]>();
  const stages = drafts(contentType) ? stagesOf(contentType) : undefined;
  // A value that the attribute cannot have is no condition.
  const textOf = (value: unknown): string | null => valueText(contentType, attribute, value);
  const wanted = [...new Set(values)].filter((value) => textOf(value) !== null);
  const pages = await inParts(wanted, most, (part) =>
    documents(contentType.uid).findMany({
      ...words,
      ...(stages ? { [stages.name]: stages.working } : {}),
      ...(shape.populate === undefined ? {} : { populate: shape.populate }),
      fields: [...new Set(['documentId', attribute, ...(shape.fields ?? [])])],
      filters: { [attribute]: { $in: part } },
    }),
  );
  for (const document of pages.flat() as unknown as readonly Found[]) {
    const value = textOf(document[attribute]) ?? '';
    found.set(value, [...(found.get(value) ?? []), document]);
  }
  return (value) => found.get(textOf(value) ?? '') ?? [];
}
