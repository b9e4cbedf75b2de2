// Cases of changes of a file: its information, and its bytes.
import { get } from '../../../conformance/cases/build';
import type { Case } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import {
  fileInfo,
  PICTURE,
  part,
  png,
  sends,
  sidesOf,
  TEXT,
  upload,
} from '../../../conformance/cases/upload-files';
import { bad, files, text } from './build';

export const quireUploadChangeCases: readonly Case[] = [
  files('change', async (bench) => {
    await upload(bench, 'f', TEXT, { caption: 'kept', alternativeText: 'old' });
    const path = '/upload?id={f.id}';
    const info = { alternativeText: 'new', focalPoint: { x: 10, y: 20.5 } };
    const changed = { id: '{f.id}', caption: 'kept', name: 'note.txt', ...info };
    await bench.send(sends([fileInfo(info)], { status: 200, body: changed }, { path }));
    await bench.send(get('/upload/files/{f.id}', { body: { ...changed, url: '{f.url}', size: 2.5 } }));
    const body = { fileInfo: { caption: null, name: 'other' } };
    await bench.send({ send: 'POST', path, body, expect: { status: 200, body: { caption: null } } });
    await bench.send(
      get('/upload/files/{f.id}', { body: { name: 'other', caption: null, alternativeText: 'new' } }),
    );
    await bench.send({ send: 'GET', from: 'root', path: '{f.url}', expect: { status: 200 } });
    for (const id of ['999999999', 'none', '{f.documentId}'])
      await bench.send(
        sends([fileInfo({})], bad(404, 'NotFoundError', 'Entity not found'), { path: `/upload?id=${id}` }),
      );
  }),
  files('replace', async (bench) => {
    await upload(bench, 'f', TEXT, { caption: 'kept' });
    const path = '/upload?id={f.id}';
    const same = { id: '{f.id}', hash: '{f.hash}', url: '{f.url}', caption: 'kept' };
    const after = { ...same, name: 'later.txt', size: 1.2 };
    await bench.send(sends([text('later.txt', 'l'.repeat(1200))], { status: 200, body: after }, { path }));
    await bench.send(get('/upload/files/{f.id}', { body: after }));
    const bytes = { send: 'GET', from: 'root', path: '{f.url}' } as const;
    const { text: content } = await bench.send(bytes);
    if (content !== 'l'.repeat(1200)) bench.fail('the old bytes', '1200 bytes', `${content.length} bytes`);
    await bench.send(
      sends([text('a.txt'), text('b.txt')], bad(400, 'ValidationError', 'multiple'), { path }),
    );
    await bench.send(sends([text('a.txt')], { status: 404 }, { path: '/upload?id=999999999' }));
    await bench.send(get('/upload/files/{f.id}', { body: after }));
  }),
  files(
    'change',
    async (bench) => {
      await upload(bench, 'f', TEXT, { caption: 'c', alternativeText: 'a', focalPoint: { x: 1, y: 2 } });
      const path = '/upload?id={f.id}';
      for (const [info, after] of [
        [{ alternativeText: '' }, { alternativeText: '', caption: 'c' }],
        [
          { caption: null, focalPoint: null },
          { caption: null, focalPoint: null, alternativeText: '' },
        ],
        [
          { name: '', caption: 'd' },
          { name: 'note.txt', caption: 'd' },
        ],
        [
          { name: null, url: 'x', size: 1, mime: 'a/b', hash: 'h', provider: 'p' },
          { name: 'note.txt', size: 2.5 },
        ],
        [{ caption: 'é 漢 😀' }, { caption: 'é 漢 😀' }],
      ] as const) {
        await bench.send(sends([fileInfo(info)], { status: 200, body: after }, { path }));
        await bench.send(
          get('/upload/files/{f.id}', {
            body: { ...after, url: '{f.url}', mime: 'text/plain', hash: '{f.hash}' },
          }),
        );
      }
    },
    { name: 'clears a key and keeps a name', lock: 'upload' },
  ),
  files(
    'replace',
    async (bench) => {
      await upload(bench, 'f', PICTURE, { caption: 'old', alternativeText: 'kept' });
      const path = '/upload?id={f.id}';
      const later = part('later.png', 'image/png', PICTURE.content);
      const after = {
        caption: 'new',
        alternativeText: 'kept',
        name: 'later.png',
        width: 300,
        url: '{f.url}',
      };
      const formats = { thumbnail: { name: 'thumbnail_later.png', url: '{f.formats.thumbnail.url}' } };
      await bench.send(
        sends([later, fileInfo({ caption: 'new' })], { status: 200, body: { ...after, formats } }, { path }),
      );
      await bench.send(get('/upload/files/{f.id}', { body: { ...after, formats } }));
      for (const wrong of ['{', '[]', { name: '../a' }])
        await bench.send(sends([later, fileInfo(wrong)], { status: 400 }, { path }));
      await bench.send(sends([later, fileInfo({}), fileInfo({})], { status: 400 }, { path }));
      await bench.send(sends([part('later.png', 'image/png', 'no picture')], { status: 400 }, { path }));
      await bench.send(get('/upload/files/{f.id}', { body: { ...after, formats } }));
      const high = part('high.png', 'image/png', png(200, 300));
      await bench.send(
        sends([high], { status: 200, body: { url: '{f.url}', formats: is.object } }, { path }),
      );
      for (const [address, sides] of [
        ['{f.url}', '200,300'],
        ['{f.formats.thumbnail.url}', '104,156'],
      ] as const) {
        const shown = sidesOf(await bench.send({ send: 'GET', from: 'root', path: address })).join();
        if (shown !== sides) bench.fail(`the sides of the picture at ${address}`, sides, shown);
      }
    },
    { name: 'with a fileInfo, and with an image', lock: 'upload', needs: ['formats'] },
  ),
];
