// `quire doctor`: checks the database of an application and lists faults. The application may run at the same time.

import { DATABASE } from '../../database/module';
import { connectDatabase } from '../../database/run/connect';
import type { Kernel } from '../../kernel/app/app';
import { type Command, DIR_FLAG, EXIT, textFlag } from '../../kernel/cli/command';
import { bold, grey, note, print, red } from '../../kernel/cli/terminal';
import { diagnose } from '../doctor/diagnose';
import type { Diagnosis } from '../doctor/diagnosis';
import { runSecurityChecks, type SecurityResult } from '../doctor/security-check';
import { changedTypes } from '../migrate/changed-types';
import { ownTablesOf } from '../migrate/own-tables-of';
import { coreSecurity } from './core-security';
import { printProposals } from './doctor-indexes';

/** Milliseconds between two lines of progress. */
const QUIET = 2_000;

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Checks the data in the whole database, and repairs faults with --fix.',
  usage: 'quire doctor [--dir PATH] [--fix] [--json] [--security] [--indexes FILE]',
  example: 'quire doctor --fix',
  flags: {
    dir: DIR_FLAG,
    fix: {
      type: 'boolean',
      description:
        'Repairs the faults that can be repaired without loss of data, and updates component entries of an older schema.',
    },
    json: { type: 'boolean', description: 'Prints the result as JSON.' },
    security: {
      type: 'boolean',
      description:
        'Checks the application against the checklist for production (docs/security.md) instead of the data.',
    },
    indexes: {
      type: 'string',
      value: 'FILE',
      description:
        'Proposes indexes for the slow reads in a log file instead (JSON lines; `-`: standard input).',
    },
  },
  notes:
    'Exit codes: 0 no faults (or all repaired), 1 faults, 2 wrong usage.\nThe application may run at the same time: each fault is checked again under a lock.',
  async run(flags, _word, { createKernel }) {
    const kernel = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: { logs: { level: 'warn' } } },
      writeLog: (line) => process.stderr.write(`${line.trimEnd()}\n`),
    });
    if (flags.security === true) return checkSecurity(kernel, flags.json === true);
    const file = textFlag(flags, 'indexes');
    if (file !== undefined) return printProposals(kernel, file, flags.json === true);
    const { config, schema, dir, log, hooks } = kernel;
    // One statement may read a whole table.
    const database = await connectDatabase({ ...config.database, statementTimeout: 0 }, { log, dir });
    kernel.container.provide(DATABASE, database);
    try {
      const diagnosis = await diagnose(database, schema, {
        log,
        extend: ownTablesOf(kernel),
        renamed: changedTypes(hooks, schema, database).renamed,
        checks: kernel.doctor,
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

/** Starts the application without its port: plugins read their roles and tokens from the database. */
async function checkSecurity(kernel: Kernel, asJson: boolean): Promise<number> {
  await kernel.start();
  try {
    const { config, isProduction, plugins, security } = kernel;
    const handlesAnonymous = plugins.some((plugin) => plugin.handlesAnonymous === true);
    const core = coreSecurity({ config, isProduction, handlesAnonymous });
    const results = await runSecurityChecks([...core, ...security.values()]);
    const isSafe = results.every(({ breaches }) => breaches.length === 0);
    print(asJson ? JSON.stringify({ safe: isSafe, checks: results }, null, 2) : securityText(results));
    return isSafe ? EXIT.ok : EXIT.failed;
  } finally {
    await kernel.stop();
  }
}

function securityText(results: readonly SecurityResult[]): string {
  const lines = results.flatMap(({ name, description, breaches }) =>
    breaches.length === 0
      ? [`ok     ${name}: ${description}`]
      : [
          `${red('open')}   ${bold(name)}: ${description}`,
          ...breaches.map((breach) => `         - ${breach}`),
        ],
  );
  const open = results.filter(({ breaches }) => breaches.length > 0).length;
  const verdict = open === 0 ? 'All rules hold.' : `${open} of ${results.length} rules do not hold.`;
  return [...lines, '', `${verdict} docs/security.md explains each rule.`].join('\n');
}

/** Prints progress at intervals; short work prints none. */
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
      lines.push(`ok     ${check.name}: ${check.description}`);
      continue;
    }
    const left = check.found - check.fixed;
    const fixed = check.fixed > 0 ? `, ${check.fixed} fixed` : '';
    lines.push(`${left > 0 ? red('found') : 'fixed'}  ${bold(check.name)}: ${check.found} found${fixed}`);
    for (const place of check.places) {
      lines.push(
        `       ${place.where}: ${place.found}${fixes || !place.fixable ? '' : ' (--fix repairs this)'}`,
      );
      for (const example of place.examples) lines.push(`         - ${example}`);
      const more = place.found - place.examples.length;
      if (more > 0) lines.push(`         … and ${more} more`);
    }
  }
  for (const text of notes) lines.push(`note   ${text}`);
  const counted = documents === 1 ? 'One document' : `${documents} documents`;
  const looked =
    documents === 0 ? '' : ` ${counted} read one by one, in addition to queries over whole tables.`;
  lines.push('', `${healthy ? 'Healthy' : 'Not healthy'}.${looked}`);
  return lines.join('\n');
}
