// `quire export`: reads the flags, exports, prints the report. Exit codes: 0 done, 1 the export failed, 2 nothing was written.

import { type App, type PluginCommandInput, Refusal, refuseInput, variableOf } from '../../core';
import { writeArchive } from './archive/write-archive';
import { readChoice, typesOfFiles } from './choose-types';
import { writeReport } from './part-file';
import { EXIT, progressTo } from './progress';
import { recordExport } from './record-export';
import { refuseOthers } from './refuse-others';
import { groupsOf } from './rows/archived-rows';
import type { LeftOut } from './run/left-out';
import { type ExportReport, runExport } from './run/run-export';

const ARCHIVE_ONLY = ['only', 'exclude', 'since', 'secrets', 'encrypt', 'report'];
const TABLE_ONLY = ['csv', 'jsonl', 'fields', 'locale', 'status'];

const loadTables = (): typeof import('./table/table-commands') => require('./table/table-commands');

/** Characters of a passphrase. */
const SHORTEST = 12;

export async function exportTo(
  app: App,
  leftOut: LeftOut,
  { words, flags, print, ask }: PluginCommandInput,
): Promise<number> {
  const [target, ...more] = words;
  // The standard output may be the archive.
  const say = target === '-' ? (line: string) => void process.stderr.write(`${line}\n`) : print;
  try {
    if (target === undefined || more.length > 0)
      return refuseInput('Expected one word: the file to write, or - for the standard output.');
    if (flags.type !== undefined) {
      refuseOthers(flags, ARCHIVE_ONLY, 'an export with --type has no such option');
      return await loadTables().exportTable(app, target, flags, say);
    }
    refuseOthers(flags, TABLE_ONLY, 'it needs --type NAME');
    const since = typeof flags.since === 'string' ? timeOf(flags.since) : null;
    const passphrase = flags.encrypt === true ? await newPassphrase(app, ask) : null;
    await app.start();
    const known = [...app.schema.types.keys(), ...groupsOf(app)];
    const choice = readChoice(known, typesOfFiles(app), flags.only, flags.exclude);
    const out = writeArchive(target, passphrase);
    try {
      const secrets = flags.secrets === true;
      const report = await runExport(app, out, {
        secrets,
        since,
        choice,
        leftOut,
        progress: progressTo(process.stderr),
      });
      const { documents, files, tables } = report;
      await recordExport(app, { documents, files, tables, secrets, isEncrypted: passphrase !== null });
      for (const line of linesOf(report)) say(line);
      if (typeof flags.report === 'string') writeReport(flags.report, report);
      return EXIT.ok;
    } catch (error) {
      out.abandon();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const sentence of error.sentences) say(sentence);
    return EXIT.refused;
  }
}

function linesOf({ documents, rows, links, files, settings, tables = {}, notes }: ExportReport): string[] {
  const types = Object.entries(documents).map(([uid, count]) => `${uid}: ${count} documents`);
  const own = Object.entries(tables).map(([table, count]) => `${table}: ${count} rows`);
  return [...types, ...own, `${rows} rows, ${links} links, ${files} files, ${settings} settings`, ...notes];
}

function timeOf(text: string): string {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    return refuseInput(`--since: "${text}" is no time; write 2026-05-01 or 2026-05-01T12:00:00Z.`);
  return time.toISOString();
}

/** Never an argument: other users of the machine see arguments. */
async function newPassphrase(app: App, ask: PluginCommandInput['ask']): Promise<string> {
  const given =
    variableOf(app.variables, 'QUIRE_ARCHIVE_KEY') ?? (await ask('Passphrase of the new archive: '));
  return given.length < SHORTEST
    ? refuseInput(`The passphrase needs at least ${SHORTEST} characters.`)
    : given;
}
