// The routes of the log. It has no route that changes or removes an entry.
import { Readable } from 'node:stream';
import { type App, check, type RouteDefinition, route } from '../../core';
import { type EntryFilter, type EntryRows, entryOf } from './entry-rows';
import { auditErrors } from './errors';
import type { Note } from './record';
import { ofRequest } from './record';
import type { Sealer } from './sealer';
import { type Verified, verifyChain } from './verify';

const { integer, object, optional, string } = check;
const TAGS = ['Audit'];
const word = optional(string({ min: 1, max: 191 }));
const PAGE = 200;

const filters = {
  event: word,
  actor: word,
  type: word,
  documentId: word,
  request: word,
  ip: word,
  from: word,
  to: word,
};

export interface AuditRoutes {
  readonly list: RouteDefinition;
  readonly one: RouteDefinition;
  readonly export: RouteDefinition;
  readonly verify: RouteDefinition;
}

export interface RouteParts {
  readonly app: App;
  readonly rows: EntryRows;
  readonly sealer: Sealer;
  readonly key: string | undefined;
  readonly note: Note;
}

/** Times in one form, as they are stored. */
export function checkedFilter<F extends EntryFilter>(filter: F): F {
  const time = (key: 'from' | 'to') => {
    const given = filter[key];
    if (given === undefined) return {};
    const moment = new Date(given);
    if (Number.isNaN(moment.getTime())) throw auditErrors.AUDIT_TIME(key, given);
    return { [key]: moment.toISOString() };
  };
  return { ...filter, ...time('from'), ...time('to') };
}

/** JSON lines, in the order of the chain. */
export async function* exportLines(rows: EntryRows, filter: EntryFilter): AsyncGenerator<string> {
  for (let seq = 0; ; ) {
    const page = await rows.sealed(seq, PAGE, filter);
    if (page.length > 0) yield page.map((row) => `${JSON.stringify(entryOf(row))}\n`).join('');
    if (page.length < PAGE) return;
    seq = page.at(-1)?.seq ?? seq;
  }
}

export function auditRoutes({ app, rows, sealer, key, note }: RouteParts): AuditRoutes {
  const base = `${app.config.api.rest.prefix}/audit`;
  const action = (verb: string): string => `plugin::audit.entry.${verb}`;
  return {
    list: route({
      method: 'GET',
      path: base,
      action: action('read'),
      summary: 'Lists entries of the audit log, the newest first',
      tags: TAGS,
      checks: {
        query: object({
          ...filters,
          page: optional(integer({ min: 1 }), 1),
          pageSize: optional(integer({ min: 1, max: 100 }), 25),
        }),
      },
      async handler(_request, { query: { page, pageSize, ...filter } }) {
        const { rows: data, total } = await rows.list(checkedFilter(filter), page, pageSize);
        const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
        return { json: { data, meta: { pagination } } };
      },
    }),
    one: route({
      method: 'GET',
      path: `${base}/:id`,
      action: action('read'),
      summary: 'Returns one entry of the audit log',
      tags: TAGS,
      checks: { params: object({ id: integer({ min: 1 }) }) },
      async handler(_request, { params: { id } }) {
        const data = await rows.one(id);
        if (!data) throw auditErrors.AUDIT_NOT_FOUND();
        return { json: { data } };
      },
    }),
    export: route({
      method: 'GET',
      path: `${base}/export`,
      action: action('export'),
      summary: 'Returns entries as JSON lines, in the order of the chain',
      tags: TAGS,
      cacheControl: 'no-store',
      checks: { query: object(filters) },
      async handler(request, { query }) {
        const filter = checkedFilter(query);
        await note('audit.export', ofRequest(request), { filter });
        await sealer.all();
        const stream = Readable.from(exportLines(rows, filter));
        return { stream, type: 'application/x-ndjson; charset=utf-8' };
      },
    }),
    verify: route({
      method: 'GET',
      path: `${base}/verify`,
      action: action('verify'),
      summary: 'Verifies the hash chain of the audit log',
      tags: TAGS,
      async handler() {
        await sealer.all();
        const data: Verified = await verifyChain(rows, key);
        return { json: { data } };
      },
    }),
  };
}
