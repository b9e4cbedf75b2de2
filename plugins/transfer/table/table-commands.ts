// `quire export --type` and `quire import --type`: documents of one type as CSV or JSON lines. Exit codes of an import: 0 all records are
// stored, 1 some are left out, 2 nothing was written.

import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type App, FULL_VISIBILITY, type PluginCommandInput, refuseInput } from '../../../core';
import { partFile, writeReport } from '../part-file';
import { EXIT, progressTo } from '../progress';
import { recordExport } from '../record-export';
import { allColumns, columnsOf } from './columns';
import { type Format, tableText } from './export-table';
import { importTable } from './import-table';
import { planColumns } from './plan-columns';
import { checkText, headersOf, type TableFile, tableRecords } from './read-table';
import { firstOf, tableLines } from './report';
import { namesIn, pairsIn, typeNamed, wordsOfTable } from './table-options';

type Flags = PluginCommandInput['flags'];

const textOf = (flags: Flags, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};

const optionsOf = (flags: Flags) => ({ locale: textOf(flags, 'locale'), status: textOf(flags, 'status') });

export async function exportTable(
  app: App,
  target: string,
  flags: Flags,
  say: (line: string) => void,
): Promise<number> {
  if (flags.csv === true && flags.jsonl === true) refuseInput('Choose one of --csv and --jsonl.');
  const format: Format = flags.jsonl === true ? 'jsonl' : 'csv';
  await app.start();
  const scope = {
    schema: app.schema,
    type: typeNamed(app.schema, textOf(flags, 'type') ?? ''),
    visibility: FULL_VISIBILITY,
  };
  const fields = textOf(flags, 'fields');
  const { columns, mistakes } =
    fields === undefined
      ? { columns: allColumns(scope), mistakes: [] }
      : columnsOf(scope, namesIn('--fields', fields));
  if (mistakes.length > 0 || columns.length === 0) refuseInput('--fields:', ...firstOf(mistakes));
  const words = wordsOfTable(scope.type, optionsOf(flags));
  const progress = progressTo(process.stderr);
  let documents = 0;
  const text = tableText({ scope, columns, format, documents: app.documents, words }, (count) => {
    documents += count;
    progress(scope.type.uid, documents);
  });
  await writeText(target, text);
  await recordExport(app, { type: scope.type.uid, format, documents });
  say(`${scope.type.uid}: ${documents} documents, ${columns.length} columns`);
  return EXIT.ok;
}

async function writeText(target: string, text: AsyncIterable<string>): Promise<void> {
  if (target === '-') return pipeline(Readable.from(text), process.stdout, { end: false });
  const file = partFile(target);
  try {
    await file.write(text);
    file.finish();
  } catch (error) {
    file.abandon();
    throw error;
  }
}

export async function importTableFile(
  app: App,
  path: string,
  flags: Flags,
  print: (line: string) => void,
): Promise<number> {
  const file = fileAt(path, flags);
  const delimiter = await checkText(file);
  await app.start();
  const type = typeNamed(app.schema, textOf(flags, 'type') ?? '');
  const scope = { schema: app.schema, type, visibility: FULL_VISIBILITY };
  const words = wordsOfTable(type, optionsOf(flags));
  const reading = wordsOfTable(type, { locale: textOf(flags, 'locale'), status: undefined });
  const plan = planColumns(scope, file.name, await headersOf(file, delimiter), {
    map: pairsIn('--map', textOf(flags, 'map')),
    skip: namesIn('--skip', textOf(flags, 'skip')),
    key: textOf(flags, 'key') ?? null,
  });
  const progress = progressTo(process.stderr);
  const atomic = flags.atomic === true;
  const dryRun = flags['dry-run'] === true;
  const report = await importTable({
    scope,
    plan,
    isText: file.format === 'csv',
    reads: {
      documents: app.documents,
      words: reading,
      drafts: () => true,
      most: app.config.api.limits.arrayLimit,
    },
    words,
    atomic,
    dryRun,
    transaction: (work) => app.database.transaction(work, { timeout: 0, commits: null }),
    records: () => tableRecords(file, delimiter),
    progress: (records) => progress(type.uid, records),
  });
  if (dryRun) report.notes.push('Nothing was written (--dry-run).');
  for (const line of tableLines(report)) print(line);
  const target = textOf(flags, 'report');
  if (target !== undefined) writeReport(target, report);
  if (report.leftOut === 0) return EXIT.ok;
  return atomic && !dryRun ? EXIT.refused : EXIT.failed;
}

function fileAt(path: string, flags: Flags): TableFile {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) refuseInput(`There is no file ${path}.`);
  const isJson = flags.jsonl === true || (flags.csv !== true && /\.(jsonl|ndjson)$/i.test(path));
  return { path, name: path, format: isJson ? 'jsonl' : 'csv' };
}
