// A deployment with the plugins that serve people and programs beside the API: the admin, tables, repeated requests, metrics, second factors.
import type { Case, Deployment, Given } from './case';
import { typeOf } from './definition-files';

/** A document has a value of each kind that tables and forms show. */
const SHEETS = typeOf(
  'sheet',
  {
    title: {
      ...{ type: 'string', required: true, maxLength: 60 },
      pluginOptions: { admin: { label: 'Heading', help: 'A sentence', width: 'half' } },
    },
    code: { type: 'string', unique: true },
    count: { type: 'integer', min: 0, default: 3 },
    flag: { type: 'boolean' },
    day: { type: 'date' },
    kind: { type: 'enumeration', enum: ['a', 'b'] },
    body: { type: 'json' },
    notes: { type: 'string', private: true },
    key: { type: 'password' },
    link: { type: 'component', component: 'shared.link' },
    links: { type: 'component', component: 'shared.link', repeatable: true, max: 5 },
    tag: { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
  },
  {
    options: { draftAndPublish: true },
    pluginOptions: {
      admin: {
        title: 'code',
        columns: ['title', 'count', 'nothing'],
        preview: 'https://site.conform.test/{code}?status={status}',
      },
    },
  },
);

export const SERVED: Deployment = {
  files: SHEETS,
  config: {
    plugins: {
      admin: { enabled: true, config: { name: 'The suite' } },
      transfer: true,
      idempotency: true,
      metrics: true,
      'two-factor': { enabled: true, config: { secret: 'the secret of second factors in the suite' } },
    },
  },
};

export const SHEET = 'api::sheet.sheet';
export const sheet = (data: object = {}): Given => ({ at: '/sheets', data: { title: '{mark}', ...data } });

export const served = (
  row: string,
  given: Readonly<Record<string, Given>>,
  run: Case['run'] & {},
  more: Partial<Case> = {},
): Case => ({ rows: [row], given, run, deploy: SERVED, ...more });
