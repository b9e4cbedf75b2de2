// config/api: defaults of the REST API, and limits on queries.
import type { Infer } from '../check/check';
import { boolean, integer, object, optional, record, string } from '../check/checks';
import { described } from '../check/described';
import { restTypeConfig } from './rest-type-config';
import { section } from './section';

export const DEFAULT_LIMIT = 25;

export const apiConfig = object(
  {
    rest: section({
      prefix: described(
        'The start of every path of the API.',
        optional(
          string({ pattern: /^(\/[\w.-]+)+$/, expected: 'a path like /api, without a slash at its end' }),
          '/api',
        ),
      ),
      defaultLimit: described(
        'Documents in a list without `pageSize` or `limit` in the request; at most `maxLimit`.',
        optional(integer({ min: 1, max: 100_000 }), DEFAULT_LIMIT),
      ),
      maxLimit: described(
        'The most documents in a list.',
        optional(integer({ min: 1, max: 1_000_000 }), 100),
      ),
      withCount: described('Lists contain the total number of documents.', optional(boolean(), true)),
      strictParams: described('Answer 400 to unknown query parameters.', optional(boolean(), false)),
      etag: described('Send an ETag and answer 304 to a matching If-None-Match.', optional(boolean(), true)),
      types: described(
        'By uid: the routes of a content type, their path, and the defaults of their queries.',
        optional(
          record(restTypeConfig, {
            key: /^[\w-]+::[\w.-]+$/,
            expectedKey: 'a uid like api::article.article',
          }),
          {},
        ),
      ),
    }),
    limits: section({
      arrayLimit: described(
        'The most entries of one list in a query.',
        optional(integer({ min: 1, max: 100_000 }), 100),
      ),
      depth: described(
        'The most levels of nesting in a query.',
        optional(integer({ min: 1, max: 1000 }), 100),
      ),
      conditions: described(
        'The most conditions in the filters of one request, over all relations. A list of `$in` is one condition.',
        optional(integer({ min: 1, max: 1_000_000 }), 1000),
      ),
      maxRows: described(
        'The most rows that one request reads into memory. Answers that are sent in pieces may have ten times as many.',
        optional(integer({ min: 1, max: 100_000_000 }), 100_000),
      ),
      maxStatements: described(
        'The most SQL statements that one request runs.',
        optional(integer({ min: 1, max: 10_000 }), 200),
      ),
    }),
  },
  { title: 'config/api' },
);

export type ApiConfig = Infer<typeof apiConfig>;
