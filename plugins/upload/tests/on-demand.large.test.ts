// Formats that are made at the first request of their address.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { TestApp } from '../../../core/testing/create-test-app';
import { examine } from '../../../core/testing/examine';
import { openApp } from './app';
import { image, text, uploaded } from './files';

let app: TestApp;
beforeAll(async () => {
  app = await openApp({ onDemand: true });
});
afterAll(() => app.close());
const stored = () => readdirSync(join(app.dir, 'public/uploads')).sort();

it('an upload stores the image alone, and lists the formats it may have', async () => {
  const file = await uploaded(app, await image(600, 400, 'jpeg', 'lake.jpg'));
  expect(stored()).toEqual([`${file.hash}.jpg`]);
  expect(file.formats).toMatchObject({
    thumbnail: {
      width: 234,
      height: 156,
      size: null,
      sizeInBytes: null,
      url: `/uploads/thumbnail_${file.hash}.jpg`,
    },
    small: { width: 500, height: 333 },
  });
  expect(await examine(app.kernel)).toEqual([]);
});

it('requests that come at once get one image, which is kept', async () => {
  const file = await uploaded(app, await image(600, 400));
  const { url, width, height } = file.formats.small;
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.agent.get(url).buffer()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await sharp(answers[0]?.body).metadata()).toMatchObject({ width, height, format: 'png' });
  const path = join(app.dir, 'public', url);
  const { ino } = statSync(path);
  expect((await app.agent.get(url)).status).toBe(200);
  expect(statSync(path).ino).toBe(ino);
  expect(await examine(app.kernel)).toEqual([]);
  await app.agent.delete(`/api/upload/files/${file.id}`);
  expect(stored().filter((name) => name.includes(file.hash))).toEqual([]);
});

it('makes nothing for names of no format', async () => {
  const file = await uploaded(app, await image(200, 100));
  const note = await uploaded(app, text('note'));
  const before = stored();
  const names = [
    `small_${file.hash}.png`,
    `thumbnail_${file.hash}.jpg`,
    `thumbnail_${note.hash}.txt`,
    'thumbnail_x.png',
    `huge_${file.hash}.png`,
    'thumbnail_',
    '__proto___x.png',
  ];
  for (const name of names) expect((await app.agent.get(`/uploads/${name}`)).status).toBe(404);
  expect(stored()).toEqual(before);
});

it('needs the provider local', async () => {
  await expect(
    openApp({ onDemand: true, provider: join(__dirname, '../memory-provider.example.js') }),
  ).rejects.toThrow(/onDemand/);
});

it.each([false, true])('makes further types of each format (onDemand: %s)', async (onDemand) => {
  const also = await openApp({ alsoAs: ['webp', 'avif'], onDemand });
  const file = await uploaded(also, await image(300, 200, 'jpeg', 'lake.jpg'));
  expect(Object.keys(file.formats)).toEqual(['thumbnail', 'thumbnail_webp', 'thumbnail_avif']);
  for (const [type, format] of [
    ['webp', 'webp'],
    ['avif', 'heif'],
  ]) {
    const entry = file.formats[`thumbnail_${type}`];
    const url = `/uploads/thumbnail_${file.hash}.${type}`;
    expect(entry).toMatchObject({ ext: `.${type}`, mime: `image/${type}`, url, width: 234, height: 156 });
    const { headers, body } = await also.agent.get(url).buffer();
    expect(headers['content-type']).toBe(`image/${type}`);
    expect((await sharp(body).metadata()).format).toBe(format);
  }
  const webp = await uploaded(also, await image(300, 200, 'webp'));
  expect(Object.keys(webp.formats)).toEqual(['thumbnail', 'thumbnail_avif']);
  expect(await examine(also.kernel)).toEqual([]);
  for (const { id } of [file, webp]) await also.agent.delete(`/api/upload/files/${id}`);
  expect(readdirSync(join(also.dir, 'public/uploads'))).toEqual([]);
  await also.close();
});
