// Sorts the differences between database and schema: which are faults, and which of them prevent reading documents.
import type { SchemaState } from '../database/migrate/sync';
import type { Finding } from './check';

export function stepFindings({ steps }: SchemaState): Finding[] {
  return steps
    .filter(({ effect }) => effect !== 'unused')
    .map(({ effect, sentence }): Finding => {
      const where = effect === 'lossy' ? 'needs "quire migrate apply"' : 'the next start applies this';
      const message = `pending: ${sentence}`;
      return effect === 'lossy' ? { where, message } : { where, message, fix: async () => undefined };
    });
}

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
  if (changes.length > 0 || steps.some(({ effect }) => effect === 'lossy')) return false;
  return tables.every((table) => {
    const has = found.get(table.name);
    return has !== undefined && table.columns.every(({ name }) => has.columns.has(name));
  });
}

export const schemaNotes = ({ steps }: SchemaState): string[] =>
  steps
    .filter(({ effect }) => effect === 'unused')
    .map(({ sentence }) => `${sentence}; "quire migrate apply --drop" removes it`);
