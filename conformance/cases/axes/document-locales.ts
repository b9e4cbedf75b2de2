// Cases of documents in several locales: spellings of `locale`, localizations, and locales that documents still use.
import { act, article, check, get, HOMEPAGE, made, named, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { OTHER_OPTIONS } from '../deployments';
import { is } from '../pattern';

const locale = (send: Step['send'], path: string, expect: Expectation, body?: object): Step => ({
  ...{ send, path: `/i18n/locales${path}`, expect },
  ...(body === undefined ? {} : { body }),
});

export const quireDocumentLocaleCases: readonly Case[] = [
  check(
    'quire.locale.spelled',
    { r: made('/restaurants', { Name: '{mark} en' }), a: named('/authors') },
    [
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' }),
      put('/homepage', { headline: '{mark}' }),
      ...['locale=', 'locale'].flatMap((words) => [
        get(`/restaurants?filters[Name][$startsWith]={mark}&${words}`, {
          list: ['r'],
          data: [{ locale: 'en' }],
        }),
        get(`/restaurants/{r.documentId}?${words}`, { data: { Name: '{mark} en', locale: 'en' } }),
        get(`/homepage?${words}`, { data: { headline: '{mark}', locale: 'en' } }),
        put(`/restaurants/{r.documentId}?${words}`, { Name: '{mark} en' }, { data: { locale: 'en' } }),
      ]),
      ...['FR', 'en,fr'].flatMap((code) => [
        get(`/restaurants?filters[Name][$startsWith]={mark}&locale=${code}`, { list: [] }),
        get(`/restaurants/{r.documentId}?locale=${code}`, { status: 404 }),
      ]),
      ...['fr', 'it', 'en'].flatMap((code): Step[] => [
        post(
          `/groups?locale=${code}`,
          { name: '{mark} x' },
          { status: 201, data: is.noKeys('locale') },
          { save: 'x' },
        ),
        get(`/groups/{x.documentId}?locale=${code}`, { status: 200, data: is.noKeys('locale') }),
        get(`/groups?filters[name]={mark} x&locale=${code}`, { list: ['x'] }),
        put(`/groups/{x.documentId}?locale=${code}`, { name: '{mark} y' }, { data: { name: '{mark} y' } }),
        { send: 'DELETE', path: `/groups/{x.documentId}?locale=${code}`, expect: { status: 204 } },
        get('/groups/{x.documentId}', { status: 404 }),
        put(`/authors/{a.documentId}?locale=${code}`, { name: '{mark} a' }, { data: { name: '{mark} a' } }),
        act('/authors/{a.documentId}', 'publish', {}, `?locale=${code}`),
      ]),
    ],
    HOMEPAGE,
  ),
  check(
    'quire.locales.several',
    { a: article({ title: '{mark} en' }) },
    [
      put('/articles/{a.documentId}?locale=fr', { title: '{mark} fr' }),
      put('/articles/{a.documentId}?locale=de&status=draft', { title: '{mark} de' }),
      put('/articles/{a.documentId}?locale=fr&status=draft', { title: '{mark} fr 2' }),
      ...(
        [
          ['published', 'en', ['fr']],
          ['published', 'fr', ['en']],
          ['draft', 'en', ['fr 2', 'de']],
          ['draft', 'de', ['en', 'fr 2']],
        ] as const
      ).flatMap(([status, code, titles]) => {
        const localizations = is.both(
          is.length(titles.length),
          is.shuffled(...titles.map((title) => ({ title: `{mark} ${title}` }))),
        );
        const words = `status=${status}&locale=${code}&populate=localizations`;
        return [
          get(`/articles/{a.documentId}?${words}`, { data: { localizations } }),
          get(`/articles?filters[documentId]={a.documentId}&${words}`, { data: [{ localizations }] }),
        ];
      }),
    ],
    { name: 'with drafts', needs: ['drafts'] },
  ),
  {
    rows: ['quire.locales.in-use'],
    deploy: OTHER_OPTIONS,
    lock: 'locales',
    async run(bench) {
      await bench.send(locale('POST', '', { status: 201 }, { code: 'fi' }));
      bench.afterwards({ send: 'DELETE', path: '/i18n/locales/fi?force=true' });
      for (const step of [
        post('/articles', { title: '{mark} en' }, {}, { save: 'a' }),
        put('/articles/{a.documentId}?locale=fi', { title: '{mark} fi' }),
        post('/articles?locale=fi&status=draft', { title: '{mark} draft' }, {}, { save: 'd' }),
        put('/homepage?locale=fi', { headline: '{mark} fi' }),
      ])
        await bench.send(step);
      for (const query of ['', '?force=false', '?force=1', '?force=', '?force=yes'])
        await bench.send(
          locale('DELETE', `/fi${query}`, { status: 409, error: { details: { documents: 3 } } }),
        );
      for (const query of ['', '?force=true'])
        await bench.send(locale('DELETE', `/en${query}`, { status: 400 }));
      await bench.send(get('/articles/{a.documentId}?locale=fi', { status: 200 }));
      await bench.send(locale('DELETE', '/fi?force=true', { status: 204 }));
      for (const status of ['draft', 'published']) {
        await bench.send(get(`/homepage?locale=fi&status=${status}`, { status: 404 }));
        await bench.send(
          get(`/articles?filters[title][$startsWith]={mark}&locale=*&status=${status}`, {
            data: is.both(is.length(1), [{ title: '{mark} en' }]),
          }),
        );
      }
    },
  },
];
