// The members that content adds to an application, and to the app object of each plugin.

import type { Check } from '../kernel/check/check';
import type { Caller } from '../kernel/http/request/caller';
import type { RequestContext } from '../kernel/http/request/context';
import { token } from '../kernel/registry/container';
import type { BulkWrites } from './documents/bulk/bulk-rows';
import type { CallerDocuments } from './documents/documents-as';
import type { DocumentTextService } from './documents/operations';
import type { ReadService } from './documents/read';
import type { Documents } from './documents/typed-documents';
import type { Schema, Uid } from './model/compiled/content-type';
import type { PluginSettings } from './state/plugin-settings';
import type { PluginState, StateShape } from './state/plugin-state';

/** The document service: objects for plugins and scripts, JSON text for transports. */
export type ContentDocuments = Documents & {
  text(uid: Uid): DocumentTextService;
  /** Reads in steps, for transports that keep parsed queries. */
  readonly read: ReadService;
  /** Writes whole documents of another place, with ids and times. No hook runs, and no rule of values is checked but uniqueness. */
  bulk(): BulkWrites;
};

export const SCHEMA = token<Schema>('schema', 'schema.ready');
export const DOCUMENTS = token<ContentDocuments>('documents', 'boot.before');

declare module '../types' {
  interface ApplicationMap {
    /** From `schema.ready` on. */
    readonly schema: Schema;
    /** From `boot.before` on. */
    readonly documents: ContentDocuments;
    /** Keys of a body that the document service ignores, such as those that clients send back. */
    readonly ignoredKeys: Set<string>;
  }
  interface AppMap {
    /**
     * The documents that the caller of the request may read and write, in one call: `documentsAs(request)(uid).update(…)`. A missing
     * permission is a 403, an unknown document a 404.
     */
    documentsAs(request: RequestContext): CallerDocuments;
    /**
     * For whom the running hook of documents runs: a request, or code. For taps of `documents.*`, and functions that they call. Elsewhere
     * it throws: a handler has `request.caller`; follow-ups, operations and `query.transform` have `context.caller`.
     */
    caller(): Caller;
    /** Values of the plugin in the database, under typed keys. Call it in `register`. */
    state<const S extends StateShape>(shape: S): PluginState<S>;
    /** The folder of the plugin's migrations, as an absolute path. Call it in `register`. docs/migrations.md */
    migrations(folder: string): void;
    /**
     * Settings that callers with permission change over REST, and that all processes see within a second. Call it once, in `register`;
     * each key of the check has a default.
     */
    settings<T>(check: Check<T>): PluginSettings<T>;
  }
}
