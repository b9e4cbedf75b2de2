// Cases of deliveries: the suite receives them on this machine.
import { createHmac } from 'node:crypto';
import { makeUser } from '../../../conformance/cases/accounts';
import { askUntil } from '../../../conformance/cases/ask-until';
import { get, named, put } from '../../../conformance/cases/build';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { gives, withVariables } from '../../../conformance/cases/graphql-build';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { type Delivery, type Receiver, withReceiver } from '../../../conformance/cases/receiver';
import { recorded } from '../../../conformance/cases/recorded';

const PATH = '/webhooks';
/** Only these cases write this type, one after another. */
const UID = 'api::parcel.parcel';
const parcel = (data: object = {}) => ({ at: '/parcels', data: { title: '{mark}', ...data } });
const HOOK = `${PATH}/{hook.id}`;

/** Creates the webhook `hook`. The case removes it. */
async function hooked(bench: Bench, body: object, alias = 'hook'): Promise<void> {
  await bench.send({
    ...{ send: 'POST', path: PATH, body: { name: `{mark} ${alias}`, types: [UID], ...body } },
    ...{ expect: { status: 201 }, save: alias },
  });
  bench.afterwards({
    send: 'DELETE',
    path: `${PATH}/${bench.value(`${alias}.id`)}`,
    expect: { status: 'any' },
  });
}
const act = (name: string, alias = 'a'): Step => ({
  ...{ send: 'POST', path: `/parcels/{${alias}.documentId}/actions/${name}`, expect: { status: 200 } },
});
const sends = (send: Step['send'], path: string, body: object | undefined, expect: Expectation): Step => ({
  ...{ send, path, expect },
  ...(body === undefined ? {} : { body }),
});
async function gets(bench: Bench, receiver: Receiver, body: Pattern): Promise<Delivery> {
  const delivery = await receiver.next();
  bench.compare('the delivery', body, delivery.body);
  return delivery;
}
/** The log of the webhook, when it has so many deliveries. */
async function log(bench: Bench, count: number): Promise<void> {
  const { body } = await askUntil(
    bench,
    get(`${HOOK}/deliveries`),
    (answer) => Object(answer.body).data?.length >= count,
  );
  bench.keep('log', Object(body).data);
}

const withReceived = (
  row: string,
  given: Parameters<typeof recorded>[1],
  run: (bench: Bench, receiver: Receiver) => Promise<void>,
  more: Partial<Case> = {},
): Case =>
  recorded(
    `quire.webhooks.${row}`,
    given,
    (bench) => withReceiver(bench, (receiver) => run(bench, receiver)),
    {
      lock: 'parcels',
      ...more,
    },
  );

const ofA = (event: string, more: object = {}): Pattern =>
  only({
    id: is.text,
    event,
    type: UID,
    documentId: '{a.documentId}',
    status: 'published',
    at: is.timestamp,
    ...more,
  });

