// The routes of the history: those of each type below its documents, and those for all types.
import {
  type App,
  type Check,
  type ContentType,
  check,
  type RouteDefinition,
  restBase,
  route,
} from '../../core';
import { shownChanges, wholeChanges } from './delta';
import { historyErrors } from './errors';
import { parallelAxes } from './place';
import type { Asked, Reading } from './reading';

const { integer, object, oneOf, optional, string } = check;
const text = string({ min: 1, max: 191 });
/** Each place has versions of its own, so "all of them" names none. */
const place = string({ pattern: /^(?!\*$).{1,191}$/, expected: 'one value: each has versions of its own' });
const pages = {
  page: optional(integer({ min: 1 }), 1),
  pageSize: optional(integer({ min: 1, max: 100 }), 25),
};
const named = string({
  pattern: /^([1-9]\d{0,14}|draft|published|current)$/,
  expected: 'the id of a version, draft, published or current',
});
const id = integer({ min: 1 });
const VALUES = ['parts', 'whole'] as const;

/** `whole`: of each attribute that differs, its whole values. */
interface Compared {
  readonly from: string;
  readonly to: string;
  readonly values: (typeof VALUES)[number];
}

interface Shape {
  readonly params: Readonly<Record<string, Check<unknown>>>;
  readonly query: Readonly<Record<string, Check<unknown>>>;
  asked(params: Readonly<Record<string, unknown>>, query: Readonly<Record<string, unknown>>): Asked;
}

export interface HistoryRoutes {
  readonly list: RouteDefinition;
  readonly one: RouteDefinition;
  readonly diff: RouteDefinition;
  readonly restore: RouteDefinition;
}

interface Addresses {
  readonly base: string;
  readonly diff: string;
  /** null: the handler asks for the permission of the type that the query names. */
  action(verb: string): string | null;
  readonly tags: readonly string[];
}

function routesWith(reading: Reading, { base, diff, action, tags }: Addresses, shape: Shape): HistoryRoutes {
  const one = `${base}/:version`;
  const oneParams = object({ ...shape.params, version: id });
  return {
    list: route({
      method: 'GET',
      path: base,
      action: action('history'),
      summary: 'Lists the versions of a document, the newest first',
      tags,
      checks: { params: object(shape.params), query: object({ ...shape.query, ...pages }) },
      async handler(request, { params, query }) {
        const { page, pageSize } = query as { readonly page: number; readonly pageSize: number };
        const { versions, total } = await reading.list(request, shape.asked(params, query), {
          page,
          pageSize,
        });
        const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
        return { json: { data: versions, meta: { pagination } } };
      },
    }),
    one: route({
      method: 'GET',
      path: one,
      action: action('history'),
      summary: 'Returns a version with its content',
      tags,
      checks: { params: oneParams, query: object(shape.query) },
      async handler(request, { params, query }) {
        const data = await reading.one(request, shape.asked(params, query), Number(params.version));
        return { json: { data } };
      },
    }),
    diff: route({
      method: 'GET',
      path: diff,
      action: action('history'),
      summary: 'Compares two versions, or the draft with the published version',
      tags,
      checks: {
        params: object(shape.params),
        query: object({
          ...shape.query,
          from: named,
          to: named,
          values: optional(oneOf(...VALUES), 'parts'),
        }),
      },
      async handler(request, { params, query }) {
        const { from, to, values } = query as Compared;
        const changes = values === 'whole' ? wholeChanges : shownChanges;
        const data = await reading.diff(request, shape.asked(params, query), { from, to }, changes);
        return { json: { data } };
      },
    }),
    restore: route({
      method: 'POST',
      path: `${one}/actions/restore`,
      action: action('restore'),
      summary: 'Writes the content of a version to the draft',
      tags,
      checks: { params: oneParams, query: object(shape.query) },
      async handler(request, { params, query }) {
        const data = await reading.restore(request, shape.asked(params, query), Number(params.version));
        return { json: { data } };
      },
    }),
  };
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

export function typeRoutes(app: App, reading: Reading, type: ContentType): HistoryRoutes {
  const isSingle = type.kind === 'singleType';
  const own = restBase(app.config.api, type) + (isSingle ? '' : '/:documentId');
  const axes = parallelAxes(type);
  return routesWith(
    reading,
    {
      base: `${own}/history`,
      diff: `${own}/history/diff`,
      action: (verb) => `${type.uid}.${verb}`,
      tags: [type.displayName],
    },
    {
      params: isSingle ? {} : { documentId: text },
      query: Object.fromEntries(axes.map((name) => [name, optional(place)])),
      asked: (params, words) => ({ type, documentId: textOf(params.documentId), words }),
    },
  );
}

/** For GraphQL, and for clients that know the type only when they run. */
export function anyTypeRoutes(
  app: App,
  reading: Reading,
  hasHistory: (type: ContentType) => boolean,
): HistoryRoutes {
  const base = `${app.config.api.rest.prefix}/history`;
  return routesWith(
    reading,
    { base: `${base}/versions`, diff: `${base}/diff`, action: () => null, tags: ['History'] },
    {
      params: {},
      query: { type: text, documentId: optional(text), locale: optional(place) },
      asked(_params, words) {
        const type = app.schema.types.get(String(words.type));
        if (!type || !hasHistory(type)) throw historyErrors.HISTORY_TYPE(String(words.type));
        return { type, documentId: textOf(words.documentId), words };
      },
    },
  );
}
