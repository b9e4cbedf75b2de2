// The names of the triggers of paired columns.
import { createHash } from 'node:crypto';

/** Names of tables may have all the characters that a name can have. */
const shortened = (table: string): string =>
  table.length <= 40
    ? table
    : `${table.slice(0, 31)}_${createHash('sha256').update(table).digest('hex').slice(0, 8)}`;

export const pairFunction = (table: string): string => `quire_pair_${shortened(table)}`;

export const pairTrigger = (table: string, event: 'INSERT' | 'UPDATE'): string =>
  `${pairFunction(table)}_${event.toLowerCase()}`;
