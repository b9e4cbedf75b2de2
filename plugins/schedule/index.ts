// schedule: publishes and unpublishes documents at a time, alone or together with others as a release. The work is a job.
import './types';
import { type ContentType, check, definePlugin, type Infer } from '../../core';
import { archivedPlans } from './archive';
import { scheduleConfig, timeZone } from './config';
import { graphqlPart } from './graphql';
import { createPlanRows } from './plan-rows';
import { createPlanning } from './planning';
import { releaseRoutes } from './release-routes';
import { changeRoutes } from './routes';
import { createRun, failAbandoned, failOverdue } from './run-plan';
import { shownChange } from './shown';
import { ACTIONS, NAME, RUN } from './types';

const { integer, object, oneOf, optional, string } = check;
const DAY = 86_400_000;
const TIMEOUT = 300_000;

const named = object({ id: integer({ min: 1 }) });
const scheduleInput = object({
  action: optional(oneOf(...ACTIONS)),
  at: optional(string({ min: 1, max: 40 })),
  timeZone: optional(timeZone),
  release: optional(integer({ min: 1 })),
  id: optional(integer({ min: 1 })),
});

export default definePlugin({
  name: NAME,
  dependencies: ['draft-and-publish', 'jobs'],
  config: scheduleConfig,
  provides: { operations: ['schedule', 'unschedule'], actions: ['schedule', 'unschedule'] },

  register(app, config) {
    const rows = createPlanRows(app);
    const parts = { app, config, rows };
    const planning = createPlanning(parts);
    app.archives.add(archivedPlans(app, planning));
    const available = (type: ContentType): boolean =>
      app.operations.get('publish')?.available?.(type) ?? false;

    app.operations.add({
      name: 'schedule',
      description: 'Publishes or unpublishes the document at a time, or adds it to a release',
      answers: 'value',
      takes: scheduleInput,
      available,
      run: async (context, documentId, input: Infer<typeof scheduleInput>) =>
        shownChange(await planning.schedule(context, documentId, input), context.caller),
    });
    app.operations.add({
      name: 'unschedule',
      description: 'Cancels a scheduled change of the document',
      answers: 'value',
      takes: named,
      available,
      run: async (context, documentId, { id }: Infer<typeof named>) =>
        shownChange(await planning.unschedule(context, documentId, id), context.caller),
    });
    app.hooks.documents.prepare(({ operation, type, documentId, followUps }) => {
      if (operation !== 'delete' || !available(type)) return;
      followUps.push({
        name: 'schedule',
        run: async ({ variants }) => {
          if ((await variants.rows(type, documentId)).length === 0)
            await planning.forget(type.uid, documentId);
        },
      });
    });

    app.jobs.add({
      name: RUN,
      description: 'Runs the changes of a time',
      payload: object({ plan: integer(), turn: integer() }),
      retries: 50,
      // Each of them runs many changes. A process that is killed holds up so many until their lease is over.
      concurrency: 2,
      backoff: { first: 500, most: 60_000 },
      timeout: TIMEOUT,
      run: createRun(parts),
      async abandoned({ plan: id, turn }, job) {
        const plan = await rows.plan(id);
        if (plan?.turn === turn && plan.job === job.id && plan.state === 'waiting')
          await failAbandoned(parts, plan, job.state);
      },
    });
    app.jobs.add({
      name: 'schedule.clean',
      description: 'Removes old changes that have ended',
      schedule: '43 3 * * *',
      async run() {
        await failOverdue(parts);
        await rows.clean(Date.now() - config.keepDays * DAY);
      },
    });
    const changes = changeRoutes({ ...parts, planning });
    const releases = releaseRoutes({ ...parts, planning });
    for (const each of [...Object.values(changes), ...Object.values(releases)]) app.routes.add(each);
    app.graphql.add(graphqlPart(changes, releases));
  },
});