export const webhookDeliveryCases: readonly Case[] = [
  withReceived('delivered', { t: named('/tags') }, async (bench, receiver) => {
    await hooked(bench, { url: `${receiver.url}/in?a=1`, headers: { 'X-Key': 'own-value' } });
    await bench.make('t2', named('/tags'));
    await bench.make('a', parcel());
    const first = await gets(bench, receiver, ofA('create'));
    const { headers, text } = first;
    bench.compare('the request', '/in?a=1', first.path);
    bench.compare(
      'the headers',
      {
        'x-quire-event': 'create',
        'x-quire-delivery': is.text,
        'x-quire-event-id': Object(first.body).id,
        'x-key': 'own-value',
        'content-type': 'application/json',
        'user-agent': 'quire-webhooks',
      },
      headers as Pattern,
    );
    const [, time = '', signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-quire-signature'])) ?? [];
    const signed = createHmac('sha256', String(bench.value('hook.secret')))
      .update(`${time}.${text}`)
      .digest('hex');
    bench.compare('the signature', signed, signature);
    if (Math.abs(Date.now() / 1000 - Number(time)) > 120)
      bench.fail('the time of the signature', Date.now() / 1000, time);
    await bench.send(put('/parcels/{a.documentId}?status=draft', { title: '{mark} two' }));
    const second = await gets(bench, receiver, ofA('update', { status: 'draft' }));
    if (second.headers['x-quire-delivery'] === headers['x-quire-delivery'])
      bench.fail('two deliveries have one id', 'another id', headers['x-quire-delivery']);
    if (second.headers['x-quire-event-id'] === headers['x-quire-event-id'])
      bench.fail('two events have one id', 'another id', headers['x-quire-event-id']);
    for (const name of ['publish', 'unpublish']) {
      await bench.send(act(name));
      await gets(bench, receiver, { event: name, documentId: '{a.documentId}' });
    }
    await bench.send({ send: 'DELETE', path: '/parcels/{a.documentId}' });
    await gets(bench, receiver, { event: 'delete', documentId: '{a.documentId}', status: 'draft' });
    await log(bench, 5);
    bench.compare(
      'the log',
      is.both(
        is.length(5),
        is.each({
          ok: true,
          status: 200,
          error: null,
          attempt: 1,
          response: 'thanks',
          milliseconds: is.integer,
        }),
      ),
      bench.value('log'),
    );
    bench.compare(
      'the newest delivery',
      { event: { event: 'delete' }, request: is.matching('"delete"'), at: is.timestamp },
      bench.value('log.0'),
    );
    await bench.send(
      get(`${HOOK}/deliveries?page=2&pageSize=3`, {
        data: is.length(2),
        meta: { pagination: { page: 2, pageSize: 3, pageCount: 2, total: 5 } },
      }),
    );
    for (const query of ['page=0', 'pageSize=101'])
      await bench.send(get(`${HOOK}/deliveries?${query}`, { status: 400 }));
    bench.compare('further deliveries', 0, receiver.left().length);
  }),
  withReceived('selected', {}, async (bench, receiver) => {
    const url = receiver.url;
    await hooked(bench, { url: `${url}/deletes`, events: ['delete'] });
    await hooked(
      bench,
      { url: `${url}/wanted`, condition: { title: { $startsWith: '{mark} w' } } },
      'wanted',
    );
    await hooked(bench, { url: `${url}/off`, enabled: false }, 'off');
    await hooked(bench, { url: `${url}/crates`, types: ['api::crate.crate'] }, 'crates');
    for (const [alias, title] of [
      ['a', '{mark} other'],
      ['b', '{mark} wanted'],
    ] as const) {
      await bench.make(alias, parcel({ title }));
      await bench.send(put(`/parcels/{${alias}.documentId}`, { note: 'n' }));
    }
    for (const event of ['create', 'update'])
      bench.compare(
        'the path',
        '/wanted',
        (await gets(bench, receiver, { event, documentId: '{b.documentId}' })).path,
      );
    await bench.send({ send: 'DELETE', path: '/parcels/{a.documentId}' });
    const gone = { event: 'delete', documentId: '{a.documentId}', status: 'published' };
    bench.compare('the path', '/deletes', (await gets(bench, receiver, gone)).path);
    await bench.send({ send: 'DELETE', path: '/parcels/{b.documentId}' });
    const last = [await receiver.next(), await receiver.next()];
    bench.compare(
      'the paths',
      is.shuffled('/deletes', '/wanted'),
      last.map(({ path }) => path),
    );
    bench.compare(
      'the events',
      is.each({ event: 'delete', documentId: '{b.documentId}' }),
      last.map(({ body }) => body),
    );
    bench.compare('further deliveries', 0, receiver.left().length);
  }),
  withReceived('payload', { t: named('/tags') }, async (bench, receiver) => {
    const { body } = await bench.send(get('/users-permissions/roles'));
    const before = Object(body).roles.map(({ id }: { id: number }) => id);
    await makeUser(bench, 'reader', [
      { action: `${UID}.find`, where: { title: { $startsWith: '{mark}' } } },
      `${UID}.findOne`,
    ]);
    const after = Object((await bench.send(get('/users-permissions/roles'))).body).roles;
    const role = after.find(({ id }: { id: number }) => !before.includes(id)).type;
    await hooked(bench, {
      url: `${receiver.url}/document`,
      payload: 'document',
      role,
      events: ['create', 'update', 'delete'],
    });
    await bench.make('a', parcel({ note: 'hidden-note' }));
    const shown = await gets(bench, receiver, ofA('create', { document: is.any }));
    bench.compare(
      'the document',
      {
        document: {
          documentId: '{a.documentId}',
          title: '{mark}',
          publishedAt: is.timestamp,
          note: is.absent,
          tags: is.absent,
        },
      },
      shown.body,
    );
    await bench.send(put('/parcels/{a.documentId}', { title: 'outside' }));
    await gets(bench, receiver, ofA('update', { document: null }));
    await bench.send({ send: 'DELETE', path: '/parcels/{a.documentId}' });
    await gets(bench, receiver, { event: 'delete', document: null });
    const hook = {
      name: '{mark} hook',
      url: `${receiver.url}/strapi`,
      types: [UID],
      payload: 'document',
      role,
      format: 'strapi',
    };
    await bench.send(sends('PUT', HOOK, hook, { status: 200, data: { format: 'strapi', role } }));
    await bench.make('b', parcel());
    const entry = {
      event: 'entry.create',
      createdAt: is.timestamp,
      model: 'parcel',
      uid: UID,
      entry: { documentId: '{b.documentId}', title: '{mark}' },
    };
    const { headers } = await gets(bench, receiver, entry);
    bench.compare(
      'the header',
      { 'x-strapi-event': 'entry.create', 'x-quire-event': is.absent },
      headers as Pattern,
    );
    await bench.send(sends('PUT', HOOK, { ...hook, payload: 'ids' }, { status: 200 }));
    await bench.send(put('/parcels/{b.documentId}?status=draft', { title: '{mark} two' }));
    await gets(bench, receiver, {
      event: 'entry.update',
      entry: only({ documentId: '{b.documentId}', status: 'draft' }),
    });
  }),
  withReceived('failing', { a: parcel() }, async (bench, receiver) => {
    await hooked(bench, { url: receiver.url });
    receiver.answer(302, 'elsewhere', { location: `${receiver.url}/elsewhere` });
    await bench.send(put('/parcels/{a.documentId}', { title: '{mark} 1' }));
    await receiver.next();
    await log(bench, 1);
    bench.compare(
      'the log',
      exactly([{ ok: false, status: 302, error: is.matching('redirects'), response: 'elsewhere' }]),
      bench.value('log'),
    );
    await bench.send(get(HOOK, { data: { enabled: true, disabledBecause: null } }));
    // A success in between begins the count anew.
    receiver.answer(204);
    await bench.send(put('/parcels/{a.documentId}', { title: '{mark} 2' }));
    await receiver.next();
    await log(bench, 2);
    receiver.answer(500, 'x'.repeat(6_000));
    let failed = '';
    for (const [n, enabled] of [
      [3, true],
      [4, false],
    ] as const) {
      await bench.send(put('/parcels/{a.documentId}', { title: `{mark} ${n}` }));
      failed = String(Object((await receiver.next()).body).id);
      await askUntil(bench, get(HOOK), ({ body }) => Object(body).data.enabled === enabled);
      await log(bench, n);
    }
    bench.compare(
      'the log',
      { ok: false, status: 500, error: is.matching('500'), response: is.matching('^x{4096}$') },
      bench.value('log.0'),
    );
    await bench.send(
      get(HOOK, { data: { enabled: false, disabledBecause: is.matching('^2 events in a row.*500') } }),
    );
    // The jobs of failed deliveries are dead.
    await bench.send(
      get('/jobs?state=dead&name=webhooks.deliver&pageSize=100', {
        data: is.including({
          error: is.matching('500'),
          attempts: 1,
          payload: { documentId: '{a.documentId}' },
        }),
      }),
    );
    receiver.answer(200);
    await bench.send(put('/parcels/{a.documentId}', { title: '{mark} dropped' }));
    await bench.send(
      sends('POST', `${HOOK}/actions/test`, undefined, {
        data: { ok: false, status: null, error: is.matching('disabled') },
      }),
    );
    await bench.send(
      sends(
        'PUT',
        HOOK,
        { name: '{mark} hook', url: receiver.url, types: [UID] },
        { data: { enabled: true, disabledBecause: null } },
      ),
    );
    await bench.send(
      sends('POST', `${HOOK}/actions/test`, undefined, { data: { ok: true, status: 200, error: null } }),
    );
    bench.compare('the test', { event: 'test', type: 'webhook.test' }, (await receiver.next()).body);
    // The second entry is that of the last failure.
    await bench.send(get(`${HOOK}/deliveries`, {}, { save: { failed: 'body.data.1.id' } }));
    await bench.send(
      sends('POST', `${HOOK}/deliveries/{failed}/actions/redeliver`, undefined, {
        status: 202,
        data: { job: is.integer },
      }),
    );
    const again = await gets(bench, receiver, { id: failed, event: 'update', documentId: '{a.documentId}' });
    bench.compare('the id of the event', failed, again.headers['x-quire-event-id']);
    await bench.send(
      sends('POST', `${HOOK}/deliveries/999999999/actions/redeliver`, undefined, { status: 404 }),
    );
    bench.compare('further deliveries', 0, receiver.left().length);
  }),
  withReceived('changed', {}, async (bench, receiver) => {
    await hooked(bench, {
      url: `${receiver.url}/one`,
      headers: { 'X-Key': 'own-value', 'X-Other': 'other-value' },
    });
    const body = {
      name: '{mark} renamed',
      url: `${receiver.url}/two`,
      types: [UID],
      headers: { 'X-Key': '[hidden]' },
    };
    const shown = {
      id: '{hook.id}',
      name: '{mark} renamed',
      headers: only({ 'X-Key': '[hidden]' }),
      secret: is.absent,
      declared: false,
    };
    await bench.send(sends('PUT', HOOK, body, { status: 200, data: shown }));
    await bench.send(
      get(HOOK, {
        data: {
          ...shown,
          events: exactly(['*']),
          payload: 'ids',
          role: 'public',
          format: 'quire',
          condition: null,
        },
      }),
    );
    await bench.send(
      get(PATH, { data: is.including({ id: '{hook.id}', headers: { 'X-Key': '[hidden]' } }) }),
    );
    await bench.make('a', parcel());
    const { headers, path } = await receiver.next();
    bench.compare('the path', '/two', path);
    bench.compare('the headers', { 'x-key': 'own-value', 'x-other': is.absent }, headers as Pattern);
    for (const wrong of [
      { headers: { 'X-New': '[hidden]' } },
      { url: 'https://hook.conform.test/' },
      { headers: { Host: 'x' } },
      { headers: { 'X-Quire-Event': 'x' } },
      { headers: { 'bad name': 'x' } },
      { headers: { 'X-Key': 'a\nb' } },
      { name: 'n'.repeat(121) },
      { name: '' },
      { types: [] },
      { types: [UID, UID] },
      { events: [] },
      { enabled: 'yes' },
      { condition: { nothing: 1 } },
      { types: ['*'], condition: { title: 'x' } },
      { types: [UID, 'api::crate.crate'], condition: { title: 'x' } },
      { colour: 'red' },
    ])
      await bench.send(sends('PUT', HOOK, { ...body, ...wrong }, { status: 400 }));
    await hooked(bench, { url: receiver.url, types: ['api::crate.crate'] }, 'second');
    await bench.send(sends('PUT', HOOK, { ...body, name: '{mark} second' }, { status: [400, 409] }));
    await bench.send(sends('PUT', `${PATH}/999999999`, body, { status: 404 }));
    await bench.send(sends('DELETE', `${PATH}/999999999`, undefined, { status: 404 }));
    for (const action of ['test', 'renew-secret'])
      await bench.send(sends('POST', `${PATH}/999999999/actions/${action}`, undefined, { status: 404 }));
    await bench.send(sends('POST', `${HOOK}/actions/renew-secret`, undefined, { data: { secret: is.text } }));
    // A removed webhook gets nothing.
    await bench.send(sends('DELETE', HOOK, undefined, { status: 204 }));
    await bench.send(get(`${HOOK}/deliveries`, { status: 404 }));
    await bench.send(put('/parcels/{a.documentId}', { title: '{mark} two' }));
    await bench.make('p', { at: '/crates', data: { title: '{mark}' } });
    bench.compare('the delivery', { type: 'api::crate.crate' }, (await receiver.next()).body);
    bench.compare('further deliveries', 0, receiver.left().length);
  }),
  withReceived(
    'graphql',
    {},
    async (bench, receiver) => {
      const data = {
        name: '{mark} hook',
        url: receiver.url,
        types: [UID],
        events: ['create'],
        headers: { 'X-Key': 'own-value' },
      };
      const shows =
        'id name url types events condition payload role format headers enabled disabledBecause declared secret';
      const hook = {
        ...{
          id: is.text,
          name: '{mark} hook',
          url: receiver.url,
          types: exactly([UID]),
          events: exactly(['create']),
          condition: null,
        },
        ...{
          payload: 'ids',
          role: 'public',
          format: 'quire',
          headers: { 'X-Key': '[hidden]' },
          enabled: true,
          disabledBecause: null,
          declared: false,
        },
      };
      const create = `mutation ($data: WebhookInput!) { createWebhook(data: $data) { ${shows} } }`;
      await bench.send({
        ...withVariables(create, { data }, { createWebhook: { ...hook, secret: is.text } }),
        save: { hook: 'body.data.createWebhook' },
      });
      bench.afterwards({
        send: 'DELETE',
        path: `${PATH}/${bench.value('hook.id')}`,
        expect: { status: 'any' },
      });
      await bench.send(
        gives(`{ webhooks { ${shows} } }`, { webhooks: is.including({ ...hook, secret: null }) }),
      );
      await bench.send(
        gives('mutation { testWebhook(id: "{hook.id}") { ok status error } }', {
          testWebhook: { ok: true, status: 200, error: null },
        }),
      );
      bench.compare('the test', { event: 'test' }, (await receiver.next()).body);
      const update =
        'mutation ($data: WebhookInput!) { updateWebhook(id: "{hook.id}", data: $data) { name enabled secret } }';
      const renamed = { name: '{mark} renamed', enabled: false, secret: null };
      await bench.send(
        withVariables(
          update,
          { data: { ...data, name: '{mark} renamed', enabled: false } },
          { updateWebhook: renamed },
        ),
      );
      await bench.send(gives('mutation { deleteWebhook(id: "{hook.id}") }', { deleteWebhook: true }));
      await bench.send(get(HOOK, { status: 404 }));
    },
    { needs: ['graphql'] },
  ),
];
