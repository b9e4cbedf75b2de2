// The routes of releases: several changes in one transaction at one moment.
import { check, type RouteDefinition, route } from '../../core';
import { RELEASE_ACTION } from './apply-plan';
import { timeZone } from './config';
import { scheduleErrors } from './errors';
import { personOf } from './person';
import { NOW, type Planning, type PlanningParts } from './planning';
import { type Reader, shownProblems } from './problems';
import { rangeIn } from './range';
import { idParams, pages, paginationOf, TAGS, time } from './routes';
import { checkPlan } from './run-plan';
import { shownRelease, wholeRelease } from './shown';
import { type Plan, STATES, type When } from './types';

const { anyOf, object, oneOf, optional, string } = check;
const MOST_SHOWN = 10_000;

export interface ReleaseRoutes {
  readonly list: RouteDefinition;
  readonly one: RouteDefinition;
  readonly create: RouteDefinition;
  readonly update: RouteDefinition;
  readonly remove: RouteDefinition;
  readonly check: RouteDefinition;
  readonly run: RouteDefinition;
}

const name = string({ min: 1, max: 200, expected: 'a name of 1 to 200 characters' });
const at = optional(anyOf('an ISO time such as "2026-03-01T09:00", or null', time, oneOf(null)));
const body = object({ name, at, timeZone: optional(timeZone) });
const changes = object({ name: optional(name), at, timeZone: optional(timeZone) });

export function releaseRoutes(parts: PlanningParts & { readonly planning: Planning }): ReleaseRoutes {
  const { app, config, rows, planning } = parts;
  const base = `${app.config.api.rest.prefix}/schedule/releases`;
  const one = `${base}/:id` as const;
  const action = (verb: string): string => `plugin::schedule.release.${verb}`;
  const found = async (id: number): Promise<Plan> => {
    const plan = await rows.plan(id);
    if (plan === null || plan.name === null) throw scheduleErrors.SCHEDULE_RELEASE_NOT_FOUND();
    return plan;
  };
  const changesOf = async (id: number) =>
    (await rows.list({ release: id }, 1, MOST_SHOWN)).rows.slice().reverse();
  const whole = async (id: number, reader: Reader) => {
    const [plan, list] = [await found(id), await changesOf(id)];
    return { json: { data: wholeRelease(plan, list, reader) } };
  };
  const whenOf = (moment: string | null | undefined, zone: string | undefined): When | null | undefined => {
    if (moment !== undefined && moment !== null) return { at: moment, timeZone: zone };
    if (zone !== undefined) throw scheduleErrors.SCHEDULE_INPUT('`timeZone` needs `at`');
    return moment;
  };

  return {
    list: route({
      method: 'GET',
      path: base,
      action: action('read'),
      summary: 'Lists releases, the newest first; with `from` or `to`, in the order of their times',
      tags: TAGS,
      checks: {
        query: object({ state: optional(oneOf(...STATES)), ...rangeIn(config.timeZone), ...pages }),
      },
      async handler(request, { query: { page, pageSize, ...filter } }) {
        const { rows: data, total } = await rows.releases(filter, page, pageSize);
        const counts = await rows.countsOf(data.map(({ id }) => id));
        const list = data.map((plan) => shownRelease(plan, counts.get(plan.id) ?? 0, request));
        return { json: { data: list, meta: paginationOf(page, pageSize, total) } };
      },
    }),
    one: route({
      method: 'GET',
      path: one,
      action: action('read'),
      summary: 'Returns a release with its changes',
      tags: TAGS,
      checks: { params: idParams },
      handler: (request, { params: { id } }) => whole(id, request),
    }),
    create: route({
      method: 'POST',
      path: base,
      action: action('create'),
      summary: 'Creates a release, with a time or without one',
      tags: TAGS,
      body: 'json',
      checks: { body },
      async handler(request, { body: { name: given, at: moment, timeZone: zone } }) {
        const when = whenOf(moment, zone);
        const by = await personOf(app, request.caller);
        const made = await app.database.transaction(async () => {
          const empty = { at: null, timeZone: config.timeZone, state: 'open', turn: 0 } as const;
          const plan = await rows.insertPlan({ ...empty, name: given, by });
          return when ? planning.setTime(plan, when, by) : plan;
        });
        return { status: 201, json: { data: wholeRelease(made, [], request) } };
      },
    }),
    update: route({
      method: 'PUT',
      path: one,
      action: RELEASE_ACTION,
      summary: 'Renames a release, or sets its time; null removes the time',
      tags: TAGS,
      body: 'json',
      checks: { params: idParams, body: changes },
      async handler(request, { params: { id }, body: { name: given, at: moment, timeZone: zone } }) {
        const when = whenOf(moment, zone);
        const by = await personOf(app, request.caller);
        await app.database.transaction(async () => {
          const plan = await found(id);
          const timed = when === undefined ? plan : await planning.setTime(plan, when, by);
          if (given !== undefined) await planning.rename(timed, given);
        });
        return whole(id, request);
      },
    }),
    remove: route({
      method: 'DELETE',
      path: one,
      action: action('delete'),
      summary: 'Cancels a release that waits; its changes do not happen',
      tags: TAGS,
      checks: { params: idParams },
      async handler(request, { params: { id } }) {
        await planning.cancel(await found(id));
        return whole(id, request);
      },
    }),
    check: route({
      method: 'POST',
      path: `${one}/actions/check`,
      action: action('check'),
      summary: 'Lists what would prevent the release now; changes nothing',
      tags: TAGS,
      checks: { params: idParams },
      async handler(request, { params: { id } }) {
        const problems = await checkPlan(parts, await found(id));
        return { json: { data: { ok: problems.length === 0, problems: shownProblems(problems, request) } } };
      },
    }),
    run: route({
      method: 'POST',
      path: `${one}/actions/run`,
      // As with a time that comes soon.
      action: RELEASE_ACTION,
      summary: 'Sets the time of a release to now, also of one that has failed; its job begins at once',
      tags: TAGS,
      checks: { params: idParams },
      async handler(request, { params: { id } }) {
        const by = await personOf(app, request.caller);
        await app.database.transaction(async () => planning.setTime(await found(id), NOW, by));
        return whole(id, request);
      },
    }),
  };
}
