// Properties of images besides their sizes: orientation, metadata, animation.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { childrenOf, isImageWorker } from '../tests/child-processes';
import { createImages } from './image-files';
import { NO_IMAGE } from './image-types';

const folder = mkdtempSync(join(tmpdir(), 'quire-images-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'image');
const RULES = {
  breakpoints: { small: 100 },
  quality: 80,
  maxPixels: 1_000_000,
  alsoAs: [],
  onDemand: false,
  placeholder: false,
};
const images = createImages(RULES, () => undefined);
afterAll(() => images.close());
const describeBytes = (bytes: Buffer, mime: string) => {
  writeFileSync(path, bytes);
  return images.describe({ path, name: 'image', mime });
};
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } });

it('turns an image upright and removes its metadata', async () => {
  const bytes = await plain(300, 200)
    .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '1/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { width, height, replaced, formats } = await describeBytes(bytes, 'image/jpeg');
  expect([width, height]).toEqual([200, 300]);
  expect(formats.map((format) => [format.key, format.width, format.height])).toEqual([
    ['thumbnail', 104, 156],
    ['small', 67, 100],
  ]);
  for (const file of [replaced?.path ?? '', ...formats.map(({ made }) => made?.path ?? '')]) {
    const facts = await sharp(file).metadata();
    expect([facts.exif, facts.orientation]).toEqual([undefined, undefined]);
    expect((facts.height ?? 0) > (facts.width ?? 0)).toBe(true);
  }
});

it('stores an image without metadata as it came', async () => {
  const bytes = await plain(300, 200).png().toBuffer();
  expect((await describeBytes(bytes, 'image/png')).replaced).toBeNull();
});

it.each(['gif', 'webp'] as const)('keeps the frames of an animated %s', async (format) => {
  const frames = Buffer.concat(await Promise.all([0, 120, 240].map((red) => plainFrame(red))));
  const bytes = await sharp(frames, { raw: { width: 300, height: 600, channels: 3, pageHeight: 200 } })
    .toFormat(format, { delay: [100, 100, 100] } as never)
    .toBuffer();
  const { width, height, formats } = await describeBytes(bytes, `image/${format}`);
  expect([width, height]).toEqual([300, 200]);
  expect(formats.map(({ key, width: w, height: h }) => [key, w, h])).toEqual([
    ['thumbnail', 234, 156],
    ['small', 100, 67],
  ]);
  for (const { made } of formats)
    expect((await sharp(readFileSync(made?.path ?? ''), { animated: true }).metadata()).pages).toBe(3);
});

const plainFrame = (red: number) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .raw()
    .toBuffer();

it('counts the pixels of all frames', async () => {
  const frames = Buffer.concat(await Promise.all(Array.from({ length: 20 }, (_, n) => plainFrame(n * 12))));
  const bytes = await sharp(frames, { raw: { width: 300, height: 4000, channels: 3, pageHeight: 200 } })
    .gif()
    .toBuffer();
  await expect(describeBytes(bytes, 'image/gif')).rejects.toMatchObject({
    status: 400,
    details: { pixels: 1_200_000 },
  });
});

it('a text that claims to be an image has no size', async () => {
  expect(await describeBytes(Buffer.from('no image'), 'image/png')).toMatchObject({
    width: null,
    formats: [],
  });
});

