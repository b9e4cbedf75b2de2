// What a browser loads before the first screen of the admin.
import { firstLoadBytes } from './chromium/first-load';

/** Kilobytes. The aim is 200. */
const MOST = 250;

test(`the first load has at most ${MOST} KB, compressed`, () => {
  expect(firstLoadBytes() / 1024).toBeLessThan(MOST);
});
