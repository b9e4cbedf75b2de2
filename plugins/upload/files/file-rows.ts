// The rows of files for one caller: their visibility decides which files a request changes, and what the answer shows.
import {
  type App,
  type Caller,
  coreErrors,
  type DocumentObject,
  type Visibility,
  withAllFields,
  withVisibility,
} from '../../../core';
import { FILE } from '../types';
import { OWN_ATTRIBUTES } from './file-content-type';
import type { FileInfo } from './file-info';

/** A written file as the caller may read it; null: the caller may write the file, but not read it. */
export type ShownFile = DocumentObject | null;

export interface WrittenFile {
  readonly documentId: string;
  readonly shown: ShownFile;
}

type Values = Readonly<Record<string, unknown>>;

export interface FileRows {
  /** The whole file, if the caller may write it. */
  find(id: number): Promise<DocumentObject | null>;
  /** `newId`: the documentId, if the request names it. */
  create(data: Values, newId?: string): Promise<WrittenFile>;
  /** The file with this documentId, stored before. */
  known(documentId: string): Promise<WrittenFile | null>;
  update(documentId: string, data: Values): Promise<WrittenFile | null>;
  /** Returns the file as the caller saw it. */
  remove(documentId: string): Promise<{ readonly shown: ShownFile } | null>;
}

/** Refuses values of `infos` that the caller may not write. Without a caller the program itself sees and changes all files. */
export function fileRows(app: App, caller: Caller | undefined, infos: readonly FileInfo[]): FileRows {
  const files = () => app.documents(FILE);
  const texts = () => app.documents.text(FILE);
  const byId = (id: number) => ({ filters: { id: { $eq: id } } });
  if (caller) refuseForbidden(app, caller.visibility, infos);
  const writer = caller ? { caller, visibility: asWriter(caller.visibility) } : {};
  const finder = caller ? { caller, visibility: withAllFields(caller.visibility) } : {};
  return {
    async find(id) {
      const found = await files().findFirst({ ...byId(id), ...finder, fields: ['id'] });
      return found && files().findOne({ documentId: found.documentId });
    },
    async create(data, newId) {
      const named = newId === undefined ? {} : { newId };
      const { documentId, text } = await texts().create({ data, ...writer, ...named });
      return { documentId, shown: parsed(text) };
    },
    async known(documentId) {
      const stored = await files().findOne({ documentId });
      if (!stored || !caller) return stored && { documentId, shown: stored };
      return { documentId, shown: await files().findOne({ documentId, caller }) };
    },
    async update(documentId, data) {
      const outcome = await texts().update({ documentId, data, ...writer });
      return outcome && { documentId, shown: parsed(outcome.text) };
    },
    async remove(documentId) {
      const shown = await files().findOne({ documentId, ...(caller ? { caller } : {}) });
      const { deleted } = await files().delete({ documentId, ...writer });
      return deleted > 0 ? { shown } : null;
    },
  };
}

const parsed = (text: string | null): ShownFile => (text === null ? null : JSON.parse(text));

function refuseForbidden(app: App, visibility: Visibility, infos: readonly FileInfo[]): void {
  const type = app.schema.types.get(FILE);
  for (const key of new Set(infos.flatMap((info) => Object.keys(info)))) {
    const attribute = type?.attributes.get(key);
    if (type && attribute && !visibility.writable(type, attribute))
      throw coreErrors.BODY_INVALID_KEY(key, 'fileInfo');
  }
}

/** The plugin itself sets the attributes that describe the bytes, so these need no right. */
const asWriter = (caller: Visibility): Visibility =>
  withVisibility(caller, {
    scope: caller.scope,
    writable: (model, attribute) =>
      (model.uid === FILE && OWN_ATTRIBUTES.has(attribute.name)) || caller.writable(model, attribute),
  });
