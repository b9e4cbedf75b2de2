// config/api: defaults of the REST API, and limits on queries.
import type { Infer } from '../check/check';
import { boolean, integer, object, oneOf, optional, record, string } from '../check/checks';
import { described } from '../check/described';
import { restTypeConfig } from './rest-type-config';
import { section } from './section';

export const DEFAULT_LIMIT = 25;

export const apiConfig = object(
  {
    rest: section({
      prefix: described(
        'The prefix of every path of the API.',
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
        'The maximum number of documents in a list.',
        optional(integer({ min: 1, max: 1_000_000 }), 100),
      ),
      withCount: described('Lists contain the total number of documents.', optional(boolean(), true)),
      strictParams: described('Refuse unknown query parameters with 400.', optional(boolean(), false)),
      etag: described('Send an ETag; answer a matching If-None-Match with 304.', optional(boolean(), true)),
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
    customFields: described(
      'By the name of a custom field that no plugin registers (`plugin::seo.score`): the type that it is read as, such as `richtext` or `json`.',
      optional(
        record(string({ min: 1 }), {
          key: /^(plugin|global)::[\w.-]+$/,
          expectedKey: 'a name like plugin::seo.score',
        }),
        {},
      ),
    ),
    cache: section({
      bytes: described(
        'Memory (bytes) for the results of reads over REST, in each machine; 0: nothing is kept. Workers share it in equal parts.',
        optional(integer({ min: 0, max: 68_719_476_736 }), 0),
      ),
      maxAge: described(
        'Time (ms) after which a kept result is read again. On a database server, other processes may have written meanwhile.',
        optional(integer({ min: 1, max: 86_400_000 }), 1_000),
      ),
      store: described(
        'Where results are kept: `memory` of each process, or also in `redis`, for all processes. `redis` uses `server.redis` and needs a database server.',
        optional(oneOf('memory', 'redis'), 'memory'),
      ),
      tags: described(
        'The header in which responses name the content types that they show, so that a CDN can drop them after a change.',
        optional(oneOf('Surrogate-Key', 'Cache-Tag')),
      ),
    }),
    limits: section({
      arrayLimit: described(
        'The maximum number of entries of one list in a query.',
        optional(integer({ min: 1, max: 100_000 }), 100),
      ),
      depth: described(
        'The maximum depth of a query, in levels. A parameter of the query string may have five brackets for each level, up to 100.',
        optional(integer({ min: 1, max: 1000 }), 100),
      ),
      parameters: described(
        'The maximum number of parameters in a query string.',
        optional(integer({ min: 1, max: 1_000_000 }), 1000),
      ),
      conditions: described(
        'The maximum number of conditions in all filters of a request. A list of `$in` counts as one.',
        optional(integer({ min: 1, max: 1_000_000 }), 1000),
      ),
      maxRows: described(
        'The maximum number of rows that a request reads into memory; ten times as many for streamed responses.',
        optional(integer({ min: 1, max: 100_000_000 }), 100_000),
      ),
      maxStatements: described(
        'The maximum number of SQL statements of one request.',
        optional(integer({ min: 1, max: 10_000 }), 200),
      ),
      bulkItems: described(
        'The maximum number of documents that one request writes (`actions/bulk`, `actions/update-by-filter`).',
        optional(integer({ min: 1, max: 100_000 }), 1000),
      ),
      cascade: described(
        'The maximum number of documents that one delete takes along by relations with `"onDelete": "cascade"`.',
        optional(integer({ min: 1, max: 100_000 }), 1000),
      ),
      answerBytes: described(
        'The maximum number of bytes of one response to a read, also a streamed one, and of the rows that it is made of.',
        optional(integer({ min: 1_000, max: 500_000_000 }), 33_554_432),
      ),
    }),
  },
  { title: 'config/api' },
);

export type ApiConfig = Infer<typeof apiConfig>;
