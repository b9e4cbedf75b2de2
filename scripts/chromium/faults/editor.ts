// An editor in a browser: types, saves, answers questions of the page, and suffers faults.
import type { Browser, Locator, Page } from 'playwright-core';
import { until } from '../../../core/testing/until';
import { PAGE, PASSWORD } from '../../../plugins/admin/tests/admin-app';
import { stateOf } from '../open-admin';
import { type FieldName, NOTE } from './content';
import type { Ledger } from './ledger';
import type { EditorName } from './plan';
import type { Random } from './random';
import type { Site } from './site';

export type RequestFault = 'busy' | 'lost';
export type Editor = Awaited<ReturnType<typeof openEditor>>;

interface Options {
  readonly browser: Browser;
  readonly site: Site;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly documentId: string;
  readonly watch: (page: Page) => void;
}

export async function openEditor(
  name: EditorName,
  { browser, site, ledger, random, documentId, watch }: Options,
) {
  const context = await browser.newContext({ storageState: stateOf(await site.logIn(name)) });
  const address = `${site.base}/admin/types/${NOTE}/${documentId}`;
  let fault: RequestFault | null = null;
  let isOffline = false;
  let page: Page;
  let last = '';

  await context.route('**/admin/api/documents/**', async (route) => {
    // A request whose page is closed meanwhile has no one to answer.
    const answer = async (): Promise<void> => {
      if (fault === 'busy')
        return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { error: {} } });
      if (fault !== 'lost' || route.request().method() !== 'PUT') return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    };
    await answer().catch(() => route.abort().catch(() => undefined));
  });

  const field = (of: FieldName): Locator => page.locator(`.field[data-name=${of}]`).first();
  const target = (of: FieldName): Locator =>
    of === 'story' ? field(of).getByRole('textbox') : field(of).locator('textarea').first();
  const textIn = async (of: FieldName): Promise<string> =>
    (of === 'story' ? await target(of).textContent() : await target(of).inputValue()) ?? '';
  const dialog = (): Locator => page.locator('dialog[open]');

  async function ready(): Promise<void> {
    const password = page.getByLabel('Password');
    await target('story').or(password).first().waitFor();
    // The session has ended, so the page asks before it shows the form.
    if ((await target('story').count()) === 0) {
      await page.getByLabel('Name or address').fill(name);
      await password.fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await target('story').waitFor();
    }
    await field('sections').locator('.entry-head button').first().click();
    await target('sections').waitFor();
  }
  async function open(): Promise<void> {
    page = await context.newPage();
    watch(page);
    await page.goto(address);
    await ready();
  }
  await open();

  const login = (): Locator => dialog().getByLabel('Password');
  const useIt = (): Locator => page.getByRole('button', { name: 'Use it' });

  async function logIn(): Promise<void> {
    // Playwright inserts a sign as text, without a key. So one that comes while the dialog opens lands at the caret of the page.
    await dialog().getByLabel('Name or address').fill(name);
    await login().fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Log in' }).click();
    await login().waitFor({ state: 'detached' });
  }

  /** false: a login has opened above the button meanwhile. */
  async function press(button: Locator): Promise<boolean> {
    try {
      await button.click();
      return true;
    } catch (error) {
      if ((await login().count()) > 0) return false;
      throw error;
    }
  }

  async function clash(): Promise<void> {
    const box = page.locator('dialog .clash').first();
    const [mine = '', theirs = ''] = await box.locator('pre').allTextContents();
    const keep = random.chance(0.5);
    if (!(await press(box.getByRole('button', { name: keep ? 'Keep yours' : 'Take theirs' })))) return;
    if (keep) ledger.given(mine, theirs);
    else ledger.given(theirs, mine);
  }

  return {
    name,
    state: async (): Promise<string> => (await page.locator('.save').getAttribute('class')) ?? '',
    async type(of: FieldName, count: number): Promise<readonly string[]> {
      if ((await dialog().count()) > 0) return [];
      await target(of).focus();
      await page.keyboard.press('Control+End');
      const signs = Array.from({ length: count }, () => ledger.next());
      for (const sign of signs) await page.keyboard.type(sign);
      const shown = await textIn(of);
      const there = signs.filter((sign) => shown.includes(sign));
      for (const sign of there) ledger.entered(sign, `${name}, ${of}`);
      last = there.at(-1) ?? last;
      // A question of the page came between two keys.
      if ((await dialog().count()) > 0) return [];
      return signs
        .filter((sign) => !there.includes(sign))
        .map((sign) => `${sign} was not in ${of} after ${name} typed it`);
    },
    async save(): Promise<void> {
      const button = page.getByRole('button', { name: 'Save', exact: true });
      // It may be disabled meanwhile, because the page has saved by itself.
      await button.evaluate((element) => (element as unknown as { click(): void }).click());
    },
    /** Answers what the page asks. A login stands above all other questions, and waits for the server. */
    async answer(): Promise<void> {
      for (;;) {
        if ((await login().count()) > 0) {
          if (!site.isUp() || isOffline) return;
          await logIn();
        } else if ((await page.locator('dialog .clash').count()) > 0) await clash();
        else if ((await useIt().count()) > 0) await press(useIt());
        else return;
      }
    },
    async crash(): Promise<void> {
      // A crash may take the text of the last moment, so the text is kept first.
      // The page forbids `eval`, so it cannot wait by itself.
      const isKept = `(async () => {
          if (document.querySelector('.save.saved')) return true;
          const open = indexedDB.open('quire-admin', 1);
          const db = await new Promise((done) => { open.onsuccess = () => done(open.result); });
          const all = db.transaction('texts').objectStore('texts').getAll();
          const texts = await new Promise((done) => { all.onsuccess = () => done(all.result); });
          db.close();
          return JSON.stringify(texts).includes(${JSON.stringify(last)});
      })()`;
      await until(() => page.evaluate<boolean>(isKept));
      await page.close({ runBeforeUnload: false });
      await open();
    },
    async reload(): Promise<void> {
      await page.reload();
      await ready();
    },
    async leave(): Promise<void> {
      if ((await dialog().count()) > 0) return;
      const link = page.getByRole('link', { name: 'note', exact: true }).first();
      try {
        await link.click({ timeout: 10_000 });
      } catch (error) {
        // A question of the page came before the click.
        if ((await dialog().count()) > 0) return;
        throw error;
      }
      await page.locator('.save').waitFor({ state: 'detached' });
      await page.goBack();
      await ready();
    },
    logOut: () =>
      context.request.post(`${site.base}/admin/api/logout`, {
        headers: { 'quire-admin': PAGE['quire-admin'], origin: site.base },
      }),
    async suffer(next: RequestFault | 'offline' | null): Promise<void> {
      fault = next === 'offline' ? null : next;
      isOffline = next === 'offline';
      await context.setOffline(isOffline);
    },
    close: () => context.close(),
  };
}
