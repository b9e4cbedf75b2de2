// Rows and cases of jobs.
import { borrowUser } from '../../../conformance/cases/accounts';
import { askUntil } from '../../../conformance/cases/ask-until';
import { get } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { recorded } from '../../../conformance/cases/recorded';
import { rowsOf } from '../../../conformance/spec/row';
import { jobStateCases } from './states';

export const rows = rowsOf(
  { section: 'quire.jobs', title: 'Quire: jobs', profile: 'quire' },
  `
quire.jobs.run     | jobs | must | auth tokens drafts config files | a job that was enqueued runs, and leaves the list
quire.jobs.refused | jobs | must | auth tokens drafts config files | an unknown job is a 400 that names known ones; an unknown id is a 404
quire.jobs.rights  | jobs | must | auth tokens drafts config files | reading and running need a permission each
quire.jobs.dead    | jobs | must | auth tokens drafts config files | a job without further attempts is dead with its error; a retry runs it again; its payload shows no secrets
quire.jobs.attempts | jobs | must | auth tokens drafts config files | a failed job runs again as often as it has retries
quire.jobs.payload | jobs | must | auth tokens drafts config files | a payload that its job refuses is a 400
quire.jobs.lists   | jobs | must | auth tokens drafts config files | lists have filters and pages
quire.jobs.cancel  | jobs | must | auth tokens drafts config files | a waiting job is cancelled; what has ended cannot be cancelled, and what waits cannot be retried
quire.jobs.permissions | jobs | must | auth tokens drafts config files | each route needs a permission of its own; a read-only token has none
quire.jobs.graphql | jobs | must | auth tokens drafts config files graphql | jobs over GraphQL
`,
);

const enqueue = (name: string, more: Partial<Step> = {}): Step => ({
  ...{ send: 'POST', path: '/jobs', body: { name } },
  ...more,
});

export const cases: readonly Case[] = [
  ...jobStateCases,
  recorded('quire.jobs.run', {}, async (bench) => {
    await bench.send(
      enqueue('history.clean', { expect: { status: 201, data: { name: 'history.clean' } }, save: 'job' }),
    );
    await askUntil(bench, get('/jobs/{job.id}', { status: [200, 404] }), ({ status }) => status === 404);
    await bench.send(get('/jobs?name=history.clean', { data: [] }));
  }),
  recorded('quire.jobs.refused', {}, async (bench) => {
    await bench.send(
      enqueue('history.clea', { expect: { status: 400, error: { message: is.matching('history.clean') } } }),
    );
    await bench.send(get('/jobs/999999999', { status: 404 }));
    for (const action of ['retry', 'cancel'])
      await bench.send({ send: 'POST', path: `/jobs/999999999/actions/${action}`, expect: { status: 404 } });
    await bench.send(get('/jobs?state=lost', { status: 400 }));
  }),
  recorded('quire.jobs.rights', {}, async (bench) => {
    await borrowUser(bench, 'reader', ['plugin::jobs.job.read']);
    await borrowUser(bench, 'runner', ['plugin::jobs.job.run']);
    await bench.send(get('/jobs', { status: 200 }, { as: 'reader' }));
    await bench.send(get('/jobs', { status: 403 }, { as: 'runner' }));
    await bench.send(enqueue('history.clean', { as: 'reader', expect: { status: 403 } }));
    await bench.send(enqueue('history.clean', { as: 'runner', expect: { status: 201 } }));
  }),
];
