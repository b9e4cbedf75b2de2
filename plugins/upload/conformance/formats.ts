// Cases of the formats of images.
import { inflateRawSync } from 'node:zlib';
import { get } from '../../../conformance/cases/build';
import type { Bench, Case } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { PICTURE, part, png, sidesOf, TEXT, upload } from '../../../conformance/cases/upload-files';
import { files } from './build';

/** Images of 300 × 200 pixels in one colour. */
const JPEG = inflateRawSync(
  Buffer.from(
    '+3/j/20GZ4b/lILbDM6MFBtygEGQg+EEow4zoxIDkyAjsyDj/yMMIgyMDGgAJCqAVZQRq6ggpugtBh5mRgYmQWZBBn' +
      't0yVFAc8D//yYA',
    'base64',
  ),
);
const WEBP = Buffer.from(
  'UklGRqQAAABXRUJQVlA4IJgAAABwEACdASosAcgAP83m8nO/uDQsoCgD8DmJaW7hdrEbQAnsA99snIe+2TkPfbJyHv' +
    'tk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJ' +
    'yHvtk5D32ych77ZOQ99snIe+2TkPfbJwoAD+6SAAAAAAAAAAAA==',
  'base64',
);
/** The image with an Exif part that says how to turn it. */
const turned = (orientation: number): Buffer => {
  const exif = '457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100000000' + '00000000';
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 34]), Buffer.from(exif, 'hex')]);
  // Behind the head of the segment, the head of the TIFF and the fields before the value.
  segment[29] = orientation;
  return Buffer.concat([JPEG.subarray(0, 2), segment, JPEG.subarray(2)]);
};

/** The head of a picture of 300 × 200 pixels, and a part of its pixels. */
const DAMAGED = png(300, 200).subarray(0, -30);

/** The bytes at an address. */
const bytesAt = async (bench: Bench, path: string): Promise<string> =>
  (await bench.send({ send: 'GET', from: 'root', path, expect: { status: 200 } })).text;

export const quireUploadFormatCases: readonly Case[] = [
  files('images', async (bench) => {
    const plain = (width: number | null, height: number | null) =>
      get('/upload/files/{f.id}', { body: { width, height, formats: null } });
    await upload(bench, 'f', part('p.png', 'image/png', DAMAGED));
    await bench.send(plain(300, 200));
    if (!(await bytesAt(bench, '{f.url}')).includes('IHDR'))
      bench.fail('other bytes are stored', 'the head of a PNG', 'other bytes');
    await upload(bench, 'f', part('p.png', 'image/png', DAMAGED.subarray(0, 20)));
    await bench.send(plain(null, null));
    const svg = (length: number): string =>
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>'.padEnd(length, '\n');
    for (const [length, sides] of [
      [1_000_000, { width: 30, height: 20 }],
      [1_000_001, { width: null, height: null }],
    ] as const) {
      await upload(bench, 'f', part('s.svg', 'image/svg+xml', svg(length)));
      await bench.send(plain(sides.width, sides.height));
    }
  }),
  files(
    'images',
    async (bench) => {
      const aliases = ['a', 'b', 'c', 'd', 'e'];
      await Promise.all(aliases.map((alias) => upload(bench, alias, PICTURE)));
      for (const alias of aliases)
        await bench.send(
          get(`/upload/files/{${alias}.id}`, { body: { formats: { thumbnail: { width: 234 } } } }),
        );
    },
    { name: 'of several requests at once' },
  ),
  files(
    'images',
    async (bench) => {
      for (const way of [1, 6]) {
        await upload(bench, 'f', part('p.jpg', 'image/jpeg', turned(way)));
        for (const path of ['{f.url}', '{f.formats.thumbnail.url}'])
          if ((await bytesAt(bench, path)).includes('Exif'))
            bench.fail(`${path} has metadata`, 'no Exif', 'Exif');
      }
    },
    { name: 'without their metadata' },
  ),
  files('formats', async (bench) => {
    const side = (width: number, height: number) => ({ width, height });
    for (const [width, height, formats] of [
      [600, 400, { thumbnail: side(234, 156), small: side(500, 333) }],
      [300, 900, { thumbnail: side(52, 156), medium: side(250, 750), small: side(167, 500) }],
      [
        1200,
        300,
        { thumbnail: side(245, 61), large: side(1000, 250), medium: side(750, 188), small: side(500, 125) },
      ],
      [2, 900, { thumbnail: side(1, 156), medium: side(2, 750), small: side(1, 500) }],
      [900, 2, { thumbnail: side(245, 1), medium: side(750, 2), small: side(500, 1) }],
      [500, 100, { thumbnail: side(245, 49) }],
      [100, 500, { thumbnail: side(31, 156) }],
      [245, 156, null],
      [100, 80, null],
    ] as const) {
      await upload(bench, 'f', part('p.png', 'image/png', png(width, height)));
      await bench.send(get('/upload/files/{f.id}', { body: { width, height, formats } }));
      if (!formats) continue;
      const shown = get('/upload/files/{f.id}', { body: { formats: is.keys(...Object.keys(formats)) } });
      await bench.send({ ...shown, save: { f: 'body' } });
      for (const [key, { width: wide, height: high }] of Object.entries(formats)) {
        const sides = sidesOf(
          await bench.send({ send: 'GET', path: `{f.formats.${key}.url}`, from: 'root' }),
        );
        if (sides.join() !== `${wide},${high}`)
          bench.fail(`the sides of the format ${key}`, [wide, high], sides);
      }
    }
    await upload(bench, 'f', PICTURE);
    const entry = {
      ...{ name: 'thumbnail_picture.png', hash: 'thumbnail_{f.hash}', ext: '.png', mime: 'image/png' },
      ...{ path: null, url: '/uploads/thumbnail_{f.hash}.png', sizeInBytes: is.integer },
    };
    await bench.send(get('/upload/files/{f.id}', { body: { formats: { thumbnail: entry } } }));
    await upload(bench, 'f', TEXT);
    await bench.send(get('/upload/files/{f.id}', { body: { width: null, height: null, formats: null } }));
  }),
  files(
    'formats',
    async (bench) => {
      const wide = { width: 300, height: 200, formats: { thumbnail: { width: 234, height: 156 } } };
      const high = { width: 200, height: 300, formats: { thumbnail: { width: 104, height: 156 } } };
      for (const [picture, expected] of [
        [part('p.webp', 'image/webp', WEBP), wide],
        [part('p.jpg', 'image/jpeg', JPEG), wide],
        ...[1, 2, 3, 4].map((way) => [part('p.jpg', 'image/jpeg', turned(way)), wide] as const),
        ...[5, 6, 7, 8].map((way) => [part('p.jpg', 'image/jpeg', turned(way)), high] as const),
      ] as const) {
        await upload(bench, 'f', picture);
        await bench.send(
          get('/upload/files/{f.id}', {
            body: { ...expected, formats: { ...expected.formats, small: is.absent } },
          }),
        );
      }
    },
    { name: 'of each type, upright', lock: 'upload' },
  ),
];
