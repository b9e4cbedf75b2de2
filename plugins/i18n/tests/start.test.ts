// The locale configuration at startup: mistakes stop startup, and configured locales are never lost silently.
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

describe('a mistake stops startup', () => {
  const locales = ['en', 'fr', 'zz'];
  it.each<[string, object, RegExp[]]>([
    [
      'a name that is too long',
      { locales: ['en', { code: 'de', name: 'x'.repeat(300) }] },
      [/i18n\.config\.locales\[1\]: expected .*name of 1 to 255 characters/],
    ],
    [
      'fallbacks that are not language codes',
      { locales, fallbacks: { 'pt-BR': ['qy', 'en'], qq: ['en'], fr: ['zz'], zz: ['en'] } },
      [
        /i18n\.config\.fallbacks\.pt-BR\[0\]: "qy" is .*; correct it, or add it to "locales"/,
        /i18n\.config\.fallbacks\.qq: "qq" is /,
      ],
    ],
    [
      'a locale that is its own fallback',
      { locales, fallbacks: { fr: ['en', 'fr'] } },
      [/i18n\.config\.fallbacks\.fr\[1\]: .*its own fallback; remove it/],
    ],
    [
      'a locale twice in a chain',
      { locales, fallbacks: { zz: ['en', 'fr', 'en'] } },
      [/i18n\.config\.fallbacks\.zz\[2\]: "en" is listed twice; keep one/],
    ],
  ])('%s', async (_what, i18n, expected) => {
    const lines = (await refusal(i18n)).split('\n').slice(1);
    expect(lines).toEqual(expected.map((message) => expect.stringMatching(message)));
  });

  it('a locale that another plugin refuses', async () => {
    const strict = definePlugin({
      name: 'strict',
      register: ({ hooks }) =>
        hooks.documents.validate(({ type, data }, issues) => {
          const isGerman = type.uid === LOCALE_UID && JSON.stringify(data).includes('"de"');
          if (isGerman) issues.add(['name'], 'no German here');
        }),
    });
    expect(await refusal({ locales: ['en', 'de'] }, { plugins: [strict] })).toContain('no German here');
  });
});

it('a fallback that is not a known locale yet is logged and is not a mistake', async () => {
  const warnings = () =>
    app?.logs.map(({ message }) => String(message)).filter((message) => /fallbacks/.test(message));
  app = await openApp({ locales: ['en', 'fr'], fallbacks: { 'fr-CA': ['fr', 'en'], fr: ['de', 'en'] } });
  expect(warnings()).toEqual([expect.stringMatching(/fallbacks .*"fr-CA", "de".*"locales"/)]);
  await app.close();
  app = await openApp({ locales: ['en', 'fr'], fallbacks: { fr: ['en'] } });
  expect(warnings()).toEqual([]);
});

it('a different default locale in the database is logged with a remedy that works', async () => {
  app = await openApp({ locales: ['en', 'fr'] });
  const locales = app.kernel.container.resolve(LOCALES);
  const french = { locales: ['en', 'fr'], defaultLocale: 'fr', fallbacks: {}, strictLocaleFields: true };
  const warnings = () => app?.logs.map(({ message }) => String(message)).join('\n') ?? '';
  await locales.seed(french);
  expect(warnings()).toContain('The database has the default locale "en"');
  const [, remedy = ''] = /POST \/api\/(\S+)/.exec(warnings()) ?? [];
  expect(remedy).toBe('i18n/locales/fr/actions/set-default');
  expect((await call('post', remedy)).status).toBe(200);
  const before = app.logs.length;
  await locales.seed(french);
  expect(app.logs).toHaveLength(before);
});

it('with server.anonymous "read" anonymous requests may list locales and may not add one', async () => {
  app = await openApp({ locales: ['en'] }, { config: { server: { anonymous: 'read' } } });
  expect((await call('get', 'i18n/locales')).status).toBe(200);
  expect((await call('post', 'i18n/locales', { code: 'fr' })).status).toBe(403);
});

it.each(testDatabases())('adds each locale once when several processes start on %s', async (database) => {
  app = await openApp({ locales: ['en'] }, { database });
  const locales = app.kernel.container.resolve(LOCALES);
  const wanted = {
    locales: ['en', 'fr', 'de'],
    defaultLocale: 'en',
    fallbacks: {},
    strictLocaleFields: true,
  };
  const { database: opened } = app.kernel;
  await Promise.all(Array.from({ length: 5 }, () => opened.exclusively(() => locales.seed(wanted))));
  expect((await codes()).sort()).toEqual(['de', 'en', 'fr']);
});
