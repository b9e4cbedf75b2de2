// Jobs: work that happens later, at least once, over all processes. Other plugins add jobs and enqueue them in their transactions.
import './types';
import { AppError, definePlugin, type Tx, token } from '../../core';
import { jobsCommand } from './command';
import { jobsConfig } from './config';
import { createJobRegistry, knownJobs, scheduledJobs } from './definitions';
import { jobsCheck } from './doctor';
import { insertJob, newJob } from './enqueue';
import { jobErrors } from './errors';
import { graphqlPart } from './graphql';
import { type Attempt, jobHooks } from './job-hooks';
import { createJobRows } from './job-rows';
import { manageJobs } from './manage';
import { jobRoutes } from './routes';
import { createRunner } from './runner';
import { createTicker } from './schedules';
import { type Jobs, NAME } from './types';

export type { Schedule } from './cron';
export type { Attempt, AttemptOutcome } from './job-hooks';
export { hideSecrets } from './shown-payload';
export type { AbandonedJob, EnqueueOptions, JobDefinition, Jobs, RunningJob } from './types';

/** The jobs of the plugin that resolves it. */
export const JOBS = token<Jobs>('jobs');

/** Milliseconds that running jobs have when the application stops. */
const DRAIN = 5_000;
const CLEAN = 'jobs.clean';
const DAY = 86_400_000;

export default definePlugin({
  name: NAME,
  config: jobsConfig,
  provides: { commands: ['jobs'] },

  register(app, config) {
    const published = app.hooks.publish(NAME, jobHooks());
    const registry = createJobRegistry(config);
    const rows = createJobRows(app);
    let known: ReturnType<typeof knownJobs> | undefined;
    const jobs = () => {
      known ??= knownJobs(registry, config);
      return known;
    };
    const runner = createRunner({
      app,
      config,
      rows,
      jobs,
      ended(attempt) {
        logAttempt(attempt);
        published.ended.call(attempt);
      },
    });
    const ticker = createTicker({
      app,
      rows,
      schedules: () => scheduledJobs(registry, config),
      added: runner.wake,
    });
    const managed = manageJobs({ app, rows, jobs, wake: runner.wake, cancelled: runner.cancel });

    function logAttempt({ error, outcome, ...facts }: Attempt): void {
      const fields = { ...facts, error };
      if (outcome === 'dead') app.log.error('a job failed for the last time; it is dead', fields);
      else if (outcome === 'failed') app.log.warn('a job failed and runs again', fields);
      else if (outcome === 'hung') app.log.error(hungMessage(facts), fields);
      else if (outcome === 'lost') app.log.warn('a job was cancelled or taken over', fields);
    }

    const hungMessage = ({ name, attempt }: Pick<Attempt, 'name' | 'attempt'>): string =>
      attempt > (jobs().get(name)?.retries ?? 0)
        ? 'a job ignores its signal in its last attempt; it is dead after its lease'
        : 'a job ignores its signal; another attempt may begin';

    const jobsOf = (plugin: string): Jobs => ({
      add(job) {
        registry.as(plugin).add(job as never);
        known = undefined;
      },
      async enqueue(name, payload, options = {}) {
        const job = jobs().get(name);
        if (!job) throw jobErrors.JOB_UNKNOWN(name, registry.nearest(name));
        const made = newJob(name, job.payload, payload, options);
        const { database } = app;
        // The runner looks at later jobs by itself in time. The transaction may be long, so its end decides.
        const wake = (): void => {
          if (made.due === null || made.due <= Date.now() + config.poll) runner.wake();
        };
        const insert = (inner: Tx): Promise<number | null> =>
          insertJob(app, rows.model, made, inner).then((added) => {
            if (added !== null) inner.afterCommit(wake);
            return added?.id ?? null;
          });
        const tx = options.tx ?? database.currentTransaction();
        return tx ? insert(tx) : database.transaction(insert);
      },
      cancel: (id) =>
        managed.withdraw(id).then(
          () => true,
          (error: unknown) => {
            // There is no such job, or it has ended.
            if (error instanceof AppError && (error.status === 404 || error.status === 409)) return false;
            throw error;
          },
        ),
      takeDue: rows.takeDue,
      live: rows.live,
      remove: rows.removeWaiting,
      counts: rows.counts,
    });
    app.container.register(JOBS, (plugin) => jobsOf(plugin), 'container');

    const own = jobsOf(NAME);
    own.add({
      name: CLEAN,
      description: 'Removes old dead and cancelled jobs',
      schedule: '17 * * * *',
      run: () => rows.clean(config.keepDays * DAY),
    });
    const routes = jobRoutes(app, own, managed);
    for (const each of Object.values(routes)) app.routes.add(each);
    app.graphql.add(graphqlPart(routes));
    app.commonConfig.add({
      name: `${NAME}.config.timeZone`,
      value: () => (app.config.server.readOnly ? null : config.timeZone),
      effect: 'Each takes the schedules of the other for changed ones, and ticks are missed.',
      remedy: 'Set `timeZone` of jobs to the same value in all processes.',
    });
    app.doctor.add(jobsCheck((name) => registry.has(name)));

    const begin = (): void => {
      runner.start();
      ticker.start();
    };
    const end = async (): Promise<void> => {
      await ticker.stop();
      await runner.stop(DRAIN);
    };
    app.commands.add(
      jobsCommand({
        start: () => app.start(),
        jobs: own,
        managed,
        registry,
        async work(until) {
          begin();
          await until;
          await end();
        },
      }),
    );
    app.hooks.listening(() => {
      if (app.config.server.jobs && !app.config.server.readOnly) begin();
    });
    app.hooks.shutdown(end);
  },

  members:
    (app) =>
    ({ name }) => ({
      get jobs() {
        return app.container.as(name).resolve(JOBS);
      },
    }),
});
