// Rows and cases of webhooks.
import { borrowUser } from '../../../conformance/cases/accounts';
import { askUntil } from '../../../conformance/cases/ask-until';
import { get } from '../../../conformance/cases/build';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { recorded } from '../../../conformance/cases/recorded';
import { rowsOf } from '../../../conformance/spec/row';
import { webhookDeliveryCases } from './deliveries';

export const rows = rowsOf(
  { section: 'quire.webhooks', title: 'Quire: webhooks', profile: 'quire' },
  `
quire.webhooks.stored  | webhooks | must | auth tokens drafts config files | the answer to a new webhook has its secret, and no later answer; values of headers are hidden
quire.webhooks.refused | webhooks | must | auth tokens drafts config files | a wrong address, an unknown type, a taken name and a wrong condition are refused
quire.webhooks.private | webhooks | must | auth tokens drafts config files | an address that is not public is refused in each spelling
quire.webhooks.public  | webhooks | must | auth tokens drafts config files | a public address and a name are accepted, with http and https
quire.webhooks.clean   | webhooks | must | auth tokens drafts config files | the job that removes old deliveries runs
quire.webhooks.rights  | webhooks | must | auth tokens drafts config files | reading and creating need a permission each
quire.webhooks.delivered | webhooks | must | auth tokens drafts config files | each write is a signed request with its event; the log has each delivery, the newest first; events and deliveries have ids
quire.webhooks.selected | webhooks | must | auth tokens drafts config files | types, events, a condition and enabled leave out the other writes; the condition of a delete is asked before it
quire.webhooks.payload | webhooks | must | auth tokens drafts config files | a payload has the document as its role sees it; the format strapi has the body of Strapi
quire.webhooks.failing | webhooks | must | auth tokens drafts config files | a refused delivery is logged; failed events in a row disable the webhook; a delivery can be sent again with the same event id, and a test at once
quire.webhooks.changed | webhooks | must | auth tokens drafts config files | a change keeps hidden headers for the same server; wrong values are a 400; a removed webhook gets nothing
quire.webhooks.graphql | webhooks | must | auth tokens drafts config files graphql | webhooks over GraphQL
`,
);

const PATH = '/webhooks';
/** Of a type that only few cases write: no delivery is sent. */
const hook = (more: object = {}): object => ({
  ...{ name: '{mark}', url: 'https://hook.conform.test/', types: ['api::crate.crate'] },
  ...more,
});
const create = (body: object, expect: Expectation = { status: 201 }, more: Partial<Step> = {}): Step => ({
  ...{ send: 'POST', path: PATH, body, expect },
  ...more,
});
const remove = (bench: Bench): void =>
  bench.afterwards({ send: 'DELETE', path: `${PATH}/${bench.value('hook.id')}`, expect: { status: 'any' } });

export const cases: readonly Case[] = [
  ...webhookDeliveryCases,
  recorded('quire.webhooks.stored', {}, async (bench) => {
    const headers = { 'X-Key': 'hidden-value' };
    const made = await bench.send(
      create(hook({ headers }), { status: 201, data: { secret: is.text } }, { save: 'hook' }),
    );
    remove(bench);
    const shown = await bench.send(
      get(`${PATH}/{hook.id}`, { data: { name: '{mark}', enabled: true, secret: is.absent } }),
    );
    const listed = await bench.send(get(PATH));
    for (const { body } of [made, shown, listed])
      if (JSON.stringify(body).includes('hidden-value'))
        bench.fail('the value of a header is shown', 'hidden', body);
    const renew: Step = { send: 'POST', path: `${PATH}/{hook.id}/actions/renew-secret` };
    await bench.send({ ...renew, expect: { data: { secret: is.both(is.text, is.not('{hook.secret}')) } } });
    await bench.send({ send: 'DELETE', path: `${PATH}/{hook.id}` });
    await bench.send(get(`${PATH}/{hook.id}`, { status: 404 }));
  }),
  recorded('quire.webhooks.refused', {}, async (bench) => {
    await bench.send(create(hook(), { status: 201 }, { save: 'hook' }));
    remove(bench);
    const other = { name: '{mark} other' };
    const wrong: readonly object[] = [
      hook(),
      hook({ ...other, url: 'ftp://hook.conform.test/' }),
      hook({ ...other, url: 'hook' }),
      hook({ ...other, types: ['api::recor.record'] }),
      hook({ ...other, payload: 'all' }),
      hook({ ...other, types: ['api::record.record'], condition: { titel: 'x' } }),
      hook({ ...other, types: ['*'], condition: { title: 'x' } }),
    ];
    for (const body of wrong) await bench.send(create(body, { status: [400, 409] }));
  }),
  recorded('quire.webhooks.private', {}, async (bench) => {
    for (const host of [
      '127.0.0.2',
      '10.1.2.3',
      '169.254.169.254',
      '0',
      '2130706434',
      '[::1]',
      '[::ffff:10.1.2.3]',
    ]) {
      const expect = { status: 400, error: { message: is.matching('not public') } };
      await bench.send(create(hook({ url: `http://${host}/` }), expect));
    }
    await bench.send(get(PATH, { data: is.each({ name: is.not('{mark}') }) }));
  }),
  recorded('quire.webhooks.public', {}, async (bench) => {
    const hosts = ['https://hook.conform.test', 'http://93.184.215.14', 'https://[2606:4700::1111]:8443'];
    for (const url of hosts) {
      await bench.send(create(hook({ url: `${url}/in?a=1` }), { status: 201 }, { save: 'hook' }));
      await bench.send({ send: 'DELETE', path: `${PATH}/{hook.id}` });
    }
  }),
  recorded('quire.webhooks.clean', {}, async (bench) => {
    const name = 'webhooks.clean';
    await bench.send({ send: 'POST', path: '/jobs', body: { name }, save: 'job', expect: { status: 201 } });
    const job = get('/jobs/{job.id}', { status: [200, 404] });
    await askUntil(bench, job, ({ status }) => status === 404);
  }),
  recorded('quire.webhooks.rights', {}, async (bench) => {
    await borrowUser(bench, 'reader', ['plugin::webhooks.webhook.read']);
    await bench.send(get(PATH, { status: 200 }, { as: 'reader' }));
    await bench.send(create(hook(), { status: 403 }, { as: 'reader' }));
    await bench.send(get(PATH, { status: 403 }, { as: 'anonymous' }));
  }),
];
