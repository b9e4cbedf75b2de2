// Cases of the routes of locales, and of the options of locales.
import { check, get, INVALID, made, put } from '../build';
import type { Bench, Case, Expectation, Step } from '../case';
import { LIST_LIMITS, OTHER_OPTIONS } from '../deployments';
import { is, type Pattern } from '../pattern';

/** The cases change the locales of a deployment of their own. */
const own = (row: string, run: (bench: Bench) => Promise<void>, name?: string): Case => ({
  rows: [`quire.locales.${row}`],
  ...(name === undefined ? {} : { name }),
  run,
  deploy: OTHER_OPTIONS,
  lock: 'locales',
});
const LOCALES = '/i18n/locales';
const route = (send: Step['send'], path: string, expect: Expectation, body?: object): Step => ({
  ...{ send, path: LOCALES + path, expect },
  ...(body === undefined ? {} : { body }),
});
const adds = (bench: Bench, code: string): Promise<unknown> => {
  bench.afterwards({ send: 'DELETE', path: `${LOCALES}/${code}?force=true` });
  return bench.send(route('POST', '', { status: 201, body: { code, isDefault: false } }, { code }));
};
const named = (locale: string, expect: Pattern): Step =>
  get(`/restaurants?filters[Name][$startsWith]={mark}&sort=Name&locale=${locale}`, { data: expect });
const post = (locale: string, Name: string, save: string): Step => ({
  ...{ send: 'POST', path: `/restaurants?locale=${locale}`, body: { data: { Name } }, save },
});

