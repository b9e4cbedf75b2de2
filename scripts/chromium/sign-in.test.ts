// A sign-in with a real OpenID provider, in a real Chromium: from the page of a front end to its user.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../../core/testing';
import { openApp } from '../../plugins/sign-in/tests/app';
import { type RealProvider, startProvider } from '../../plugins/sign-in/tests/real-provider';
import { describeInChromium } from './open-chromium';

/** The front end: changes its code for tokens, and says who the user is. */
const pageOf = (api: string): string => `<!doctype html><title>Front</title>
<a href="${api}/api/connect/corp">Sign in</a><p id="who"></p><script>
const words = new URLSearchParams(location.search);
const say = (text) => { document.getElementById('who').textContent = text; };
if (words.has('error')) say('refused: ' + words.get('error'));
if (words.has('access_token')) (async () => {
  const at = '${api}/api/auth/corp/callback?access_token=' + encodeURIComponent(words.get('access_token'));
  const answer = await fetch(at);
  if (!answer.ok) return say('refused: ' + answer.status);
  const { jwt } = await answer.json();
  const me = await (await fetch('${api}/api/users/me', { headers: { authorization: 'Bearer ' + jwt } })).json();
  say('signed in: ' + me.email);
})();
</script>`;

describeInChromium('sign-in with a provider', (launch) => {
  let browser: Browser;
  let provider: RealProvider;
  let app: TestApp;
  let server: Server;
  let front: string;
  beforeAll(async () => {
    browser = await launch();
    provider = await startProvider();
    const ann = { email: 'ann@example.com', email_verified: true, preferred_username: 'ann' };
    provider.people.set('ann', ann);
    server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(app.url)),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    front = `http://127.0.0.1:${(server.address() as AddressInfo).port}/signed-in`;
    app = await openApp(provider, { provider: { callback: front } });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await provider?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** In a context of its own. The pages of the provider ask for a font of another server, which may be out of reach. */
  async function newPage(): Promise<Page> {
    const context = await browser.newContext();
    await context.route(/^https:/, (route) => route.abort());
    return context.newPage();
  }

  async function submit(page: Page): Promise<void> {
    await page.locator('button[type=submit]').click();
  }

  test('leads a person to a user; another browser cannot end it, and no other page gets a code', async () => {
    const page = await newPage();
    const answers: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(`${app.url}/api/connect/corp/callback`)) answers.push(request.url());
    });
    await page.goto(front);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.locator('input[name=login]').fill('ann');
    await page.locator('input[name=password]').fill('any');
    await submit(page);
    // Consent.
    await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
    await submit(page);
    await page.getByText('signed in: ann@example.com').waitFor();
    expect(answers).toHaveLength(1);
    expect(await page.evaluate('document.cookie')).toBe('');

    const other = await newPage();
    await other.goto(answers[0] ?? '');
    expect(new URL(other.url()).searchParams.get('access_token')).toBeNull();
    expect(await other.locator('body').innerText()).not.toContain('signed in');

    const away = await other.goto(`${app.url}/api/connect/corp?callback=https://evil.example.com`);
    expect([away?.status(), other.url()]).toEqual([400, expect.stringContaining(app.url)]);
    // The code works once: a reload of the page does not sign in again.
    await page.reload();
    await page.getByText(/^refused: 4/).waitFor();
  });
});
