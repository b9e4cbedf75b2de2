// A browser for tests of pages: the Chromium of this machine, driven over its own protocol. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  process.env.QUIRE_CHROMIUM,
  // Without windows, so a test takes less of the processor.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const found = PLACES.find((place) => place !== undefined && existsSync(place));

/** For tests that need a browser: they are skipped, with a printed reason, where no Chromium is installed. */
export function describeInChromium(title: string, tests: (open: () => Promise<Browser>) => void): void {
  if (found === undefined) {
    process.stdout.write(`skipped: ${title}. Install chromium, or set QUIRE_CHROMIUM to its file.\n`);
    describe.skip(title, () => tests(() => Promise.reject(new Error('no Chromium'))));
    return;
  }
  describe(title, () => tests(() => launch(found)));
}

export function launchChromium(): Promise<Browser> {
  if (found === undefined) throw new Error('Install chromium, or set QUIRE_CHROMIUM to its file.');
  return launch(found);
}

/** Less than a test may take, so that the error names the action. By default, an action ends after 30 seconds, and a busy machine needs more for some. */
const PATIENCE = 240_000;

async function launch(executablePath: string): Promise<Browser> {
  // In a container Chromium has no sandbox of its own.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: PATIENCE });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE));
  return browser;
}
