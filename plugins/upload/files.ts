// Creates, changes and deletes files. Bytes are stored before their row, and removed after it.
import type { App, DocumentObject, UploadedFile } from '../../core';
import type { Target } from './attach';
import type { UploadConfig } from './config';
import { uploadErrors } from './errors';
import { type FileInfo, fileInfos } from './file-info';
import type { Images } from './images/image-files';
import { objectNames } from './object-names';
import { type PreparedFile, prepareFile } from './prepare-file';
import type { Replacements } from './replacements';
import type { StagedObject, Storage } from './storage';
import { createTurns } from './turns';
import { FILE } from './types';
import { usesOf } from './uses';

export interface Files {
  /** Stores the files, and attaches them to the target. `infos`: one for each file, or fewer. */
  add(
    uploads: readonly UploadedFile[],
    infos: unknown,
    target: Target | null,
  ): Promise<readonly DocumentObject[]>;
  /** Changes the info of a file; null: no such file. */
  change(id: number, info: unknown): Promise<DocumentObject | null>;
  /** Replaces the bytes of a file; its address stays. null: no such file. */
  replace(id: number, upload: UploadedFile, info: unknown): Promise<DocumentObject | null>;
  /** Deletes a file with its bytes and links; null: no such file. */
  remove(id: number): Promise<DocumentObject | null>;
  /** By row id. */
  find(id: number): Promise<DocumentObject | null>;
}

export interface FilesOptions {
  readonly config: UploadConfig;
  readonly images: Images;
  readonly storage: Storage;
  readonly replacements: Replacements;
}

export function createFiles(app: App, options: FilesOptions): Files {
  const { config, storage, replacements } = options;
  const files = () => app.documents(FILE);
  const preset = { provider: config.provider, provider_metadata: null, previewUrl: null };

  // Bytes and rows of one file change together.
  const inTurn = createTurns();

  const find = (id: number) => files().findFirst({ filters: { id: { $eq: id } } });

  const prepareAll = async (uploads: readonly UploadedFile[], infos: readonly FileInfo[]) => {
    const prepared: PreparedFile[] = [];
    try {
      for (const [index, upload] of uploads.entries())
        prepared.push(await prepareFile(upload, infos[index] ?? {}, options));
      return prepared;
    } catch (error) {
      await discardAll(prepared);
      throw error;
    }
  };

  /** The row and the record of its new bytes, in one transaction. */
  const changeRow = (documentId: string, { data, objects }: PreparedFile, moves: readonly StagedObject[]) =>
    app.database.transaction(async (tx) => {
      await replacements.lock(tx, documentId);
      const former = await files().findOne({ documentId });
      const updated = await files().update({ documentId, data });
      if (!former || !updated) return null;
      const kept = new Set(objects.map(({ name }) => name));
      const obsolete = objectNames(former, config).filter((name) => !kept.has(name));
      await replacements.add(tx, documentId, { moves, obsolete });
      return updated;
    });

  return {
    find,

    async add(uploads, raw, target) {
      // A form without a chosen file sends an empty file without a name.
      if (uploads.every(({ size }) => size === 0)) throw uploadErrors.UPLOAD_EMPTY();
      const infos = fileInfos(app, raw, uploads.length);
      const prepared = await prepareAll(uploads, infos);
      try {
        return await storage.keep(
          prepared.flatMap(({ objects }) => objects),
          () =>
            app.database.transaction(async () => {
              const created: DocumentObject[] = [];
              for (const { data } of prepared)
                created.push(await files().create({ data: { ...data, ...preset } }));
              await target?.attach(created.map(({ id }) => Number(id)));
              return created;
            }),
        );
      } finally {
        await discardAll(prepared);
      }
    },

    change: (id, raw) =>
      inTurn(id, async () => {
        const [info = {}] = fileInfos(app, raw, 1);
        const file = await find(id);
        const changed = file && (await files().update({ documentId: file.documentId, data: info }));
        if (!changed) return null;
        const kept = new Set(objectNames(changed, config));
        await storage.remove(objectNames(file, config).filter((name) => !kept.has(name)));
        return changed;
      }),

    replace: (id, upload, raw) =>
      inTurn(id, async () => {
        const [info = {}] = fileInfos(app, raw, 1);
        const file = await find(id);
        if (!file) return null;
        const name = { hash: String(file.hash), ext: String(file.ext ?? '') };
        const prepared = await prepareFile(upload, info, options, name);
        try {
          const staged = await storage.stage(prepared.objects);
          const updated = await changeRow(file.documentId, prepared, staged).catch(async (error: unknown) => {
            await storage.remove(staged.map(({ from }) => from));
            throw error;
          });
          // null: another process deleted the file.
          if (updated) await replacements.finish(file.documentId);
          else await storage.remove(staged.map(({ from }) => from));
          return updated;
        } finally {
          await prepared.discard();
        }
      }),

    remove: (id) =>
      inTurn(id, async () => {
        const file = await find(id);
        if (!file) return null;
        const deleted = await app.database.transaction(async (tx) => {
          await replacements.lock(tx, file.documentId);
          if (config.protectUsed) {
            const uses = await usesOf(app.database, app.schema, file.documentId);
            if (uses.length > 0) throw uploadErrors.UPLOAD_IN_USE(String(file.name), uses);
          }
          const last = await find(id);
          return (await files().delete({ documentId: file.documentId })).deleted > 0 ? last : null;
        });
        if (!deleted) return null;
        await storage.remove(objectNames(deleted, config));
        await replacements.finish(file.documentId);
        return deleted;
      }),
  };
}

async function discardAll(prepared: readonly PreparedFile[]): Promise<void> {
  await Promise.all(prepared.map((each) => each.discard()));
}
