// `quire migrate plan|apply`: lists or applies the changes that the schema needs in the database.

import type { Database } from '../../database/database';
import { DATABASE } from '../../database/module';
import { connectDatabase } from '../../database/run/connect';
import { type Command, DIR_FLAG, EXIT, type Flags } from '../../kernel/cli/command';
import { note, print } from '../../kernel/cli/terminal';
import { type Mistake, StartupError } from '../../kernel/errors/startup-error';
import { changedTypes } from '../migrate/changed-types';
import { type Choice, needsChoice, stepId } from '../migrate/chosen-steps';
import type { Losing } from '../migrate/losing-documents';
import { applyMigration, type MigrationPlan, planSchema } from '../migrate/migrate';
import type { MigrationStep } from '../migrate/migration-step';
import { ownTablesOf } from '../migrate/own-tables-of';
import { recordOfCommand } from '../migrate/record-migration';
import type { SyncOptions } from '../migrate/sync-target';
import type { Schema } from '../model/compiled/content-type';
import { GRACE } from '../watch-epoch';
import { kernelOf } from './kernel-with-unwritten';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Prints or makes the pending changes of the tables in the database.',
  usage:
    'quire migrate plan|apply [--dir PATH] [--json|--sql] [--details] [--expand|--contract] [--drop|--only] [CHANGE…]',
  example: 'quire migrate plan --sql',
  words: ['plan', 'apply'],
  more: 'CHANGE',
  flags: {
    dir: DIR_FLAG,
    drop: {
      type: 'boolean',
      description:
        'With apply: also makes changes that lose data, and removes unused tables, columns and values.',
    },
    only: {
      type: 'boolean',
      description: 'With apply: removes only unused tables, columns and values. All other changes wait.',
    },
    expand: {
      type: 'boolean',
      description:
        'With apply: the first of two steps, after which processes with the former and the new schema serve. With plan: says which change belongs to which step.',
    },
    contract: {
      type: 'boolean',
      description: 'With apply: the second step, when no process has the former schema any more.',
    },
    details: {
      type: 'boolean',
      description: 'Lists the documents that lose values, at most 1,000 for each change.',
    },
    json: {
      type: 'boolean',
      description: 'Prints the steps as JSON, for programs. With apply: needs --details.',
    },
    sql: { type: 'boolean', description: 'With plan: prints the SQL statements of the steps.' },
    with: {
      type: 'string',
      value: 'PATH',
      description:
        'With plan --json: what definition files would change that are not written yet. A JSON file like { "files": { "config/content-types/tag.json": "{ … }" } }, or - for the standard input.',
    },
  },
  check: ({ json, sql, drop, only, expand, contract, details, with: unwritten }) => [
    ...(unwritten !== undefined && (!json || expand || sql) ? ['--with needs --json'] : []),
    ...(expand && contract ? ['Use --expand or --contract, not both'] : []),
    ...(expand && (drop || only || sql) ? ['--expand takes no --drop, --only and --sql'] : []),
    ...(details && (expand || contract || sql) ? ['--details takes no --expand, --contract and --sql'] : []),
    ...(contract && only ? ['--contract takes no --only'] : []),
    ...(json && sql ? ['Use --json or --sql, not both'] : []),
    ...(drop && only ? ['Use --drop or --only, not both'] : []),
  ],
  notes:
    'plan only prints the changes. It exits with 3 if changes are pending, else with 0. Unused tables and columns are not pending changes.\nCHANGE: ids that plan prints before changes that lose or remove values. --drop and --only then make no others of these.',
  async run(flags, word, { createKernel }, changes) {
    const [drop, only] = [flags.drop === true, flags.only === true];
    if (changes.length > 0 && !(word === 'apply' && (drop || only)))
      throw new StartupError(`Changes like ${changes[0]} need apply with --drop or --only.`);
    if (flags.contract && word === 'plan')
      throw new StartupError('--contract needs apply. "quire migrate plan" lists the changes of this step.');
    if (flags.with !== undefined && word !== 'plan') throw new StartupError('--with needs plan.');
    const made = await kernelOf(flags, createKernel);
    if ('mistakes' in made) {
      print(JSON.stringify({ mistakes: made.mistakes }, null, 2));
      return EXIT.failed;
    }
    const { kernel } = made;
    const { config, schema, dir, log, hooks } = kernel;
    // A program reads the errors.
    if (flags.with === undefined) note('Comparing the database with the schema …');
    const database = await connectDatabase(config.database, { log, dir });
    const options = {
      log,
      extend: ownTablesOf(kernel),
    };
    try {
      if (word === 'plan' && flags.expand)
        return await loadSplit().printSplitPlan(database, schema, options, flags);
      if (word === 'plan') {
        const plan = await planSchema(database, schema, options, flags.details === true);
        const isPending = plan.steps.some((step) => step.effect !== 'unused');
        print(planText(plan, isPending, flags, schema.warnings));
        return isPending ? EXIT.pending : EXIT.ok;
      }
      if (flags.json && !flags.details) throw new StartupError('apply takes --json with --details only.');
      // The documents lose their values with the next statements.
      const lists = flags.details ? await planSchema(database, schema, options, true) : null;
      // Plugins change their state in `schema.dropped` and `schema.renamed`.
      kernel.container.provide(DATABASE, database);
      note('Changing the database …');
      const changed = changedTypes(hooks, schema, database);
      const applied = {
        ...options,
        drop,
        only,
        changes,
        grace: kernel.isProduction ? GRACE : 0,
        dropped: changed.dropped,
        renamed: changed.renamed,
      };
      const done = await apply(flags, database, schema, applied);
      done.push(...changed.lines, ...(await recordOfCommand(hooks, done)));
      if (flags.expand && done.length > 0) done.push(AFTER_EXPAND);
      const isChosen = (step: MigrationStep): boolean =>
        changes.length === 0 || changes.includes(stepId(step));
      const losing =
        lists && (drop || only)
          ? losingSteps(lists).filter(({ step }) => isChosen(step) && (!only || step.effect === 'unused'))
          : [];
      if (flags.json) print(JSON.stringify({ done, losing: losing.map(losingJson) }, null, 2));
      else {
        done.push(...losing.flatMap(losingLines));
        print(done.length > 0 ? done.join('\n') : 'The database matches the schema; nothing changed.');
      }
      return EXIT.ok;
    } finally {
      await database.close();
    }
  },
};

