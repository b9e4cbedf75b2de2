// Cases of the errors of GraphQL operations: path, code and details.
import { check, made } from './build';
import type { Case } from './case';
import { ask, gives, row } from './graphql-build';
import { is } from './pattern';

export const quireGraphqlErrorCases: readonly Case[] = [
  check(
    row('errors'),
    { a: made('/checks', { req: 'r', uniq: '{mark}' }), b: made('/checks', { req: 'r' }) },
    [
      ask(
        'mutation { one: updateCheck(documentId: "{b.documentId}", data: { uniq: "{mark}", len: "x" }) { req } two: updateCheck(documentId: "{a.documentId}", data: { req: "s" }) { req } }',
        {
          status: 200,
          body: {
            data: { one: null, two: { req: 's' } },
            errors: [
              {
                path: ['one'],
                locations: is.absent,
                extensions: {
                  code: 'BAD_USER_INPUT',
                  error: {
                    name: 'ValidationError',
                    message: is.text,
                    details: { errors: is.including({ path: ['len'] }) },
                  },
                },
              },
            ],
          },
        },
      ),
      ask('{ checks(filters: { intv: { between: [1] } }) { req } }', {
        status: 200,
        body: {
          data: null,
          errors: [
            { path: ['checks'], extensions: { code: 'BAD_USER_INPUT', error: { details: is.object } } },
          ],
        },
      }),
      ask('mutation { updateUploadFile(id: "999999999", info: { caption: "c" }) { name } }', {
        status: 200,
        body: {
          data: null,
          errors: [
            {
              message: 'Entity not found',
              path: ['updateUploadFile'],
              extensions: { code: 'STRAPI_NOT_FOUND_ERROR', error: { name: 'NotFoundError' } },
            },
          ],
        },
      }),
      ask('mutation { updateUploadFile(id: "1", info: null) { name } }', {
        status: 200,
        body: { errors: [{ path: ['updateUploadFile'], extensions: { code: 'BAD_USER_INPUT' } }] },
      }),
      gives('mutation { deleteUploadFile(id: "999999999") { name } }', { deleteUploadFile: null }),
      ask('{ checks(sort: 5) { req } }', {
        status: 400,
        body: {
          data: is.absent,
          errors: [
            { locations: is.list, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', error: is.absent } },
          ],
        },
      }),
    ],
    { name: 'details', needs: ['upload'] },
  ),
];
