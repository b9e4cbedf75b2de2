// Creates, changes and deletes files. Bytes are stored before their row, and removed after it.
import {
  type App,
  AppError,
  type Caller,
  createKeyedQueue,
  type DocumentObject,
  type Tx,
  type UploadedFile,
} from '../../../core';
import type { UploadConfig } from '../config';
import { uploadErrors } from '../errors';
import type { Images } from '../images/image-files';
import type { Target } from '../media/attach';
import { documentsUsingFile } from '../media/documents-using-file';
import type { Replacements } from '../replacements/replacements';
import type { StagedObject, Storage } from '../storage/storage';
import { FILE } from '../types';
import { type FileInfo, fileInfos } from './file-info';
import { type FileRows, fileRows, type ShownFile, type WrittenFile } from './file-rows';
import { idsOfKey, type UploadKey } from './ids-of-key';
import { objectNames } from './object-names';
import type { PreparedFile } from './prepare-file';

export interface Files {
  /**
   * Stores the files, and attaches them to the target. `infos`: one for each file, or fewer. With the key of an earlier request of the
   * caller, the same files are those that this request has stored.
   */
  add(
    uploads: readonly UploadedFile[],
    infos: unknown,
    target: Target | null,
    caller?: Caller,
    key?: UploadKey,
  ): Promise<readonly ShownFile[]>;
  /** Changes the info of a file; null: no such file, or the caller may not change it. */
  change(id: number, info: unknown, caller?: Caller): Promise<Changed | null>;
  /** Replaces the bytes of a file; its address stays. null: no such file, or the caller may not change it. */
  replace(id: number, upload: UploadedFile, info: unknown, caller?: Caller): Promise<Changed | null>;
  /** Deletes a file with its bytes and links; null: no such file, or the caller may not delete it. */
  remove(id: number, caller?: Caller): Promise<Changed | null>;
  /** Moves the files to a folder; null: to no folder. All of them, or none and an error. */
  moveTo(folder: string | null, ids: readonly number[], caller?: Caller): Promise<readonly ShownFile[]>;
  /** Deletes files in one transaction with other work, which gets the function that does it. Their bytes go after the commit. */
  removeIn<T>(work: (remove: (id: number, caller: Caller) => Promise<void>) => Promise<T>): Promise<T>;
  /** By row id. */
  find(id: number): Promise<DocumentObject | null>;
}

export interface Changed {
  readonly shown: ShownFile;
}

export interface FilesOptions {
  readonly config: UploadConfig;
  readonly images: Images;
  readonly storage: Storage;
  readonly replacements: Replacements;
}

const loadPreparing = (): typeof import('./prepare-file') => require('./prepare-file');

