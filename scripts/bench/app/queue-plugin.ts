// A plugin of the measured application: each write of the type `queued` adds a job. The job is due in a year, so no run of it is measured.
import { definePlugin } from '../../../core';
import '../../../plugins/jobs/types';

const JOB = 'bench.later';
const YEAR = 31_536_000_000;

export default definePlugin({
  name: 'bench-queue' as string,
  dependencies: ['jobs'],
  register(app) {
    app.jobs.add({ name: JOB, run: () => undefined });
    app.hooks.documents.prepare(({ type, documentId, followUps }) => {
      if (type.uid === 'api::queued.queued')
        followUps.push({
          name: JOB,
          joins: false,
          run: async ({ tx }) => {
            await app.jobs.enqueue(JOB, { documentId }, { tx, at: new Date(Date.now() + YEAR) });
          },
        });
    });
  },
});
