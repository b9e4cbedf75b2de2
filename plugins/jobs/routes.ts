// The routes of jobs. Read-only tokens do not have their actions, because payloads may contain private data.
import { type App, check, type RouteDefinition, route } from '../../core';
import { jobErrors } from './errors';
import type { ManagedJobs } from './manage';
import type { Jobs } from './types';

const { anything, integer, object, oneOf, optional, string } = check;
const TAGS = ['Jobs'];
export const STATES = ['waiting', 'running', 'dead', 'cancelled'] as const;

export interface JobRoutes {
  readonly list: RouteDefinition;
  readonly one: RouteDefinition;
  readonly enqueue: RouteDefinition;
  readonly retry: RouteDefinition;
  readonly cancel: RouteDefinition;
}

const params = object({ id: integer({ min: 1 }) });

export function jobRoutes(app: App, jobs: Jobs, managed: ManagedJobs): JobRoutes {
  const base = `${app.config.api.rest.prefix}/jobs`;
  const one = `${base}/:id` as const;
  const action = (verb: string): string => `plugin::jobs.job.${verb}`;
  return {
    list: route({
      method: 'GET',
      path: base,
      action: action('read'),
      summary: 'Lists jobs',
      tags: TAGS,
      checks: {
        query: object({
          state: optional(oneOf(...STATES)),
          name: optional(string({ min: 1 })),
          page: optional(integer({ min: 1 }), 1),
          pageSize: optional(integer({ min: 1, max: 100 }), 25),
        }),
      },
      async handler(_request, { query }) {
        const { jobs: data, total } = await managed.list(query);
        const { page, pageSize } = query;
        const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
        return { json: { data, meta: { pagination } } };
      },
    }),
    one: route({
      method: 'GET',
      path: one,
      action: action('read'),
      summary: 'Returns one job',
      tags: TAGS,
      checks: { params },
      async handler(_request, { params: { id } }) {
        const data = await managed.find(id);
        if (!data) throw jobErrors.JOB_NOT_FOUND();
        return { json: { data } };
      },
    }),
    enqueue: route({
      method: 'POST',
      path: base,
      action: action('run'),
      summary: 'Enqueues a job',
      tags: TAGS,
      body: 'json',
      checks: { body: object({ name: string({ min: 1 }), payload: optional(anything()) }) },
      async handler(_request, { body: { name, payload } }) {
        const id = await jobs.enqueue(name, payload);
        return { status: 201, json: { data: id === null ? null : await managed.find(id) } };
      },
    }),
    retry: route({
      method: 'POST',
      path: `${one}/actions/retry`,
      action: action('retry'),
      summary: 'Runs a dead or cancelled job again',
      tags: TAGS,
      checks: { params },
      handler: async (_request, { params: { id } }) => ({ json: { data: await managed.retry(id) } }),
    }),
    cancel: route({
      method: 'POST',
      path: `${one}/actions/cancel`,
      action: action('cancel'),
      summary: 'Cancels a waiting or running job',
      tags: TAGS,
      checks: { params },
      handler: async (_request, { params: { id } }) => ({ json: { data: await managed.cancel(id) } }),
    }),
  };
}
