// The routes of scheduled changes, for all content types. What they do to a document needs the permission of its type, too.
import { type App, check, type RouteDefinition, route } from '../../core';
import { timeZone } from './config';
import { scheduleErrors } from './errors';
import type { Planning, PlanningParts } from './planning';
import { rangeIn } from './range';
import { shownChange } from './shown';
import { ACTIONS, type PlannedChange, STATES } from './types';

const { integer, object, oneOf, optional, string } = check;
export const TAGS = ['Schedule'];
export const idParams = object({ id: integer({ min: 1 }) });
export const pages = {
  page: optional(integer({ min: 1 }), 1),
  pageSize: optional(integer({ min: 1, max: 100 }), 25),
};
export const time = string({ min: 1, max: 40, expected: 'an ISO time such as "2026-03-01T09:00"' });
const name = string({ min: 1, max: 191 });
/** Documents of one list. */
const MOST_IDS = 100;

export interface ChangeRoutes {
  readonly list: RouteDefinition;
  readonly one: RouteDefinition;
  readonly create: RouteDefinition;
  readonly update: RouteDefinition;
  readonly cancel: RouteDefinition;
}

export const paginationOf = (page: number, pageSize: number, total: number) => ({
  pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
});

export function changeRoutes({
  app,
  config,
  rows,
  planning,
}: PlanningParts & { readonly planning: Planning }): ChangeRoutes {
  const base = `${app.config.api.rest.prefix}/schedule/changes`;
  const one = `${base}/:id` as const;
  const action = (verb: string): string => `plugin::schedule.change.${verb}`;
  const found = async (id: number): Promise<PlannedChange> => {
    const change = await rows.change(id);
    if (!change) throw scheduleErrors.SCHEDULE_NOT_FOUND();
    return change;
  };
  /** Of a type that exists and has drafts. */
  const requireType = (type: string): void => {
    const model = app.schema.types.get(type);
    if (model && app.operations.get('schedule')?.available?.(model)) return;
    throw scheduleErrors.SCHEDULE_INPUT(`the content type "${type}" does not exist, or has no drafts`);
  };

  return {
    list: route({
      method: 'GET',
      path: base,
      action: action('read'),
      summary: 'Lists scheduled changes, the newest first; with `from` or `to`, in the order of their times',
      tags: TAGS,
      checks: {
        query: object({
          type: optional(name),
          documentId: optional(name),
          documentIds: optional(
            string({ min: 1, max: MOST_IDS * 192, expected: 'ids with commas between them' }),
          ),
          state: optional(oneOf(...STATES)),
          release: optional(integer({ min: 1 })),
          ...rangeIn(config.timeZone),
          ...pages,
        }),
      },
      async handler(request, { query: { page, pageSize, documentIds, ...filter } }) {
        const ids = documentIds?.split(',');
        if (ids && ids.length > MOST_IDS)
          throw scheduleErrors.SCHEDULE_INPUT(
            `documentIds has ${ids.length} ids; at most ${MOST_IDS} are allowed`,
          );
        const { rows: data, total } = await rows.list({ ...filter, documentIds: ids }, page, pageSize);
        const list = data.map((change) => shownChange(change, request));
        return { json: { data: list, meta: paginationOf(page, pageSize, total) } };
      },
    }),
    one: route({
      method: 'GET',
      path: one,
      action: action('read'),
      summary: 'Returns one scheduled change',
      tags: TAGS,
      checks: { params: idParams },
      handler: async (request, { params: { id } }) => ({
        json: { data: shownChange(await found(id), request) },
      }),
    }),
    create: route({
      method: 'POST',
      path: base,
      action: action('create'),
      summary: 'Schedules a change of a document of any type',
      tags: TAGS,
      body: 'json',
      checks: {
        body: object({
          type: name,
          documentId: name,
          locale: optional(string({ min: 1, max: 40 })),
          action: oneOf(...ACTIONS),
          at: optional(time),
          timeZone: optional(timeZone),
          release: optional(integer({ min: 1 })),
        }),
      },
      async handler(request, { body: { type, documentId, locale, ...data } }) {
        requireType(type);
        const words = { documentId, data, ...(locale === undefined ? {} : { locale }) };
        const made = await app.documentsAs(request)(type).schedule(words);
        return { status: 201, json: { data: made } };
      },
    }),
    update: route({
      method: 'PUT',
      path: one,
      action: action('update'),
      summary: 'Changes the time of a scheduled change; it then runs with the rights of the caller',
      tags: TAGS,
      body: 'json',
      checks: { params: idParams, body: object({ at: time, timeZone: optional(timeZone) }) },
      async handler(request, { params: { id }, body }) {
        const { type, documentId, axes } = await found(id);
        requireType(type);
        const data = await app
          .documentsAs(request)(type)
          .schedule({ ...axes, documentId, data: { id, ...body } });
        return { json: { data } };
      },
    }),
    cancel: route({
      method: 'DELETE',
      path: one,
      action: action('cancel'),
      summary: 'Cancels a scheduled change, or removes it from its release',
      tags: TAGS,
      checks: { params: idParams },
      async handler(request, { params: { id } }) {
        const change = await found(id);
        const { type, documentId, axes } = change;
        const data = (await isGone(app, change))
          ? shownChange(await planning.removeGone(change), request)
          : await app
              .documentsAs(request)(type)
              .unschedule({ ...axes, documentId, data: { id } });
        return { json: { data } };
      },
    }),
  };
}

/** A release keeps the change of a document that was deleted. */
async function isGone(app: App, { type, documentId }: PlannedChange): Promise<boolean> {
  if (!app.schema.types.has(type)) return true;
  const filters = { documentId };
  return (await app.documents(type).count({ filters, status: 'draft', locale: '*' } as object)) === 0;
}
