// Files that an earlier import brought without their folders. An import leaves documents that exist as they are: a person may have moved
// such a file out of its folder. So the report counts these files.
import { type App, inParts } from '../../../core';
import type { SourceDocument } from '../source/source-document';
import { FILE } from './import-bytes';

export interface FilesOutsideFolders {
  /** Call it with each document that was here before. */
  add(uid: string, document: SourceDocument): void;
  /** A line for the report, if there are such files. */
  lines(): Promise<readonly string[]>;
}

export function countFilesOutsideFolders(app: App): FilesOutsideFolders {
  const inFolders: string[] = [];
  return {
    add(uid, { documentId, rows }) {
      if (uid === FILE && rows.some(({ links }) => (links.get('folder') ?? []).some(hasTarget)))
        inFolders.push(documentId);
    },
    async lines() {
      const counts = await inParts(inFolders, app.config.api.limits.arrayLimit, (part) =>
        app.documents(FILE).count({
          filters: { documentId: { $in: part }, folder: { id: { $null: true } } },
        }),
      );
      const outside = counts.reduce((sum, count) => sum + count, 0);
      return outside > 0
        ? [`Files that were here before stay outside of folders: ${outside}; move them in the media library`]
        : [];
    },
  };
}

const hasTarget = ({ documentId }: { readonly documentId: string | null }): boolean => documentId !== null;
