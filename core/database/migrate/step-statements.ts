// The steps of a migration as SQL for people: `quire migrate plan --sql`. What Quire does value by value is a comment. Runs nothing.
import type { Database } from '../database';
import { describeSteps } from './apply-steps';
import * as ddl from './ddl';
import type { MigrationStep } from './migration-step';

type Target = Pick<Database, 'dialect' | 'knex'>;

/** Steps that remove unused values are comments, as their statements lose data. */
export const statementsOf = (database: Target, steps: readonly MigrationStep[]): string[] =>
  steps.flatMap((step, index) => {
    const lines = textsOf(database, step).map((text) => (text.startsWith('--') ? text : `${text};`));
    const isDone = step.effect === 'safe' || step.effect === 'asked';
    return [
      `-- ${describeSteps(steps)[index]}`,
      ...(isDone ? lines : lines.map((line) => line.replace(/^(?!--)/gm, '-- '))),
    ];
  });

function textsOf({ dialect, knex }: Target, step: MigrationStep): string[] {
  const text = (change: ddl.TableChange): string =>
    typeof change === 'string' ? change : String(change(knex));
  if (step.kind === 'entries') return ['-- Quire changes the JSON of each entry'];
  if (step.kind === 'tables') return step.changes.map(text);
  if (step.kind === 'rows') return [...step.statements];
  const { table, column, inPlace, widen } = step;
  const each = `-- Quire converts each value of ${dialect.id(table.name)}.${dialect.id(column.name)}`;
  if (inPlace) return [...(widen ? [text(widen)] : []), each];
  return [`${each} into a new column: ${ddl.columnTypeOf(column, dialect)}`];
}
