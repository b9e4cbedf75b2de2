// `quire migrate status`: the migrations of the application and its plugins, and which have run. Changes nothing.
import { DATABASE } from '../../database/module';
import { connectDatabase } from '../../database/run/connect';
import { type Command, columns, DIR_FLAG, EXIT, textFlag } from '../../kernel/cli/command';
import { print } from '../../kernel/cli/terminal';
import { readMemoryOrNone } from '../migrate/memory';
import { MIGRATIONS } from '../migrations/declared-migrations';
import { statusOf } from '../migrations/migration-state';
import { APPLICATION, MIGRATIONS_TABLE } from '../migrations/migration-table';
import { readStates } from '../migrations/run-migrations';

/** The second step of a change of the schema. */
const CONTRACT = {
  plugin: null,
  name: 'quire migrate apply --contract',
  state: 'pending',
  ranAt: null,
} as const;

export const migrateStatusCommand: Command = {
  name: 'migrate status',
  summary: 'Lists migrations of your own, and which have run; also a pending --contract.',
  usage: 'quire migrate status [--dir PATH] [--json]',
  example: 'quire migrate status',
  flags: { dir: DIR_FLAG, json: { type: 'boolean', description: 'Prints the list as JSON.' } },
  notes:
    'Exits with 3 if a migration is pending, with 1 if one has changed or has a number that is too low, else with 0.',
  async run(flags, _word, { createKernel }) {
    const { config, container, dir, log } = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: { logs: { level: 'warn' } } },
    });
    const { declared } = container.resolve(MIGRATIONS);
    const database = await connectDatabase(config.database, { log, dir });
    container.provide(DATABASE, database);
    try {
      // The first start with migrations creates the table.
      const hasTable = declared !== null && (await database.knex.schema.hasTable(MIGRATIONS_TABLE));
      const all = hasTable
        ? await readStates(declared)
        : (declared?.sets.flatMap((set) => statusOf(set, [])) ?? []);
      const shown = all.map(({ owner, name, state, ranAt }) => ({
        plugin: owner === APPLICATION ? null : owner,
        name,
        state,
        ranAt: ranAt === null ? null : new Date(ranAt).toISOString(),
      }));
      const { expansion } = await readMemoryOrNone(database);
      if (expansion && expansion.state !== 'begun') shown.push(CONTRACT);
      if (shown.length === 0) {
        print(flags.json ? '[]' : 'There are no migrations. "quire migrate new NAME" writes one.');
        return EXIT.ok;
      }
      const lines = columns(
        shown.map(({ plugin, name, state, ranAt }) => [
          plugin === null ? name : `${plugin}: ${name}`,
          ranAt === null ? state : `${state}, ran at ${ranAt}`,
        ]),
      );
      print(flags.json ? JSON.stringify(shown, null, 2) : lines.join('\n'));
      if (shown.some(({ state }) => state === 'changed' || state === 'late')) return EXIT.failed;
      return shown.some(({ state }) => state === 'pending') ? EXIT.pending : EXIT.ok;
    } finally {
      await database.close();
    }
  },
};
