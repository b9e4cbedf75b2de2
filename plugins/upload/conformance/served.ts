// Cases of the bytes of files: ranges, caches, types that browsers show, and the options of the plugin.
import { article, get, INVALID, made, put } from '../../../conformance/cases/build';
import type { Bench, Case, Deployment, Step } from '../../../conformance/cases/case';
import { OTHER_OPTIONS } from '../../../conformance/cases/deployments';
import { is } from '../../../conformance/cases/pattern';
import {
  fileInfo,
  PICTURE,
  part,
  png,
  removes,
  sends,
  sidesOf,
  TEXT,
  upload,
} from '../../../conformance/cases/upload-files';

const served = (row: string, run: (bench: Bench) => Promise<void>, deploy?: Deployment): Case => ({
  rows: [`quire.upload.${row}`],
  run,
  ...(deploy ? { deploy } : {}),
});
const bytes = (
  expect: Step['expect'],
  headers: Readonly<Record<string, string>> = {},
  path = '{f.url}',
): Step => ({ send: 'GET', from: 'root', path, expect, headers });
const DIGITS = part('digits.txt', 'text/plain', '0123456789');

/** The head of a BMP. */
const BMP = Buffer.concat([Buffer.from('BM'), Buffer.alloc(52)]);
const listed = (expect: Step['expect']): Step =>
  get('/upload/files?filters[name][$startsWith]={mark}', expect);

