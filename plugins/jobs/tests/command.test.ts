// `quire jobs …`: what it says about ids and names that it cannot use.
import { runCommand } from '../../../core/testing';
import { type JobApp, jobApp } from './job-app';

let opened: JobApp;
let waiting: number | null;

beforeAll(async () => {
  opened = await jobApp({
    server: { jobs: false },
    add: (jobs) => jobs.add({ name: 'shop.mail', run: () => undefined }),
  });
  waiting = await opened.jobs.enqueue('shop.mail');
});
afterAll(() => opened.app.close());

it.each(['show', 'retry', 'cancel'])('%s names an id that no job has, and a remedy', async (verb) => {
  await expect(runCommand(opened.app.kernel, ['jobs', verb, '999'])).rejects.toThrow(
    'there is no job 999; "quire jobs list" lists all jobs',
  );
});

it('names the id of a job in another state', async () => {
  await expect(runCommand(opened.app.kernel, ['jobs', 'retry', String(waiting)])).rejects.toThrow(
    `The job ${waiting} is waiting, so it cannot be retried`,
  );
});

it('retry refuses a name that no plugin adds, and an ID together with a name', async () => {
  await expect(runCommand(opened.app.kernel, ['jobs', 'retry', '--name', 'shop.mial'])).rejects.toThrow(
    'No plugin adds a job "shop.mial"; did you mean "shop.mail"?',
  );
  await expect(
    runCommand(opened.app.kernel, ['jobs', 'retry', String(waiting), '--name', 'shop.mail']),
  ).rejects.toThrow('retry takes an ID or --name, not both');
  expect((await runCommand(opened.app.kernel, ['jobs', 'retry', '--name', 'shop.mail'])).lines).toEqual([
    '0 jobs wait again',
  ]);
});
