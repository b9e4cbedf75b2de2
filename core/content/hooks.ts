// The hooks of content, with the moment at which each runs and the changes that its taps may make. A hook without taps costs nothing;
// no hook runs per row.
import type { TableSpec } from '../database/tables';
import { hooks } from '../kernel/app/hook-kinds';
import type { DocumentAnswer, DocumentCall } from './documents/around/document-call';
import type { LoadedSet } from './documents/operations';
import type { IssueCollector, WriteAction, WriteContext, WriteResult } from './documents/write-action';
import type { DroppedTypes } from './migrate/dropped-types';
import type { RenamedTypes } from './migrate/renamed-types';
import type { Schema } from './model/compiled/content-type';
import type { SchemaCollector, TypeBuilder } from './model/read/type-builder';
import type { QueryNode } from './query/ast';
import type { QueryContext } from './query/prepare';

export const contentHooks = () =>
  Object.freeze({
    schema: Object.freeze({
      /** Before the schema is compiled. May add content types and components of the plugin. */
      collect: hooks.sync<[collector: SchemaCollector]>(['collector']),
      /** Once per content type. May add attributes, axes, indexes and known options. */
      contentType: hooks.sync<[type: TypeBuilder]>(['type']),
      /** Once, with the tables that the schema needs. May add tables, columns and indexes. */
      tables: hooks.sync<[tables: TableSpec[], schema: Schema]>(['tables', 'schema']),
      /**
       * `quire migrate apply --drop` removed the tables of content types that the schema no longer has. Runs in the transaction of
       * the migration; the application is not started. May remove what the plugin stored about them.
       */
      dropped: hooks.series<[dropped: DroppedTypes]>(['dropped']),
      /**
       * A migration gave content types other uids (`renamedFrom`). Runs in its transaction, at the start or in `quire migrate apply`;
       * plugins have not booted. May change rows of the plugin that name the former uids.
       */
      renamed: hooks.series<[renamed: RenamedTypes]>(['renamed']),
      /** The schema is frozen. May compute values, add routes and permission actions; must not change the schema. */
      ready: hooks.sync<[schema: Schema]>(['schema']),
    }),
    query: Object.freeze({
      /** Once per query, after visibility and before axes are bound. May add predicates to any node; they are part of the shape. */
      transform: hooks.sync<[node: QueryNode, context: QueryContext]>(['node', 'context']),
    }),
    documents: Object.freeze({
      /**
       * Before the transaction, from the request alone. Inside it, for a document that another delete takes along. `action.caller` is the caller. May set values (`action.set`), target, strictness,
       * columns, follow-ups.
       */
      prepare: hooks.series<[action: WriteAction]>(['action']),
      /** Inside the transaction, with the merged document. May add issues; must not write. */
      validate: hooks.sync<[action: WriteAction, issues: IssueCollector]>(['action', 'issues']),
      /**
       * Inside the transaction, before the row is written. A retry runs it again. May copy rows: a deleted document stays when it has
       * another row.
       */
      writing: hooks.series<[context: WriteContext]>(['context']),
      /** Inside the transaction, once, after all rows are written. A thrown error rolls the transaction back. */
      written: hooks.series<[result: WriteResult, context: WriteContext]>(['result', 'context']),
      /** After the commit. A thrown error is logged; the write stays. */
      committed: hooks.everyTap<[result: WriteResult]>(['result']),
      /**
       * Once per operation, around all of it: before its query and its body are read, and after its commit. May change `call.params`, then
       * calls `next()` and returns its answer, which it may change, or answers itself. Changed parameters are checked with the rights of
       * the caller, and changed answers are cleaned for the caller.
       */
      around: hooks.around<[call: DocumentCall], DocumentAnswer>(['call']),
      /**
       * Once per result set of any type. For the answer of a write, inside the transaction. Documents behind relations are inside the
       * set. `set.caller` is the caller who reads, also of a subscription. May change the objects in place; must not write. Reading
       * `documents` turns the text of the set into objects.
       */
      loaded: hooks.series<[set: LoadedSet]>(['set']),
    }),
  });

export type ContentHooks = ReturnType<typeof contentHooks>;

declare module '../types' {
  interface HookMap extends ContentHooks {}
}

/** A tap that comes later would never run. */
export const READ_BEFORE_BOOT = [
  'schema.collect',
  'schema.contentType',
  'schema.tables',
  'schema.ready',
  'query.transform',
  'documents.prepare',
  'documents.validate',
  'documents.writing',
  'documents.written',
  'documents.committed',
] as const;