export const quireLocaleCases: readonly Case[] = [
  {
    rows: ['quire.locales.list'],
    steps: [
      get(LOCALES, {
        body: is.including(
          { code: 'en', isDefault: true, name: is.text },
          { code: 'fr', isDefault: false, name: is.text },
          { code: 'de', isDefault: false },
        ),
      }),
    ],
  },
  {
    rows: ['quire.locales.several'],
    given: { r: made('/restaurants', { Name: '{mark} en' }) },
    steps: [
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' }),
      put('/restaurants/{r.documentId}?locale=de', { Name: '{mark} de' }),
      get('/restaurants?filters[Name][$startsWith]={mark}&sort=Name&locale[0]=en&locale[1]=fr', {
        data: [{ locale: 'en' }, { locale: 'fr' }],
      }),
      get('/restaurants?filters[Name][$startsWith]={mark}&sort=Name&locale[0]=fr&locale[1]=*', {
        data: [{ locale: 'de' }, { locale: 'en' }, { locale: 'fr' }],
      }),
      get('/restaurants/{r.documentId}?locale[0]=en&locale[1]=fr', { status: 400 }),
      get('/restaurants/{r.documentId}?locale=*', { status: 404 }),
      get('/restaurants/{r.documentId}?populate=localizations', {
        data: { localizations: is.shuffled({ locale: 'fr' }, { locale: 'de' }) },
      }),
    ],
  },
  own('add', async (bench) => {
    await adds(bench, 'sv');
    await bench.send(route('POST', '', { status: 409, error: { name: 'ConflictError' } }, { code: 'sv' }));
    await bench.send(route('POST', '', INVALID, { code: '!' }));
    await bench.send(post('sv', '{mark} sv', 'r'));
    await bench.send(named('sv', [{ locale: 'sv' }]));
    await bench.send(route('PUT', '/sv', { status: 200, body: { name: 'Other' } }, { name: 'Other' }));
    await bench.send(get(LOCALES, { body: is.including({ code: 'sv', name: 'Other' }) }));
    const missing = { status: 404, error: { message: is.matching('en, fr, de, sv') } };
    await bench.send(route('PUT', '/it', missing, { name: 'Other' }));
  }),
  own('delete', async (bench) => {
    const { mark } = bench;
    await bench.send(route('DELETE', '/en', { status: 400 }));
    await bench.send(route('DELETE', '/it', { status: 404 }));
    await adds(bench, 'nb');
    await bench.send(route('DELETE', '/nb', { status: 204 }));
    await adds(bench, 'nb');
    await bench.send(post('nb', `${mark} 1`, 'r'));
    const one = '1 document has a version in "nb". Add force=true to delete that version with the locale.';
    await bench.send(
      route('DELETE', '/nb', { status: 409, error: { message: one, details: { documents: 1 } } }),
    );
    await bench.send(post('en', `${mark} 2`, 's'));
    await bench.send(put('/restaurants/{s.documentId}?locale=nb', { Name: `${mark} 3` }));
    const two =
      '2 documents have a version in "nb". Add force=true to delete those versions with the locale.';
    const used = { status: 409, error: { message: two, details: { documents: 2 } } };
    await bench.send(route('DELETE', '/nb', used));
    await bench.send(route('DELETE', '/nb?force=false', used));
    await bench.send(named('nb', is.length(2)));
    await bench.send(route('DELETE', '/nb?force=true', { status: 204 }));
    await bench.send(get(LOCALES, { body: is.each({ code: is.not('nb') }) }));
    await bench.send(named('*', [{ locale: 'en', Name: `${mark} 2` }]));
    await bench.send(put('/restaurants/{s.documentId}?locale=nb', { Name: 'n' }, { status: 400 }));
  }),
  own('default', async (bench) => {
    await bench.send(post('fr', '{mark} fr', 'r'));
    await bench.send(post('en', '{mark} en', 's'));
    bench.afterwards({ send: 'POST', path: `${LOCALES}/en/actions/set-default` });
    const set = (code: string, expect: Expectation): Step =>
      route('POST', `/${code}/actions/set-default`, expect);
    await bench.send(set('it', { status: 404 }));
    await bench.send(set('fr', { status: 200, body: { code: 'fr', isDefault: true } }));
    const own = '/restaurants?filters[Name][$startsWith]={mark}&sort=Name';
    await bench.send(get(LOCALES, { body: is.including({ code: 'en', isDefault: false }) }));
    // The French list has the English document as a fallback.
    await bench.send(get(own, { data: [{ locale: 'en' }, { locale: 'fr' }] }));
    await bench.send(route('DELETE', '/fr', { status: 400 }));
    await bench.send(set('en', { status: 200 }));
    await bench.send(get(own, { data: [{ locale: 'en' }] }));
  }),
  own('fallback', async (bench) => {
    await bench.send(post('en', '{mark} 1 en', 'r'));
    await bench.send(put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} 1 fr' }));
    await bench.send(post('en', '{mark} 2 en', 's'));
    await bench.send(post('de', '{mark} 3 de', 't'));
    await bench.send(
      named('de', [{ Name: '{mark} 1 fr' }, { Name: '{mark} 2 en' }, { Name: '{mark} 3 de' }]),
    );
    await bench.send(named('en', [{ Name: '{mark} 1 en' }, { Name: '{mark} 2 en' }]));
    const one = (id: string, locale: string, data: Pattern): Step =>
      get(`/restaurants/{${id}.documentId}?locale=${locale}`, { data });
    await bench.send(one('r', 'de', { locale: 'fr' }));
    await bench.send(one('s', 'de', { locale: 'en' }));
    await bench.send(get('/restaurants/{t.documentId}?locale=fr', { status: 404 }));
  }),
  own(
    'fallback',
    async (bench) => {
      const make = (path: string, save: string, data: object): Promise<unknown> =>
        bench.send({ send: 'POST', path, body: { data }, expect: { status: 201 }, save });
      await make('/restaurants', 'r', { Name: '{mark} en' });
      await bench.send(put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' }));
      await make('/authors?status=draft', 'a', { name: '{mark}' });
      await make('/articles?status=draft', 't', { title: '{mark} en', author: '{a.documentId}' });
      await bench.send(
        put('/articles/{t.documentId}?locale=fr&status=draft', {
          title: '{mark} fr',
          author: '{a.documentId}',
        }),
      );
      const links = { manyMany: ['{r.documentId}'], drafts: ['{a.documentId}'] };
      await make('/zoos?status=draft', 'z', { name: '{mark} en', ...links });
      // Each level looks for its own first locale: the document has English only, its targets have French too.
      await bench.send(
        get(
          '/zoos/{z.documentId}?status=draft&locale=de&populate[manyMany]=true&populate[drafts][populate]=articles',
          {
            data: {
              ...{ locale: 'en', manyMany: [{ locale: 'fr' }] },
              drafts: [{ articles: [{ locale: 'fr', title: '{mark} fr' }] }],
            },
          },
        ),
      );
    },
    'related documents',
  ),
  own('loose', async (bench) => {
    await bench.send({ ...post('en', '{mark} en', 'r'), body: { data: { Name: '{mark} en', stars: 1 } } });
    await bench.send(put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr', stars: 2 }));
    for (const locale of ['en', 'fr'])
      await bench.send(get(`/restaurants/{r.documentId}?locale=${locale}`, { data: { stars: 2, locale } }));
  }),
  check(
    'quire.locale.strict-read',
    { r: made('/restaurants', { Name: '{mark} en' }) },
    [
      ...['', '/{r.documentId}'].map((path) =>
        get(`/restaurants${path}?locale=it`, {
          status: 400,
          error: { name: 'ValidationError', message: is.matching('en.*fr|fr.*en') },
        }),
      ),
      get('/restaurants?locale[0]=en&locale[1]=it', { status: 400 }),
      get('/restaurants?filters[Name]={mark} en&locale[0]=fr&locale[1]=en', { list: ['r'] }),
      get('/restaurants?filters[Name]={mark} en&locale=fr', { list: [] }),
      get('/restaurants/{r.documentId}?locale=en', { data: { locale: 'en' } }),
    ],
    { deploy: LIST_LIMITS },
  ),
];
