// Folders over GraphQL: their queries are those of a content type; each other field runs the route that does the same over REST.
import type { App, GraphqlPart } from '../../../core';
import type { UploadRoutes } from '../routes';
import { actionOf, FOLDER } from '../types';
import { foldersOfFiles } from './files-in-folder';
import type { FolderRoutes } from './folder-routes';

const TYPES = `
type UploadFolderName { documentId: ID! name: String! }
type UploadFileInFolder { file: UploadFile! folder: UploadFolderName }
extend type UploadFile { folder: UploadFolderName }
input CreateUploadFolderInput { name: String! parent: ID }
input UpdateUploadFolderInput { name: String parent: ID }
extend type Query { uploadFilesInFolder(folder: ID!, filters: JSON, sort: [String!], start: Int, limit: Int): [UploadFileInFolder!]! }
extend type Mutation { createUploadFolder(data: CreateUploadFolderInput!): UploadFolder! updateUploadFolder(documentId: ID!, data: UpdateUploadFolderInput!): UploadFolder! deleteUploadFolder(documentId: ID!, folders: Int, files: Int): Boolean! moveUploadFiles(files: [Int!]!, folder: ID): [UploadFile!]! }
`;

type Args = Readonly<Record<string, unknown>>;
const idOf = ({ documentId }: Args) => ({ id: String(documentId) });
const data = (json: unknown): unknown => (json as { readonly data: unknown }).data;
/** Queries of routes are texts, and have no empty words. */
const queryOf = (args: Args, texts: readonly string[]) =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, texts.includes(name) ? String(value) : value]),
  );

export function folderGraphqlPart(app: App, routes: FolderRoutes & Pick<UploadRoutes, 'find'>): GraphqlPart {
  return {
    name: 'upload-folders',
    description: 'Queries and changes of folders of files',
    typeDefs: TYPES,
    queries: [{ uid: FOLDER, find: actionOf('findFolders'), findOne: actionOf('findFolder') }],
    documentFields: {
      'UploadFile.folder': {
        action: actionOf('findFolders'),
        read: (files, caller) => foldersOfFiles(app, files, caller),
      },
    },
    fields: {
      'Query.uploadFilesInFolder': {
        route: routes.find,
        input: (args) => ({ query: queryOf(args, ['start', 'limit']) }),
        result: (json) =>
          (json as readonly { readonly folder: unknown }[]).map(({ folder, ...file }) => ({ file, folder })),
      },
      'Mutation.createUploadFolder': {
        route: routes.createFolder,
        input: (args) => ({ body: { data: args.data } }),
        result: data,
      },
      'Mutation.updateUploadFolder': {
        route: routes.updateFolder,
        input: (args) => ({ params: idOf(args), body: { data: args.data } }),
        result: data,
      },
      'Mutation.deleteUploadFolder': {
        route: routes.deleteFolder,
        input: (args) => ({
          params: idOf(args),
          query: queryOf({ folders: args.folders, files: args.files }, ['folders', 'files']),
        }),
        result: () => true,
      },
      'Mutation.moveUploadFiles': {
        route: routes.moveFiles,
        input: ({ files, folder = null }) => ({ body: { data: { files, folder } } }),
        result: data,
      },
    },
  };
}
