// Opens the source, imports, prints the report. Exit codes: 0 all rows are accounted for, 1 they are not, 2 nothing was written.

import { statSync, writeFileSync } from 'node:fs';
import { type App, foreignClient, type PluginCommandInput, Refusal, variableOf } from '../../core';
import { openArchive } from './archive/open-archive';
import { isArchive, isEncrypted } from './archive/open-members';
import { isZone } from './convert/moments';
import { bytesIn } from './run/import-bytes';
import { newestUpdate } from './run/newest-update';
import { isBalanced, reportLines } from './run/report';
import { runImport } from './run/run-import';
import { Stopped } from './run/stopped';
import { openDatabase } from './source/open-database';

const EXIT = { ok: 0, failed: 1, refused: 2 } as const;

/** Rows between two lines of progress. */
const STEP = 10_000;

export async function importFrom(
  app: App,
  { words, flags, print, ask }: PluginCommandInput,
): Promise<number> {
  const [address, ...more] = words;
  const zone = typeof flags.timezone === 'string' ? flags.timezone : undefined;
  try {
    if (address === undefined || more.length > 0)
      throw new Refusal([
        'Expected one word: a SQLite file, an archive, or a mysql:// or postgres:// address.',
      ]);
    if (zone !== undefined && !isZone(zone))
      throw new Refusal([`--timezone: "${zone}" is no known time zone.`]);
    await app.start({ fills: true });
    const source = isArchive(address)
      ? await openArchive(address, await keyOf(app, address, ask))
      : await openDatabase(address, zone ?? 'UTC');
    try {
      if (zone === undefined && foreignClient(address) !== 'sqlite')
        print(
          `Times are read as UTC, since --timezone is missing. The newest document was changed at ${await newestUpdate(source)}.`,
        );
      let told = 0;
      const report = await runImport(app, source, {
        dryRun: flags['dry-run'] === true,
        strict: flags.strict === true,
        intoNonEmpty: flags['into-non-empty'] === true,
        openBytes:
          typeof flags.files === 'string' ? bytesIn(folderOf(flags.files)) : (source.openBytes ?? null),
        only: typeof flags.only === 'string' ? flags.only.split(',').map((uid) => uid.trim()) : null,
        progress(uid, rows) {
          if (rows < told) told = 0;
          if (rows - told < STEP) return;
          told = rows;
          process.stderr.write(`${uid}: ${rows} rows …\n`);
        },
      });
      for (const line of reportLines(report)) print(line);
      if (typeof flags.report === 'string')
        writeFileSync(flags.report, `${JSON.stringify(report, null, 2)}\n`);
      if (flags['dry-run'] === true) print('Nothing was written (--dry-run).');
      return report.types.every(isBalanced) ? EXIT.ok : EXIT.failed;
    } finally {
      await source.close();
    }
  } catch (error) {
    if (error instanceof Stopped) {
      print(`Stopped (--strict): ${error.place}`);
      return EXIT.failed;
    }
    if (!(error instanceof Refusal)) throw error;
    for (const sentence of error.sentences) print(sentence);
    return EXIT.refused;
  }
}

function folderOf(dir: string): string {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return dir;
  throw new Refusal([`--files: ${dir} is no folder.`]);
}

/** Never an argument: other users of the machine see arguments. */
async function keyOf(app: App, path: string, ask: PluginCommandInput['ask']): Promise<string> {
  if (!isEncrypted(path)) return '';
  return variableOf(app.variables, 'STRAPI_EXPORT_KEY') ?? (await ask('Key of the archive: '));
}
