// A deployment in which work happens later and is recorded: jobs, schedule, webhooks, history, audit, authors.
import type { Case, Deployment, Given } from './case';
import { localized, typeOf } from './definition-files';

const RECORDED: Deployment = {
  files: {
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
      { title: { type: 'string', pluginOptions: localized } },
      { options: { draftAndPublish: true }, pluginOptions: localized },
    ),
  },
  config: {
    plugins: {
      jobs: { enabled: true, config: { poll: 100 } },
      schedule: true,
      webhooks: true,
      history: true,
      authors: true,
      audit: { enabled: true, config: { secret: 'a secret of the suite' } },
    },
  },
};

/** The actions of the type with these verbs. */
export const ofRecords = (...verbs: string[]): string[] => verbs.map((verb) => `api::record.record.${verb}`);

export const record = (data: object = {}): Given => ({
  at: '/records',
  data: { title: '{mark}', ...data },
});

/** A case of these plugins. */
export const recorded = (
  row: string,
  given: Readonly<Record<string, Given>>,
  run: Case['run'] & {},
): Case => ({ rows: [row], given, run, deploy: RECORDED });
