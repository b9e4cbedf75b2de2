// `quire migrate plan|apply`: what has to change in the database for the schema, and changing it.
import { connectDatabase } from '../database/connect';
import { applyMigration, planSchema } from '../database/sync';
import { createKernel } from '../kernel/kernel';
import { type Command, DIR_FLAG, EXIT, textFlag } from './command';
import { note, print } from './terminal';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Plans and carries out changes of the database that a start does not do by itself.',
  usage: 'quire migrate plan|apply [--dir PATH] [--drop]',
  words: ['plan', 'apply'],
  flags: {
    dir: DIR_FLAG,
    drop: {
      type: 'boolean',
      description: 'With apply: also removes tables and columns that nothing uses any more.',
    },
  },
  notes:
    'plan exits with 0 when nothing is to be done and with 3 when something is; what is only kept without use counts as nothing. It changes nothing.',
  async run(flags, word) {
    const kernel = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: { logs: { level: 'warn' } } },
    });
    const { config, schema, dir, log, hooks } = kernel;
    note('Comparing the database with the schema …');
    const database = await connectDatabase(config.database, { log, dir });
    const options = {
      log,
      extend: hooks.schema.tables.isUsed() ? hooks.schema.tables.call.bind(hooks.schema.tables) : undefined,
    };
    try {
      if (word === 'plan') {
        const { lines, steps } = await planSchema(database, schema, options);
        print(lines.length > 0 ? lines.join('\n') : 'The database agrees with the schema.');
        return steps.some((step) => step.effect !== 'unused') ? EXIT.pending : EXIT.ok;
      }
      note('Changing the database …');
      const { steps } = await applyMigration(database, schema, { ...options, drop: flags.drop === true });
      const done = steps.map(({ effect, sentence }) =>
        effect === 'unused' ? `[removed] ${sentence}` : sentence,
      );
      print(done.length > 0 ? done.join('\n') : 'Nothing was to be done.');
      return EXIT.ok;
    } finally {
      await database.close();
    }
  },
};
