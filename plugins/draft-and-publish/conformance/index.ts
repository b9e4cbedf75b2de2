// Rows and cases of preview links.
import { actionsOf, makeToken } from '../../../conformance/cases/accounts';
import { article, del, get, HOMEPAGE, put } from '../../../conformance/cases/build';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { rowsOf } from '../../../conformance/spec/row';

export const rows = rowsOf(
  { section: 'quire.preview', title: 'Quire: preview links', profile: 'quire' },
  `
quire.preview.opens   | preview | must | tokens drafts i18n | a preview link shows the draft of its document and its locale to a caller who may read the published version
quire.preview.only    | preview | must | tokens drafts i18n | it opens no other document, locale, list or write; a forged token and an ended link are a 404
quire.preview.rights  | preview | must | tokens drafts | making and ending links need the permission previewLink and the draft; hours are 1 to 720
quire.preview.single  | preview | must | tokens drafts | a single type has preview links
`,
);

const AT = '/articles/{a.documentId}';
const given = { a: article({ title: '{mark} shown' }), b: article({ title: '{mark} other' }) };
const draftOf = (path: string, title: string): Step => put(`${path}status=draft`, { title });
const link = (path: string, name: string, body: object = {}): Step => ({
  ...{ send: 'POST', path, body },
  expect: { status: 201, body: { data: { token: is.text, expiresAt: is.timestamp } } },
  save: { [name]: 'body.data.token' },
});
const reads = (path: string, expect: Expectation): Step => get(path, expect, { as: 'reader' });
const DRAFTS = [draftOf(`${AT}?`, '{mark} draft'), draftOf(`${AT}?locale=fr&`, '{mark} brouillon')];
const MISSING: Expectation = { status: 404 };

async function reader(bench: Bench): Promise<void> {
  await makeToken(bench, 'reader', {
    type: 'custom',
    actions: [...actionsOf('article', 'find', 'findOne'), ...actionsOf('homepage', 'find')],
  });
}
const all = async (bench: Bench, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) await bench.send(step);
};

export const cases: readonly Case[] = [
  {
    rows: ['quire.preview.opens'],
    given,
    async run(bench) {
      await reader(bench);
      await all(bench, [
        ...DRAFTS,
        link(`${AT}/preview-links`, 'en'),
        link(`${AT}/preview-links?locale=fr`, 'fr', { hours: 720 }),
        reads(AT, { data: { title: '{mark} shown' } }),
        reads(`${AT}?preview={en}`, { data: { documentId: '{a.documentId}', title: '{mark} draft' } }),
        reads(`${AT}?preview={fr}&locale=fr`, { data: { title: '{mark} brouillon', locale: 'fr' } }),
        // A later change of the draft is shown, too.
        draftOf(`${AT}?`, '{mark} later'),
        reads(`${AT}?preview={en}&fields=title`, { data: { title: '{mark} later' } }),
        get(`${AT}?status=draft`, { status: 403 }, { as: 'reader' }),
      ]);
    },
  },
  {
    rows: ['quire.preview.only'],
    given,
    async run(bench) {
      await reader(bench);
      await all(bench, [
        ...DRAFTS,
        draftOf('/articles/{b.documentId}?', '{mark} hidden'),
        link(`${AT}/preview-links`, 'en'),
        reads('/articles/{b.documentId}?preview={en}', MISSING),
        reads(`${AT}?preview={en}&locale=fr`, MISSING),
        reads(`${AT}?preview={en}x`, MISSING),
        reads(`${AT}?preview=x`, MISSING),
        reads('/articles?preview={en}&filters[title][$eq]={mark} draft', { data: is.length(0) }),
        { ...put(`${AT}?preview={en}`, { title: '{mark} no' }, { status: 'refused' }), as: 'reader' },
        reads(AT, { data: { title: '{mark} shown' } }),
        del(`${AT}/preview-links`, { status: 200, body: { data: { ended: 1 } } }),
        reads(`${AT}?preview={en}`, MISSING),
        reads(AT, { data: { title: '{mark} shown' } }),
      ]);
    },
  },
  {
    rows: ['quire.preview.rights'],
    given,
    async run(bench) {
      const verbs = ['findOne', 'readDraft', 'previewLink'];
      for (const left of ['none', ...verbs])
        await makeToken(bench, left, {
          type: 'custom',
          actions: actionsOf('article', ...verbs.filter((verb) => verb !== left)),
        });
      for (const as of verbs) {
        await bench.send({
          ...link(`${AT}/preview-links`, 'no'),
          as,
          expect: { status: [403, 404] },
          save: {},
        });
        await bench.send({ ...del(`${AT}/preview-links`, { status: [403, 404] }), as });
      }
      await bench.send({ ...link(`${AT}/preview-links`, 'yes'), as: 'none' });
      await bench.send({
        ...del(`${AT}/preview-links`, { status: 200, body: { data: { ended: 1 } } }),
        as: 'none',
      });
      for (const hours of [0, 721, 1.5, '24', null])
        await bench.send({
          ...{ send: 'POST', path: `${AT}/preview-links`, body: { hours } },
          expect: { status: 400, error: { name: 'ValidationError' } },
        });
      await bench.send({
        ...{ send: 'POST', path: '/articles/unknown00000000000000000/preview-links', body: {} },
        expect: MISSING,
      });
    },
  },
  {
    rows: ['quire.preview.single'],
    ...HOMEPAGE,
    async run(bench) {
      await reader(bench);
      await all(bench, [
        put('/homepage', { headline: '{mark} shown' }),
        put('/homepage?status=draft', { headline: '{mark} draft' }),
        link('/homepage/preview-links', 'home'),
        reads('/homepage?preview={home}', { data: { headline: '{mark} draft' } }),
        reads('/homepage', { data: { headline: '{mark} shown' } }),
        reads('/homepage?preview={home}x', MISSING),
        del('/homepage/preview-links', { status: 200, body: { data: { ended: 1 } } }),
        reads('/homepage?preview={home}', MISSING),
      ]);
    },
  },
];
