// The pages that browsers get, in a real Chromium with the content security policy in force.
import type { Browser, Page } from 'playwright-core';
import { createTestApp, type TestApp } from '../../core/testing';
import { describeInChromium } from './open-chromium';

describeInChromium('the landing page of GraphQL', (open) => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await createTestApp({
      contentTypes: [
        { info: { singularName: 'note', pluralName: 'notes' }, attributes: { title: { type: 'string' } } },
      ],
      config: { plugins: { graphql: true } },
    });
    await app.documents('api::note.note').create({ data: { title: 'seen in Chromium' } });
    browser = await open();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  /** The page, and what it reports: errors of scripts, and what the policy blocked. */
  async function visit(query: string): Promise<{ readonly page: Page; readonly problems: string[] }> {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
    await page.goto(`${app.url}/graphql`);
    await page.locator('.graphiql-query-editor .CodeMirror').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(query);
    await page.locator('.graphiql-execute-button').click();
    return { page, problems };
  }

  test('runs a query', async () => {
    const { page, problems } = await visit('{ notes { title } }');
    await page.locator('.result-window', { hasText: 'seen in Chromium' }).waitFor();
    expect(problems).toEqual([]);
    // The editor knows the schema, so that it completes names.
    await page.getByLabel('Show Documentation Explorer').click();
    await page.getByText('Query', { exact: true }).first().waitFor();
    await page.close();
  });

  test('opens with a query of the application, which runs, and nothing is cut off', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(`${app.url}/graphql`);
    await page.locator('.graphiql-query-editor .CodeMirror', { hasText: 'notes(pagination' }).waitFor();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.result-window', { hasText: 'seen in Chromium' }).waitFor();
    for (const name of [
      '.graphiql-container',
      '.graphiql-sidebar',
      '.graphiql-execute-button',
      '.result-window',
    ])
      expect([name, await page.evaluate(isInside(name))]).toEqual([name, true]);
    await page.close();
  });

  test('a link with a query opens the page with this query', async () => {
    const page = await browser.newPage();
    await page.goto(
      `${app.url}/graphql?query=${encodeURIComponent('query ($n: Int) { notes(pagination: { limit: $n }) { title } }')}&variables=${encodeURIComponent('{"n":1}')}`,
    );
    await page.locator('.graphiql-query-editor .CodeMirror', { hasText: 'query ($n: Int)' }).waitFor();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.result-window', { hasText: 'seen in Chromium' }).waitFor();
    await page.close();
  });

  test('blocks scripts that are not its own', async () => {
    const { page, problems } = await visit('{ notes { documentId } }');
    const ran = await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.head.append(script);
      'ran' in window;
    `);
    expect(ran).toBe(false);
    expect(problems.join()).toContain('Content Security Policy');
    await page.close();
  });
});

/** Runs in the page: is the whole element inside the window, and does the window not scroll? */
const isInside = (selector: string): string => `
  const { left, top, right, bottom } = document.querySelector('${selector}').getBoundingClientRect();
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement;
  const fits = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
  fits && left >= 0 && top >= 0 && right <= clientWidth && bottom <= clientHeight;
`;
