// Cases of values that all locales of a document share.
import { act, check, get, LOCALES, made, named, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is, type Pattern } from '../pattern';
import { TEXT, upload } from '../upload-files';

const SHARED: readonly (readonly [name: string, value: unknown, shown: Pattern, empty: Pattern])[] = [
  ['ratio', 2.5, 2.5, null],
  ['mail', 'kai@conform.test', 'kai@conform.test', null],
  ['tag', '{t.documentId}', { name: '{mark}' }, null],
  ['tags', ['{t.documentId}'], [{ name: '{mark}' }], []],
  ['ref', { label: 'r' }, { label: 'r' }, null],
];
const eachSample = (status: string, data: Pattern, locales = LOCALES): Step[] =>
  locales.map((locale) =>
    get(`/samples/{s.documentId}?status=${status}&locale=${locale}&populate=*`, { status: 200, data }),
  );
const valuesOf = (at: 1 | 2 | 3): { readonly [key: string]: Pattern } =>
  Object.fromEntries(SHARED.map((shared) => [shared[0], shared[at] as Pattern]));
const inputOf = (isFull: boolean): object =>
  Object.fromEntries(
    SHARED.map(([name, value]) => [name, isFull ? value : Array.isArray(value) ? [] : null]),
  );

/** No attribute but `name` says whether it is localized. */
const DEFAULTS = {
  text: 'shared',
  slug: '{mark}-slug',
  part: { label: 'a' },
  parts: [{ label: 'b' }, { label: 'c' }],
  zone: [{ __component: 'shared.quote', text: 'd' }],
};
const SHOWN: { readonly [key: string]: Pattern } = DEFAULTS;
const oneDefault = (locale: string, data: Pattern): Step =>
  get(`/usuals/{d.documentId}?locale=${locale}&populate=*`, { status: 200, data });

export const quireSharedValueCases: readonly Case[] = [
  check(
    'quire.locale.shared-versions',
    { t: named('/tags'), s: made('/samples', { name: '{mark} en', n: 1 }) },
    [
      ...['fr', 'de'].map((code) =>
        put(`/samples/{s.documentId}?locale=${code}`, { name: `{mark} ${code}` }),
      ),
      put('/samples/{s.documentId}?status=draft&locale=fr', inputOf(true), { status: 200 }),
      ...eachSample('draft', valuesOf(2)),
      ...eachSample('published', valuesOf(3)),
      act('/samples/{s.documentId}', 'publish', {}, '?locale=fr'),
      ...eachSample('published', valuesOf(2)),
      ...eachSample('draft', valuesOf(2)),
      put('/samples/{s.documentId}?status=draft&locale=de', inputOf(false), { status: 200 }),
      ...eachSample('draft', valuesOf(3)),
      ...eachSample('published', valuesOf(2)),
      act('/samples/{s.documentId}', 'discard-draft', {}, '?locale=en'),
      ...eachSample('draft', valuesOf(2)),
      put('/samples/{s.documentId}?locale=de', inputOf(false), { status: 200 }),
      ...eachSample('draft', valuesOf(3)),
      ...eachSample('published', valuesOf(3)),
      ...LOCALES.map((code) =>
        get(`/samples/{s.documentId}?locale=${code}`, {
          data: { name: `{mark} ${code}`, n: code === 'en' ? 1 : null },
        }),
      ),
    ],
  ),
  check(
    'quire.locale.shared-versions',
    { t: named('/tags'), s: made('/samples?locale=fr', { name: '{mark}', ...inputOf(true) }) },
    [
      put('/samples/{s.documentId}?locale=en&status=draft', { name: '{mark}' }),
      ...eachSample('draft', valuesOf(2), ['en', 'fr']),
      get('/samples/{s.documentId}?locale=en', { status: 404 }),
      put('/samples/{s.documentId}?locale=de', { name: '{mark}' }),
      ...eachSample('draft', valuesOf(2)),
      ...eachSample('published', valuesOf(2), ['fr', 'de']),
      act('/samples/{s.documentId}', 'publish', {}, '?locale=en'),
      ...eachSample('published', valuesOf(2)),
    ],
    { name: 'a new locale' },
  ),
  check(
    'quire.locale.shared-kinds',
    { t: named('/tags'), d: made('/usuals', { name: '{mark} en', ...DEFAULTS, tag: '{t.documentId}' }) },
    [
      ...[...Object.keys(DEFAULTS), 'label'].flatMap((name) =>
        [Reflect.get({ ...DEFAULTS, label: '{t.documentId}' }, name), null].map((value) =>
          put(
            '/usuals/{d.documentId}?locale=fr',
            { name: '{mark} fr', [name]: value },
            { status: 400, error: { name: 'ValidationError', message: is.matching(name) } },
          ),
        ),
      ),
      get('/usuals/{d.documentId}?locale=fr', { status: 404 }),
      put('/usuals/{d.documentId}?locale=fr', { name: '{mark} fr' }, { status: 200 }),
      oneDefault('fr', { name: '{mark} fr', ...SHOWN, tag: null }),
      put('/usuals/{d.documentId}?locale=fr', {
        ...{ text: 'other', part: { label: 'z' }, parts: [{ label: 'y' }], label: '{t.documentId}' },
        zone: [{ __component: 'shared.quote', text: 'x' }],
      }),
      ...['en', 'fr'].map((code) =>
        oneDefault(code, {
          ...{ name: `{mark} ${code}`, text: 'other', part: { label: 'z' }, parts: [{ label: 'y' }] },
          ...{ zone: [{ text: 'x' }], label: { name: '{mark}' } },
          tag: code === 'en' ? { name: '{mark}' } : null,
        }),
      ),
    ],
    { deploy: OWN_TYPES },
  ),
  {
    rows: ['quire.locale.shared-kinds'],
    name: 'files',
    needs: ['upload'],
    deploy: OWN_TYPES,
    async run(bench) {
      await upload(bench, 'f', TEXT);
      await bench.make('d', made('/usuals', { name: '{mark}', cover: '{f.id}', covers: ['{f.id}'] }));
      const refuses = { status: 400, error: { message: is.matching('cover') } };
      const french = (data: object, expect: Expectation): Step =>
        put('/usuals/{d.documentId}?locale=fr', { name: '{mark}', ...data }, expect);
      for (const data of [{ cover: null }, { covers: [] }, { cover: '{f.id}' }])
        await bench.send(french(data, refuses));
      await bench.send(french({}, { status: 200 }));
      await bench.send(oneDefault('fr', { cover: { id: '{f.id}' }, covers: [{ id: '{f.id}' }] }));
      await bench.send(french({ cover: null, covers: [] }, { status: 200 }));
      for (const code of ['en', 'fr'])
        await bench.send(oneDefault(code, { cover: null, covers: is.oneOf([], null) }));
    },
  },
];
