// The command line of Quire: the commands of the kernel, and those of content. Only the requested command is loaded.

import type { Command } from './kernel/cli/command';
import { runCommandLine } from './kernel/cli/command-line';

const load = <M>(file: string): M => require(file);

runCommandLine(process.argv.slice(2), {
  main: __filename,
  createKernel: (options) => load<typeof import('./create-kernel')>('./create-kernel').createKernel(options),
  generated: [
    ['types/content.d.ts', ['types']],
    ['types/client.ts', ['types', '--client']],
  ],
  commands: {
    backup: (): Command =>
      load<typeof import('./content/commands/backup')>('./content/commands/backup').backupCommand,
    restore: (): Command =>
      load<typeof import('./content/commands/restore')>('./content/commands/restore').restoreCommand,
    migrate: (): Command =>
      load<typeof import('./content/commands/migrate')>('./content/commands/migrate').migrateCommand,
    'migrate new': (): Command =>
      load<typeof import('./content/commands/migrate-new')>('./content/commands/migrate-new')
        .migrateNewCommand,
    'migrate status': (): Command =>
      load<typeof import('./content/commands/migrate-status')>('./content/commands/migrate-status')
        .migrateStatusCommand,
    'migrate run': (): Command =>
      load<typeof import('./content/commands/migrate-run')>('./content/commands/migrate-run')
        .migrateRunCommand,
    doctor: (): Command =>
      load<typeof import('./content/commands/doctor')>('./content/commands/doctor').doctorCommand,
    types: (): Command =>
      load<typeof import('./content/commands/types')>('./content/commands/types').typesCommand,
  },
});