export const quireUploadServedCases: readonly Case[] = [
  served('ranges', async (bench) => {
    await upload(bench, 'f', DIGITS);
    for (const [range, content, shown] of [
      ['bytes=2-4', '234', '2-4'],
      ['bytes=7-', '789', '7-9'],
      ['bytes=-3', '789', '7-9'],
      ['bytes=8-99', '89', '8-9'],
      ['bytes=0-0', '0', '0-0'],
      ['bytes=-99', '0123456789', '0-9'],
    ] as const) {
      const headers = { 'content-range': `bytes ${shown}/10`, 'content-length': String(content.length) };
      const { text } = await bench.send(bytes({ status: 206, headers }, { range }));
      if (text !== content) bench.fail(`the wrong bytes of ${range}`, content, text);
    }
    for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=5-4'])
      await bench.send(
        bytes(
          { status: [416, 200], headers: { 'content-range': is.oneOf('bytes */10', is.absent) } },
          { range },
        ),
      );
    await bench.send(
      bytes({ status: 416, headers: { 'content-range': 'bytes */10' } }, { range: 'bytes=10-' }),
    );
    const whole = { status: 200, headers: { 'content-length': '10', 'accept-ranges': 'bytes' } };
    for (const range of ['lines=1-2', 'bytes=-', 'bytes=a-b', 'bytes=1-2,4-5'])
      await bench.send(bytes(whole, { range }));
    await bench.send(bytes(whole, { range: 'bytes=1-2', 'if-range': '"other"' }));
    const { headers } = await bench.send(bytes(whole));
    for (const one of [headers.etag, headers['last-modified']])
      await bench.send(bytes({ status: 206 }, { range: 'bytes=1-2', 'if-range': one ?? '' }));
    await bench.send(bytes(whole, { range: 'bytes=1-2', 'if-range': 'Mon, 01 Jan 2001 00:00:00 GMT' }));
  }),
  served('cached', async (bench) => {
    await upload(bench, 'f', DIGITS);
    const { headers } = await bench.send(
      bytes({
        status: 200,
        headers: { 'cache-control': is.matching('max-age=0'), etag: is.text, 'last-modified': is.text },
      }),
    );
    const [tag = '', modified = ''] = [headers.etag, headers['last-modified']];
    const known = { status: 304, empty: true };
    for (const one of [tag, `"other", ${tag}`, `W/${tag}`, '*'])
      await bench.send(bytes(known, { 'if-none-match': one }));
    await bench.send(bytes(known, { 'if-modified-since': modified }));
    await bench.send(bytes({ status: 200 }, { 'if-none-match': '"other"' }));
    await bench.send(bytes({ status: 200 }, { 'if-none-match': '"other"', 'if-modified-since': modified }));
    await bench.send(bytes({ status: 200 }, { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }));
    for (const one of [tag, `"other", ${tag}`, '*'])
      await bench.send(bytes({ status: 200 }, { 'if-match': one }));
    await bench.send(bytes({ status: 412 }, { 'if-match': '"other"' }));
    await bench.send(bytes({ status: 412 }, { 'if-match': '"other"', 'if-unmodified-since': modified }));
    await bench.send(
      bytes({ status: 200 }, { 'if-match': tag, 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }),
    );
    await bench.send(
      bytes(known, { 'if-none-match': tag, 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }),
    );
    await bench.send(bytes({ status: 200 }, { 'if-unmodified-since': modified }));
    await bench.send(bytes({ status: 412 }, { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }));
    await upload(bench, 'g', part('more.txt', 'text/plain', '0123456789 and more'));
    const other = await bench.send(bytes({ status: 200 }, {}, '{g.url}'));
    if (other.headers.etag === tag) bench.fail('two files share an ETag', 'two tags', tag);
  }),
  served('head', async (bench) => {
    await upload(bench, 'f', DIGITS);
    const headers = { 'content-length': '10', 'content-type': is.matching('^text/plain') };
    await bench.send({ ...bytes({ status: 200, headers, empty: true }), send: 'HEAD' });
    await bench.send({ ...bytes({ status: 404 }, {}, '/uploads/none.txt'), send: 'HEAD' });
  }),
  served('scripts', async (bench) => {
    const nosniff = { 'x-content-type-options': 'nosniff' };
    const sandboxed = {
      ...nosniff,
      'content-disposition': is.matching('^attachment'),
      'content-security-policy': is.matching('sandbox'),
    };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script>1</script></svg>';
    await upload(bench, 'f', part('s.svg', 'image/svg+xml', svg));
    await bench.send(get('/upload/files/{f.id}', { body: { width: 30, height: 20, mime: 'image/svg+xml' } }));
    await bench.send(bytes({ status: 200, headers: sandboxed }));
    await upload(bench, 'f', part('p.html', 'text/html', '<!doctype html><script>1</script>'));
    await bench.send(bytes({ status: 200, headers: sandboxed }));
    const shown = { ...nosniff, 'content-disposition': is.absent };
    await upload(bench, 'f', part('p.png', 'image/png', png(20, 10)));
    await bench.send(bytes({ status: 200, headers: { ...shown, 'content-type': 'image/png' } }));
    await upload(bench, 'f', TEXT);
    await bench.send(
      bytes({
        status: 200,
        headers: { ...shown, 'content-type': is.matching('^text/plain; *charset=utf-8') },
      }),
    );
  }),
  served('outside', async (bench) => {
    for (const path of [
      '/uploads/..%2f..%2fpackage.json',
      '/uploads/%2e%2e%2fconfig%2fserver.json',
      '/uploads/..%5c..%5cpackage.json',
      '/uploads/',
      '/uploads/.',
      '/uploads/none.txt',
    ])
      await bench.send({ ...bytes({ status: [400, 404] }, {}, path), verbatim: true });
  }),
  served(
    'protect',
    async (bench) => {
      await upload(bench, 'f', TEXT);
      await upload(bench, 'g', TEXT);
      await bench.make('a', article({ cover: '{f.id}' }));
      await bench.make('b', article({ gallery: ['{g.id}', '{f.id}'] }));
      const inUse = (alias: string, uses: readonly object[]): Step => ({
        send: 'DELETE',
        path: `/upload/files/{${alias}.id}`,
        expect: {
          status: 409,
          error: {
            name: 'ConflictError',
            details: { uses: is.shuffled(...uses.map((use) => ({ type: 'api::article.article', ...use }))) },
          },
        },
      });
      const cover = { documentId: '{a.documentId}', field: 'cover' };
      const gallery = { documentId: '{b.documentId}', field: 'gallery' };
      await bench.send(inUse('f', [cover, gallery]));
      await bench.send(inUse('g', [gallery]));
      await bench.send(bytes({ status: 200 }));
      await bench.send(put('/articles/{b.documentId}', { gallery: [] }));
      await bench.send(inUse('f', [cover]));
      await upload(bench, 'h', part('p.png', 'image/png', png(20, 10)));
      await bench.make('z', article({ zone: [{ __component: 'shared.slider', files: ['{h.id}'] }] }));
      await bench.send(inUse('h', [{ documentId: '{z.documentId}', field: 'zone' }]));
      await bench.send({ send: 'DELETE', path: '/articles/{z.documentId}' });
      await bench.make('c', made('/checks', { req: 'r', imgs: ['{h.id}'] }));
      await bench.send(
        inUse('h', [{ type: 'api::check.check', documentId: '{c.documentId}', field: 'imgs' }]),
      );
      await bench.send({ send: 'DELETE', path: '/checks/{c.documentId}' });
      await bench.make('s', article({ seo: { metaTitle: 'S', image: '{h.id}' } }));
      await bench.send(inUse('h', [{ documentId: '{s.documentId}', field: 'seo' }]));
      await bench.send({ send: 'DELETE', path: '/articles/{s.documentId}' });
      await bench.send({ send: 'DELETE', path: '/upload/files/{g.id}', expect: { status: 200 } });
      await bench.send({ send: 'DELETE', path: '/articles/{a.documentId}' });
    },
    OTHER_OPTIONS,
  ),
  served(
    'types',
    async (bench) => {
      await bench.send(sends([part(`${bench.mark}.bmp`, 'image/bmp', BMP)], INVALID));
      await bench.send(sends([part(`${bench.mark}.json`, 'application/json', '{}')], INVALID));
      await bench.send(listed({ body: [] }));
      await upload(bench, 'f', part('p.png', 'image/png', png(20, 10)));
      await upload(bench, 'g', TEXT);
    },
    OTHER_OPTIONS,
  ),
  served(
    'pixels',
    async (bench) => {
      const image = (width: number) => part(`${bench.mark}.png`, 'image/png', png(width, 500));
      await bench.send(
        sends([image(1001)], { status: 400, error: { details: { pixels: 500_500, most: 500_000 } } }),
      );
      await bench.send(listed({ body: [] }));
      await upload(bench, 'f', image(1000));
    },
    OTHER_OPTIONS,
  ),
  served(
    'presets',
    async (bench) => {
      await upload(bench, 'f', part('p.png', 'image/png', png(600, 400)));
      const sides = async (query: string, width: number, height: number, alias = 'f'): Promise<void> => {
        const headers = { 'content-type': 'image/png', 'cache-control': is.matching('max-age=2592000') };
        const answer = await bench.send(bytes({ status: 200, headers }, {}, `{${alias}.url}?${query}`));
        if (sidesOf(answer).join() !== `${width},${height}`)
          bench.fail(`${query} has another size`, [width, height], sidesOf(answer));
      };
      await sides('preset=card', 40, 40);
      await sides('preset=card', 40, 40);
      await sides('width=40&height=40&fit=cover&format=png&v=2', 40, 40);
      await sides('width=50&height=60&fit=contain&format=png', 50, 60);
      await sides('preset=boxed', 50, 60);
      await sides('preset=wide', 100, 67);
      await sides('preset=tall', 45, 30);
      await upload(bench, 'g', part('small.png', 'image/png', png(30, 20)));
      await sides('preset=wide', 30, 20, 'g');
      for (const query of ['preset=none', 'width=41&height=40', 'width=40', 'format=webp', 'quality=1'])
        await bench.send(
          bytes(
            { status: 400, error: { name: 'ValidationError', message: is.matching('card') } },
            {},
            `{f.url}?${query}`,
          ),
        );
      await upload(bench, 'h', TEXT);
      await bench.send(bytes({ status: 400 }, {}, '{h.url}?preset=card'));
      const drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"></svg>';
      await upload(bench, 'v', part('v.svg', 'image/svg+xml', drawn));
      await bench.send(bytes({ status: 400 }, {}, '{v.url}?preset=card'));
      await bench.send(bytes({ status: 404 }, {}, '/uploads/none_0123456789.png?preset=card'));
      await bench.send(bytes({ status: 404 }, {}, '/uploads/{f.hash}.jpg?preset=card'));
      const whole = { status: 200, headers: { 'cache-control': is.matching('max-age=60$') } };
      await bench.send(bytes(whole, {}, '{f.url}?v=2'));
    },
    OTHER_OPTIONS,
  ),
  served(
    'focal-point',
    async (bench) => {
      const halves = part('halves.png', 'image/png', png(200, 50, true));
      const shown = new Map<string, string>();
      for (const [place, x] of Object.entries({ left: 10, alsoLeft: 0, right: 90 }))
        await upload(bench, place, halves, { focalPoint: { x, y: 50 } });
      // Without a width there is nothing to cut.
      await bench.send(bytes({ status: 200 }, {}, '{right.url}?preset=tall'));
      for (const preset of ['card', 'crop']) {
        for (const place of ['left', 'alsoLeft', 'right']) {
          const { text } = await bench.send(bytes({ status: 200 }, {}, `{${place}.url}?preset=${preset}`));
          shown.set(place, text);
        }
        if (shown.get('left') !== shown.get('alsoLeft') || shown.get('left') === shown.get('right'))
          bench.fail(`${preset} does not follow the focal point`, 'two images', [...shown.keys()]);
      }
    },
    OTHER_OPTIONS,
  ),
  served(
    'on-demand',
    async (bench) => {
      await upload(bench, 'f', part('p.png', 'image/png', png(600, 400)));
      await bench.send(
        get('/upload/files/{f.id}', {
          body: { formats: { thumbnail: { width: 234, height: 156, size: null }, small: { width: 500 } } },
        }),
      );
      const first = await bench.send(
        bytes({ status: 200, headers: { 'content-type': 'image/png' } }, {}, '{f.formats.thumbnail.url}'),
      );
      const again = await bench.send(bytes({ status: 200 }, {}, '{f.formats.thumbnail.url}'));
      if (first.text !== again.text) bench.fail('the second answer differs', 'the same bytes', 'other bytes');
      await bench.send(bytes({ status: 200 }, {}, '{f.formats.small.url}'));
      await bench.send(bytes({ status: 404 }, {}, '/uploads/thumbnail_none_0123456789.png'));
      await bench.send(bytes({ status: 404 }, {}, '/uploads/large_{f.hash}.png'));
      await bench.send({ send: 'DELETE', path: '/upload/files/{f.id}' });
      for (const path of ['{f.formats.thumbnail.url}', '{f.formats.small.url}', '{f.url}'])
        await bench.send(bytes({ status: 404 }, {}, path));
    },
    OTHER_OPTIONS,
  ),
  served(
    'body-limits',
    async (bench) => {
      const file = (index: number, size: number) =>
        part(`${bench.mark}${index}.txt`, 'text/plain', 'x'.repeat(size));
      const large = { status: 413, error: { name: 'PayloadTooLargeError' } };
      await bench.send(sends([file(0, 20_001)], large));
      await bench.send(sends([file(0, 15_000), file(1, 15_001)], large));
      await bench.send(
        sends(
          [0, 1, 2, 3].map((index) => file(index, 10)),
          { status: 413, error: { message: is.matching('3 files') } },
        ),
      );
      await bench.send(listed({ body: [] }));
      const saved = { save: { f: 'body.0', g: 'body.1' } };
      await bench.send(sends([file(0, 20_000), file(1, 10_000)], { status: 201, body: is.length(2) }, saved));
      removes(bench, 'f');
      removes(bench, 'g');
      const noted = (length: number) => [file(2, 10), fileInfo('{}'.padEnd(length))];
      await bench.send(sends(noted(2_001), large));
      await bench.send(sends(noted(2_000), { status: 201 }, { save: { h: 'body.0' } }));
      removes(bench, 'h');
    },
    OTHER_OPTIONS,
  ),
  {
    rows: ['quire.upload.formats'],
    name: 'served',
    async run(bench) {
      await upload(bench, 'f', PICTURE);
      const { text } = await bench.send(bytes({ status: 200 }, {}, '{f.formats.thumbnail.url}'));
      if (!text.includes('IHDR')) bench.fail('the format is no PNG', 'IHDR', text.slice(0, 20));
    },
  },
];