export function createFiles(app: App, options: FilesOptions): Files {
  const { config, storage, replacements } = options;
  const all = fileRows(app, undefined, []);
  const preset = { provider: config.provider, provider_metadata: null, previewUrl: null };

  // Bytes and rows of one file change together.
  const inTurn = createKeyedQueue<number>();

  const prepareAll = async (uploads: readonly UploadedFile[], infos: readonly FileInfo[]) => {
    const prepared: PreparedFile[] = [];
    try {
      for (const [index, upload] of uploads.entries())
        prepared.push(await loadPreparing().prepareFile(upload, infos[index] ?? {}, options));
      return prepared;
    } catch (error) {
      await discardAll(prepared);
      throw error;
    }
  };

  /** The row and the record of its new bytes, in one transaction. */
  const changeRow = (
    rows: FileRows,
    documentId: string,
    { data, objects }: PreparedFile,
    moves: readonly StagedObject[],
  ) =>
    app.database.transaction(async (tx) => {
      await replacements.lock(tx, documentId);
      const former = await app.documents(FILE).findOne({ documentId });
      const updated = await rows.update(documentId, data);
      if (!former || !updated) return null;
      const kept = new Set(objects.map(({ name }) => name));
      const obsolete = objectNames(former, config).filter((name) => !kept.has(name));
      await replacements.add(documentId, { moves, obsolete });
      return updated;
    });

  /** In a transaction. The bytes stay. */
  const removeRow = async (tx: Tx, rows: FileRows, documentId: string, id: number) => {
    await replacements.lock(tx, documentId);
    const last = await all.find(id);
    if (last && config.protectUsed) {
      const uses = await documentsUsingFile(app.database, app.schema, documentId);
      if (uses.length > 0) throw uploadErrors.UPLOAD_IN_USE(String(last.name), uses);
    }
    const gone = last && (await rows.remove(documentId));
    return gone && { last, shown: gone.shown };
  };

  /** All names at once: a silent storage delays the answer once, and not once per file. */
  const removeBytes = async (removed: readonly DocumentObject[]): Promise<void> => {
    await storage.remove(removed.flatMap((file) => objectNames(file, config)));
    for (const { documentId } of removed) await replacements.finish(documentId);
  };

  return {
    find: all.find,

    async add(uploads, raw, target, caller, key) {
      // A form without a chosen file sends an empty file without a name.
      if (uploads.every(({ size }) => size === 0)) throw uploadErrors.UPLOAD_EMPTY();
      const infos = fileInfos(app, raw, uploads.length);
      const rows = fileRows(app, caller, infos);
      const ids = key ? await idsOfKey(key, uploads) : [];
      const before = await storedFiles(rows, ids);
      if (before) return before;
      const prepared = await prepareAll(uploads, infos);
      try {
        return await storage.keep(
          prepared.flatMap(({ objects }) => objects),
          () =>
            app.database.transaction(async () => {
              const created: WrittenFile[] = [];
              for (const [index, { data }] of prepared.entries())
                created.push(await rows.create({ ...data, ...preset }, ids[index]));
              await target?.attach(created.map(({ documentId }) => documentId));
              return created.map(({ shown }) => shown);
            }),
        );
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'DOCUMENT_EXISTS')) throw error;
        // The earlier request was still running.
        const meanwhile = await storedFiles(rows, ids);
        if (meanwhile) return meanwhile;
        throw error;
      } finally {
        await discardAll(prepared);
      }
    },

    change: (id, raw, caller) =>
      inTurn(id, async () => {
        const [info = {}] = fileInfos(app, raw, 1);
        const rows = fileRows(app, caller, [info]);
        const file = await rows.find(id);
        const changed = file && (await rows.update(file.documentId, info));
        if (!changed) return null;
        const now = (await all.find(id)) ?? file;
        const kept = new Set(objectNames(now, config));
        await storage.remove(objectNames(file, config).filter((name) => !kept.has(name)));
        return changed;
      }),

    replace: (id, upload, raw, caller) =>
      inTurn(id, async () => {
        const [info = {}] = fileInfos(app, raw, 1);
        const rows = fileRows(app, caller, [info]);
        const file = await rows.find(id);
        if (!file) return null;
        const name = { hash: String(file.hash), ext: String(file.ext ?? '') };
        const prepared = await loadPreparing().prepareFile(upload, info, options, name);
        try {
          const staged = await storage.stage(prepared.objects);
          const change = changeRow(rows, file.documentId, prepared, staged);
          const updated = await change.catch(async (error: unknown) => {
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

    remove: (id, caller) =>
      inTurn(id, async () => {
        const rows = fileRows(app, caller, []);
        const file = await rows.find(id);
        if (!file) return null;
        const removed = await app.database.transaction((tx) => removeRow(tx, rows, file.documentId, id));
        if (!removed) return null;
        await removeBytes([removed.last]);
        return { shown: removed.shown };
      }),

    moveTo(folder, ids, caller) {
      const rows = fileRows(app, caller, [{ folder }]);
      return app.database.transaction(async () => {
        const moved: ShownFile[] = [];
        for (const id of ids) {
          const file = await rows.find(id);
          const updated = file && (await rows.update(file.documentId, { folder }));
          if (!updated) throw uploadErrors.UPLOAD_ENTITY_NOT_FOUND();
          moved.push(updated.shown);
        }
        return moved;
      });
    },

    async removeIn(work) {
      let removed: DocumentObject[] = [];
      const result = await app.database.transaction((tx) => {
        // A transaction may run again.
        removed = [];
        return work(async (id, caller) => {
          const rows = fileRows(app, caller, []);
          const file = await rows.find(id);
          const gone = file && (await removeRow(tx, rows, file.documentId, id));
          if (!gone) throw uploadErrors.UPLOAD_ENTITY_NOT_FOUND();
          removed.push(gone.last);
        });
      });
      await removeBytes(removed);
      return result;
    },
  };
}

async function discardAll(prepared: readonly PreparedFile[]): Promise<void> {
  await Promise.all(prepared.map((each) => each.discard()));
}

/** The files of an earlier request with the same key; null: not all of them are stored. */
async function storedFiles(rows: FileRows, ids: readonly string[]): Promise<readonly ShownFile[] | null> {
  const known = await Promise.all(ids.map((id) => rows.known(id)));
  return known.length > 0 && known.every((file) => file !== null) ? known.map(({ shown }) => shown) : null;
}
