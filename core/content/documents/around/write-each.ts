// A bulk write with taps of `documents.around`: each item is a call of its own, one after the other, so that no tap is passed by. In one
// transaction (`atomic`), or each in its own.
import type { Database } from '../../../database/database';
import { keepsTransaction } from '../../../database/run/keeps-transaction';
import { coreErrors } from '../../../kernel/errors/core-errors';
import { visibilityOf } from '../../model/compiled/callers';
import type { ContentType } from '../../model/compiled/content-type';
import {
  endsTransaction,
  type ItemErrors,
  inOrder,
  isAnswer,
  type Logging,
  shown,
} from '../many/item-errors';
import type { WriteArguments, WriteItem, WriteManyArguments, WriteManyResult } from '../operations';
import type { Writes } from '../writes';

export interface EachDeps extends Logging {
  readonly database: Database;
}

export async function writeEach(
  writes: Writes,
  deps: EachDeps,
  type: ContentType,
  { items, atomic = true, ...words }: WriteManyArguments,
): Promise<WriteManyResult> {
  const { database } = deps;
  const errors: ItemErrors = new Map();
  const stored = new Map<number, string>();
  /** Documents that deletes have taken along, with the scope of their rights. */
  const taken = new Set<string>();

  async function writeItem(item: WriteItem, index: number): Promise<void> {
    try {
      if (item.refusal) throw item.refusal;
      stored.set(index, await written(writes, type, item, words, taken));
    } catch (error) {
      const isLost = atomic
        ? !isAnswer(error) || !keepsTransaction(database, error)
        : endsTransaction(database, error);
      if (isLost) throw error;
      errors.set(index, shown(deps, error));
    }
  }

  const writeAll = async (): Promise<void> => {
    for (const [index, item] of items.entries()) await writeItem(item, index);
  };
  if (atomic)
    await database.transaction(
      async () => {
        // A transaction that runs again starts from nothing.
        for (const each of [errors, stored, taken]) each.clear();
        await writeAll();
        if (errors.size > 0) throw coreErrors.ITEMS_REFUSED(inOrder(errors), items.length);
      },
      { commits: words.commits },
    );
  else await writeAll();
  return {
    items: items.map((item, index) => ({
      documentId: stored.get(index) ?? item.documentId ?? null,
      error: errors.get(index) ?? null,
    })),
  };
}

async function written(
  writes: Writes,
  type: ContentType,
  { operation, refusal: _, ...item }: WriteItem,
  words: WriteArguments,
  taken: Set<string>,
): Promise<string> {
  const args: WriteArguments = { ...words, ...item };
  if (operation === 'delete') {
    const { deleted, takenAlong } = await writes.remove(type, args);
    const { documentId = '' } = args;
    const { scope } = visibilityOf(args);
    if (deleted === 0 && (!taken.has(`${scope} ${documentId}`) || args.precondition))
      throw coreErrors.DOCUMENT_NOT_FOUND();
    for (const id of takenAlong) taken.add(`${scope} ${id}`);
    return documentId;
  }
  const outcome = await outcomeOf(writes, operation, type, args);
  if (!outcome) throw coreErrors.DOCUMENT_NOT_FOUND();
  return outcome.documentId;
}

function outcomeOf(writes: Writes, operation: string, type: ContentType, args: WriteArguments) {
  switch (operation) {
    case 'create':
      return writes.create(type, args);
    case 'update':
      return writes.update(type, args);
    default:
      return writes.operate(operation, type, args);
  }
}
