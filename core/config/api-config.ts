// config/api: what the API gives when nothing is asked for, and how much may be asked for at once.
import type { Infer } from '../check/check';
import { boolean, integer, object, optional, record, string } from '../check/checks';
import { described } from './described';
import { restTypeConfig } from './rest-type-config';
import { section } from './section';

export const apiConfig = object(
  {
    rest: section({
      prefix: described(
        'What every path of the API starts with.',
        optional(
          string({ pattern: /^(\/[\w.-]+)+$/, expected: 'a path like /api, without a slash at its end' }),
          '/api',
        ),
      ),
      defaultLimit: described(
        'Documents in a list when the request names no size.',
        optional(integer({ min: 1, max: 100_000 }), 25),
      ),
      maxLimit: described('Documents in a list at most.', optional(integer({ min: 1, max: 1_000_000 }), 100)),
      withCount: described('Lists say how many documents there are in all.', optional(boolean(), true)),
      strictParams: described('Unknown query parameters are a 400.', optional(boolean(), false)),
      etag: described('Answers carry an ETag and heed If-None-Match.', optional(boolean(), true)),
      types: described(
        'By uid: which routes a content type has, where, and what they answer when nothing is asked for.',
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
        'Entries of one list in a query.',
        optional(integer({ min: 1, max: 100_000 }), 100),
      ),
      depth: described('Levels of nesting in a query.', optional(integer({ min: 1, max: 1000 }), 100)),
      maxRows: described(
        'Rows one request may read.',
        optional(integer({ min: 1, max: 100_000_000 }), 100_000),
      ),
      maxStatements: described(
        'Statements one request may need.',
        optional(integer({ min: 1, max: 10_000 }), 200),
      ),
    }),
  },
  { title: 'config/api' },
);

export type ApiConfig = Infer<typeof apiConfig>;
