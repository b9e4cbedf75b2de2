// The upload routes: numeric ids, bodies and responses without `data`.
import {
  type App,
  check,
  checkMisplacedPagination,
  type DocumentObject,
  MultipartBody,
  type ReadWords,
  type RequestContext,
  type RouteDefinition,
  route,
} from '../../core';
import { destroyContract, listContract, oneContract, pageContract, uploadContract } from './contract';
import { uploadErrors } from './errors';
import type { ShownFile } from './files/file-rows';
import type { Files } from './files/files';
import { uploadKeyOf } from './files/ids-of-key';
import { type FolderWord, folderWord } from './folders/files-in-folder';
import type { UploadProvider } from './storage/providers/provider';
import { actionOf, FILE } from './types';

const TAGS = ['Upload'];
const LIST_WORDS = ['filters', 'sort', 'fields', 'populate', '_q'];
const ONE_WORDS = ['fields', 'populate'];

export interface UploadRoutes {
  readonly find: RouteDefinition;
  readonly findPage: RouteDefinition;
  readonly findOne: RouteDefinition;
  readonly upload: RouteDefinition;
  readonly destroy: RouteDefinition;
  /** A file as answers show it. */
  readonly shown: (file: ShownFile) => ShownFile;
}

export function uploadRoutes(app: App, files: () => Files, provider: () => UploadProvider): UploadRoutes {
  const { rest } = app.config.api;
  const base = `${rest.prefix}/upload`;
  const limits = { ...app.config.api.limits, ...rest, populatePages: false };

  const wordsOf = (
    { query, caller }: RequestContext,
    keys: readonly string[],
    place: FolderWord | null,
  ): ReadWords => {
    const words: Record<string, unknown> = { caller: place?.caller ?? caller, limits };
    for (const key of keys) if (query[key] !== undefined) words[key] = query[key];
    return { ...words, populate: loadRelated().splitRelated(app.schema, query.populate).populate };
  };

  /** The files as answers show them; with `populate=related`, with the documents that show them. */
  const answered = async (
    request: RequestContext,
    found: readonly DocumentObject[],
    place: FolderWord | null,
  ): Promise<readonly (DocumentObject | null)[]> => {
    const { related } = loadRelated().splitRelated(app.schema, request.query.populate);
    const documents = related && (await loadRelated().relatedTo(app, request, found, related));
    const folders = await place?.foldersOf(found);
    return found.map((file) => {
      const own = documents?.get(file.documentId) ?? [];
      const answer = shown(
        related ? { ...file, related: related.count ? { count: own.length } : own } : file,
      );
      return answer && folders ? { ...answer, folder: folders.get(file.documentId) ?? null } : answer;
    });
  };

  /** Without private attributes, which writes return to plugins. */
  const shown = (file: DocumentObject | null): DocumentObject | null => {
    if (file === null) return null;
    const attributes = app.schema.types.get(FILE)?.attributes;
    const visible = Object.entries(file).filter(([name]) => attributes?.get(name)?.common.private !== true);
    return {
      ...(Object.fromEntries(visible) as DocumentObject),
      isUrlSigned: provider().signedUrl !== undefined,
    };
  };

  async function find(request: RequestContext) {
    const { limit = rest.maxLimit, start = 0 } = request.query;
    const pagination = { start, limit, withCount: false };
    const place = await folderWord(app, request);
    const words = wordsOf(request, LIST_WORDS, place);
    const found = await app.documents(FILE).findMany({ ...words, pagination });
    return { json: await answered(request, found, place) };
  }

  async function findPage(request: RequestContext) {
    for (const key of Object.keys(request.query)) checkMisplacedPagination(key);
    const place = await folderWord(app, request);
    const words = wordsOf(request, [...LIST_WORDS, 'pagination'], place);
    const { text, pagination } = await app.documents.text(FILE).findMany(words);
    return { json: { data: await answered(request, JSON.parse(text), place), meta: { pagination } } };
  }

  async function findOne(request: RequestContext) {
    const id = request.params.id ?? '';
    const place = await folderWord(app, request);
    const words = wordsOf(request, ONE_WORDS, place);
    const filters = isRowId(id) ? { id: { $eq: Number(id) } } : { documentId: { $eq: id } };
    const file = await app.documents(FILE).findFirst({ ...words, filters });
    if (!file) throw uploadErrors.UPLOAD_NOT_FOUND();
    const [json] = await answered(request, [file], place);
    return { json };
  }

  async function upload(request: RequestContext, { body }: { readonly body: unknown }) {
    const { fields, uploads } = partsOf(body);
    const id = request.params.id ?? request.query.id;
    if (id !== undefined) return { json: await change(request, id, fields, uploads) };
    if (uploads.length === 0) throw uploadErrors.UPLOAD_EMPTY();
    const target = await loadAttach().findTarget(app, request, fields);
    const key = uploadKeyOf(request, fields);
    const added = await files().add(uploads, fields.fileInfo, target, request.caller, key);
    return { status: 201, json: added.map(shown) };
  }

  async function change(
    request: RequestContext,
    id: unknown,
    fields: Fields,
    uploads: MultipartBody['files'],
  ): Promise<DocumentObject | null> {
    if (uploads.length > 1) throw uploadErrors.UPLOAD_REPLACE_MANY();
    const [upload] = uploads;
    const row = typeof id === 'string' && isRowId(id) ? Number(id) : null;
    const { fileInfo } = fields;
    const changed =
      row === null
        ? null
        : await (upload
            ? files().replace(row, upload, fileInfo, request.caller)
            : files().change(row, fileInfo, request.caller));
    if (!changed) throw uploadErrors.UPLOAD_ENTITY_NOT_FOUND();
    return shown(changed.shown);
  }

  async function destroy(request: RequestContext) {
    const id = request.params.id ?? '';
    const removed = isRowId(id) ? await files().remove(Number(id), request.caller) : null;
    if (!removed) throw uploadErrors.UPLOAD_NOT_FOUND();
    return { json: shown(removed.shown) };
  }

  return {
    shown,
    find: route({
      method: 'GET',
      path: `${base}/files`,
      action: actionOf('find'),
      summary: 'Lists files',
      tags: TAGS,
      checks: listContract,
      handler: find,
    }),
    findPage: route({
      method: 'GET',
      path: `${base}/files/page`,
      action: actionOf('findPage'),
      summary: 'Lists files in pages',
      tags: TAGS,
      checks: pageContract,
      handler: findPage,
    }),
    findOne: route({
      method: 'GET',
      path: `${base}/files/:id`,
      action: actionOf('findOne'),
      summary: 'Returns one file, by its id or documentId',
      tags: TAGS,
      checks: oneContract,
      handler: findOne,
    }),
    upload: route({
      method: 'POST',
      path: base,
      action: actionOf('upload'),
      summary: 'Uploads files; with ?id= changes or replaces one file',
      tags: TAGS,
      body: 'multipart',
      checks: uploadContract,
      handler: upload,
    }),
    destroy: route({
      method: 'DELETE',
      path: `${base}/files/:id`,
      action: actionOf('destroy'),
      summary: 'Deletes a file',
      tags: TAGS,
      checks: destroyContract,
      handler: destroy,
    }),
  };
}

const loadRelated = (): typeof import('./media/related') => require('./media/related');
const loadAttach = (): typeof import('./media/attach') => require('./media/attach');

type Fields = Readonly<Record<string, unknown>>;

/** Files come in parts named `files`. JSON bodies carry fields only. */
function partsOf(body: unknown): { readonly fields: Fields; readonly uploads: MultipartBody['files'] } {
  if (!(body instanceof MultipartBody)) return { fields: check.isPlainObject(body) ? body : {}, uploads: [] };
  if (body.files.some(({ field }) => field === 'fileInfo'))
    throw uploadErrors.UPLOAD_INFO('must be a part without a Content-Type');
  return { fields: body.fields, uploads: body.files.filter(({ field }) => field === 'files') };
}

const isRowId = (id: string): boolean => /^\d{1,15}$/.test(id);
