// Screens for people who watch the application: which parts need which action.
import { button, type Screen } from './screen';

const jobs = (verb: string): string => `plugin::jobs.job.${verb}`;
const onJob = (id: number, verb: string) =>
  ({ method: 'POST', path: `/api/jobs/${id}/actions/${verb}` }) as const;

export const operatorScreens: readonly Screen[] = [
  {
    name: 'jobs',
    address: () => 'jobs',
    link: 'Jobs',
    pairs: [
      { action: jobs('read'), hides: 'closed', request: () => ({ path: '/api/jobs' }) },
      {
        action: jobs('retry'),
        hides: [button('Run again')],
        request: async ({ cancelledJob }) => onJob(await cancelledJob(), 'retry'),
      },
      {
        action: jobs('cancel'),
        hides: [button('Cancel the job')],
        request: async ({ waitingJob }) => onJob(await waitingJob(), 'cancel'),
      },
    ],
  },
  {
    name: 'a waiting job',
    address: ({ waiting }) => `jobs?job=${waiting}`,
    pairs: [
      {
        action: jobs('cancel'),
        hides: [button('Cancel the job')],
        request: async ({ waitingJob }) => onJob(await waitingJob(), 'cancel'),
      },
    ],
  },
  {
    name: 'a cancelled job',
    address: ({ cancelled }) => `jobs?job=${cancelled}`,
    pairs: [
      {
        action: jobs('retry'),
        hides: [button('Run again')],
        request: async ({ cancelledJob }) => onJob(await cancelledJob(), 'retry'),
      },
    ],
  },
];
