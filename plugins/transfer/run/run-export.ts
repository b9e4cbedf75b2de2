// One export: all documents of one moment, then the bytes of their files, the settings, and rows of plugins' own tables.

import {
  ALL_SETTINGS,
  type App,
  type BulkReader,
  type ContentType,
  componentsIn,
  refuseInput,
} from '../../../core';
import { type End, FILES, HEAD, type Head, PART, partName, SETTINGS, VERSION } from '../archive/format';
import type { ArchiveWriter } from '../archive/write-archive';
import { type Choice, orderedTypes } from '../choose-types';
import { createLines } from '../convert/to-line';
import { attributeTexts, leavesOut, partsOf } from '../model-text';
import { objectNames } from '../objects';
import { type RowTable, refuseUnmet, rowFilter, rowTables } from '../rows/archived-rows';
import { exportRows } from '../rows/export-rows';
import type { LeftOut } from './left-out';

export interface ExportOptions {
  readonly secrets: boolean;
  /** ISO time. */
  readonly since: string | null;
  readonly choice: Choice;
  readonly leftOut: LeftOut;
  progress(uid: string, documents: number): void;
}

export interface ExportReport extends Omit<End, 'sha256'> {
  readonly notes: readonly string[];
}

export async function runExport(app: App, out: ArchiveWriter, options: ExportOptions): Promise<ExportReport> {
  const parts = partsOf(app);
  refuseUnmet(app, options.choice, options.secrets);
  const reader = await app.documents.bulk().open();
  if (!reader) return refuseInput('An export needs a free connection; set database.pool.max to 2 or more.');
  const counts = {
    documents: {} as Record<string, number>,
    rows: 0,
    links: 0,
    files: 0,
    settings: 0,
    tables: {} as Record<string, number>,
  };
  const notes: string[] = [];
  try {
    const types = orderedTypes(app, parts).filter(
      ({ uid }) => options.choice.has(uid) && (options.secrets || parts.get(uid)?.secret !== true),
    );
    // Rows have no time of their last change.
    const tables = options.since === null ? rowTables(app, options.choice, options.secrets) : [];
    await out.member(HEAD, json(headOf(app, types, tables, options)));
    const objects = new Map<string, string[]>();
    for (const type of types)
      counts.documents[type.uid] = await exportType(app, type, reader, out, options, counts, objects);
    if (options.choice.has('files'))
      for (const [uid, names] of objects) counts.files += await exportFiles(app, uid, names, out, notes);
    if (options.choice.has('settings')) counts.settings = await exportSettings(reader, out);
    const filter = rowFilter(app, options.choice, options.secrets);
    for (const table of tables)
      counts.tables[table.table] = await exportRows(app, table, filter, reader, out);
    notes.push(...(await options.leftOut(reader, new Set(tables.map(({ table }) => table)))));
  } finally {
    reader.close();
  }
  await out.end(counts);
  if (!options.secrets)
    notes.push('Hashes of passwords, API tokens and other secrets: none; --secrets exports them');
  return { ...counts, notes };
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

function headOf(
  app: App,
  types: readonly ContentType[],
  tables: readonly RowTable[],
  { secrets, since }: ExportOptions,
): Head {
  const leaves = leavesOut(partsOf(app), secrets);
  const components = [...componentsIn(app.schema, types)].sort().flatMap((uid) => {
    const component = app.schema.components.get(uid);
    return component ? [[uid, attributeTexts(component, leaves)] as const] : [];
  });
  return {
    format: 'quire',
    version: VERSION,
    secrets,
    since,
    types: types.map((type) => ({
      uid: type.uid,
      axes: type.axes.map(({ axis }) => axis.name).sort(),
      attributes: attributeTexts(type, leaves),
    })),
    components: Object.fromEntries(components),
    tables: tables.map(({ group, table, columns }) => ({
      group,
      table,
      columns: Object.fromEntries(Object.entries(columns).map(([name, { kind }]) => [name, kind])),
    })),
  };
}

async function exportType(
  app: App,
  type: ContentType,
  reader: BulkReader,
  out: ArchiveWriter,
  { since, secrets, progress }: ExportOptions,
  counts: { rows: number; links: number },
  objects: Map<string, string[]>,
): Promise<number> {
  const parts = partsOf(app);
  const lineOf = createLines(app.schema, leavesOut(parts, secrets));
  const updated = type.scalars.get('updatedAt')?.column ?? '';
  const hasBytes = parts.get(type.uid)?.load !== undefined;
  const names: string[] = [];
  let [documents, number, length] = [0, 0, 0];
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    number += 1;
    await out.member(partName(type.uid, number), Buffer.from(lines.join('')));
    lines = [];
    length = 0;
  };
  for await (const page of reader.documents(type)) {
    for (const document of page) {
      if (since !== null && document.rows.every(({ values }) => String(values[updated] ?? '') < since))
        continue;
      const line = `${JSON.stringify(lineOf(type, document))}\n`;
      lines.push(line);
      length += line.length;
      documents += 1;
      counts.rows += document.rows.length;
      counts.links += document.rows.reduce((sum, { links }) => sum + links.length, 0);
      if (hasBytes) for (const { values } of document.rows) names.push(...objectNames(values));
      if (length > PART) await flush();
    }
    progress(type.uid, documents);
  }
  await flush();
  if (names.length > 0) objects.set(type.uid, [...new Set(names)].sort());
  return documents;
}

async function exportFiles(
  app: App,
  uid: string,
  names: readonly string[],
  out: ArchiveWriter,
  notes: string[],
): Promise<number> {
  const load = partsOf(app).get(uid)?.load;
  let written = 0;
  for (const name of names) {
    const found = (await load?.(name)) ?? null;
    if (!found) {
      notes.push(`The bytes of ${name} are missing`);
      continue;
    }
    try {
      await out.stream(`${FILES}${name}`, found.size, found.bytes);
    } finally {
      found.bytes.destroy();
    }
    written += 1;
  }
  return written;
}

async function exportSettings(reader: BulkReader, out: ArchiveWriter): Promise<number> {
  const rows = await reader.rows(ALL_SETTINGS);
  const lines = rows.map(([plugin, text]) => json({ plugin, settings: JSON.parse(String(text)) }));
  if (lines.length > 0) await out.member(SETTINGS, Buffer.concat(lines));
  return rows.length;
}
