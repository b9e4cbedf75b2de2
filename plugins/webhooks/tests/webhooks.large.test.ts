// Webhooks from the write to the receiver: filters, payloads, signatures, retries, the log.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAsk, createTestApp, type TestApp } from '../../../core/testing';
import { until } from '../../../core/testing/until';
import { isSigned, openReceiver, type Receiver } from './receiver';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Any = any;

let app: TestApp;
let receiver: Receiver;
const mails = mkdtempSync(join(tmpdir(), 'quire-webhook-mails-'));
const ask = createAsk(() => `${app.url}/api`);
const hook = async (more: object = {}): Promise<Any> =>
  (await ask('POST', '/webhooks', 201, { name: `hook ${Math.random()}`, url: receiver.url, ...more })).data;
const post = async (title: string, more: object = {}): Promise<string> =>
  (await ask('POST', '/posts', 201, { data: { title, ...more } })).data.documentId;
/** A delivery may be repeated; the order stays. */
const eventsOf = (documentId: string): string[] => {
  const events = receiver.got
    .filter(({ body }) => body.documentId === documentId)
    .map(({ body }): string => body.event);
  return events.filter((event, index) => event !== events[index - 1]);
};

beforeAll(async () => {
  receiver = await openReceiver();
  app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'post', pluralName: 'posts' },
        options: { draftAndPublish: true },
        attributes: {
          title: { type: 'string' },
          note: { type: 'string', private: true },
          token: { type: 'string' },
          writer: { type: 'relation', relation: 'manyToOne', target: 'api::writer.writer' },
        },
      },
      {
        info: { singularName: 'writer', pluralName: 'writers' },
        attributes: { salary: { type: 'integer', private: true } },
      },
    ],
    config: {
      plugins: {
        'draft-and-publish': true,
        email: { config: { providerOptions: { folder: mails } } },
        jobs: { enabled: true, config: { poll: 20 } },
        webhooks: {
          enabled: true,
          config: {
            allow: ['127.0.0.1'],
            timeout: 2_500,
            retries: 1,
            disableAfter: 2,
            mailTo: 'ann@example.com',
          },
        },
      },
      server: { logs: { level: 'error' } },
    },
  });
});
afterAll(async () => {
  await app.close();
  receiver.close();
  rmSync(mails, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const { id } of (await ask('GET', '/webhooks', 200)).data) await ask('DELETE', `/webhooks/${id}`, 204);
  receiver.got.length = 0;
  receiver.answer = (response) => void response.end('ok');
});

it('sends each event of a document in order, signed', async () => {
  const { secret } = await hook();
  const id = await post('a');
  await ask('PUT', `/posts/${id}?status=draft`, 200, { data: { title: 'b' } });
  await ask('POST', `/posts/${id}/actions/publish`, 200);
  await ask('POST', `/posts/${id}/actions/unpublish`, 200);
  await ask('DELETE', `/posts/${id}`, 204);
  await until(() => eventsOf(id).length === 5);
  expect(eventsOf(id)).toEqual(['create', 'update', 'publish', 'unpublish', 'delete']);
  expect(receiver.got.every((each) => isSigned(each, secret))).toBe(true);
  expect(isSigned({ ...(receiver.got[0] as Any), text: 'other' }, secret)).toBe(false);
});

