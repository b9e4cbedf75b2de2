// Can processes with the former schema go on during and after a migration? Only additions are safe for them: what is not known to be
// an addition is none.
import type { LedgerChange } from '../sql/axis-ledger';
import { changedLinks } from './changed-links';
import type { TableChange } from './ddl';
import type { MigrationStep } from './migration-step';
import type { StoredModels } from './stored-model';

/** New tables with their indexes, new columns, indexes that are not unique. */
const ADDITION = /^(CREATE TABLE|CREATE INDEX|DROP INDEX|ALTER TABLE \S+ ADD COLUMN) /;
/** Without a default: a former process does not fill it. */
const NEEDED_COLUMN = / ADD COLUMN .* NOT NULL$/;
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX /;

export const isBreaking = (
  steps: readonly MigrationStep[],
  changes: readonly LedgerChange[],
  known: StoredModels,
  next: StoredModels,
): boolean =>
  steps.some((step) => !isAddition(step)) ||
  changes.some(({ entry }) => known.has(entry.uid)) ||
  claimsMore(known, next) ||
  changedLinks(known, next).length > 0;

function isAddition(step: MigrationStep): boolean {
  // Plugins name the type in rows, such as permissions, under one uid.
  if (step.kind !== 'tables' || step.effect === 'unused' || step.renames) return false;
  const [first] = step.changes;
  const isNewTable = typeof first === 'string' && first.startsWith('CREATE TABLE ');
  return step.changes.every((change) => isAddingChange(change, isNewTable));
}

const isAddingChange = (change: TableChange, isNewTable: boolean): boolean =>
  typeof change === 'string' &&
  !NEEDED_COLUMN.test(change) &&
  (ADDITION.test(change) || (isNewTable && UNIQUE_INDEX.test(change)));

/** A former process does not claim the values of an attribute that became unique. */
const claimsMore = (known: StoredModels, next: StoredModels): boolean =>
  [...next].some(([uid, { attributes }]) =>
    Object.entries(attributes).some(([name, { rules }]) => {
      const before = known.get(uid)?.attributes;
      if (!before || !Object.hasOwn(before, name)) return false;
      return (rules?.unique ?? false) !== (before[name]?.rules?.unique ?? false);
    }),
  );
