// The events of a write: one for each locale, with the status that the write leaves or removes.
import { createAsk, createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { until } from '../../../core/testing/until';
import { openReceiver, type Receiver } from './receiver';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Any = any;

const localized = { pluginOptions: { i18n: { localized: true } } };

describe.each(testDatabases())('events of webhooks on %s', (database) => {
  let app: TestApp;
  let receiver: Receiver;
  const ask = createAsk(() => `${app.url}/api`);
  const hook = async (more: object = {}): Promise<Any> =>
    (
      await ask('POST', '/webhooks', 201, {
        ...{ name: `hook ${Math.random()}`, url: receiver.url, types: ['api::post.post'] },
        ...more,
      })
    ).data;
  /** A post in two languages, `en` and `de`. */
  const post = async (query = 'status=draft', more: object = {}): Promise<string> => {
    const data = { title: 'english', ...more };
    const { documentId } = (await ask('POST', `/posts?${query}`, 201, { data })).data;
    await ask('PUT', `/posts/${documentId}?locale=de&${query}`, 200, { data: { title: 'deutsch' } });
    return documentId;
  };
  /** Waits for these events, and for that of another document, whose write comes after them. */
  const expectEvents = async (...expected: string[]): Promise<void> => {
    const { documentId } = (await ask('POST', '/lasts', 201, { data: {} })).data;
    const own = () => receiver.got.filter(({ body }) => body.documentId !== documentId);
    const end = Date.now() + 10_000;
    const isComplete = () => own().length >= expected.length && receiver.got.length > own().length;
    await until(() => isComplete() || Date.now() > end);
    const events = own().map(({ body: { event, locale, status } }) => `${event} ${locale} ${status}`);
    expect(events.sort()).toEqual(expected);
  };

  beforeAll(async () => {
    receiver = await openReceiver();
    app = await createTestApp({
      database,
      contentTypes: [
        {
          info: { singularName: 'post', pluralName: 'posts' },
          options: { draftAndPublish: true },
          ...localized,
          attributes: { title: { type: 'string', ...localized }, rank: { type: 'integer' } },
        },
        { info: { singularName: 'last', pluralName: 'lasts' }, attributes: { title: { type: 'string' } } },
      ],
      config: {
        plugins: {
          'draft-and-publish': true,
          i18n: { enabled: true, config: { locales: ['en', 'de'] } },
          jobs: { enabled: true, config: { poll: 20 } },
          schedule: true,
          webhooks: { enabled: true, config: { allow: ['127.0.0.1'] } },
        },
        server: { logs: { level: 'error' } },
      },
    });
  });
  afterAll(async () => {
    await app.close();
    receiver.close();
  });
  beforeEach(async () => {
    for (const { id } of (await ask('GET', '/webhooks', 200)).data)
      await ask('DELETE', `/webhooks/${id}`, 204);
    await hook({ types: ['api::last.last'], events: ['create'] });
    receiver.got.length = 0;
  });

  it('sends one event for each locale that a write concerns', async () => {
    await hook({ events: ['publish', 'unpublish', 'delete'] });
    const id = await post();
    await ask('POST', `/posts/${id}/actions/publish?locale=*`, 200);
    await expectEvents('publish de published', 'publish en published');
    receiver.got.length = 0;
    await ask('POST', `/posts/${id}/actions/unpublish?locale=*`, 200);
    await expectEvents('unpublish de draft', 'unpublish en draft');
    receiver.got.length = 0;
    await ask('DELETE', `/posts/${id}?locale=*`, 204);
    await expectEvents('delete de draft', 'delete en draft');
  });

  it('asks the condition for each locale', async () => {
    await hook({ events: ['publish', 'unpublish', 'delete'], condition: { title: 'deutsch' } });
    const id = await post();
    await ask('POST', `/posts/${id}/actions/publish?locale=*`, 200);
    await ask('DELETE', `/posts/${id}?locale=*`, 204);
    await expectEvents('delete de published', 'publish de published');
  });

  it('sends no event for a locale that the write leaves as it is', async () => {
    await hook({ events: ['publish', 'delete'] });
    const id = await post();
    await ask('POST', `/posts/${id}/actions/publish?locale=de`, 200);
    await ask('DELETE', `/posts/${id}?locale=en`, 204);
    await expectEvents('delete en draft', 'publish de published');
  });

  it('sends an update of a shared value for each locale, with the status of its row', async () => {
    const id = await post();
    await ask('POST', `/posts/${id}/actions/publish?locale=en`, 200);
    await hook({ events: ['update'] });
    await ask('PUT', `/posts/${id}`, 200, { data: { rank: 2 } });
    await expectEvents('update de draft', 'update en published');
  });

  it('sends one event for each locale of a scheduled publish', async () => {
    await hook({ events: ['publish'] });
    const id = await post();
    const at = new Date(Date.now() + 1_500).toISOString();
    await ask('POST', `/posts/${id}/actions/schedule?locale=*`, 200, { data: { action: 'publish', at } });
    await expectEvents('publish de published', 'publish en published');
  });

  it('asks the condition of a delete of the published version, else of the draft', async () => {
    await hook({ events: ['delete'], condition: { title: 'wanted' } });
    const data = { title: 'wanted' };
    const create = async (query: string): Promise<string> =>
      (await ask('POST', `/posts?${query}`, 201, { data })).data.documentId;
    const changed = await create('status=published');
    await ask('PUT', `/posts/${changed}?status=draft`, 200, { data: { title: 'other' } });
    await ask('DELETE', `/posts/${await create('status=draft')}`, 204);
    await ask('DELETE', `/posts/${changed}`, 204);
    await expectEvents('delete en draft', 'delete en published');
  });
});
