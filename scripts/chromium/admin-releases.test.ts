// An editor in a real Chromium who plans releases, and looks at what is scheduled.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const ARTICLE = 'api::article.article';
const STORY = 'api::story.story';
const OPEN = 'plugin::admin.app.open';
const localized = { pluginOptions: { i18n: { localized: true } } };
const story = {
  info: { singularName: 'story', pluralName: 'stories', displayName: 'Story' },
  options: { draftAndPublish: true },
  ...localized,
  attributes: { title: { type: 'string', ...localized } },
};

describeInChromium('releases in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(
      launch,
      { ...CONTENT, contentTypes: [...Object.values(CONTENT.contentTypes ?? {}), story] },
      {
        jobs: { config: { poll: 20 } },
        schedule: true,
        i18n: { config: { locales: ['en', 'de'], defaultLocale: 'en' } },
      },
    );
  });
  afterAll(() => admin?.close());

  const draft = async (uid: string, title: string | null, locale?: string): Promise<string> =>
    (await admin.app.documents(uid).create({ data: { title }, status: 'draft', locale } as never)).documentId;
  const button = (place: Page | Locator, name: string): Locator =>
    place.getByRole('button', { name, exact: true });
  const rows = (page: Page): Locator => page.locator('main tbody tr');
  const open = async (address: string, options = {}): Promise<Page> => {
    const page = await admin.newPage({ timezoneId: 'Europe/Berlin', ...options });
    await page.goto(`${admin.base}/admin/${address}`);
    return page;
  };
  const ofApi = async (page: Page, path: string, method = 'GET', body?: object): Promise<unknown> =>
    page.evaluate(
      async ([to, verb, text]) => {
        const headers = {
          'Quire-Admin': '1',
          ...(text === null ? {} : { 'Content-Type': 'application/json' }),
        };
        const answer = await fetch(`/api/schedule${to}`, { method: verb, headers, body: text });
        return ((await answer.json()) as { data: unknown }).data;
      },
      [path, method, body ? JSON.stringify(body) : null] as const,
    );
  const newRelease = async (page: Page, name: string): Promise<number> =>
    ((await ofApi(page, '/releases', 'POST', { name })) as { readonly id: number }).id;
  /** Its job is due now, so that no test waits for a time. */
  const due = (release: number): Promise<unknown> =>
    admin.app.kernel.database.transaction((tx) =>
      tx.run('UPDATE jobs SET due = 1 WHERE id = (SELECT job FROM schedule_plans WHERE id = ?)', [release]),
    );
  const fact = (page: Page, name: string): Locator =>
    page.locator('main dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');

  test('a release gets documents, says what prevents it, gets a time, and publishes all of them', async () => {
    await draft(ARTICLE, 'A pond');
    await draft(ARTICLE, 'A shed');
    const untitled = await admin.app
      .documents(ARTICLE)
      .create({ data: { body: 'Later' }, status: 'draft' } as never);
    const german = await draft(STORY, 'Ein Teich', 'de');
    const page = await open('releases');
    await page.getByText('There are no releases here.').waitFor();
    await button(page, 'New').click();
    await page.getByLabel('Name', { exact: true }).fill('Spring');
    await button(page, 'Create').click();
    await page.getByText('The release has no documents yet.').waitFor();
    const id = Number(/releases\/(\d+)$/.exec(page.url())?.[1]);

    await button(page, 'Add documents').click();
    const dialog = page.getByRole('dialog', { name: 'Add documents' });
    const find = dialog.getByRole('combobox', { name: 'Document' });
    const add = async (title: string): Promise<void> => {
      await find.fill(title);
      await dialog.getByRole('option', { name: title }).click();
    };
    await dialog.getByLabel('Content type').selectOption('article');
    await add('A pond');
    await dialog.getByText('A pond is in the release.').waitFor();
    await add('A pond');
    await dialog.getByRole('alert').getByText('already has a change of this document').waitFor();
    await find.click();
    await dialog.getByRole('option', { name: untitled.documentId }).click();
    await dialog.getByText(`${untitled.documentId} is in the release.`).waitFor();
    await dialog.getByLabel('Content type').selectOption('Story');
    await dialog.getByLabel('Locale').selectOption('de');
    await add('Ein Teich');
    await dialog.getByText('Ein Teich is in the release.').waitFor();
    await button(dialog, 'Close').click();
    await until(async () => (await rows(page).count()) === 3);
    const texts = async (): Promise<string[]> =>
      (await rows(page).allInnerTexts()).map((text) =>
        text
          .split(/\s*[\t\n]\s*/)
          .slice(0, 2)
          .join('; '),
      );
    expect(await texts()).toEqual([
      'article: A pond; Publish',
      `article: ${untitled.documentId}; Publish`,
      'Story: Ein Teich; Publish',
    ]);

    await button(page, 'Check').click();
    const warning = page.locator('main .notice.warning');
    await warning.getByText('This would prevent the release now:').waitFor();
    expect(await warning.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^article: ${untitled.documentId} – Title: This field is required.`)),
    ]);
    await button(page, `Remove ${untitled.documentId}`).click();
    await until(async () => (await rows(page).count()) === 2);
    await button(page, 'Check').click();
    await page.getByText('Nothing prevents the release now.').waitFor();

    await button(page, 'Name and time').click();
    const form = page.getByRole('dialog', { name: 'Name and time' });
    await form.getByLabel('Name', { exact: true }).fill('Spring 2121');
    await form.getByLabel('Time', { exact: true }).fill('2001-07-03T04:05');
    await button(form, 'Save').click();
    await form.getByRole('alert').getByText('is in the past').waitFor();
    await form.getByLabel('Time', { exact: true }).fill('2121-07-03T04:05');
    await form.getByLabel('Time zone').selectOption('America/New_York');
    await button(form, 'Save').click();
    await page.getByRole('heading', { name: 'Spring 2121' }).waitFor();
    expect(await fact(page, 'Time').innerText()).toBe('Jul 3, 2121, 4:05 AM (America/New_York)');
    expect(await fact(page, 'Your time').innerText()).toBe('Jul 3, 2121, 10:05 AM');
    expect(await fact(page, 'State').innerText()).toBe('Waiting');
    expect(await ofApi(page, `/releases/${id}`)).toMatchObject({
      at: '2121-07-03T08:05:00.000Z',
      timeZone: 'America/New_York',
      changes: [{ action: 'publish' }, { documentId: german, locale: 'de' }],
    });
    // A new name alone sends no time.
    await button(page, 'Name and time').click();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'PUT'),
      (async () => {
        await form.getByLabel('Name', { exact: true }).fill('Summer');
        await button(form, 'Save').click();
      })(),
    ]);
    expect(request.postDataJSON()).toEqual({ name: 'Summer' });
    await page.getByRole('heading', { name: 'Summer' }).waitFor();

    await due(id);
    await until(async () => ((await ofApi(page, `/releases/${id}`)) as { state: string }).state === 'done');
    await page.reload();
    await fact(page, 'State').getByText('Done').waitFor();
    for (const name of ['Add documents', 'Check', 'Name and time', 'Cancel the release'])
      expect([name, await button(page, name).count()]).toEqual([name, 0]);
    await page.goto(`${admin.base}/admin/releases?state=done`);
    expect(await rows(page).innerText()).toMatch(
      /^Summer\s+Jul 3, 2121, 4:05 AM \(America\/New_York\)\s+Done\s+2\s+grace$/,
    );
    const shown = await admin.app
      .documents(STORY)
      .findOne({ documentId: german, locale: 'de', status: 'published' } as never);
    expect(shown).toMatchObject({ title: 'Ein Teich' });
    await page.context().close();
  });

  test('a release that failed says why, also in the list, and runs when the document is mended', async () => {
    const untitled = await admin.app.documents(ARTICLE).create({ data: {}, status: 'draft' } as never);
    const page = await open('releases?state=unheard');
    await page.getByText('Unknown parts of the filter were left out: unheard.').waitFor();
    const release = await newRelease(page, 'Too early');
    await ofApi(page, '/changes', 'POST', {
      ...{ type: ARTICLE, documentId: untitled.documentId, action: 'publish', release },
    });
    await ofApi(page, `/releases/${release}`, 'PUT', { at: '2121-07-03T04:05Z' });
    await due(release);
    await until(
      async () => ((await ofApi(page, `/releases/${release}`)) as { state: string }).state === 'failed',
    );
    await page.goto(`${admin.base}/admin/releases?state=failed`);
    expect(await rows(page).innerText()).toMatch(
      /Too early[\s\S]*Failed\s+1\s+Title: This field is required/,
    );
    await page.getByRole('link', { name: 'Too early' }).click();
    const problems = page.getByRole('alert');
    await problems.getByText('The release has failed, and nothing was changed:').waitFor();
    await problems.getByRole('link', { name: untitled.documentId }).waitFor();
    await admin.app
      .documents(ARTICLE)
      .update({ documentId: untitled.documentId, data: { title: 'Named now' } } as never);
    await button(page, 'Run now').click();
    await button(page.getByRole('dialog', { name: 'Run Too early now?' }), 'Run now').click();
    await until(async () => (await fact(page, 'State').innerText()) === 'Done');
    expect(await problems.count()).toBe(0);
    expect(await button(page, 'Run now').count()).toBe(0);
    await page.context().close();
  });

  test('a document is added from its form, to a new release and to a known one, and removed', async () => {
    const id = await draft(ARTICLE, 'A gate');
    const page = await open(`types/${ARTICLE}/${id}`);
    const openDialog = async (): Promise<Locator> => {
      await page.locator('summary', { hasText: 'More' }).click();
      await button(page, 'Add to a release …').click();
      const dialog = page.getByRole('dialog', { name: 'Add to a release' });
      await dialog.getByText('No release has this document.').waitFor();
      return dialog;
    };
    await newRelease(page, 'Autumn');
    const dialog = await openDialog();
    await dialog.getByLabel('Release').selectOption('New release');
    await dialog.getByLabel('Name', { exact: true }).fill('Winter');
    await button(dialog, 'Add').click();
    const listed = dialog.getByRole('listitem');
    await listed.getByRole('link', { name: 'Winter' }).waitFor();
    const added = dialog.getByRole('note').getByText('Added to the release', { exact: true });
    await added.waitFor();
    // The new release is chosen now.
    await button(dialog, 'Add').click();
    await dialog.getByRole('alert').getByText('already has a change of this document').waitFor();
    expect(await added.count()).toBe(0);
    await dialog.getByLabel('Release').selectOption('Autumn');
    await button(dialog, 'Add').click();
    await listed.getByRole('link', { name: 'Autumn' }).waitFor();
    expect(await listed.count()).toBe(2);
    await button(listed.filter({ hasText: 'Autumn' }), 'Remove').click();
    await until(async () => (await listed.count()) === 1);
    await listed.getByRole('link', { name: 'Winter' }).click();
    await page.getByRole('heading', { name: 'Winter' }).waitFor();
    await rows(page).getByRole('link', { name: 'A gate' }).waitFor();

    await button(page, 'Cancel the release').click();
    const sure = page.getByRole('dialog', { name: 'Cancel Winter?' });
    await button(sure, 'Cancel the release').click();
    await fact(page, 'State').getByText('Cancelled').waitFor();
    await page.context().close();
  });

  test('single changes are listed, get another time, and are cancelled', async () => {
    const id = await draft(ARTICLE, 'A path');
    const page = await open('scheduled');
    await page.getByText('Nothing is scheduled.').waitFor();
    const release = await newRelease(page, 'Someday');
    const change = { type: ARTICLE, documentId: id, action: 'publish' };
    await ofApi(page, '/changes', 'POST', { ...change, release });
    await ofApi(page, '/changes', 'POST', { ...change, at: '2121-07-03T04:05', timeZone: 'UTC' });
    await button(page, 'Refresh').click();
    await rows(page).getByText('Jul 3, 2121, 4:05 AM (UTC)').waitFor();
    await rows(page).getByRole('link', { name: 'A path' }).waitFor();
    expect(await rows(page).innerText()).toMatch(/article: A path\s+Publish\s+Waiting\s+grace/);
    await button(page, 'Change the time').click();
    const dialog = page.getByRole('dialog', { name: 'Change the time' });
    await dialog.getByLabel('Time', { exact: true }).fill('2122-07-03T04:05');
    await button(dialog, 'Save').click();
    await rows(page).getByText('Jul 3, 2122, 4:05 AM (UTC)').waitFor();
    await button(page, 'Cancel').click();
    await button(page, 'Yes, cancel it').click();
    await page.getByText('Nothing is scheduled.').waitFor();
    await page.getByRole('link', { name: 'Cancelled', exact: true }).click();
    await rows(page).getByText('Jul 3, 2122, 4:05 AM (UTC)').waitFor();

    // A change of a release has the time of the release.
    await page.getByRole('link', { name: 'Without a time', exact: true }).click();
    const own = rows(page).filter({ hasText: 'A path' });
    await own.getByRole('link', { name: 'Someday' }).waitFor();
    expect(await button(own, 'Change the time').count()).toBe(0);
    await button(own, 'Remove from the release').click();
    await button(own, 'Yes, cancel it').click();
    await own.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('callers see what they may do', async () => {
    const releases = 'plugin::schedule.release.read';
    const reader = await userWith(admin.app, 'bob', [OPEN, releases]);
    const page = await open('releases', { storageState: stateOf(reader) });
    await page.getByRole('link', { name: 'Someday' }).click();
    await page.getByRole('heading', { name: 'Someday' }).waitFor();
    expect(await page.locator('main button').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Scheduled changes' }).count()).toBe(0);
    await page.goto(`${admin.base}/admin/scheduled`);
    await page.getByText('Your role may not open this screen.').waitFor();
    await page.context().close();
  });

  test('changes of a type that the role does not see have no buttons', async () => {
    const owner = await open('releases');
    const release = await newRelease(owner, 'Unseen');
    const change = { type: ARTICLE, documentId: await draft(ARTICLE, 'A well'), action: 'publish' };
    await ofApi(owner, '/changes', 'POST', { ...change, release });
    await ofApi(owner, '/changes', 'POST', { ...change, at: '2121-07-03T04:05', timeZone: 'UTC' });
    await owner.context().close();
    const verbs = ['release.read', 'release.update', 'change.read', 'change.cancel'];
    const actions = verbs.map((verb) => `plugin::schedule.${verb}`);
    const page = await open('scheduled', {
      storageState: stateOf(await userWith(admin.app, 'cleo', [OPEN, ...actions])),
    });
    await rows(page).getByText('Jul 3, 2121, 4:05 AM (UTC)').waitFor();
    expect(await button(page, 'Cancel').count()).toBe(0);
    await page.goto(`${admin.base}/admin/releases/${release}`);
    await rows(page).first().waitFor();
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
