import { deviceNameOf } from './device-name';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

// Recorded answers of the peer.
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/120.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/120.0 Safari/537.36 Edg/120.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/120.0 Safari/537.36 OPR/106.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1) ${WEBKIT} Version/17.1 Safari/605.1`, 'Safari on macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${WEBKIT} Safari/604.1`, 'Safari on iOS'],
  [`Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) ${WEBKIT} CriOS/120.0 Safari/604.1`, 'Chrome on iOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${WEBKIT} FxiOS/120.0`, 'Firefox on iOS'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/120.0 Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${WEBKIT} SamsungBrowser/23.0 Chrome/115.0`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/120.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['MyApp/1.0 (Linux; Android 10)', 'Android'],
  ['Firefox/115.0', 'Firefox'],
  ['curl/8.4.0', null],
  ['', null],
])('%s', (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});
