// Cases of the errors of GraphQL operations: path, code and details.
import { check, made, plain, post } from '../build';
import type { Case, Step } from '../case';
import { ask, gives, row } from '../graphql-build';
import { is } from '../pattern';

/** Whole numbers that `Int` has, and whole numbers that it lacks. */
const SHOWN = [2147483647, 2147483640, 2099999999, 1999999999, 999999999, 0, -2147483648, -2147483647];
const UNSHOWN = [2147483648, 2147483650, 2200000000, 3000000000, 10000000000, -2147483649, -9999999999];
const numbers = (alias: string): string =>
  `{ one: plain(documentId: "{${alias}.documentId}") { n name } list: plains(filters: { documentId: { eq: "{${alias}.documentId}" } }) { n name } }`;

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
      // A list is never null, so its error leaves no data of the fields beside it.
      ask(
        '{ check(documentId: "{a.documentId}") { req } checks(filters: { intv: { between: [1] } }) { req } }',
        {
          status: 200,
          body: { data: null, errors: [{ path: ['checks'] }] },
        },
      ),
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
      ...['', ', info: null'].map((info) =>
        ask(`mutation { updateUploadFile(id: "1"${info}) { name } }`, {
          status: 200,
          body: {
            errors: [
              {
                path: ['updateUploadFile'],
                message: is.matching('must be an object'),
                extensions: { code: 'BAD_USER_INPUT' },
              },
            ],
          },
        }),
      ),
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
  {
    rows: [row('errors')],
    name: 'long values',
    steps: [999, 1000, 1001, 5000].map((length): Step => {
      const [before, between] = ['" got invalid value "', '"; Int cannot represent non-integer value: "'];
      const around = `Variable "$${before}${between}"`.length;
      const value = 'x'.repeat((length - around - 1) >> 1);
      const name = 'n'.repeat(length - around - 2 * value.length);
      const query = `query ($${name}: Int) { plains(filters: { n: { eq: $${name} } }) { n } }`;
      const whole = `Variable "$${name}${before}${value}${between}${value}"`;
      const message =
        length <= 1000
          ? whole
          : is.both(
              is.matching('^.{700,1000}$'),
              is.matching(`^Variable "\\$${name}${before}x{400,}.* … .*x"$`),
            );
      return {
        ...ask(query, { status: 400, body: { errors: [{ message }] } }),
        body: { query, variables: { [name]: value } },
      };
    }),
  },
  check(
    row('errors'),
    Object.fromEntries([...SHOWN, ...UNSHOWN].map((n) => [`n${n}`, plain({ n })])),
    [
      ...SHOWN.map((n) =>
        gives(numbers(`n${n}`), { one: { n, name: '{mark}' }, list: [{ n, name: '{mark}' }] }),
      ),
      ...UNSHOWN.map((n) =>
        ask(numbers(`n${n}`), {
          status: 200,
          body: {
            data: { one: { n: null, name: '{mark}' }, list: [{ n: null, name: '{mark}' }] },
            errors: is.shuffled(
              ...[
                ['one', 'n'],
                ['list', 0, 'n'],
              ].map((path) => ({ path, message: is.matching(`Int cannot represent.*${n}`) })),
            ),
          },
        }),
      ),
    ],
    { name: 'numbers beyond Int' },
  ),
  {
    rows: [row('errors')],
    name: 'a draft without a required value',
    needs: ['drafts'],
    steps: [
      post('/articles?status=draft', {}, { status: 201 }, { save: 'a' }),
      ask(
        '{ article(documentId: "{a.documentId}", status: DRAFT) { title rating } list: articles(status: DRAFT, filters: { documentId: { eq: "{a.documentId}" } }) { title rating } }',
        {
          status: 200,
          body: {
            data: { article: null, list: [null] },
            errors: is.shuffled(
              ...[
                ['article', 'title'],
                ['list', 0, 'title'],
              ].map((path) => ({
                ...{ path, message: 'Cannot return null for non-nullable field Article.title.' },
                extensions: { code: 'INTERNAL_SERVER_ERROR' },
              })),
            ),
          },
        },
      ),
      gives('{ article(documentId: "{a.documentId}", status: DRAFT) { documentId rating } }', {
        article: { documentId: '{a.documentId}', rating: null },
      }),
    ],
  },
];
