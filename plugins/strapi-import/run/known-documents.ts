// Documents that exist here before an import and are the same as documents of the source: roles by their type, locales by their code.

import type { App, ContentType, ImportPart } from '../../../core';
import { columnOf } from '../convert/tally';
import type { SourceDocument } from '../source/source-document';

export interface KnownDocuments {
  /** The documentId here; null: no such document. */
  find(document: SourceDocument, documentOf: (type: string, documentId: string) => string): string | null;
}

export async function readKnown(
  app: App,
  type: ContentType,
  { sameBy = [] }: ImportPart,
): Promise<KnownDocuments> {
  const known = new Map<string, string>();
  if (sameBy.length === 0) return { find: () => null };
  const relations = sameBy.filter((name) => type.attributes.get(name)?.kind === 'relation');
  const populate = Object.fromEntries(relations.map((name) => [name, { fields: ['documentId'] }]));
  const documents = await app.documents(type.uid).findMany({ populate, pagination: { limit: -1 } });
  for (const document of documents)
    known.set(keyOf(sameBy.map((name) => textOfValue(document[name]))), document.documentId);
  return {
    find({ rows: [first] }, documentOf) {
      if (!first) return null;
      const values = sameBy.map((name) => {
        if (!relations.includes(name)) return textOfValue(first.row[columnOf(name)]);
        const [link] = first.links.get(name) ?? [];
        return link?.documentId ? documentOf(link.type, link.documentId) : '';
      });
      return known.get(keyOf(values)) ?? null;
    },
  };
}

const keyOf = (values: readonly string[]): string => JSON.stringify(values);

const textOfValue = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'documentId' in value
    ? String(value.documentId)
    : String(value ?? '');
