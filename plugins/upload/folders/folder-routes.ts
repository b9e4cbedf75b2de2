// The routes of folders, and the one that moves files.
import {
  type App,
  checkMisplacedPagination,
  type DocumentObject,
  type ReadWords,
  type RequestContext,
  type RouteDefinition,
  route,
} from '../../../core';
import { uploadErrors } from '../errors';
import type { ShownFile } from '../files/file-rows';
import type { Files } from '../files/files';
import { actionOf, FOLDER } from '../types';
import { callerIfAllowed } from './callers';
import { WITH_PARENT } from './folder-content-type';
import {
  createContract,
  folderContract,
  foldersContract,
  moveContract,
  removeContract,
  updateContract,
} from './folder-contract';
import { confirmedContent, type Folders } from './folders';

const TAGS = ['Folders of files'];
const LIST_WORDS = ['filters', 'sort', 'fields', '_q', 'pagination'];

export interface FolderRouteParts {
  readonly files: () => Files;
  readonly folders: Folders;
  /** A file as answers show it. */
  readonly shown: (file: ShownFile) => ShownFile;
}

export interface FolderRoutes {
  readonly findFolders: RouteDefinition;
  readonly findFolder: RouteDefinition;
  readonly createFolder: RouteDefinition;
  readonly updateFolder: RouteDefinition;
  readonly deleteFolder: RouteDefinition;
  readonly moveFiles: RouteDefinition;
}

export function folderRoutes(app: App, { files, folders, shown }: FolderRouteParts): FolderRoutes {
  const { rest } = app.config.api;
  const base = `${rest.prefix}/upload/folders`;
  const one = `${base}/:id` as const;
  const limits = { ...app.config.api.limits, ...rest, populatePages: false };

  async function found(documentId: string, { caller }: RequestContext): Promise<DocumentObject> {
    const folder = await folders.find(documentId, caller);
    if (!folder) throw uploadErrors.UPLOAD_FOLDER_NOT_FOUND();
    return folder;
  }

  return {
    findFolders: route({
      method: 'GET',
      path: base,
      action: actionOf('findFolders'),
      summary: 'Lists folders in pages, each with its parent',
      tags: TAGS,
      checks: foldersContract,
      async handler({ query, caller }) {
        for (const key of Object.keys(query)) checkMisplacedPagination(key);
        const asked = LIST_WORDS.flatMap((key) => (query[key] === undefined ? [] : [[key, query[key]]]));
        const words: ReadWords = { ...Object.fromEntries(asked), caller, limits, populate: WITH_PARENT };
        const { text, pagination } = await app.documents.text(FOLDER).findMany(words);
        return { json: { data: JSON.parse(text), meta: { pagination } } };
      },
    }),
    findFolder: route({
      method: 'GET',
      path: one,
      action: actionOf('findFolder'),
      summary: 'Returns a folder by its documentId, with the folders above it',
      tags: TAGS,
      checks: folderContract,
      async handler(request, { params }) {
        const folder = await found(params.id, request);
        const way = await folders.wayTo(params.id, request.caller);
        return { json: { data: { ...folder, path: way.map(named) } } };
      },
    }),
    createFolder: route({
      method: 'POST',
      path: base,
      action: actionOf('createFolder'),
      summary: 'Makes a folder',
      tags: TAGS,
      body: 'json',
      checks: createContract,
      async handler({ caller }, { body }) {
        const { text } = await app.documents
          .text(FOLDER)
          .create({ data: body.data, caller, populate: WITH_PARENT });
        return { status: 201, json: { data: parsed(text) } };
      },
    }),
    updateFolder: route({
      method: 'PUT',
      path: one,
      action: actionOf('updateFolder'),
      summary: 'Renames or moves a folder',
      tags: TAGS,
      body: 'json',
      checks: updateContract,
      async handler({ caller }, { params, body }) {
        const outcome = await app.documents
          .text(FOLDER)
          .update({ documentId: params.id, data: body.data, caller, populate: WITH_PARENT });
        if (!outcome) throw uploadErrors.UPLOAD_FOLDER_NOT_FOUND();
        return { json: { data: parsed(outcome.text) } };
      },
    }),
    deleteFolder: route({
      method: 'DELETE',
      path: one,
      action: actionOf('deleteFolder'),
      summary: 'Deletes an empty folder; with `folders` and `files`, also this many inside it',
      tags: TAGS,
      checks: removeContract,
      async handler(request, { params }) {
        const removers = {
          folders: request.caller,
          files: await callerIfAllowed(app, request, actionOf('destroy'), 'DELETE'),
        };
        const removed = await folders.remove(params.id, confirmedContent(request.query), removers);
        if (!removed) throw uploadErrors.UPLOAD_FOLDER_NOT_FOUND();
        return { status: 204 };
      },
    }),
    moveFiles: route({
      method: 'POST',
      path: `${rest.prefix}/upload/actions/move`,
      action: actionOf('upload'),
      summary: 'Moves files to a folder: all of them or none',
      tags: TAGS,
      body: 'json',
      checks: moveContract,
      async handler({ caller }, { body: { data } }) {
        const moved = await files().moveTo(data.folder, [...new Set(data.files)], caller);
        return { json: { data: moved.map(shown) } };
      },
    }),
  };
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

const named = ({ id, documentId, name }: DocumentObject) => ({ id, documentId, name });
