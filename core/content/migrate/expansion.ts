// The state between the two steps of a migration, a fact in quire_meta. After `quire migrate apply --expand`, the tables serve processes
// with the former schema and with the next one; `--contract` ends it. decision 0039 has the reasons.
import type { ColumnPair } from '../../database/column-pairs';
import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Uid } from '../model/compiled/content-type';
import type { LedgerEntry } from '../sql/axis-ledger';
import type { StoredModel, StoredModels } from './stored-model';
import { writeFact } from './write-fact';

export const EXPANSION = 'expansion';

export interface PairedAttribute extends ColumnPair {
  readonly type: Uid;
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

export type Side = 'former' | 'next';

/** What the start of a process with the former schema compares. */
export interface FormerMemory {
  readonly fingerprint: string;
  readonly entries: readonly LedgerEntry[];
  readonly models: StoredModels;
  readonly epoch: number;
}

export interface Expansion {
  /** `begun`: without an end, the next migration takes it back. `ending`: the columns of one side are being removed. */
  readonly state: 'begun' | 'done' | 'ending';
  /** While it ends: the schema that stays, which is also that of the memory. */
  readonly keeps?: Side;
  /** The first epoch of processes with the next schema. */
  readonly epoch: number;
  readonly pairs: readonly PairedAttribute[];
  readonly former: FormerMemory;
}

export function parseExpansion(text: string | undefined): Expansion | null {
  if (text === undefined) return null;
  const { former, ...rest } = JSON.parse(text) as Omit<Expansion, 'former'> & {
    readonly former: Omit<FormerMemory, 'models'> & { readonly models: readonly StoredModel[] };
  };
  return {
    ...rest,
    former: { ...former, models: new Map(former.models.map((model) => [model.uid, model])) },
  };
}

export const writeExpansion = (tx: Tx, dialect: Dialect, { former, ...rest }: Expansion): Promise<void> =>
  writeFact(
    tx,
    dialect,
    EXPANSION,
    JSON.stringify({ ...rest, former: { ...former, models: [...former.models.values()] } }),
  );

/** `items` → its pairs. */
export function pairsByTable(pairs: readonly PairedAttribute[]): ReadonlyMap<string, PairedAttribute[]> {
  const byTable = new Map<string, PairedAttribute[]>();
  for (const pair of pairs) byTable.set(pair.table, [...(byTable.get(pair.table) ?? []), pair]);
  return byTable;
}

/** A migration to a third schema would change columns that triggers read. */
export function refuseOther(expansion: Expansion | null, isSame: boolean): void {
  if (!expansion || expansion.state === 'begun' || isSame) return;
  if (expansion.state === 'ending')
    throw new StartupError(
      `The second step of a migration (--contract) has stopped before its end. With the files of the ${expansion.keeps} schema, run "quire migrate apply --contract" again.`,
    );
  throw new StartupError(
    'The database is between the two steps of a migration (--expand, --contract), and these files have neither its former schema nor its next one. With the files of the next schema, run "quire migrate apply --contract" first; with those of the former schema, the same command takes the first step back.',
  );
}

export function refuseDrop(expansion: Expansion | null): void {
  if (!expansion || expansion.state === 'begun') return;
  throw new StartupError(
    'The database is between the two steps of a migration. Run "quire migrate apply --contract" first; with --drop it also removes unused values.',
  );
}
