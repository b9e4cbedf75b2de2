// Screens for people who watch the application: which parts need which action.
import { PAGES } from './page-requests';
import { button, link, type Pair, type Screen } from './screen';
import { PAGE } from './site';

const jobs = (verb: string): string => `plugin::jobs.job.${verb}`;
const onJob = (id: number, verb: string) =>
  ({ method: 'POST', path: `/api/jobs/${id}/actions/${verb}` }) as const;

const readEntries: Pair = {
  action: 'plugin::audit.entry.read',
  hides: 'closed',
  request: () => ({ path: '/api/audit' }),
};
const findUsers = { action: 'plugin::users-permissions.user.find', request: () => ({ path: '/api/users' }) };

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
  {
    name: 'the audit log',
    address: () => 'audit',
    link: 'Audit log',
    pairs: [
      readEntries,
      {
        action: 'plugin::audit.entry.export',
        hides: [button('Download')],
        request: () => ({ path: '/api/audit/export' }),
      },
      { ...findUsers, hides: [['combobox', 'One user']] },
    ],
  },
  {
    name: 'an entry about a token',
    address: ({ tokenEntry }) => `audit?type=plugin::api-tokens.token&entry=${tokenEntry}`,
    pairs: [
      { ...readEntries, request: ({ tokenEntry }) => ({ path: `/api/audit/${tokenEntry}` }) },
      { ...findUsers, hides: [link('grace')] },
    ],
  },
  {
    name: 'an entry about a page',
    address: ({ page, pageEntry }) => `audit?document=${page}&entry=${pageEntry}`,
    pairs: [
      {
        action: `${PAGE}.findOne`,
        hides: [link('Seite eins')],
        request: ({ page }) => ({ path: `${PAGES}/${page}?status=draft&locale=de` }),
      },
    ],
  },
];
