// `quire import`: reads the flags, imports, prints the report. Exit codes: 0 done, 1 the documents are written, but bytes of files are
// not, 2 the archive or the application was refused, and nothing was written.

import { type App, type PluginCommandInput, Refusal, refuseInput, variableOf } from '../../core';
import { type OpenArchive, openArchive } from './archive/read-archive';
import { readChoice, typesOfFiles } from './choose-types';
import { writeReport } from './part-file';
import { EXIT, progressTo } from './progress';
import { refuseOthers } from './refuse-others';
import { reportLines } from './run/report';
import { type ImportOptions, runImport } from './run/run-import';

const ARCHIVE_ONLY = ['only', 'exclude', 'merge', 'source-wins', 'replace'];
const TABLE_ONLY = ['csv', 'jsonl', 'locale', 'status', 'map', 'skip', 'key', 'atomic'];

const loadTables = (): typeof import('./table/table-commands') => require('./table/table-commands');

export async function importFrom(
  app: App,
  { words, flags, print, ask }: PluginCommandInput,
): Promise<number> {
  const [path, ...more] = words;
  let opened: OpenArchive | null = null;
  try {
    if (path === undefined || more.length > 0) return refuseInput('Expected one word: the archive.');
    if (flags.type !== undefined) {
      refuseOthers(flags, ARCHIVE_ONLY, 'an import with --type has no such option');
      return await loadTables().importTableFile(app, path, flags, print);
    }
    refuseOthers(flags, TABLE_ONLY, 'it needs --type NAME');
    const mode = modeOf(flags);
    opened = openArchive(path);
    const passphrase = await passphraseOf(app, path, opened, ask);
    await app.start({ fills: true });
    const report = await runImport(
      app,
      { ...opened, passphrase },
      {
        mode,
        dryRun: flags['dry-run'] === true,
        choice: (known) => readChoice(known, typesOfFiles(app), flags.replace ?? flags.only, flags.exclude),
        progress: progressTo(process.stderr),
      },
    );
    for (const line of reportLines(report)) print(line);
    if (typeof flags.report === 'string') writeReport(flags.report, report);
    return report.lostFiles.length > 0 ? EXIT.failed : EXIT.ok;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const sentence of error.sentences) print(sentence);
    return EXIT.refused;
  } finally {
    opened?.close();
  }
}

/** Without the refusal, a plain archive that anybody wrote would take the place of the encrypted one. */
async function passphraseOf(
  app: App,
  path: string,
  { isEncrypted }: OpenArchive,
  ask: PluginCommandInput['ask'],
): Promise<string | null> {
  const given = variableOf(app.variables, 'QUIRE_ARCHIVE_KEY');
  if (isEncrypted) return given ?? (await ask('Passphrase of the archive: '));
  if (given !== undefined)
    refuseInput(`QUIRE_ARCHIVE_KEY is set, and ${path} is not encrypted; import it without the variable.`);
  return null;
}

function modeOf(flags: PluginCommandInput['flags']): ImportOptions['mode'] {
  if (flags.replace !== undefined && (flags.merge === true || flags.only !== undefined))
    return refuseInput(
      '--replace names the content types and parts, so it stands without --merge and --only.',
    );
  if (flags['source-wins'] === true && flags.merge !== true)
    return refuseInput('--source-wins needs --merge.');
  if (flags.replace !== undefined) return 'replace';
  if (flags.merge !== true) return 'into-empty';
  return flags['source-wins'] === true ? 'source' : 'newer';
}
