// Stores the entries of a folder of seeds. The state has the documentId of each entry and a hash of its data: an entry with the same hash
// is left alone, so a second run changes nothing.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, AppError, type ContentType, refuseInput, singleDocumentId, stagesOf } from '../../../core';
import { partsOf } from '../model-text';
import { suffixAxisOf } from '../table/columns';
import type { Entry } from './read-seeds';
import { dataOf, type Named, type SeedFile, type SeedModel } from './seed-data';
import type { SeedState, Stored } from './seed-state';

export interface SeedReport {
  readonly types: Record<string, { created: number; updated: number; unchanged: number }>;
  files: number;
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
  const report: SeedReport = { types: {}, files: 0, notes };
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
  const named: Named = { file, entry: (type, key) => known[keyOf(type, key)]?.documentId ?? null };
  for (const type of new Set(entries.map((entry) => entry.type)))
    report.types[type.uid] = { created: 0, updated: 0, unchanged: 0 };
  const partial: Entry[] = [];
  for (const entry of entries) {
    const name = keyOf(entry.type, entry.key);
    const before = known[name];
    const counts = report.types[entry.type.uid];
    const { rows, hash, isWhole } = rowsOf(model, entry, named);
    if (before?.hash === hash) {
      if (counts) counts.unchanged += 1;
      continue;
    }
    const documentId = await writeRows(app, entry, before?.documentId ?? null, rows);
    known[name] = { documentId, hash };
    if (!isWhole) partial.push(entry);
    if (counts) counts[before ? 'updated' : 'created'] += 1;
  }
  // Entries that link each other, or themselves.
  for (const entry of partial) {
    const name = keyOf(entry.type, entry.key);
    const { rows, hash } = rowsOf(model, entry, named);
    const documentId = await writeRows(app, entry, known[name]?.documentId ?? null, rows);
    known[name] = { documentId, hash };
  }
  await state.set('seeds', known);
}

interface Row {
  readonly pointer: string;
  readonly words: Readonly<Record<string, unknown>>;
  readonly data: Record<string, unknown>;
}

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
  return { rows, isWhole, hash: hashOf(JSON.stringify(rows)) };
}

async function writeRows(
  app: App,
  { type, place }: Entry,
  known: string | null,
  rows: readonly Row[],
): Promise<string> {
  const documents = app.documents(type.uid);
  let documentId = known ?? (type.kind === 'singleType' ? singleDocumentId(type.uid) : null);
  for (const { pointer, words, data } of rows)
    try {
      if (documentId === null) documentId = (await documents.create({ ...words, data })).documentId;
      else await documents.update({ ...words, documentId, data });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      refuseInput('An entry cannot be stored, so none is:', ...sentences(`${place}${pointer}`, error));
    }
  return documentId ?? '';
}

function sentences(place: string, { message, details }: AppError): string[] {
  const errors = details?.errors;
  if (!Array.isArray(errors) || errors.length === 0) return [`${place}: ${message}`];
  return errors.map((each: { readonly path?: readonly unknown[]; readonly message?: unknown }) =>
    [place, ...(each.path ?? [])].join('/').concat(`: ${String(each.message ?? message)}`),
  );
}

async function isThere(app: App, type: ContentType, documentId: string): Promise<boolean> {
  const [axis, stages] = [suffixAxisOf(type), stagesOf(type)];
  const words = {
    ...(axis?.any ? { [axis.name]: '*' } : {}),
    ...(stages ? { [stages.name]: stages.working } : {}),
  };
  const found = await app
    .documents(type.uid)
    .findFirst({ ...words, filters: { documentId }, fields: ['documentId'] });
  return found !== null;
}
