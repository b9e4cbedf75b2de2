// An administrator in a real Chromium who makes a webhook, and a receiver that gets what it sends.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { isSigned, openReceiver, type Receiver } from '../../plugins/webhooks/tests/receiver';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const ARTICLE = 'api::article.article';

describeInChromium('webhooks in the admin', (launch) => {
  let admin: AdminInChromium;
  let receiver: Receiver;
  let secret: string;
  beforeAll(async () => {
    receiver = await openReceiver();
    const env = { HOOK_SECRET: 'a secret of the environment' };
    admin = await openAdmin(
      launch,
      { ...CONTENT, env },
      {
        jobs: { config: { poll: 20 } },
        webhooks: {
          config: {
            allow: ['127.0.0.1'],
            webhooks: [{ name: 'fixed', url: receiver.url, secretFrom: 'HOOK_SECRET', events: ['discard'] }],
          },
        },
      },
    );
  });
  afterAll(async () => {
    await admin?.close();
    receiver.close();
  });

  const button = (place: Page | Locator, name: string): Locator =>
    place.getByRole('button', { name, exact: true });
  const openWebhook = async (name: string, options = {}): Promise<Page> => {
    const page = await admin.newPage(options);
    await page.goto(`${admin.base}/admin/webhooks`);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    return page;
  };
  const shownSecret = async (page: Page): Promise<string> => {
    const dialog = page.getByRole('dialog', { name: 'The secret of the webhook' });
    const text = await dialog.getByLabel('Secret', { exact: true }).inputValue();
    await button(dialog, 'Close').click();
    return text;
  };
  const rows = (page: Page): Locator => page.locator('tbody tr');

  test('what the server refuses stands at its field, and the secret is shown once', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/webhooks`);
    await button(page, 'New').click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    const address = dialog.getByLabel('Address');
    const condition = dialog.getByLabel('Condition, as JSON');
    const create = button(dialog, 'Create');
    await dialog.getByLabel('Name', { exact: true }).fill('Search');
    await address.fill('http://10.0.0.1/');
    await create.click();
    await dialog.locator('#form-url-issue', { hasText: 'the address 10.0.0.1 is not public' }).waitFor();
    expect(await address.evaluate((element) => element.matches(':focus'))).toBe(true);
    await address.fill(receiver.url);
    await condition.fill('{"title":');
    await create.click();
    await dialog.locator('#form-condition-issue', { hasText: 'This is no JSON' }).waitFor();
    await condition.fill('{"titel":{"$contains":"pond"}}');
    await create.click();
    await dialog.locator('#form-condition-issue', { hasText: 'exactly one content type' }).waitFor();
    await dialog.getByLabel('All content types and files').uncheck();
    await create.click();
    await dialog.locator('#form-types-issue').waitFor();
    await dialog.getByLabel('article', { exact: true }).check();
    await create.click();
    await dialog.locator('#form-condition-issue', { hasText: 'titel' }).waitFor();
    await condition.fill('{"title":{"$contains":"pond"}}');
    await dialog.getByLabel('All events').uncheck();
    for (const event of ['Create', 'Publish']) await dialog.getByLabel(event, { exact: true }).check();
    await dialog.getByLabel('Headers,').fill('X-Key: k1');
    await create.click();
    secret = await shownSecret(page);
    expect(secret).toMatch(/^whsec_/);
    const row = rows(page).filter({ hasText: 'Search' });
    expect(await row.innerText()).toMatch(/article\s+Create, Publish\s+On/);
    await page.reload();
    await row.waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.context().close();
  });

  test('a test and an event arrive, are listed, and are delivered again', async () => {
    const page = await openWebhook('Search');
    await page.getByText('Nothing has been sent yet.').waitFor();
    await button(page, 'Send a test').click();
    await page.getByText('The test has arrived. The receiver answered 200.').waitFor();
    expect(receiver.got.map(({ body, headers }) => [body.event, headers['x-key']])).toEqual([['test', 'k1']]);
    expect(receiver.got.every((each) => isSigned(each, secret))).toBe(true);
    await rows(page).filter({ hasText: 'Test' }).waitFor();

    receiver.answer = (response) => void response.writeHead(503).end('later');
    await button(page, 'Send a test').click();
    await page.getByText('The test has failed: the receiver answered 503').waitFor();
    receiver.answer = (response) => void response.end('ok');

    const articles = admin.app.documents(ARTICLE);
    await articles.create({ data: { title: 'A shed' }, status: 'draft' } as never);
    const { documentId } = await articles.create({ data: { title: 'A pond' }, status: 'draft' } as never);
    await until(() => receiver.got.length === 3);
    const listed = async (count: number): Promise<void> => {
      await until(async () => {
        await button(page, 'Refresh').click();
        return (await rows(page).count()) === count;
      });
    };
    await listed(3);
    const first = rows(page).first();
    expect(await first.innerText()).toMatch(
      new RegExp(`Create · article ${documentId}\\s+Delivered\\s+200\\s+1\\s+\\d+ ms`),
    );
    expect(await rows(page).nth(1).innerText()).toMatch(/Test\s+Failed: the receiver answered 503\s+503\s+1/);
    await button(first, 'Show').click();
    const dialog = page.getByRole('dialog');
    expect(JSON.parse(await dialog.getByLabel('Sent, without').inputValue())).toMatchObject({
      event: 'create',
      documentId,
    });
    expect(await dialog.getByLabel('Answer of the receiver').inputValue()).toBe('ok');
    await button(dialog, 'Close').click();

    await button(first, 'Deliver again').click();
    await page.getByText('The event is sent again.').waitFor();
    await until(() => receiver.got.length === 4);
    expect(receiver.got[3]?.body).toEqual(receiver.got[2]?.body);
    await listed(4);
    await page.context().close();
  });

  test('a change keeps the hidden values, a new secret signs, and nothing comes while it is off', async () => {
    const page = await openWebhook('Search');
    await button(page, 'Edit').click();
    const form = page.getByRole('dialog', { name: 'Search' });
    await form
      .getByLabel('Content', { exact: true })
      .selectOption({ label: 'The document as the role Public sees it' });
    await form.getByLabel('Form', { exact: true }).selectOption('Strapi');
    await button(form, 'Save').click();
    await page.getByText('The document as the role public sees it').waitFor();

    await button(page, 'New secret …').click();
    await button(page, 'Replace the secret').click();
    const renewed = await shownSecret(page);
    expect(renewed).not.toBe(secret);
    await button(page, 'Send a test').click();
    await page.getByText('The test has arrived.').waitFor();
    const got = receiver.got.at(-1);
    expect([got?.headers['x-strapi-event'], got?.headers['x-key']]).toEqual(['entry.test', 'k1']);
    expect(got && isSigned(got, renewed)).toBe(true);

    await button(page, 'Switch off').click();
    await button(page, 'Switch on').waitFor();
    for (const name of ['Send a test', 'Deliver again']) expect(await button(page, name).count()).toBe(0);
    const count = receiver.got.length;
    await admin.app.documents(ARTICLE).create({ data: { title: 'A pond' }, status: 'draft' } as never);
    await button(page, 'Switch on').click();
    await button(page, 'Switch off').waitFor();
    await admin.app.documents(ARTICLE).create({ data: { title: 'A late pond' }, status: 'draft' } as never);
    await until(() => receiver.got.length > count);
    expect(receiver.got.length).toBe(count + 1);

    await button(page, 'Delete').click();
    await button(page, 'Delete for ever').click();
    await page.getByRole('link', { name: 'fixed', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0);
    await page.context().close();
  });

  test('a webhook of the configuration is shown, and sends a test, but is not changed', async () => {
    const page = await openWebhook('fixed');
    await page.getByText('From the configuration').waitFor();
    await button(page, 'Send a test').waitFor();
    for (const name of ['Edit', 'Switch off', 'New secret …', 'Delete'])
      expect([name, await button(page, name).count()]).toEqual([name, 0]);
    await page.context().close();
  });

  test('a caller who may only read has no button', async () => {
    const cookie = await userWith(admin.app, 'ann', [
      'plugin::admin.app.open',
      'plugin::webhooks.webhook.read',
    ]);
    const page = await openWebhook('fixed', { storageState: stateOf(cookie) });
    await page.getByText('From the configuration').waitFor();
    expect(await page.locator('main button').count()).toBe(0);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