const AFTER_EXPAND =
  'Start processes with the new files. When no process has the former ones, run "quire migrate apply --contract".';

/** Returns a line for each change. */
async function apply(
  { expand, contract }: Flags,
  database: Database,
  schema: Schema,
  options: SyncOptions & Choice,
): Promise<string[]> {
  if (expand) return loadSplit().expand(database, schema, options);
  if (contract) return loadSplit().contract(database, schema, options);
  const { steps } = await applyMigration(database, schema, options);
  return steps.map(({ effect, sentence }) => (effect === 'unused' ? `[removed] ${sentence}` : sentence));
}

const loadSplit = (): typeof import('./migrate-split') => require('./migrate-split');

interface LosingStep {
  readonly step: MigrationStep;
  readonly losing: Losing;
}

const losingSteps = ({ steps, losing }: MigrationPlan): LosingStep[] =>
  steps.flatMap((step, at) => {
    const found = losing[at];
    return found && found.documents.length > 0 ? [{ step, losing: found }] : [];
  });

const losingJson = ({ step, losing }: LosingStep) => ({ id: stepId(step), ...losing });

const losingLines = ({ step, losing: { documents, isCut } }: LosingStep): string[] => [
  ...documents.map(({ type, documentId }) => `  ${stepId(step)} ${type} ${documentId}`),
  ...(isCut ? [`  ${stepId(step)} and more documents`] : []),
];

function planText(plan: MigrationPlan, pending: boolean, flags: Flags, warnings: readonly Mistake[]): string {
  const { steps, lines, sql, losing } = plan;
  if (flags.json) {
    const all = steps.map((step, at) => {
      const { effect, sentence, lost = 0, broken = 0 } = step;
      return {
        ...(needsChoice(step) ? { id: stepId(step) } : {}),
        effect,
        sentence,
        lost,
        broken,
        ...(flags.details ? { losing: losing[at] ?? null } : {}),
      };
    });
    const more = flags.with === undefined ? {} : { warnings };
    return JSON.stringify({ pending, steps: all, ...more }, null, 2);
  }
  const text = flags.sql
    ? sql
    : [
        ...steps.map((step, at) => `${needsChoice(step) ? `${stepId(step)} ` : ''}${lines[at]}`),
        ...losingSteps(plan).flatMap(losingLines),
      ];
  return text.length > 0 ? text.join('\n') : `${flags.sql ? '-- ' : ''}The database matches the schema.`;
}
