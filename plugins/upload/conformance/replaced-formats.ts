// Cases of the formats of images whose bytes are replaced: they are those of the new bytes, and no others.
import { get } from '../../../conformance/cases/build';
import type { Bench, Case } from '../../../conformance/cases/case';
import { is, type Pattern } from '../../../conformance/cases/pattern';
import {
  LARGE_PICTURE,
  type Part,
  PICTURE,
  part,
  png,
  sends,
  sidesOf,
  TEXT,
  upload,
} from '../../../conformance/cases/upload-files';
import { files } from './build';

interface Replacement {
  readonly name: string;
  readonly file: Part;
  readonly sides: readonly [width: number | null, height: number | null];
  /** Width and height of each format. */
  readonly formats: Readonly<Record<string, string>> | null;
}
const small = part('small.png', 'image/png', png(40, 30));
const high = part('high.png', 'image/png', png(150, 600));
const LARGE: Replacement = {
  ...{ name: 'large', file: LARGE_PICTURE, sides: [800, 600] },
  formats: { thumbnail: '208,156', small: '500,375', medium: '750,563' },
};
const MIDDLE: Replacement = {
  ...{ name: 'middle', file: PICTURE, sides: [300, 200], formats: { thumbnail: '234,156' } },
};
const HIGH: Replacement = {
  ...{ name: 'high', file: high, sides: [150, 600], formats: { thumbnail: '39,156', small: '125,500' } },
};
const SMALL: Replacement = { name: 'small', file: small, sides: [40, 30], formats: null };
const PAIRS = [
  [LARGE, SMALL],
  [MIDDLE, HIGH],
  [SMALL, MIDDLE],
] as const;

async function shows(bench: Bench, { sides, formats }: Replacement): Promise<void> {
  const [width, height] = sides;
  const shown: Pattern =
    formats === null
      ? null
      : is.both(
          is.keys(...Object.keys(formats)),
          Object.fromEntries(
            Object.entries(formats).map(([key, both]) => {
              const [w = 0, h = 0] = both.split(',').map(Number);
              return [
                key,
                { width: w, height: h, url: is.text, mime: 'image/png', ext: '.png', size: is.number },
              ];
            }),
          ),
        );
  const now = { width, height, formats: shown, url: '{f.url}', id: '{f.id}' };
  await bench.send(get('/upload/files/{f.id}', { body: now }, { save: { now: 'body' } }));
  // Documents show the same.
  await bench.send(get('/articles/{a.documentId}?populate=cover', { data: { cover: now } }));
  const addresses = [
    ['{now.url}', `${width},${height}`],
    ...Object.entries(formats ?? {}).map(([key, both]) => [`{now.formats.${key}.url}`, both]),
  ];
  for (const [path = '', wanted] of addresses) {
    const answer = await bench.send({ send: 'GET', from: 'root', path, expect: { status: 200 } });
    const found = sidesOf(answer).join();
    if (found !== wanted) bench.fail(`the sides of the picture at ${path}`, wanted, found);
  }
}

const replaces = async (bench: Bench, { file }: Replacement): Promise<void> => {
  await bench.send(sends([file], { status: 200 }, { path: '/upload?id={f.id}' }));
};
/** The addresses of formats that the file had, and has no more. */
async function goneAre(bench: Bench, before: unknown): Promise<void> {
  const { body } = await bench.send(get('/upload/files/{f.id}'));
  const addressesOf = (file: unknown): string[] =>
    Object.values<{ url: string }>(Object(file).formats ?? {}).map(({ url }) => url);
  const now = new Set(addressesOf(body));
  for (const path of addressesOf(before).filter((one) => !now.has(one)))
    await bench.send({ send: 'GET', from: 'root', path, expect: { status: 404 } });
}

export const quireReplacedFormatCases: readonly Case[] = [
  ...PAIRS.map(([first, second]) =>
    files(
      'replaced-formats',
      async (bench) => {
        await upload(bench, 'f', first.file);
        await bench.make('a', { at: '/articles', data: { title: '{mark}', cover: '{f.id}' } });
        await shows(bench, first);
        const before = bench.value('now');
        await replaces(bench, second);
        await shows(bench, second);
        await goneAre(bench, before);
        await replaces(bench, first);
        await shows(bench, first);
      },
      { name: `${first.name} by ${second.name}`, lock: 'upload' },
    ),
  ),
  files(
    'replaced-formats',
    async (bench) => {
      await upload(bench, 'f', LARGE_PICTURE);
      const before = bench.value('f');
      await bench.send(sends([TEXT], { status: [200, 400] }, { path: '/upload?id={f.id}' }));
      const { body } = await bench.send(get('/upload/files/{f.id}'));
      if (Object(body).mime === 'text/plain') {
        bench.compare(
          'a text has no sides and no formats',
          { width: null, height: null, formats: null },
          body,
        );
        await goneAre(bench, before);
      } else
        bench.compare('a refused replacement changes nothing', { formats: { small: { width: 500 } } }, body);
      // The bytes of another file stay.
      await upload(bench, 'g', LARGE_PICTURE);
      await bench.send(sends([small], { status: 200 }, { path: '/upload?id={f.id}' }));
      for (const path of ['{g.url}', '{g.formats.thumbnail.url}', '{g.formats.medium.url}'])
        await bench.send({ send: 'GET', from: 'root', path, expect: { status: 200 } });
      await bench.send(
        get('/upload/files/{g.id}', { body: { formats: is.keys('thumbnail', 'small', 'medium') } }),
      );
    },
    { name: 'beside another file', lock: 'upload' },
  ),
];
