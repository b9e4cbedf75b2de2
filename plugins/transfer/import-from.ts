// `quire import`: reads the flags, imports, prints the report. Exit codes: 0 done, 1 the documents are written, but bytes of files are
// not, 2 the archive or the application was refused, and nothing was written.

import { writeFileSync } from 'node:fs';
import { type App, type PluginCommandInput, Refusal, refuseInput, variableOf } from '../../core';
import { isEncrypted } from './archive/read-archive';
import { readChoice } from './choose-types';
import { EXIT, progressTo } from './progress';
import { reportLines } from './run/report';
import { type ImportOptions, runImport } from './run/run-import';

export async function importFrom(
  app: App,
  { words, flags, print, ask }: PluginCommandInput,
): Promise<number> {
  const [path, ...more] = words;
  try {
    if (path === undefined || more.length > 0) return refuseInput('Expected one word: the archive.');
    const mode = modeOf(flags);
    const passphrase = isEncrypted(path)
      ? (variableOf(app.variables, 'QUIRE_ARCHIVE_KEY') ?? (await ask('Passphrase of the archive: ')))
      : null;
    await app.start();
    const report = await runImport(
      app,
      { path, passphrase },
      {
        mode,
        dryRun: flags['dry-run'] === true,
        choice: (uids) => readChoice(uids, flags.replace ?? flags.only, flags.exclude),
        progress: progressTo(process.stderr),
      },
    );
    for (const line of reportLines(report)) print(line);
    if (typeof flags.report === 'string') writeFileSync(flags.report, `${JSON.stringify(report, null, 2)}\n`);
    return report.lostFiles.length > 0 ? EXIT.failed : EXIT.ok;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const sentence of error.sentences) print(sentence);
    return EXIT.refused;
  }
}

function modeOf(flags: PluginCommandInput['flags']): ImportOptions['mode'] {
  if (flags.replace !== undefined && (flags.merge === true || flags.only !== undefined))
    return refuseInput('--replace names the content types, so it stands without --merge and --only.');
  if (flags['source-wins'] === true && flags.merge !== true)
    return refuseInput('--source-wins needs --merge.');
  if (flags.replace !== undefined) return 'replace';
  if (flags.merge !== true) return 'into-empty';
  return flags['source-wins'] === true ? 'source' : 'newer';
}
