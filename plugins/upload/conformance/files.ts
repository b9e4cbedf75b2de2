// Cases of an upload: its parts, the names of files, and the record that it answers.
import { get } from '../../../conformance/cases/build';
import type { Case } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import {
  fileInfo,
  multipart,
  part,
  png,
  removes,
  sends,
  upload,
} from '../../../conformance/cases/upload-files';
import { bad, files, refused, text } from './build';

const KEYS = [
  ...['id', 'documentId', 'name', 'alternativeText', 'caption', 'focalPoint', 'width', 'height'],
  ...['formats', 'hash', 'ext', 'mime', 'size', 'url', 'previewUrl', 'provider', 'provider_metadata'],
  ...['createdAt', 'updatedAt', 'publishedAt', 'isUrlSigned'],
];

export const quireUploadCases: readonly Case[] = [
  files('several', async (bench) => {
    const { mark } = bench;
    const infos = [{ caption: 'first', unknown: 1 }, { name: `${mark} second` }].map(fileInfo);
    const parts = [text(`${mark}a.txt`, 'aa'), text(`${mark}b.txt`, 'bbb'), ...infos];
    const saved = { save: { f: 'body.0', g: 'body.1' } };
    const expected = [
      { name: `${mark}a.txt`, caption: 'first' },
      { name: `${mark} second`, caption: null },
    ];
    await bench.send(sends(parts, { status: 201, body: expected }, saved));
    removes(bench, 'f');
    removes(bench, 'g');
    for (const [alias, content] of [
      ['f', 'aa'],
      ['g', 'bbb'],
    ]) {
      const answer = await bench.send({ send: 'GET', from: 'root', path: `{${alias}.url}` });
      if (answer.text !== content) bench.fail('the bytes of another file', content, answer.text);
    }
  }),
  files('keys', async (bench) => {
    await upload(bench, 'f');
    const { body } = await bench.send(
      get('/upload/files/{f.id}', { body: { isUrlSigned: false, focalPoint: null } }),
    );
    const keys = Object.keys(Object(body)).filter((key) => key !== 'publishedAt');
    const expected = KEYS.filter((key) => key !== 'publishedAt');
    if (keys.join() !== expected.join()) bench.fail('other keys, or another order', expected, keys);
  }),
  files('empty', async (bench) => {
    const empty = { error: { name: 'ValidationError', message: 'Files are empty' } };
    await refused(bench, [{ ...text(`${bench.mark}.txt`), name: 'file' }], empty);
    await refused(bench, [{ name: 'other', content: 'value' }], empty);
    await refused(bench, [text(`${bench.mark}.txt`, '')], empty);
    await bench.send({
      send: 'POST',
      path: '/upload',
      body: { files: [] },
      expect: { status: 400, ...empty },
    });
    const { type, body } = multipart([text(`${bench.mark}.txt`)]);
    const encoded = body.toString('latin1').replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: odd\r\n\r\n');
    for (const [bytes, contentType] of [
      [body.subarray(0, -10), type],
      [body.subarray(0, 60), type],
      [body, 'multipart/form-data'],
      [Buffer.from(encoded, 'latin1'), type],
    ] as const)
      await bench.send({
        send: 'POST',
        path: '/upload',
        bytes,
        headers: { 'content-type': contentType },
        expect: { status: 400, error: { message: is.text } },
      });
    await bench.send(get('/upload/files?filters[name][$startsWith]={mark}', { body: [] }));
  }),
  files('names', async (bench) => {
    for (const [name, hash, ext] of [
      ['Élan ünï (1).PNG', '^Elan_ueni_1_*[0-9a-f]{10}$', '.PNG'],
      ['README', '^README_[0-9a-f]{10}$', '.txt'],
      ['(!).txt', '^file_[0-9a-f]{10}$', '.txt'],
      ['_a_-b.', '^a_b_[0-9a-f]{10}$', '.txt'],
      [`${'x'.repeat(101)}.log`, '^x{100}_[0-9a-f]{10}$', '.log'],
      [`a.${'x'.repeat(19)}`, '^a_[0-9a-f]{10}$', `.${'x'.repeat(19)}`],
      [`a.${'x'.repeat(20)}`, '^a_x{20}_[0-9a-f]{10}$', '.txt'],
    ] as const) {
      const isImage = ext === '.PNG';
      await upload(bench, 'f', isImage ? part(name, 'image/png', png(10, 10)) : text(name));
      await bench.send(get('/upload/files/{f.id}', { body: { name, hash: is.matching(hash), ext } }));
    }
    const unknown = part('DATA', 'application/x-conformance', 'abc');
    await bench.send(
      sends(
        [unknown],
        { status: 201, body: [{ name: 'DATA', ext: is.oneOf('', null) }] },
        { save: { d: 'body.0' } },
      ),
    );
    bench.afterwards({ send: 'DELETE', path: '/upload/files/{d.id}' });
    const headers = { 'content-type': 'application/octet-stream' };
    await bench.send({ send: 'GET', from: 'root', path: '{d.url}', expect: { status: 200, headers } });
    const longest = `${'l'.repeat(251)}.txt`;
    await bench.send(
      sends(
        [text('b.txt'), fileInfo({ name: longest })],
        { body: [{ name: longest }] },
        { save: { l: 'body.0' } },
      ),
    );
    bench.afterwards({ send: 'DELETE', path: '/upload/files/{l.id}' });
    for (const name of [
      ...['a/b.txt', '../b.txt', 'a\\b.txt', 'a..txt', '.', '..', `l${longest}`],
      // A control character, and a sign that reverses the direction of the text.
      ...['a\tb.txt', 'a\u007fb.txt', 'a\u202etxt.exe'],
    ])
      await bench.send(
        sends([text('b.txt'), fileInfo({ name })], bad(400, 'ApplicationError', 'invalid characters')),
      );
  }),
  files('bad-info', async (bench) => {
    for (const info of ['{', '[]', '"text"', { name: 5 }, { focalPoint: { x: 'left' } }, { focalPoint: 5 }])
      await refused(bench, [text(`${bench.mark}.txt`), fileInfo(info)]);
    await refused(bench, [text(`${bench.mark}.txt`), fileInfo({}), fileInfo({})]);
  }),
  files(
    'several',
    async (bench) => {
      // Numbered lines, so that a lost or repeated piece shows.
      const contents = ['a', 'b'].map((name) =>
        Array.from({ length: 60_000 }, (_, line) => `${name}${line}\n`).join(''),
      );
      const parts = contents.map((content, index) => text(`${bench.mark} ${index}.txt`, content));
      await bench.send(sends(parts, { body: is.length(2) }, { save: { a: 'body.0', b: 'body.1' } }));
      for (const [index, alias] of ['a', 'b'].entries()) {
        removes(bench, alias);
        const content = contents[index] ?? '';
        const headers = { 'content-length': String(content.length) };
        const file = { send: 'GET', from: 'root', path: `{${alias}.url}` } as const;
        const answer = await bench.send({ ...file, expect: { status: 200, headers } });
        if (answer.text !== content)
          bench.fail(`the bytes of the file ${alias} differ`, content.length, answer.text.length);
      }
    },
    { name: 'large files' },
  ),
  files(
    'several',
    async (bench) => {
      const { mark } = bench;
      const none = get('/upload/files?filters[name][$startsWith]={mark}', { body: [] });
      for (const wrong of [
        part(`${mark}b.png`, 'image/png', 'no picture'),
        text(`${mark}/b.txt`),
        text(`${mark}b.txt`, ''),
      ]) {
        await bench.send(sends([text(`${mark}a.txt`), wrong], { status: 400 }));
        await bench.send(none);
      }
      await bench.send(
        sends([text(`${mark}a.txt`), text(`${mark}b.txt`), fileInfo({ caption: 'c' }), fileInfo('{')], {
          status: 400,
        }),
      );
      await bench.send(none);
    },
    { name: 'all or none', lock: 'upload' },
  ),
];
