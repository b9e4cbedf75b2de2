// The writes of the document service. prepared-writes.ts prepares each; perform.ts performs one, many/ performs many.

import type { Database } from '../../database/database';
import type { TableSpec } from '../../database/tables';
import { coreErrors } from '../../kernel/errors/core-errors';
import { mayDo } from '../../kernel/http/request/caller';
import type { Logger } from '../../kernel/log/logger';
import type { ContentType, Uid } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';
import type { DormantColumn } from '../sql/axis-ledger';
import { createUniqueValues } from '../sql/unique';
import { type DeleteEffects, deleteEffects } from './delete-effects';
import { writeMany } from './many/write-many';
import type {
  ReadArguments,
  WriteArguments,
  WriteManyArguments,
  WriteManyResult,
  WriteOutcome,
} from './operations';
import { perform, performIn } from './perform';
import { createPreparedWrites, type PreparedWrite, type PreparingDeps } from './prepared-writes';
import { refuse, refusing } from './refusals';
import type { LinkActions } from './write/link-right';
import type { LinkedPlace } from './write/removal';
import { ReservedIds } from './write/reserved-ids';
import { createRowFilterChecks } from './write/row-filter-check';
import { createWritePlans } from './write/write-plan';
import { type DeleteTools, WriteSession } from './write/write-session';

export interface WritesDeps extends PreparingDeps {
  readonly database: Database;
  /** Reserves `count` ids for component entries and returns the first. They are never reused. */
  readonly reserveEntryIds: (count: number) => Promise<number>;
  /** The actions that a caller needs to link documents of a type; absent: none. */
  readonly linkActions?: LinkActions;
  /** Deletes that take other documents along. */
  readonly cascade: Pick<DeleteTools, 'most' | 'actionOf'>;
  /** Columns of dormant axes of a type, with the value of visible rows. */
  readonly dormant: (uid: Uid) => readonly DormantColumn[];
  readonly tables: readonly TableSpec[];
  readonly log: Pick<Logger, 'error'>;
}

export interface Removed {
  /** Rows of the document. */
  readonly deleted: number;
  /** Other documents of the type that the delete took along. */
  readonly takenAlong: readonly string[];
}

export interface Writes {
  create(type: ContentType, args: WriteArguments): Promise<WriteOutcome>;
  update(type: ContentType, args: WriteArguments): Promise<WriteOutcome | null>;
  clone(type: ContentType, args: WriteArguments): Promise<WriteOutcome | null>;
  remove(type: ContentType, args: ReadArguments): Promise<Removed>;
  /** null: the document does not exist. */
  deleteEffects(type: ContentType, args: ReadArguments): Promise<DeleteEffects | null>;
  /** Many writes of one type in one call. */
  many(type: ContentType, args: WriteManyArguments): Promise<WriteManyResult>;
  /** Runs an operation that a plugin adds. */
  operate(name: string, type: ContentType, args: WriteArguments): Promise<WriteOutcome | null>;
}

export function createWrites(deps: WritesDeps): Writes {
  const { schema, database, read, hooks, tables, reserveEntryIds } = deps;
  const tools = {
    schema,
    dialect: database.dialect,
    unique: createUniqueValues(database),
    planOf: createWritePlans({ schema, dialect: database.dialect, dormant: deps.dormant }),
    rowFilterCheckOf: createRowFilterChecks(read),
    linkActions: deps.linkActions,
    deletes: { ...deps.cascade, removePart },
  };
  const performing = { database, tools, hooks, tables, reserveEntryIds };
  const prepared = createPreparedWrites(deps);

  async function removePart(within: WriteSession, place: LinkedPlace, visibility: Visibility) {
    const { caller } = within.action;
    const { performance } = await prepared.removePart(place, { caller, visibility });
    within.action.refusals.push(...performance.action.refusals);
    const turn = { footprint: new Map(), turn: 1, moment: within.moment, within };
    return (await performIn(within.tx, performing, performance, new ReservedIds(0, 0), turn)) !== null;
  }

  async function performed(write: PreparedWrite | null): Promise<WriteOutcome | null> {
    if (!write) return null;
    const { action } = write.performance;
    const outcome = await refusing(action, () => perform(performing, write.performance));
    if (!outcome) refuse(action);
    return outcome;
  }

  return {
    async create(type, args) {
      const outcome = await performed(await prepared.create(type, args));
      if (!outcome) throw new Error(`${type.uid} could not be created`);
      return outcome;
    },
    update: async (type, args) => performed(await prepared.update(type, args)),
    clone: async (type, args) => performed(await prepared.clone(type, args)),
    async remove(type, args) {
      const write = await prepared.remove(type, args);
      await performed(write);
      return { deleted: write?.deleted() ?? 0, takenAlong: write?.takenAlong?.() ?? [] };
    },
    async operate(name, type, args) {
      const write = await prepared.operate(name, type, args);
      return write?.finish(await performed(write)) ?? null;
    },
    async deleteEffects(type, args) {
      const action = prepared.asked(type, args);
      if (!action) return null;
      const { caller, visibility } = action;
      const right = deps.cascade.actionOf(type.uid);
      if (caller.kind === 'request' && !mayDo(visibility, right))
        throw coreErrors.ACCESS_FORBIDDEN(visibility.hint?.(right));
      const turn = { footprint: new Map(), turn: 1 };
      return database.transaction((tx) => deleteEffects(new WriteSession(tx, action, tools, turn)), {
        ambient: false,
        commits: null,
      });
    },
    many: (type, args) => writeMany({ performing, prepared, log: deps.log }, type, args),
  };
}
