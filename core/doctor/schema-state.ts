// What the comparison of database and schema means to the doctor: which differences are faults, and which of them keep it from
// reading documents at all.
import type { SchemaState } from '../database/sync';
import type { Finding } from './check';

export function stepFindings({ steps }: SchemaState): Finding[] {
  return steps
    .filter(({ effect }) => effect !== 'unused')
    .map(({ effect, sentence }): Finding => {
      const where = effect === 'lossy' ? 'needs "quire migrate apply"' : 'done by the next start';
      const message = `not done yet: ${sentence}`;
      return effect === 'lossy' ? { where, message } : { where, message, fix: async () => undefined };
    });
}

export const axisFindings = ({ changes }: SchemaState): Finding[] =>
  changes.map(({ entry, became }) => ({
    where: 'done by the next start',
    message: `not done yet: the axis ${entry.axis} of ${entry.uid} ${WORDS[became]}`,
    fix: async () => undefined,
  }));

const WORDS = {
  attached: 'is new',
  revived: 'is on again, and its rows are to be shown',
  dormant: 'is off, and its rows are to be hidden',
} as const;

/** Is everything there that reading a row takes? */
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
