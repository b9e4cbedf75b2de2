// A check of the doctor: every file has bytes, all bytes belong to a file, and no temporary files remain.
import {
  abandonedFolders,
  type DoctorCheck,
  type DoctorContext,
  type Finding,
  removeFolder,
} from '../../core';
import { type NameRules, objectsOf } from './files/object-names';
import { stagedNames } from './replacements/replacements';
import type { UploadProvider } from './storage/providers/provider';
import { FILE } from './types';

/** Milliseconds. Younger bytes may belong to an upload that still runs. */
const SETTLED = 60 * 60 * 1000;

/** Rows that one statement reads. */
const PAGE = 500;

export function filesCheck(provider: () => Promise<UploadProvider>, rules: NameRules): DoctorCheck {
  return {
    name: 'uploads',
    description: 'every file has its bytes in the storage, and all bytes there belong to a file',
    async *run(context): AsyncIterable<Finding> {
      const storage = await provider();
      const before = Date.now() - SETTLED;
      const stored = new Map<string, Date>();
      for await (const { name, modified } of storage.list()) stored.set(name, modified);
      // The file may be younger than the list.
      for await (const file of filesOf(context))
        for (const { name, isMade } of objectsOf(file, rules))
          if (!stored.delete(name) && isMade && !(await storage.stat(name)))
            yield missing(String(file.name), name);
      for (const name of await stagedNames(context.all, context.dialect.id)) stored.delete(name);
      for (const [name, modified] of stored) if (modified.getTime() < before) yield orphan(storage, name);
      for await (const path of abandonedFolders()) yield abandoned(path);
    },
  };
}

/** Commands do not start the application, so this reads rows and not documents. */
async function* filesOf({
  all,
  schema,
  dialect,
}: DoctorContext): AsyncIterable<Readonly<Record<string, unknown>>> {
  const type = schema.types.get(FILE);
  if (!type) return;
  const columns = ['name', 'hash', 'ext', 'mime', 'formats', 'focalPoint'].map((name) =>
    dialect.id(type.scalars.get(name)?.column ?? name),
  );
  const text = `SELECT id, ${columns.join(', ')} FROM ${dialect.id(type.table)} WHERE id > ? ORDER BY id LIMIT ${PAGE}`;
  for (let after = 0; ; ) {
    const rows = await all(text, [after]);
    for (const [id, name, hash, ext, mime, formats, focalPoint] of rows) {
      after = Number(id);
      yield { name, hash, ext, mime, formats: parsed(formats), focalPoint: parsed(focalPoint) };
    }
    if (rows.length < PAGE) return;
  }
}

const parsed = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : json);

const missing = (file: string, name: string): Finding => ({
  where: 'uploads, bytes',
  message: `the bytes ${name} of the file "${file}" are missing; restore them from a backup, or delete the file`,
});

const orphan = (storage: UploadProvider, name: string): Finding => ({
  where: 'uploads, storage',
  message: `the bytes ${name} belong to no file`,
  fix: () => storage.remove(name),
});

const abandoned = (path: string): Finding => ({
  where: 'uploads, temporary files',
  message: `${path} is of a process that was killed`,
  fix: () => removeFolder(path),
});
