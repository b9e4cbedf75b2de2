// Stores the entries of a folder of seeds. The state has the documentId of each entry and a hash of it as the file has it: an entry with the
// same hash is left alone, so a second run changes nothing, and edits of its document stay.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, type ContentType, refuseInput, stagesOf } from '../../../core';
import { partsOf } from '../model-text';
import { suffixAxisOf } from '../table/columns';
import type { Entry } from './read-seeds';
import { dataOf, type Named, type SeedFile, type SeedModel } from './seed-data';
import type { SeedState, Stored } from './seed-state';
import { isThere, type Row, writeRows } from './write-rows';

export interface SeedReport {
  readonly types: Record<string, { created: number; updated: number; unchanged: number }>;
  files: number;
  /** Entries that were left out: their value of a unique attribute is taken. */
  readonly taken: string[];
  readonly notes: readonly string[];
}

export async function runSeed(
  app: App,
  state: SeedState,
  folder: string,
  entries: readonly Entry[],
): Promise<SeedReport> {
  const keys = new Map<ContentType, Set<string>>();
  for (const { type, key } of entries) keys.set(type, (keys.get(type) ?? new Set()).add(key));
  const model: SeedModel = { app, folder, keys };
  const { files, notes } = checkEntries(model, entries);
  const report: SeedReport = { types: {}, files: 0, taken: [], notes };
  return app.database.exclusively(async () => {
    // Images take time, so files are stored before the transaction.
    const fileIds = await storeFiles(app, state, folder, files, report);
    const file: Named['file'] = (each) => fileIds.get(each.path) ?? null;
    await app.database.transaction(() => writeEntries(model, state, ordered(entries), file, report), {
      timeout: 0,
      commits: null,
    });
    return report;
  });
}

/** Refuses all mistakes at once, before anything is stored. Returns the files that the entries name. */
function checkEntries(model: SeedModel, entries: readonly Entry[]) {
  const mistakes: string[] = [];
  const waiting = new Set<string>();
  const files = new Map<string, SeedFile>();
  /** Entries share a file. One of them may say more about it. */
  const file: Named['file'] = (each) => {
    const known = files.get(each.path);
    const isBare = (one: SeedFile): boolean => Object.keys(one.info).length === 0;
    if (!known || isBare(known)) files.set(each.path, each);
    else if (!isBare(each) && JSON.stringify(each.info) !== JSON.stringify(known.info))
      mistakes.push(`${each.path} is described twice in different words; describe it once`);
    return null;
  };
  const named: Named = { entry: () => null, file };
  for (const entry of entries)
    for (const [pointer, values] of valuesOf(entry)) {
      const read = dataOf(model, { type: entry.type, values }, named, (at, message) =>
        mistakes.push(`${entry.place}${pointer}${at}: ${message}`),
      );
      for (const each of read.waiting) waiting.add(each);
    }
  if (mistakes.length > 0) refuseInput('The seeds do not fit the content types:', ...mistakes);
  const notes = [...waiting].sort().map((each) => `${each} is left out: its plugin is disabled`);
  return { files: [...files.values()], notes };
}

/** Pointer → values: those of the entry, and of each locale. */
const valuesOf = ({ type, values, locales }: Entry): [string, Entry['values']][] => [
  ['', values],
  ...(suffixAxisOf(type)
    ? Object.entries(locales).map(([locale, own]): [string, Entry['values']] => [`/$locales/${locale}`, own])
    : []),
];

const hashOf = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** A changed file gets its new bytes under its former id. */
async function storeFiles(
  app: App,
  state: SeedState,
  folder: string,
  files: readonly SeedFile[],
  report: SeedReport,
): Promise<ReadonlyMap<string, string>> {
  const known: Stored = { ...(await state.get('seedFiles')) };
  const ids = new Map<string, string>();
  for (const file of files) {
    const full = join(folder, file.path);
    const hash = hashOf(readFileSync(full), JSON.stringify(file.info));
    const before = known[file.path];
    const document = before && (await app.documents(file.type).findOne({ documentId: before.documentId }));
    if (before && document && before.hash === hash) ids.set(file.path, before.documentId);
    else {
      const replaces = before && document ? Number(document.id) : null;
      const added = await partsOf(app).get(file.type)?.addFile?.(full, file.info, replaces);
      if (!added) continue;
      known[file.path] = { documentId: added.documentId, hash };
      await state.set('seedFiles', known);
      ids.set(file.path, added.documentId);
      report.files += 1;
    }
  }
  return ids;
}

