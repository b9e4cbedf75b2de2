// The application of the scenario `jobs`, and its jobs. Each job says when it ran; each tick of the schedule writes a row.
import { setTimeout as pause } from 'node:timers/promises';
import { definePlugin } from '../../core';
import { typeFile } from '../../core/content/model/testing-files';
import '../../plugins/jobs/types';
import type { Application } from './test-application';

export const WORK = 'torture.work';
export const TICK = 'api::tick.tick';
/** The job of the schedule. */
export const TICKING = 'torture.tick';
/** Milliseconds of one job. */
const DURATION = 25;

const work = definePlugin({
  name: 'torture-jobs' as string,
  dependencies: ['jobs'],
  register(app) {
    app.jobs.add({
      name: WORK,
      retries: 50,
      async run(payload, { key }) {
        await pause(DURATION);
        const { n } = payload as { readonly n: number };
        process.stdout.write(`ran ${n} ${key ?? '-'} ${process.hrtime.bigint()}\n`);
      },
    });
    app.jobs.add({
      name: TICKING,
      retries: 50,
      schedule: '* * * * * *',
      run: (_payload, job) =>
        job.finish(async () => {
          await app.documents(TICK).create({ data: { at: job.tick?.toISOString() ?? '' } });
        }),
    });
  },
});

export const JOBS: Application = {
  plugins: [work],
  enabled: { jobs: { enabled: true, config: { lease: 2, poll: 100, concurrency: 4 } } },
  files: { 'config/content-types/tick.json': typeFile('tick', { at: { type: 'string' } }) },
};
