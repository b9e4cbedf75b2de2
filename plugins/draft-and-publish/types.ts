// Types that this plugin adds to the core: query parameters, and operations of the document service.
import type { DocumentObject, ManyArguments, ReadArguments, WriteManyResult } from '../../core';
import type { Status } from './status';

type VersionOperation = (
  args: ReadArguments & { readonly documentId?: string },
) => Promise<DocumentObject | null>;

type ManyVersions = (args: ManyArguments) => Promise<WriteManyResult>;

declare module '../../core/types' {
  interface QueryParamMap {
    readonly status: Status;
    readonly hasPublishedVersion: boolean;
    readonly publicationFilter: string;
    readonly preview: string;
  }
  interface DocumentOperationMap {
    /** Copies the draft to the published row. An incomplete draft is refused. */
    readonly publish: VersionOperation;
    /** Removes the published row; the draft stays. */
    readonly unpublish: VersionOperation;
    /** Copies the published row to the draft. */
    readonly discardDraft: VersionOperation;
    readonly publishMany: ManyVersions;
    readonly unpublishMany: ManyVersions;
    readonly discardDraftMany: ManyVersions;
  }
}

declare module '../../core/types' {
  interface PluginConfigMap {
    readonly 'draft-and-publish': Record<string, never>;
  }
}