it('sends nothing of a write that is rolled back', async () => {
  await hook();
  const failing = app.documents.transaction(async () => {
    await app.documents('api::post.post').create({ data: { title: 'gone' } });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  const id = await post('kept');
  await until(() => receiver.got.length === 1);
  expect(eventsOf(id)).toEqual(['create']);
});

it('filters by type, event and condition', async () => {
  await hook({
    types: ['api::post.post'],
    events: ['create', 'delete'],
    condition: { title: { $startsWith: 'big' } },
  });
  const small = await post('small');
  const big = await post('big one');
  await ask('DELETE', `/posts/${small}`, 204);
  await ask('DELETE', `/posts/${big}`, 204);
  await until(() => eventsOf(big).length === 2);
  expect(eventsOf(small)).toEqual([]);
  expect(eventsOf(big)).toEqual(['create', 'delete']);
});

it('sends the document as the role sees it, in both formats', async () => {
  await hook({ payload: 'document' });
  await hook({ payload: 'document', format: 'strapi' });
  const documentId = await post('seen', { note: 'private' });
  await until(() => receiver.got.length === 2);
  const own = receiver.got.find(({ body }) => body.document);
  const peer = receiver.got.find(({ body }) => body.entry);
  expect(own?.body).toMatchObject({ event: 'create', type: 'api::post.post', document: { title: 'seen' } });
  expect(own?.body.document).not.toHaveProperty('note');
  expect(peer?.body).toMatchObject({
    event: 'entry.create',
    model: 'post',
    uid: 'api::post.post',
    entry: { documentId },
  });
  expect(peer?.headers['x-strapi-event']).toBe('entry.create');
});

it('repeats a failed delivery, logs each attempt without secrets, and sends it again on request', async () => {
  const { id } = await hook({ payload: 'document' });
  receiver.answer = (response) => {
    response.statusCode = receiver.got.length === 1 ? 500 : 200;
    response.end('done');
  };
  await post('again', { token: 'hidden-value' });
  await until(async () => (await ask('GET', `/webhooks/${id}/deliveries`, 200)).data.length === 2);
  const { data } = await ask('GET', `/webhooks/${id}/deliveries`, 200);
  expect(data.map((each: Any) => [each.attempt, each.status, each.ok])).toEqual([
    [2, 200, true],
    [1, 500, false],
  ]);
  expect(data[0].request).not.toContain('hidden-value');
  await ask('POST', `/webhooks/${id}/deliveries/${data[0].id}/actions/redeliver`, 202);
  await until(() => receiver.got.length === 3);
});

it.each([
  ['slowly', () => undefined],
  ['endlessly', (response: Any) => void response.write('x')],
  [
    'with a redirect',
    (response: Any) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
])('counts a receiver that answers %s as failed', async (_how, answer) => {
  const { id } = await hook();
  receiver.answer = answer;
  const { data } = await ask('POST', `/webhooks/${id}/actions/test`, 200);
  expect(data.ok).toBe(false);
  expect(receiver.got).toHaveLength(1);
});

it('names the setting when a receiver is too slow', async () => {
  const { id } = await hook();
  receiver.answer = () => undefined;
  const { data } = await ask('POST', `/webhooks/${id}/actions/test`, 200);
  expect(data.error).toContain('webhooks.config.timeout');
});

it('tests a webhook that sends documents', async () => {
  const { id } = await hook({ payload: 'document' });
  const { data } = await ask('POST', `/webhooks/${id}/actions/test`, 200);
  expect(data).toEqual({ ok: true, status: 200, error: null });
  expect(receiver.got[0]?.body.document).toBeNull();
});

it('reads little of a large answer', async () => {
  const { id } = await hook();
  receiver.answer = (response) => void response.end(Buffer.alloc(8_000_000, 'x'));
  const { data } = await ask('POST', `/webhooks/${id}/actions/test`, 200);
  expect(data).toEqual({ ok: true, status: 200, error: null });
});

it('disables a webhook after repeated failure, and sends one mail', async () => {
  const { id, name } = await hook();
  receiver.answer = (response) => void response.writeHead(500).end();
  await post('one');
  await post('two');
  await until(async () => !(await ask('GET', `/webhooks/${id}`, 200)).data.enabled);
  const { data } = await ask('GET', `/webhooks/${id}`, 200);
  expect(data.disabledBecause).toContain('2 events in a row failed in all attempts');
  const sent = (): string[] => readdirSync(mails).map((file) => readFileSync(join(mails, file), 'utf8'));
  await until(() => sent().some((text) => text.includes('Repair the receiver')));
  const [mail = '', ...others] = sent();
  expect(others).toEqual([]);
  expect(mail).toContain('To: ann@example.com');
  expect(mail).toContain(`The webhook "${name}"`);
});

it('shows a secret once, and no values of headers', async () => {
  const made = await hook({ headers: { authorization: 'Bearer x' } });
  expect(made.secret).toMatch(/^whsec_/);
  const { data } = await ask('GET', `/webhooks/${made.id}`, 200);
  expect(data).not.toHaveProperty('secret');
  expect(data.headers).toEqual({ authorization: '[hidden]' });
  const renewed = (await ask('POST', `/webhooks/${made.id}/actions/renew-secret`, 200)).data;
  expect(renewed.secret).not.toBe(made.secret);
});

it('hides values of headers that a receiver sends back', async () => {
  const { id } = await hook({ headers: { authorization: 'Bearer abcdefgh-12', 'X-Key': 'k"1' } });
  const logged = async (answer: string): Promise<string> => {
    receiver.answer = (response) => void response.end(answer);
    await ask('POST', `/webhooks/${id}/actions/test`, 200);
    return (await ask('GET', `/webhooks/${id}/deliveries`, 200)).data[0].response;
  };
  expect(await logged('got Bearer abcdefgh-12, abcdefgh-12')).toBe('got [hidden], [hidden]');
  expect(await logged(JSON.stringify({ key: 'k"1' }))).toBe('{"key":"[hidden]"}');
  const start = 'x'.repeat(4_096 - 'Bearer abcdefg'.length);
  expect(await logged(`${start}Bearer abcdefgh-12`)).toBe(`${start}[hidden]`);
});

it('a client that sends back what it got keeps hidden values, for the same server only', async () => {
  const {
    secret: _secret,
    id,
    declared,
    disabledBecause,
    ...made
  } = await hook({ headers: { 'X-Key': 'k1' } });
  expect([declared, disabledBecause]).toEqual([false, null]);
  expect(made.headers).toEqual({ 'X-Key': '[hidden]' });
  const put = (status: number, more: object) =>
    ask('PUT', `/webhooks/${id}`, status, { ...made, ...more }) as Promise<Any>;
  const sent = async (): Promise<Any> => {
    await ask('POST', `/webhooks/${id}/actions/test`, 200);
    return receiver.got.at(-1)?.headers['x-key'];
  };
  await put(200, { name: `${made.name}, changed`, url: `${receiver.url}/other` });
  expect(await sent()).toBe('k1');
  const moved = await put(400, { url: 'https://other.example/' });
  expect(moved.error.message).toContain('the stored value of "X-Key" is for http://127.0.0.1:');
  expect(moved.error.details).toMatchObject({ key: 'headers' });
  await put(400, { headers: { 'X-Other': '[hidden]' } });
  await put(200, { headers: { 'X-Key': 'k2' } });
  expect(await sent()).toBe('k2');
  await put(200, { headers: {} });
  expect(await sent()).toBeUndefined();
});

const REFUSED: readonly (readonly [more: object, status: number, message: string])[] = [
  [{ url: 'http://10.0.0.1/' }, 400, 'the address 10.0.0.1 is not public'],
  [{ url: 'ftp://example.com' }, 400, 'must begin with https:// or http://'],
  [{ url: 'https://a:b@example.com' }, 400, 'contains a user or a password'],
  [{ types: ['api::pots.pots'] }, 400, 'does not exist'],
  [{ condition: { title: 'a' } }, 400, 'a condition needs exactly one content type'],
  [{ types: ['api::post.post'], condition: { titel: 'a' } }, 400, 'condition'],
  [
    { types: ['api::post.post'], condition: { note: { $startsWith: 'p' } } },
    400,
    'Invalid key note; use a condition as in `filters` of a request, without private attributes',
  ],
  [
    { types: ['api::post.post'], condition: { $not: { writer: { salary: { $gt: 3 } } } } },
    400,
    'Invalid key salary at writer',
  ],
  [{ events: ['create', 'publsh'] }, 400, 'the event \\"publsh\\" is unknown; use one of: *, create, update'],
  [{ headers: { host: 'x' } }, 400, 'no header that a webhook can set'],
  [{ headers: { 'X-Key': '[hidden]' } }, 400, '"X-Key\\" has no stored value'],
];
it.each(REFUSED)('refuses %j', async (more, status, message) => {
  const answer = await ask('POST', '/webhooks', status, { name: 'bad', url: receiver.url, ...more });
  expect(JSON.stringify(answer)).toContain(message);
});
