// Sorts the differences between database and schema: which are faults, and which of them prevent reading documents.

import type { SchemaState } from '../migrate/migrate';
import type { MigrationStep } from '../migrate/migration-step';
import type { Finding } from './check';

export function stepFindings({ steps }: SchemaState): Finding[] {
  return steps
    .filter(({ effect }) => effect !== 'unused')
    .map((step): Finding => {
      const command = step.effect === 'lossy' ? 'quire migrate apply --drop' : 'quire migrate apply';
      const message = `pending: ${step.sentence}`;
      return isRefused(step)
        ? { where: `needs "${command}"`, message }
        : { where: 'the next start applies this', message, fix: async () => undefined };
    });
}

/** Startup refuses such a step. */
export const isRefused = ({ effect }: MigrationStep): boolean =>
  ['lossy', 'asked', 'blocked', 'wrong'].includes(effect);

export const axisFindings = ({ changes }: SchemaState): Finding[] =>
  changes.map(({ entry, became }) => ({
    where: 'the next start applies this',
    message: `pending: the axis ${entry.axis} of ${entry.uid} ${WORDS[became]}`,
    fix: async () => undefined,
  }));

const WORDS = {
  attached: 'is new',
  revived: 'is enabled again; its rows become visible',
  dormant: 'is disabled; its rows become dormant',
} as const;

/** Do all tables and columns exist that a read needs? */
export function isReadable({ tables, found, steps, changes }: SchemaState): boolean {
  if (changes.length > 0 || steps.some(isRefused)) return false;
  return tables.every((table) => {
    const has = found.get(table.name);
    return has !== undefined && table.columns.every(({ name }) => has.columns.has(name));
  });
}

export const schemaNotes = ({ steps }: SchemaState): string[] =>
  steps
    .filter(({ effect }) => effect === 'unused')
    .map(({ sentence }) => `${sentence}; "quire migrate apply --drop" removes it`);
