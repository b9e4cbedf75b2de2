// Documents that exist here and are the same as documents of the archive under another documentId: roles by their type, locales by their
// code. The document here keeps its documentId, and links of the archive follow it.

import type { App, ContentType, ImportPart } from '../../../core';
import type { DocumentLine } from '../archive/format';

export interface KnownDocuments {
  documentOf(uid: string, documentId: string): string;
  /** Reads the documents of the type that are here. Types come after those that name their documents. */
  load(type: ContentType): Promise<void>;
  note(uid: string, line: DocumentLine): void;
}

export function createKnownDocuments(app: App, parts: ReadonlyMap<string, ImportPart>): KnownDocuments {
  const here = new Map<string, Map<string, string>>();
  const renamed = new Map<string, string>();
  const documentOf = (uid: string, documentId: string): string =>
    renamed.get(`${uid} ${documentId}`) ?? documentId;
  return {
    documentOf,
    async load(type) {
      const names = parts.get(type.uid)?.sameBy;
      if (!names) return;
      const own = new Map<string, string>();
      here.set(type.uid, own);
      const relations = names.filter((name) => type.attributes.get(name)?.kind === 'relation');
      const populate = Object.fromEntries(relations.map((name) => [name, { fields: ['documentId'] }]));
      for (const document of await app.documents(type.uid).findMany({ populate, pagination: { limit: -1 } }))
        own.set(keyOf(names.map((name) => textOf(document[name]))), document.documentId);
    },
    note(uid, { documentId, rows: [row] }) {
      const names = parts.get(uid)?.sameBy;
      if (!names || !row) return;
      const target = (name: string): string | undefined => {
        const attribute = app.schema.types.get(uid)?.attributes.get(name);
        return attribute?.kind === 'relation' ? (attribute.target ?? '') : undefined;
      };
      const values = names.map((name) => {
        const type = target(name);
        if (type === undefined) return textOf(row.values[name]);
        const [link] = row.links?.[name] ?? [];
        return link ? documentOf(type, link.documentId) : '';
      });
      const found = here.get(uid)?.get(keyOf(values));
      if (found !== undefined && found !== documentId) renamed.set(`${uid} ${documentId}`, found);
    },
  };
}

const keyOf = (values: readonly string[]): string => JSON.stringify(values);

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'documentId' in value
    ? String(value.documentId)
    : String(value ?? '');