const svg = (content: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
/** Each group shows the previous group ten times. The decoder measures each of the 10²⁰ rectangles. */
const nested = Array.from(
  { length: 20 },
  (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
);

it('an SVG that takes long to measure has no size, and the next image gets a worker', async () => {
  const warnings: string[] = [];
  const own = createImages(RULES, (message) => void warnings.push(message));
  // A fast machine measures rectangles within the limit: the decoder stops after 500,000 of them.
  const slow = `<path d="M0 0${'l1 1'.repeat(2_000)}"/>`;
  writeFileSync(path, svg(`<g id="g0">${slow}</g>${nested.join('')}`));
  const bomb = own.describe({ path, name: 'bomb.svg', mime: 'image/svg+xml' });
  expect(await bomb).toEqual(NO_IMAGE);
  expect(warnings).toEqual([expect.stringMatching(/the image worker ended with SIGKILL/)]);
  writeFileSync(path, await plain(300, 200).png().toBuffer());
  expect(await own.describe({ path, name: 'image', mime: 'image/png' })).toMatchObject({ width: 300 });
  own.close();
});

it.each([
  [999_000, 100],
  [1_000_000, null],
])('an SVG of %d bytes gets the width %p', async (bytes, width) => {
  const content = svg(`<rect width="100" height="100"/><!--${'x'.repeat(bytes)}-->`);
  expect(await describeBytes(content, 'image/svg+xml')).toMatchObject({ width });
});

it('a compressed SVG gets no width', async () => {
  const content = svg('<rect width="100" height="100"/>');
  expect(await describeBytes(gzipSync(content), 'image/svg+xml')).toEqual(NO_IMAGE);
});

it('computes the dimensions that sharp makes', async () => {
  for (const [width, height] of [
    [600, 400],
    [333, 777],
    [1001, 99],
    [157, 156],
    [246, 3],
    [101, 1],
  ] as const) {
    const { formats } = await describeBytes(await plain(width, height).png().toBuffer(), 'image/png');
    for (const { made, width: w, height: h } of formats)
      expect(await sharp(made?.path).metadata()).toMatchObject({ width: w, height: h });
  }
});

it('without sharp, images are plain files, and the log says so once', async () => {
  const preloaded = join(folder, 'no-sharp.js');
  writeFileSync(
    preloaded,
    `const { Module } = require('node:module');
     const { _load } = Module;
     Module._load = (name, ...rest) => {
       if (name === 'sharp') throw new Error("Cannot find module 'sharp'");
       return _load(name, ...rest);
     };`,
  );
  writeFileSync(path, await plain(300, 200).png().toBuffer());
  const script = `
    const { createImages } = require(${JSON.stringify(join(__dirname, 'image-files.js'))});
    const warnings = [];
    const images = createImages(${JSON.stringify(RULES)}, (message) => warnings.push(message));
    const describe = () => images.describe({ path: ${JSON.stringify(path)}, name: 'a', mime: 'image/png' });
    Promise.all([describe(), describe(), describe()]).then((facts) =>
      console.log(JSON.stringify({ facts, warnings })));`;
  const env = { ...process.env, NODE_OPTIONS: `--require ${preloaded}` };
  // The command ends although the worker rests: a resting worker holds no process.
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env });
  const { facts, warnings } = JSON.parse(stdout);
  expect(facts).toEqual(Array(3).fill({ ...NO_IMAGE }));
  expect(warnings).toEqual([expect.stringMatching(/"sharp" is not installed.*npm install sharp/)]);
});

const onLinux = process.platform === 'linux' ? it : it.skip;
onLinux(
  'a worker that is killed costs one image its formats, and the next image gets a new worker',
  async () => {
    const bytes = await sharp(await plain(4000, 4000).raw().toBuffer(), {
      raw: { width: 4000, height: 4000, channels: 3 },
    })
      .png()
      .toBuffer();
    writeFileSync(path, bytes);
    const warnings: string[] = [];
    const own = createImages({ ...RULES, maxPixels: 100_000_000 }, (message) => void warnings.push(message));
    const describe = () => own.describe({ path, name: 'image', mime: 'image/png' });
    const before = childrenOf(process.pid);
    let isDescribed = false;
    const killed = describe().finally(() => {
      isDescribed = true;
    });
    // On a busy machine, a worker of the normal class replaces an idle one before that one ends.
    while (!isDescribed) {
      for (const pid of childrenOf(process.pid).filter(isImageWorker))
        if (!before.includes(pid)) process.kill(pid, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await killed).toEqual(NO_IMAGE);
    expect(warnings).toEqual([expect.stringMatching(/the image worker ended with SIGKILL/)]);
    expect(await describe()).toMatchObject({ width: 4000, formats: [{}, {}] });
    own.close();
  },
);
