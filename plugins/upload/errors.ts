// The error table of the plugin. Messages that the peer has too are the peer's.
import { defineErrors } from '../../core';

/** Seconds. */
const RETRY_AFTER = 5;

const plain = (status: number, name: string, message: string) => ({ status, name, message: () => message });

export const uploadErrors = defineErrors('upload', {
  UPLOAD_EMPTY: plain(400, 'ValidationError', 'Files are empty'),
  UPLOAD_FILE_NAME: plain(400, 'ApplicationError', 'File name contains invalid characters'),
  UPLOAD_INFO: {
    status: 400,
    name: 'ValidationError',
    message: (message: string) => `fileInfo ${message}`,
    details: () => ({ key: 'fileInfo', source: 'body' }),
  },
  UPLOAD_TYPE_CONTRADICTION: {
    status: 400,
    name: 'ValidationError',
    message: (file: string, declared: string, real: string) =>
      `${file} is declared as ${declared}, but its bytes are ${real}; send the file with its real type`,
    details: (_file: string, declared: string, real: string) => ({ declared, real }),
  },
  UPLOAD_TYPE_REFUSED: {
    status: 400,
    name: 'ValidationError',
    message: (file: string, type: string) =>
      `${file} has the type ${type}, which this application does not accept`,
    details: (_file: string, type: string) => ({ type }),
  },
  UPLOAD_IMAGE_TOO_LARGE: {
    status: 400,
    name: 'ValidationError',
    message: (file: string, pixels: number, most: number) =>
      `${file} has ${pixels} pixels; send an image of at most ${most} pixels`,
    details: (_file: string, pixels: number, most: number) => ({ pixels, most }),
  },
  UPLOAD_PRESET: {
    status: 400,
    name: 'ValidationError',
    message: (key: string, value: unknown, remedy: string) =>
      `${key}=${String(value).slice(0, 40)} is of no preset that applies; ${remedy}`,
    details: (key: string) => ({ key, source: 'query' }),
  },
  UPLOAD_TARGET: {
    status: 400,
    name: 'ValidationError',
    message: (_key: string, message: string) => message,
    details: (key: string) => ({ key, source: 'body' }),
  },
  UPLOAD_RELATED: {
    status: 400,
    name: 'ValidationError',
    message: (type: string, field: string, most: number) =>
      `populate=related finds more than ${most} documents in ${field} of ${type}; ask for fewer files`,
    details: () => ({ key: 'related', source: 'query', param: 'populate' }),
  },
  UPLOAD_NOT_FOUND: plain(404, 'NotFoundError', 'file.notFound'),
  UPLOAD_ENTITY_NOT_FOUND: plain(404, 'NotFoundError', 'Entity not found'),
  UPLOAD_REPLACE_MANY: plain(400, 'ValidationError', 'Cannot replace a file with multiple ones'),
  UPLOAD_IN_USE: {
    status: 409,
    name: 'ConflictError',
    message: (file: string, uses: readonly object[]) =>
      `${file} is used by ${uses.length} documents; remove it there first`,
    details: (_file: string, uses: readonly object[]) => ({ uses }),
  },
  UPLOAD_FOLDER: {
    status: 400,
    name: 'ValidationError',
    message: (_key: string, message: string, _source?: string) => message,
    details: (key: string, message: string, source = 'body') => ({
      key,
      source,
      ...(source === 'body' ? { errors: [{ path: [key], message, name: 'ValidationError' }] } : {}),
    }),
  },
  UPLOAD_FOLDER_NOT_FOUND: plain(404, 'NotFoundError', 'There is no such folder'),
  UPLOAD_FOLDER_NOT_EMPTY: {
    status: 409,
    name: 'ConflictError',
    message: ({ folders, files }: { readonly folders: number; readonly files: number }) =>
      `The folder contains ${folders} folders and ${files} files; to delete it with them, add folders=${folders}&files=${files} to the address`,
    details: (content: { readonly folders: number; readonly files: number }) => ({ ...content }),
  },
  UPLOAD_FOLDER_HOLDS_OTHERS: plain(
    409,
    'ConflictError',
    'The folder contains folders or files that you may not delete; ask for the permission, or have them moved first',
  ),
  UPLOAD_FOLDER_TOO_FULL: {
    status: 409,
    name: 'ConflictError',
    message: (most: number) =>
      `The folder contains more than ${most} folders or files, and one request deletes at most ${most}; delete some of its folders first`,
    details: (most: number) => ({ most }),
  },
  UPLOAD_STORAGE_DOWN: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: () => 'The file storage is not reachable; try again later',
    headers: () => ({ 'Retry-After': String(RETRY_AFTER) }),
  },
  UPLOAD_STORAGE_FULL: plain(507, 'InsufficientStorageError', 'The storage of files is full'),
});
