// A deployment in which work happens later and is recorded: jobs, schedule, webhooks, history, audit, authors.
import type { Case, Deployment, Given } from './case';
import { localized, typeOf } from './definition-files';

/** A type with a value of each shape: texts, JSON, entries, links. */
export const PAGES = typeOf(
  'page',
  {
    title: { type: 'string', required: true },
    count: { type: 'integer' },
    text: { type: 'text' },
    body: { type: 'json' },
    link: { type: 'component', component: 'shared.link' },
    links: { type: 'component', component: 'shared.link', repeatable: true },
    zone: { type: 'dynamiczone', components: ['shared.quote', 'shared.ref'] },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
  },
  { options: { draftAndPublish: true } },
);

/** A plugin whose jobs fail: at once, after a further attempt, and for payloads without a number. */
const FAILING_JOBS = `exports.default = {
  name: 'failing-jobs',
  dependencies: ['jobs'],
  register({ jobs }) {
    const run = () => { throw new Error('it cannot work'); };
    const payload = {
      schema: {},
      parse(input, path, issues) {
        if (!(Object(input).n >= 1)) issues.push({ path: [...path, 'n'], message: 'expected a number from 1', value: input });
        return input;
      },
    };
    jobs.add({ name: 'failing.once', retries: 0, run });
    jobs.add({ name: 'failing.again', retries: 1, backoff: { first: 50, most: 50 }, run });
    jobs.add({ name: 'failing.counted', payload, retries: 0, run });
  },
};
`;

const RECORDED: Deployment = {
  files: {
    'failing-jobs/index.js': FAILING_JOBS,
    ...PAGES,
    ...typeOf(
      'parcel',
      {
        title: { type: 'string', required: true },
        note: { type: 'string', private: true },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
      },
      { options: { draftAndPublish: true } },
    ),
    ...typeOf('crate', { title: { type: 'string' } }),
    ...typeOf('plaque', { text: { type: 'string' } }, { kind: 'singleType' }),
    ...typeOf(
      'record',
      {
        title: { type: 'string', required: true },
        note: { type: 'string', private: true },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
      },
      { options: { draftAndPublish: true, authors: true } },
    ),
    ...typeOf(
      'notice',
      { title: { type: 'string', pluginOptions: localized }, code: { type: 'string' } },
      { options: { draftAndPublish: true }, pluginOptions: localized },
    ),
  },
  config: {
    plugins: {
      jobs: { enabled: true, config: { poll: 100 } },
      'failing-jobs': { resolve: './src/failing-jobs' },
      schedule: { enabled: true, config: { changes: 3 } },
      // Cases receive deliveries at this address.
      webhooks: { enabled: true, config: { allow: ['127.0.0.1'], retries: 0, disableAfter: 2 } },
      history: true,
      authors: true,
      audit: { enabled: true, config: { secret: 'a secret of the suite', valueLength: 300 } },
    },
  },
};

/** The actions of the type with these verbs. */
export const ofRecords = (...verbs: string[]): string[] => verbs.map((verb) => `api::record.record.${verb}`);

export const record = (data: object = {}): Given => ({
  at: '/records',
  data: { title: '{mark}', ...data },
});

export const page = (data: object = {}): Given => ({ at: '/pages', data: { title: '{mark}', ...data } });

/** A case of these plugins. */
export const recorded = (
  row: string,
  given: Readonly<Record<string, Given>>,
  run: Case['run'] & {},
  more: Partial<Case> = {},
): Case => ({ rows: [row], given, run, deploy: RECORDED, ...more });
