// The read service with the hook `documents.around`. Without taps, each read goes on at once.

import { callerOf } from '../model/compiled/callers';
import type { Schema } from '../model/compiled/content-type';
import type { Around } from './around/document-call';
import type { SurroundedReads } from './around/surround-reads';
import type { PreparedAggregate, PreparedRead } from './prepare-read';
import type { ReadService } from './read';

export interface SurroundableRead {
  readonly read: ReadService;
  readonly schema: Schema;
  /** null: no plugin taps the hook. Asked per read: a plugin may tap it later. */
  around(): Around | null;
}

const load = (): typeof import('./around/surround-reads') => require('./around/surround-reads');

export function surroundableRead({ read, schema, around }: SurroundableRead): ReadService {
  const { prepare, prepareAggregate } = read;
  let made: SurroundedReads | null = null;
  const surrounded = (): SurroundedReads => {
    made ??= load().createSurroundedReads({
      schema,
      around: (call, work) => around()?.(call, work) ?? work(),
      preparation: { prepare, prepareAggregate },
      runMany: (asked) => read.runMany(asked),
    });
    return made;
  };

  const runMany: ReadService['runMany'] = (asked, control, caller) =>
    isSurrounded(asked)
      ? surrounded().list(asked, caller, (changed) => read.runMany(changed, control, caller))
      : read.runMany(asked, control, caller);

  const runOne: ReadService['runOne'] = (asked, documentId, control, caller) =>
    isSurrounded(asked)
      ? surrounded().one(asked, documentId, caller, (changed, id) =>
          read.runOne(changed, id, control, caller),
        )
      : read.runOne(asked, documentId, control, caller);

  const runEach: ReadService['runEach'] = async (asked, documentIds, control, caller) => {
    if (!isSurrounded(asked)) return read.runEach(asked, documentIds, control, caller);
    const found = new Map<string, string>();
    for (const id of documentIds) {
      const outcome = await runOne(asked, id, control, caller);
      if (outcome) found.set(id, outcome.text);
    }
    return found;
  };

  const runAggregate: ReadService['runAggregate'] = (asked, control, caller) =>
    isSurrounded(asked)
      ? surrounded().aggregate(asked, caller, (changed) => read.runAggregate(changed, control, caller))
      : read.runAggregate(asked, control, caller);

  return {
    ...read,
    runMany,
    runOne,
    runEach,
    runAggregate,
    sendMany: (asked, control, caller) =>
      isSurrounded(asked) ? runMany(asked, control, caller) : read.sendMany(asked, control, caller),
    sendOne: (asked, documentId, control, caller) =>
      isSurrounded(asked)
        ? runOne(asked, documentId, control, caller)
        : read.sendOne(asked, documentId, control, caller),
    many: async (type, words) => runMany(prepare(type, words, 'find'), null, callerOf(words)),
    one: async (type, documentId, words) =>
      (await runOne(prepare(type, words, 'findOne'), documentId, null, callerOf(words)))?.text ?? null,
    aggregate: async (type, words) => runAggregate(prepareAggregate(type, words), null, callerOf(words)),
    count: (type, words) =>
      around() === null
        ? read.count(type, words)
        : surrounded().count(type, words, (changed) => read.count(type, changed)),
  };
}

type Prepared = PreparedRead | PreparedAggregate;

/** Was the read prepared while a plugin taps the hook? */
const isSurrounded = <R extends Prepared>(read: R): read is R & { readonly asked: object } =>
  read.asked !== null;
