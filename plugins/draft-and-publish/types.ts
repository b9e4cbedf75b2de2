// What this plugin adds to the types of the core: words of every call, and operations of each content type's service.
import type { DocumentObject, ReadArguments } from '../../core';
import type { Status } from './status';

type VersionOperation = (
  args: ReadArguments & { readonly documentId?: string },
) => Promise<DocumentObject | null>;

declare module '../../core/documents/operations' {
  interface QueryParamMap {
    readonly status: Status;
    readonly hasPublishedVersion: boolean;
    readonly publicationFilter: string;
  }
  interface DocumentOperationMap {
    /** The draft goes live; a draft that is not complete is refused and nothing changes. */
    readonly publish: VersionOperation;
    /** The published row goes; the draft stays. */
    readonly unpublish: VersionOperation;
    /** The draft becomes what is published. */
    readonly discardDraft: VersionOperation;
  }
}

declare module '../../core/types' {
  interface PluginConfigMap {
    readonly 'draft-and-publish': Record<string, never>;
  }
}
