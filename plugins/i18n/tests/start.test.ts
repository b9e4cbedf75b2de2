// What the configuration says of locales, at start: mistakes stop it and are named, and no locale goes missing without a word.
import { definePlugin } from '../../../core';
import type { TestApp, TestAppOptions } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { LOCALES } from '../index';
import { LOCALE_UID } from '../locale-type';
import { openApp, requester } from './testing-app';

let app: TestApp | undefined;
const call = requester(() => app as TestApp);
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const codes = async () => (await call('get', 'i18n/locales')).body.map(({ code }: { code: string }) => code);
const refusal = async (i18n: unknown, options?: TestAppOptions): Promise<string> => {
  try {
    app = await openApp(i18n, options);
  } catch (error) {
    return String(error);
  }
  return 'started';
};

describe('mistakes stop the start', () => {
  const locales = ['en', 'fr', 'zz'];
  it.each<[string, object, RegExp[]]>([
    [
      'a name that is too long',
      { locales: ['en', { code: 'de', name: 'x'.repeat(300) }] },
      [/i18n\.config\.locales\[1\]: expected .*name of 1 to 255 characters/],
    ],
    [
      'fallbacks that no language is called',
      { locales, fallbacks: { 'pt-BR': ['qy', 'en'], qq: ['en'], fr: ['zz'], zz: ['en'] } },
      [
        /i18n\.config\.fallbacks\.pt-BR\[0\]: "qy" is .*; correct it, or add it to "locales"/,
        /i18n\.config\.fallbacks\.qq: "qq" is /,
      ],
    ],
    [
      'a locale instead of itself',
      { locales, fallbacks: { fr: ['en', 'fr'] } },
      [/i18n\.config\.fallbacks\.fr\[1\]: .*instead of itself; leave it out/],
    ],
    [
      'a locale twice in a chain',
      { locales, fallbacks: { zz: ['en', 'fr', 'en'] } },
      [/i18n\.config\.fallbacks\.zz\[2\]: "en" is there twice; keep one/],
    ],
  ])('%s', async (_what, i18n, expected) => {
    const told = (await refusal(i18n)).split('\n').slice(1);
    expect(told).toEqual(expected.map((message) => expect.stringMatching(message)));
  });

  it('a locale that another plugin refuses', async () => {
    const strict = definePlugin({
      name: 'strict',
      register: ({ hooks }) =>
        hooks.documents.validate.tap('strict', ({ type, data }, issues) => {
          const isGerman = type.uid === LOCALE_UID && JSON.stringify(data).includes('"de"');
          if (isGerman) issues.add(['name'], 'no German here');
        }),
    });
    expect(await refusal({ locales: ['en', 'de'] }, { plugins: [strict] })).toContain('no German here');
  });
});

it('a fallback that may still be added is no mistake, and is told', async () => {
  const warnings = () =>
    app?.logs.map(({ message }) => String(message)).filter((message) => /fallbacks/.test(message));
  app = await openApp({ locales: ['en', 'fr'], fallbacks: { 'fr-CA': ['fr', 'en'], fr: ['de', 'en'] } });
  expect(warnings()).toEqual([expect.stringMatching(/fallbacks .*"fr-CA", "de".*"locales"/)]);
  await app.close();
  app = await openApp({ locales: ['en', 'fr'], fallbacks: { fr: ['en'] } });
  expect(warnings()).toEqual([]);
});

it('a default that the database has otherwise is told with the remedy, which works', async () => {
  app = await openApp({ locales: ['en', 'fr'] });
  const locales = app.kernel.container.resolve(LOCALES);
  const french = { locales: ['en', 'fr'], defaultLocale: 'fr', fallbacks: {}, strictLocaleFields: true };
  const warnings = () => app?.logs.map(({ message }) => String(message)).join('\n') ?? '';
  await locales.seed(french);
  expect(warnings()).toContain('The default locale is "en", as the database says');
  const [, remedy = ''] = /POST \/api\/(\S+) makes/.exec(warnings()) ?? [];
  expect(remedy).toBe('i18n/locales/fr/actions/set-default');
  expect((await call('post', remedy)).status).toBe(200);
  const before = app.logs.length;
  await locales.seed(french);
  expect(app.logs).toHaveLength(before);
});

it('with server.anonymous "read" everybody may see the locales, and nobody may add one', async () => {
  app = await openApp({ locales: ['en'] }, { config: { server: { anonymous: 'read' } } });
  expect((await call('get', 'i18n/locales')).status).toBe(200);
  expect((await call('post', 'i18n/locales', { code: 'fr' })).status).toBe(403);
});

it.each(testDatabases())('adds each locale once, however many processes start, on %s', async (database) => {
  app = await openApp({ locales: ['en'] }, { database });
  const locales = app.kernel.container.resolve(LOCALES);
  const wanted = {
    locales: ['en', 'fr', 'de'],
    defaultLocale: 'en',
    fallbacks: {},
    strictLocaleFields: true,
  };
  await Promise.all(Array.from({ length: 5 }, () => locales.seed(wanted)));
  expect((await codes()).sort()).toEqual(['de', 'en', 'fr']);
});
