// Cases of files of documents: attached by an upload, in order, and required.
import { borrowUser } from '../../../conformance/cases/accounts';
import { article, get, made, put } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { OWN_TYPES } from '../../../conformance/cases/own-types';
import { is } from '../../../conformance/cases/pattern';
import { part, png, removes, sends, upload } from '../../../conformance/cases/upload-files';
import { files, refused, shows, text } from './build';

/** Uploads files, and attaches them. */
async function attach(
  bench: Bench,
  aliases: readonly string[],
  target: Readonly<Record<string, string>>,
  more: Partial<Step> = {},
): Promise<void> {
  const fields = Object.entries({ ref: 'api::article.article', ...target });
  const parts = [
    ...aliases.map((alias) => text(`${bench.mark}${alias}.txt`)),
    ...fields.map(([name, value]) => ({
      name,
      content: value.replace(/\{(.+)\}/, (_, at) => String(bench.value(at))),
    })),
  ];
  const save = Object.fromEntries(aliases.map((alias, index) => [alias, `body.${index}`]));
  const { status } = await bench.send(sends(parts, { status: 201 }, { save, ...more }));
  if (status === 201) for (const alias of aliases) removes(bench, alias);
}

export const quireUploadAttachedCases: readonly Case[] = [
  files('attach', async (bench) => {
    await bench.make('a', article());
    const to = (field: string, refId = '{a.documentId}') =>
      [
        ['ref', 'api::article.article'],
        ['refId', String(bench.value(refId.slice(1, -1)))],
        ['field', field],
      ].map(([name = '', content = '']) => ({ name, content }));
    for (const [alias, field, refId] of [
      ['f', 'cover', '{a.id}'],
      ['g', 'cover', '{a.documentId}'],
      ['h', 'gallery', '{a.documentId}'],
      ['i', 'gallery', '{a.id}'],
    ] as const) {
      const parts = [text(`${bench.mark}${alias}.txt`), ...to(field, refId)];
      await bench.send(sends(parts, { status: 201 }, { save: { [alias]: 'body.0' } }));
      removes(bench, alias);
    }
    await bench.send(
      get('/articles/{a.documentId}?populate=*', {
        data: { cover: { id: '{g.id}' }, gallery: [{ id: '{h.id}' }, { id: '{i.id}' }] },
      }),
    );
  }),
  files('attach-wrong', async (bench) => {
    await bench.make('a', article());
    const id = String(bench.value('a.documentId'));
    const uid = 'api::article.article';
    for (const [ref, refId, field, message] of [
      ['api::none.none', id, 'cover', 'ref names no content type: api::none.none'],
      [uid, 'none', 'cover', `refId names no document of ${uid}`],
      [uid, '999999999', 'cover', `refId names no document of ${uid}`],
      [uid, id, 'none', `field must name a media attribute of ${uid}`],
      [uid, id, 'title', `field must name a media attribute of ${uid}`],
    ] as const)
      await refused(
        bench,
        [
          text(`${bench.mark}.txt`),
          { name: 'ref', content: ref },
          { name: 'refId', content: refId },
          { name: 'field', content: field },
        ],
        { error: { name: 'ValidationError', message } },
      );
    await bench.send(get('/articles/{a.documentId}?populate=cover', { data: { cover: null } }));
  }),
  files('order', async (bench) => {
    for (const alias of ['f', 'g', 'h']) await upload(bench, alias, text(`${alias}.txt`));
    await bench.make('a', article({ gallery: ['{h.id}', '{f.id}', '{g.id}'] }));
    const gallery = (...aliases: string[]): Step =>
      get('/articles/{a.documentId}?populate=gallery', {
        data: { gallery: aliases.map((alias) => ({ id: `{${alias}.id}` })) },
      });
    await bench.send(gallery('h', 'f', 'g'));
    await bench.send(put('/articles/{a.documentId}', { gallery: ['{g.id}', '{h.id}'] }));
    await bench.send(gallery('g', 'h'));
    await bench.send(put('/articles/{a.documentId}', { gallery: [] }));
    await bench.send(gallery());
  }),
  files('required', async (bench) => {
    await upload(bench, 'f', part('p.png', 'image/png', png(20, 20)));
    const data = { title: bench.mark, uniq: bench.mark, n: 1 };
    const at = '/strictdocs';
    await bench.send({
      send: 'POST',
      path: at,
      body: { data },
      expect: {
        status: 400,
        error: { details: { errors: is.including({ path: ['cover'] }) } },
      },
    });
    await bench.make('d', made(`${at}?status=draft`, data));
    const publish: Omit<Step, 'expect'> = { send: 'POST', path: `${at}/{d.documentId}/actions/publish` };
    const missing = { error: { details: { errors: is.including({ path: ['cover'] }) } } };
    await bench.send({ ...publish, expect: { status: 400, ...missing } });
  }),
  files(
    'attach',
    async (bench) => {
      await bench.make('a', article());
      await bench.send(put('/articles/{a.documentId}?locale=fr', { title: '{mark} fr' }));
      const to = { refId: '{a.documentId}', field: 'cover' };
      // Of several files for one place, the last one counts.
      await attach(bench, ['f', 'g'], to);
      await bench.send(shows('', 'g'));
      await attach(bench, ['h', 'i'], { ...to, field: 'gallery' });
      await attach(bench, ['j'], { ...to, field: 'gallery' });
      await bench.send(shows('', 'g', 'h', 'i', 'j'));
      await bench.send(shows('&status=draft', 'g', 'h', 'i', 'j'));
      // The draft alone, by its documentId and by the id of its row.
      await attach(bench, ['k'], { ...to, status: 'draft' });
      await bench.send(shows('&status=draft', 'k', 'h', 'i', 'j'));
      await bench.send(shows('', 'g', 'h', 'i', 'j'));
      await bench.send({ ...get('/articles/{a.documentId}?status=draft'), save: 'd' });
      await attach(bench, ['l'], { ...to, refId: '{d.id}' });
      await bench.send(shows('&status=draft', 'l', 'h', 'i', 'j'));
      await bench.send(shows('', 'g', 'h', 'i', 'j'));
    },
    { name: 'to a version, in order', lock: 'upload', needs: ['drafts', 'i18n'] },
  ),
  files(
    'attach',
    async (bench) => {
      await bench.make('v', made('/versions', { name: 'en' }));
      await bench.send({ ...put('/versions/{v.documentId}?locale=fr', { name: 'fr' }), save: 'fr' });
      const to = { ref: 'api::version.version', refId: '{v.documentId}', field: 'file' };
      await attach(bench, ['f'], to);
      await attach(bench, ['g'], { ...to, locale: 'fr' });
      const shown = (locale: string, alias: string): Step =>
        get(`/versions/{v.documentId}?populate=file&locale=${locale}`, {
          data: { file: { id: `{${alias}.id}` } },
        });
      await bench.send(shown('en', 'f'));
      await bench.send(shown('fr', 'g'));
      await attach(bench, ['h'], { ...to, refId: '{fr.id}' });
      await bench.send(shown('en', 'f'));
      await bench.send(shown('fr', 'h'));
    },
    { name: 'to a locale', lock: 'upload', needs: ['i18n'], deploy: OWN_TYPES },
  ),
  files(
    'attach',
    async (bench) => {
      await bench.make('a', article());
      const may = 'plugin::upload.content-api.upload';
      await borrowUser(bench, 'uploader', [may]);
      await borrowUser(bench, 'editor', [may, 'api::article.article.update']);
      const to = { refId: '{a.documentId}', field: 'cover' };
      const denied = { status: 403, error: { name: 'ForbiddenError' } };
      await attach(bench, ['x'], to, { as: 'uploader', expect: denied, save: {} });
      await bench.send(get('/upload/files?filters[name][$startsWith]={mark}', { body: [] }));
      await bench.send(shows('', null));
      await attach(bench, ['f'], to, { as: 'editor' });
      await bench.send(shows('', 'f'));
    },
    { name: 'needs the permission to update', lock: 'upload', needs: ['auth'] },
  ),
];
