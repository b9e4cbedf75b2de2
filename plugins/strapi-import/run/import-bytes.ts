// The bytes of files of the media library: the upload and its formats, from a folder or an archive into the storage of this application.
// An object that the storage has already stays, so a repeated import copies nothing twice.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type App, check, type ImportPart } from '../../../core';
import { parsed } from '../source/open-database';
import { documentIdOf } from '../source/read-links';
import { numberOf, textOf } from '../source/read-values';
import type { Source, SourceRow } from '../source/source';
import type { TypeReport } from './report';

export const FILE = 'plugin::upload.file';

/** Bytes by the name of the object: `red_b48280bf50.png`. null: there are none. */
export type OpenBytes = (name: string) => { readonly bytes: Readable; readonly size: number } | null;

export const bytesIn =
  (folder: string): OpenBytes =>
  (name) => {
    const path = join(folder, name);
    return existsSync(path) ? { bytes: createReadStream(path), size: statSync(path).size } : null;
  };

const PAGE = 100;
/** Names of objects have no folders, so a name of the database cannot point out of the folder. */
const isName = (name: string): boolean =>
  !/[/\\]/.test(name) && !name.includes('\u0000') && name !== '.' && name !== '..';

export async function importBytes(
  app: App,
  { knex, tables }: Source,
  open: OpenBytes,
  store: NonNullable<ImportPart['store']>,
  report: TypeReport,
): Promise<number> {
  let stored = 0;
  if (!tables.has('files')) return 0;

  async function copy(object: SourceRow, row: SourceRow): Promise<string | null> {
    const name = `${object.hash}${object.ext ?? ''}`;
    const found = isName(name) ? open(name) : null;
    if (!found) {
      if (row.provider === 'local')
        report.notes.push({ table: 'files', id: numberOf(row.id), reason: `the bytes ${name} are missing` });
      return null;
    }
    const facts = { mime: textOf(object.mime) ?? 'application/octet-stream', size: found.size };
    const url = await store(name, found.bytes, facts);
    stored += 1;
    return url;
  }

  for (let after = 0; ; ) {
    const rows: SourceRow[] = await knex('files').where('id', '>', after).orderBy('id').limit(PAGE).select();
    for (const row of rows) {
      const formats = parsed(row.formats);
      const url = await copy(row, row);
      const made: Record<string, unknown> = {};
      for (const [name, format] of Object.entries(check.isPlainObject(formats) ? formats : {})) {
        const own = check.isPlainObject(format) ? await copy(format, row) : null;
        made[name] = check.isPlainObject(format) && own !== null ? { ...format, url: own } : format;
      }
      if (url !== null && url !== row.url)
        await app.documents(FILE).update({
          documentId: documentIdOf(FILE, numberOf(row.id), row.document_id),
          data: { url, ...(Object.keys(made).length > 0 ? { formats: made } : {}) },
        });
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return stored;
    after = numberOf(last.id);
  }
}
