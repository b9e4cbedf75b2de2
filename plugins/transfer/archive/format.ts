// The format of an archive, as checks: its description, the line of a document, the line of a setting, and the end. docs/archive.md

import { check, described, type Infer } from '../../../core';

/** 2: rows of plugins' own tables. */
export const VERSION = 2;

/** Bytes of lines that one member has at most, roughly. A tar member needs its size before its content. */
export const PART = 4 * 1024 * 1024;

/** Larger ids would leave no room for later ones. */
export const MOST_ID = 2 ** 52;

/** Names of members. */
export const HEAD = 'archive.json';
export const FILES = 'files/';
export const DOCUMENTS = 'documents/';
export const SETTINGS = 'settings.jsonl';
export const ROWS = 'tables/';
export const END = 'end.json';

const text = check.string({ min: 1, max: 512 });
const count = check.integer({ min: 0 });
const attributes = check.record(text);

export const headCheck = check.object({
  format: described('Always `quire`.', check.oneOf('quire')),
  version: described('Grows when older programs could not read the archive.', check.integer({ min: 1 })),
  secrets: described(
    'The archive has secrets: hashes of passwords, API tokens, and rows of plugins such as webhooks.',
    check.boolean(),
  ),
  since: described(
    'Documents that were changed at this time or later. null: all.',
    check.anyOf('a text or null', text, check.oneOf(null)),
  ),
  types: described(
    'The content types in the order of the archive: attribute → type.',
    check.array(check.object({ uid: text, axes: check.array(text), attributes })),
  ),
  components: described('Component → attribute → type.', check.record(attributes)),
  tables: described(
    'Tables of plugins whose rows the archive has: the part of --only, and column → kind. Since version 2.',
    check.optional(check.array(check.object({ group: text, table: text, columns: attributes }))),
  ),
});

const link = check.object({
  documentId: text,
  type: described('The content type, of a relation to several types.', check.optional(text)),
  pins: described('Axis → value that the link names.', check.optional(check.record(text))),
  order: described('The place in the list of the row.', check.number()),
  inverseOrder: described('The place in the list of the target.', check.number()),
});

export const documentCheck = check.object({
  documentId: text,
  rows: check.array(
    check.object({
      id: described('The id of the row.', check.integer({ min: 1, max: MOST_ID })),
      axes: described('Axis → value: `locale`, `status`.', check.record(text)),
      pending: described('A draft that differs from its published row.', check.optional(check.boolean())),
      values: described(
        'Attribute → value, components with their ids. Absent: null.',
        check.record(check.anything()),
      ),
      links: described('Relation → its links.', check.optional(check.record(check.array(link)))),
    }),
    { min: 1 },
  ),
});

export const settingCheck = check.object({
  plugin: text,
  settings: check.record(check.anything()),
});

/** A row of a plugin's own table: column → value. Absent: null. A `null` is the JSON value of a column of JSON. */
export const rowCheck = check.record(check.anything());

export const endCheck = check.object({
  documents: described('Content type → number of documents.', check.record(count)),
  rows: count,
  links: described('Links of rows, without those of components.', count),
  files: count,
  settings: count,
  tables: described('Table of a plugin → number of rows.', check.optional(check.record(count))),
  sha256: described(
    'Of all members before: name, size and bytes.',
    check.string({ pattern: /^[0-9a-f]{64}$/ }),
  ),
});

export type Head = Infer<typeof headCheck>;
export type DocumentLine = Infer<typeof documentCheck>;
export type RowLine = DocumentLine['rows'][number];
export type SettingLine = Infer<typeof settingCheck>;
export type End = Infer<typeof endCheck>;

/** `api::article.article` → `documents/api/article.article/00001.jsonl` */
export const partName = (uid: string, number: number): string =>
  `${DOCUMENTS}${uid.replace('::', '/')}/${String(number).padStart(5, '0')}.jsonl`;

/** The content type of a member; null: it has no documents. */
export function typeOfPart(name: string): string | null {
  const found = /^documents\/([^/]+)\/([^/]+)\/\d{5,}\.jsonl$/.exec(name);
  return found ? `${found[1]}::${found[2]}` : null;
}

/** `tables/webhooks/00001.jsonl` */
export const rowsName = (table: string, number: number): string =>
  `${ROWS}${table}/${String(number).padStart(5, '0')}.jsonl`;

/** The table of a member; null: it has no rows. */
export const tableOfRows = (name: string): string | null =>
  /^tables\/([^/]+)\/\d{5,}\.jsonl$/.exec(name)?.[1] ?? null;