/** Content types that others link come first. */
function ordered(entries: readonly Entry[]): readonly Entry[] {
  const types = new Map([...new Set(entries.map(({ type }) => type))].map((type) => [type.uid, type]));
  const order: ContentType[] = [];
  const add = (type: ContentType, above: readonly ContentType[]): void => {
    if (order.includes(type) || above.includes(type)) return;
    for (const attribute of type.attributes.values()) {
      const target =
        attribute.kind === 'relation' && attribute.holdsLinks && types.get(attribute.target ?? '');
      if (target) add(target, [...above, type]);
    }
    order.push(type);
  };
  for (const type of types.values()) add(type, []);
  return order.flatMap((type) => entries.filter((entry) => entry.type === type));
}

async function writeEntries(
  model: SeedModel,
  state: SeedState,
  entries: readonly Entry[],
  file: Named['file'],
  report: SeedReport,
): Promise<void> {
  const { app } = model;
  const known: Stored = { ...(await state.get('seeds')) };
  const keyOf = (type: ContentType, key: string): string => `${type.uid} ${key}`;
  for (const { type, key } of entries) {
    const name = keyOf(type, key);
    const before = known[name];
    if (before && !(await isThere(app, type, before.documentId))) delete known[name];
  }
  /** Entries that are left out → the document that has their value. Links lead to it. */
  const taken = new Map<string, string>();
  const named: Named = {
    file,
    entry: (type, key) => known[keyOf(type, key)]?.documentId ?? taken.get(keyOf(type, key)) ?? null,
  };
  for (const type of new Set(entries.map((entry) => entry.type)))
    report.types[type.uid] = { created: 0, updated: 0, unchanged: 0 };
  const partial: Entry[] = [];
  for (const entry of entries) {
    const name = keyOf(entry.type, entry.key);
    const before = known[name];
    const counts = report.types[entry.type.uid];
    const hash = hashOf(JSON.stringify(rowsOf(model, entry, AS_WRITTEN).rows));
    if (before?.hash === hash) {
      if (counts) counts.unchanged += 1;
      continue;
    }
    const { rows, isWhole } = rowsOf(model, entry, named);
    const written = await writeRows(app, entry, before?.documentId ?? null, rows);
    if ('takenBy' in written) {
      taken.set(name, written.takenBy);
      report.taken.push(written.sentence);
      continue;
    }
    known[name] = { documentId: written.documentId, hash };
    if (!isWhole) partial.push(entry);
    if (counts) counts[before ? 'updated' : 'created'] += 1;
  }
  // Entries that link each other, or themselves.
  for (const entry of partial) {
    const { rows } = rowsOf(model, entry, named);
    await writeRows(app, entry, known[keyOf(entry.type, entry.key)]?.documentId ?? null, rows);
  }
  await state.set('seeds', known);
}

/** Links as the file names them: a document that was stored again has another documentId. */
const AS_WRITTEN: Named = { entry: (type, key) => `${type.uid} ${key}`, file: ({ path }) => path };

function rowsOf(model: SeedModel, entry: Entry, named: Named) {
  const { type, status } = entry;
  const [axis, stages] = [suffixAxisOf(type), stagesOf(type)];
  let isWhole = true;
  const rows = valuesOf(entry).map(([pointer, values]): Row => {
    const read = dataOf(model, { type, values }, named);
    isWhole &&= read.isWhole;
    const locale = pointer.split('/')[2];
    return {
      pointer,
      data: read.data,
      words: {
        ...(axis && locale !== undefined ? { [axis.name]: locale } : {}),
        ...(stages ? { [stages.name]: status } : {}),
      },
    };
  });
  return { rows, isWhole };
}
