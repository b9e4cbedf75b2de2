// The steps of a migration as SQL for people: `quire migrate plan --sql`. What Quire does value by value is a comment. Runs nothing.
import type { Dialect } from '../../database/dialect';
import * as ddl from './ddl';
import type { MigrationStep } from './migration-step';
import { describeSteps } from './step-words';

/** Steps that remove unused values are comments, as their statements lose data. */
export const statementsOf = (dialect: Dialect, steps: readonly MigrationStep[]): string[] =>
  steps.flatMap((step, index) => {
    const lines = textsOf(dialect, step).map((text) => (text.startsWith('--') ? text : `${text};`));
    const isDone = step.effect === 'safe' || step.effect === 'asked';
    return [
      `-- ${describeSteps(steps)[index]}`,
      ...(isDone ? lines : lines.map((line) => line.replace(/^(?!--)/gm, '-- '))),
    ];
  });

function textsOf(dialect: Dialect, step: MigrationStep): string[] {
  const text = (change: ddl.TableChange): string => ddl.textOf(change, dialect);
  if (step.kind === 'entries') return ['-- Quire changes the JSON of each entry'];
  if (step.kind === 'moveField') {
    const [value, entry] = [step.column, `${step.entries}.${step.path.join('.')}`];
    const [from, to] = step.direction === 'out' ? [entry, value] : [value, entry];
    return [`-- Quire moves each value of ${from} to ${to}`];
  }
  if (step.kind === 'tables') return step.changes.map(text);
  if (step.kind === 'rows') return [...step.statements];
  const { table, column, inPlace, prepares } = step;
  const each = `-- Quire converts each value of ${dialect.id(table.name)}.${dialect.id(column.name)}`;
  if (inPlace) return [...prepares.map(text), each];
  return [...prepares.map(text), `${each} into a new column: ${ddl.columnTypeOf(column, dialect)}`];
}
