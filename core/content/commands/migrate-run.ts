// `quire migrate run`: starts the application without its port, which runs its pending migrations.
import { type Command, DIR_FLAG, EXIT, textFlag } from '../../kernel/cli/command';
import { print } from '../../kernel/cli/terminal';
import { MIGRATIONS } from '../migrations/declared-migrations';

export const migrateRunCommand: Command = {
  name: 'migrate run',
  summary: 'Runs pending migrations of your own, as a start does.',
  usage: 'quire migrate run [--dir PATH] [--to NUMBER] [--dry-run]',
  example: 'quire migrate run --to 12',
  flags: {
    dir: DIR_FLAG,
    to: {
      type: 'string',
      value: 'NUMBER',
      description: 'Migrations of the application with a higher number wait.',
    },
    'dry-run': {
      type: 'boolean',
      description: 'Runs them, and rolls back what they did. On MariaDB and MySQL: lists them.',
    },
  },
  check: ({ to }) =>
    to === undefined || /^\d{1,9}$/.test(String(to)) ? [] : ['--to needs the number of a migration'],
  notes:
    'The tables follow the content types first, and plugins add their seeds. What a migration does outside of the database is not rolled back.',
  async run(flags, _word, { createKernel }) {
    const kernel = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: { logs: { level: 'warn' } } },
    });
    const ran: string[] = [];
    const to = textFlag(flags, 'to');
    const isDry = flags['dry-run'] === true;
    kernel.container.resolve(MIGRATIONS).options = {
      ...(to === undefined ? {} : { to: Number(to) }),
      dryRun: isDry,
      ran: (name) => ran.push(name),
    };
    try {
      await kernel.start();
    } finally {
      await kernel.stop();
    }
    const what = isDry ? 'would run' : 'has run';
    print(ran.length > 0 ? ran.map((name) => `${name} ${what}`).join('\n') : 'No migration is pending.');
    return EXIT.ok;
  },
};
