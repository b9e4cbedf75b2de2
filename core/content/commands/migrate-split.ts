// The flags --expand and --contract of `quire migrate`: a migration in two steps, between which processes of both schemas serve.
import type { Database } from '../../database/database';
import { EXIT, type Flags } from '../../kernel/cli/command';
import { note, print } from '../../kernel/cli/terminal';
import type { Choice } from '../migrate/chosen-steps';
import { contractSchema } from '../migrate/contract';
import { expandSchema, planExpansion } from '../migrate/expand';
import type { PairedAttribute } from '../migrate/expansion';
import { isOfPair } from '../migrate/step-words';
import { underSyncLock } from '../migrate/sync-lock';
import type { SyncOptions } from '../migrate/sync-target';
import type { Schema } from '../model/compiled/content-type';
import { GRACE } from '../watch-epoch';

interface SplitLine {
  readonly step: 'expand' | 'contract' | 'contract --drop' | 'NOT SPLIT';
  readonly sentence: string;
}

export async function printSplitPlan(
  database: Database,
  schema: Schema,
  options: SyncOptions,
  { json }: Flags,
): Promise<number> {
  const { pairs, waiting, steps, refusals } = await underSyncLock(database, (tx) =>
    planExpansion(database, tx, schema, options),
  );
  const lines: SplitLine[] = [
    ...refusals.map((sentence) => ({ step: 'NOT SPLIT', sentence }) as const),
    ...steps.flatMap(({ effect, sentence }) =>
      effect === 'safe' && !refusals.includes(sentence) ? [{ step: 'expand', sentence } as const] : [],
    ),
    ...pairs.map((pair) => ({ step: 'expand', sentence: copyOf(pair) }) as const),
    ...waiting.map((pair) => ({ step: 'contract', sentence: removalOf(pair) }) as const),
    ...steps.flatMap((step) =>
      step.effect === 'unused' && !isOfPair(step, waiting)
        ? [{ step: 'contract --drop', sentence: step.sentence } as const]
        : [],
    ),
  ];
  const text = lines.map(({ step, sentence }) => `[${step}] ${sentence}`).join('\n');
  print(json ? JSON.stringify({ steps: lines }, null, 2) : text || 'The database matches the schema.');
  if (refusals.length > 0) return EXIT.failed;
  return lines.length > 0 ? EXIT.pending : EXIT.ok;
}

/** A line for each change. */
export async function expand(database: Database, schema: Schema, options: SyncOptions): Promise<string[]> {
  const { steps, pairs } = await expandSchema(database, schema, options);
  return [...steps.map(({ sentence }) => sentence), ...pairs.map(copyOf)];
}

/** A line for each change. */
export async function contract(
  database: Database,
  schema: Schema,
  options: SyncOptions & Choice,
): Promise<string[]> {
  note('Asking the running processes for their schema …');
  const patience = 2 * GRACE;
  const { keeps, pairs, steps } = await contractSchema(database, schema, { ...options, patience });
  return [
    ...pairs.map(keeps === 'next' ? removalOf : takenBack),
    ...steps.map(({ sentence }) => `[removed] ${sentence}`),
    'the migration in two steps has ended',
  ];
}

const copyOf = ({ type, from, to }: PairedAttribute): string =>
  `${type}: ${to} takes the values of ${from}, and both stay equal`;
const removalOf = ({ type, from, to }: PairedAttribute): string =>
  `${type}: the former attribute ${from} of ${to} is removed`;
const takenBack = ({ type, from, to }: PairedAttribute): string =>
  `${type}: the attribute ${to} is removed, and ${from} stays`;
