// Parses `fileInfo`: JSON text in a multipart body, once per file, or an object in a JSON body.
import { type App, check } from '../../../core';
import { uploadErrors } from '../errors';
import { FILE } from '../types';
import { INFO_KEYS, OWN_ATTRIBUTES } from './file-content-type';
import { checkFileName } from './file-name';

/** Values for attributes of the file. An absent key leaves its attribute as it is. */
export type FileInfo = Readonly<Record<string, unknown>>;

/** One info for each of `count` files, in order. Missing ones are empty. */
export function fileInfos(app: App, raw: unknown, count: number): readonly FileInfo[] {
  if (Array.isArray(raw) && raw.length === 0) throw uploadErrors.UPLOAD_INFO('must be an object');
  const list = raw === undefined || raw === '' ? [] : Array.isArray(raw) ? raw : [raw];
  if (list.length > count)
    throw uploadErrors.UPLOAD_INFO(`has ${list.length} entries for ${count} files; send one for each file`);
  return Array.from({ length: count }, (_, index) => parseInfo(app, list[index] ?? {}));
}

function parseInfo(app: App, raw: unknown): FileInfo {
  const value = typeof raw === 'string' ? parsed(raw) : raw;
  if (!check.isPlainObject(value)) throw uploadErrors.UPLOAD_INFO('must be an object');
  const info: Record<string, unknown> = {};
  for (const key of [...INFO_KEYS, ...ownAttributes(app)])
    if (Object.hasOwn(value, key) && value[key] !== undefined) info[key] = value[key];
  if (info.name === null || info.name === '') delete info.name;
  if (info.name !== undefined) {
    if (typeof info.name !== 'string') throw uploadErrors.UPLOAD_INFO('name must be a string');
    checkFileName(info.name);
  }
  if (info.folder !== undefined && info.folder !== null && typeof info.folder !== 'string')
    throw uploadErrors.UPLOAD_INFO('folder must be the documentId of a folder, or null');
  if (info.focalPoint !== undefined && info.focalPoint !== null) info.focalPoint = pointOf(info.focalPoint);
  return info;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw uploadErrors.UPLOAD_INFO('must be valid JSON');
  }
}

/** Attributes that the application added to files. */
function ownAttributes(app: App): string[] {
  const attributes = app.schema.types.get(FILE)?.attributes ?? new Map();
  return [...attributes.values()]
    .filter(({ name, writable }) => writable && !OWN_ATTRIBUTES.has(name))
    .map(({ name }) => name);
}

function pointOf(value: unknown): { readonly x: number; readonly y: number } {
  const { x, y } = check.isPlainObject(value) ? value : {};
  if (typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y))
    return { x, y };
  throw uploadErrors.UPLOAD_INFO('focalPoint must be an object with the numbers x and y, or null');
}
