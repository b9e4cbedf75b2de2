// A browser for tests of pages: the Chromium of this machine, driven over its own protocol. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  process.env.QUIRE_CHROMIUM,
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
  // In a container Chromium has no sandbox of its own.
  describe(title, () => tests(() => chromium.launch({ executablePath: found, args: ['--no-sandbox'] })));
}
