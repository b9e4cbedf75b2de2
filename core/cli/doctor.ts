// `quire doctor`: examines the database of an application and says what does not hold. Safe while the application runs.
import { connectDatabase } from '../database/connect';
import { diagnose } from '../doctor/diagnose';
import type { Diagnosis } from '../doctor/diagnosis';
import { createKernel } from '../kernel/kernel';
import { type Command, DIR_FLAG, EXIT, textFlag } from './command';
import { bold, grey, note, print, red } from './terminal';

/** Milliseconds between two lines of progress. */
const QUIET = 2_000;

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Examines the whole database: rows, links, unique values, entries, tables.',
  usage: 'quire doctor [--dir PATH] [--fix] [--json]',
  flags: {
    dir: DIR_FLAG,
    fix: {
      type: 'boolean',
      description: 'Mends what can be mended without losing anything, and writes old component entries anew.',
    },
    json: { type: 'boolean', description: 'Prints the result as JSON.' },
  },
  notes:
    'Exits with 0 when nothing is wrong (or all of it was mended), with 1 when something is, with 2 when the command is wrong.\nIt may run beside the application: what it finds is looked at again under a lock before it counts.',
  async run(flags) {
    const kernel = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: { logs: { level: 'warn' } } },
      writeLog: (line) => process.stderr.write(`${line.trimEnd()}\n`),
    });
    const { config, schema, dir, log, hooks } = kernel;
    const { tables } = hooks.schema;
    // One statement may look at a whole table.
    const database = await connectDatabase({ ...config.database, statementTimeout: 0 }, { log, dir });
    try {
      const diagnosis = await diagnose(database, schema, {
        log,
        extend: tables.isUsed() ? (specs) => tables.call(specs, schema) : undefined,
        checks: kernel.doctor.all(),
        fix: flags.fix === true,
        progress: now(),
      });
      print(flags.json === true ? JSON.stringify(diagnosis, null, 2) : textOf(diagnosis, flags.fix === true));
      return diagnosis.healthy ? EXIT.ok : EXIT.failed;
    } finally {
      await database.close();
    }
  },
};

/** Says where it is, but not all the time: short work says nothing. */
function now(): (line: string) => void {
  let said = performance.now();
  return (line) => {
    if (performance.now() - said < QUIET) return;
    said = performance.now();
    note(grey(line, process.stderr));
  };
}

function textOf({ healthy, documents, checks, notes }: Diagnosis, fixes: boolean): string {
  const lines: string[] = [];
  for (const check of checks) {
    if (check.found === 0) {
      lines.push(`ok     ${check.name}: ${check.summary}`);
      continue;
    }
    const left = check.found - check.mended;
    const mended = check.mended > 0 ? `, ${check.mended} mended` : '';
    lines.push(`${left > 0 ? red('found') : 'mended'}  ${bold(check.name)}: ${check.found} found${mended}`);
    for (const place of check.places) {
      lines.push(
        `       ${place.where}: ${place.found}${fixes || !place.mendable ? '' : ' (--fix mends it)'}`,
      );
      for (const example of place.examples) lines.push(`         - ${example}`);
      const more = place.found - place.examples.length;
      if (more > 0) lines.push(`         … and ${more} more`);
    }
  }
  for (const text of notes) lines.push(`note   ${text}`);
  const counted = documents === 1 ? 'One document was' : `${documents} documents were`;
  const looked =
    documents === 0 ? '' : ` ${counted} looked at one by one, beside what the database was asked.`;
  lines.push('', `${healthy ? 'Healthy' : 'Not healthy'}.${looked}`);
  return lines.join('\n');
}
