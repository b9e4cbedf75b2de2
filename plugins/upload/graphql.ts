// The plugin's mutations of GraphQL: each runs the route that does the same over REST.
import { type GraphqlPart, type RouteDefinition, route } from '../../core';
import { uploadErrors } from './errors';
import type { Files } from './files/files';
import type { UploadRoutes } from './routes';
import { actionOf, FILE } from './types';

const TYPES = `
input FileInfoInput { name: String alternativeText: String caption: String folder: ID }

extend type Mutation {
  updateUploadFile(id: ID!, info: FileInfoInput): UploadFile!
  deleteUploadFile(id: ID!): UploadFile
}
`;

export function graphqlPart(
  routes: Pick<UploadRoutes, 'upload' | 'destroy'>,
  files: () => Files,
): GraphqlPart {
  return {
    name: 'upload',
    description: 'Queries and changes of uploaded files',
    typeDefs: TYPES,
    queries: [{ uid: FILE, find: actionOf('find'), findOne: actionOf('findOne') }],
    fields: {
      'Mutation.updateUploadFile': {
        route: routes.upload,
        input: ({ id, info }) => {
          if (info === null || info === undefined) throw uploadErrors.UPLOAD_INFO('must be an object');
          return { params: { id: String(id) }, body: { fileInfo: info } };
        },
      },
      'Mutation.deleteUploadFile': {
        route: deleteOrNull(routes.destroy, files),
        input: ({ id }) => ({ params: { id: String(id) } }),
      },
    },
  };
}

/** Over GraphQL, an unknown id gives null. */
const deleteOrNull = (
  { method, path, action, summary }: RouteDefinition,
  files: () => Files,
): RouteDefinition =>
  route({
    method,
    path,
    action,
    summary,
    handler: async ({ params: { id = '' }, caller }) => {
      const removed = /^\d{1,15}$/.test(id) ? await files().remove(Number(id), caller) : null;
      return { json: removed?.shown ?? null };
    },
  });
