// Reads a multipart body: text fields, and files in a temporary folder. The first one loads formidable.
import { unlink } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { File } from 'formidable';
import { bodyError } from './body-error';
import type { BodyLimits } from './body-limits';
import { brokenOff } from './body-text';
import type { Exchange } from './exchange';
import { createFileStream } from './file-stream';
import { refuseNulInBody } from './nul';
import type { QueryStringLimits } from './query-string';
import { enterSharedFolder } from './shared-folder';
import { abandonedFolders, removeFolder } from './temporary-folders';

/** A file of a multipart body. Its temporary file is removed after the answer. */
export interface UploadedFile {
  readonly field: string;
  readonly path: string;
  /** The client's file name; do not use it as a path. */
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** A class, so that no JSON body can pass for files of this machine: check a body with `instanceof`. */
export class MultipartBody {
  constructor(
    readonly fields: Readonly<Record<string, string | readonly string[]>>,
    readonly files: readonly UploadedFile[],
  ) {}
}

export async function readMultipart(
  request: Exchange,
  limits: BodyLimits,
  query: QueryStringLimits,
): Promise<MultipartBody> {
  try {
    const files = await temporaryFiles(request, limits.file);
    const { formidable, multipart }: typeof import('formidable') = require('formidable');
    const form = formidable({
      // Others guess from any word in the Content-Type: "json" in a boundary.
      enabledPlugins: [multipart],
      ...formOptions(files, limits, query),
    });
    const begun: [field: string, file: File][] = [];
    form.on('fileBegin', (field, file) => begun.push([field, file]));
    const [found] = await form.parse(request.request);
    files.check();
    const values = Object.entries(found).map(([name, [first = '', ...more] = []]) => [
      name,
      more.length === 0 ? first : [first, ...more],
    ]);
    const fields: MultipartBody['fields'] = Object.fromEntries(values);
    refuseNulInBody(fields);
    return new MultipartBody(fields, begun.map(uploadedFile));
  } catch (error) {
    request.cleanUp?.();
    throw bodyError(error, { files: limits.files, fields: query.parameters });
  }
}

export const formOptions = (
  files: TemporaryFiles,
  limits: BodyLimits,
  query: QueryStringLimits,
): import('formidable').Options => ({
  uploadDir: files.folder,
  // The stream of a file refuses more bytes than one file may have.
  maxFileSize: Number.POSITIVE_INFINITY,
  maxTotalFileSize: limits.request ?? limits.file * limits.files,
  maxFiles: limits.files,
  maxFieldsSize: limits.fields,
  maxFields: query.parameters,
  allowEmptyFiles: true,
  minFileSize: 0,
  fileWriteStreamHandler: (file) => files.open((file as unknown as File).filepath),
});

export const uploadedFile = ([field, file]: [string, File]): UploadedFile => ({
  field,
  path: file.filepath,
  name: file.originalFilename ?? '',
  type: file.mimetype ?? 'application/octet-stream',
  size: file.size,
});

/** The files of one request. */
export interface TemporaryFiles {
  readonly folder: string;
  open(path: string): Writable;
  /** Throws the error of a file. The parser can miss it: it takes the callback of `end` for success. */
  check(): void;
}

let isCleaned = false;

/** Once per process. */
async function removeAbandoned(): Promise<void> {
  for await (const path of abandonedFolders()) await removeFolder(path);
}

/** They are removed with `request.cleanUp`. */
export async function temporaryFiles(request: Exchange, most: number): Promise<TemporaryFiles> {
  if (!isCleaned) removeAbandoned().catch(() => undefined);
  isCleaned = true;
  const folder = await enterSharedFolder();
  const files: { readonly path: string; readonly stream: Writable }[] = [];
  let isRemoved = false;
  request.cleanUp = () => {
    if (isRemoved) return;
    isRemoved = true;
    // After an error, the parser leaves files open, and may still open one.
    Promise.all(files.map(({ path, stream }) => discard(path, stream))).then(folder.leave);
  };
  // The client went meanwhile. The parser would wait for an event that has come.
  if (request.request.destroyed) {
    request.cleanUp();
    throw brokenOff();
  }
  return {
    folder: folder.path,
    open(path) {
      const stream = createFileStream(path, most);
      files.push({ path, stream });
      if (isRemoved) discard(path, stream);
      return stream;
    },
    check() {
      for (const { stream } of files) if (stream.errored) throw stream.errored;
    },
  };
}

/** A file can exist only after its stream has opened it, so the stream closes first. */
async function discard(path: string, stream: Writable): Promise<void> {
  stream.destroy();
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
  await unlink(path).catch(() => undefined);
}
