// Transformed images of local files: the presets of the configuration, kept in the storage.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { TestApp } from '../../../core/testing/create-test-app';
import { examine } from '../../../core/testing/examine';
import { openApp } from './app';
import { childrenOf, isImageWorker } from './child-processes';
import { image, type Sent, text, upload, uploaded } from './files';

const PRESETS = {
  card: { width: 40, height: 40, fit: 'cover', format: 'png' },
  wide: { width: 300 },
  small: { width: 40, height: 40, format: 'webp', quality: 50 },
  boxed: { width: 50, height: 50, fit: 'contain', format: 'png' },
};

let app: TestApp;
beforeAll(async () => {
  app = await openApp({ presets: PRESETS, presetMaxAge: 5000, placeholder: true });
});
afterAll(() => app.close());

const stored = () => readdirSync(join(app.dir, 'public/uploads')).sort();
const get = (url: string, query: string) => app.agent.get(`${url}?${query}`).buffer();
const sizeOf = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return [width, height, format];
};
/** Red, green and blue thirds, from left to right. */
async function thirds(): Promise<Sent> {
  const [red, green, blue] = ['#f00', '#0f0', '#00f'].map((background) => ({
    create: { width: 80, height: 80, channels: 3 as const, background },
  }));
  const bytes = await sharp({
    ...red,
    create: { ...red?.create, width: 240, height: 80, channels: 3, background: '#f00' },
  })
    .composite([
      { input: await sharp(green).png().toBuffer(), left: 80, top: 0 },
      { input: await sharp(blue).png().toBuffer(), left: 160, top: 0 },
    ])
    .png()
    .toBuffer();
  return { name: 'thirds.png', type: 'image/png', bytes };
}
const colourOf = async (bytes: Buffer) => {
  const [red = 0, green = 0, blue = 0] = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer();
  return red > 200 ? 'red' : green > 200 ? 'green' : blue > 200 ? 'blue' : 'mixed';
};

it.each([
  ['preset=card', [40, 40, 'png'], 'image/png'],
  ['preset=wide', [300, 200, 'jpeg'], 'image/jpeg'],
  ['width=300', [300, 200, 'jpeg'], 'image/jpeg'],
  ['height=40&width=40&fit=cover&format=png', [40, 40, 'png'], 'image/png'],
  ['width=40&height=40&format=webp&quality=50&v=2', [40, 27, 'webp'], 'image/webp'],
  ['width=40&height=40&fit=inside&format=webp&quality=50', [40, 27, 'webp'], 'image/webp'],
  ['preset=boxed', [50, 50, 'png'], 'image/png'],
])('answers %s', async (query, expected, type) => {
  const { url } = await uploaded(app, await image(600, 400, 'jpeg', 'lake.jpg'));
  const { status, headers, body } = await get(url, query);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    type,
    'public, max-age=5000',
  ]);
  expect(await sizeOf(body)).toEqual(expected);
  const again = await app.agent.get(`${url}?${query}`).set('If-None-Match', headers.etag ?? '');
  expect(again.status).toBe(304);
});

it.each([
  ['preset=huge', 'preset', /card, wide/],
  ['preset=__proto__', 'preset', /card, wide/],
  ['preset[a]=card', 'preset', /card, wide/],
  ['width=301', 'width', /width=301 .*wide \(width=300&fit=inside\)/],
  ['width=300&height=40', 'width', /all values of a preset/],
  ['width=40&height=40&fit=fill', 'fit', /all values/],
  ['width=40&height=40&fit=cover&format=gif', 'format', /all values/],
  ['width=300&quality=101', 'quality', /all values/],
  ['width=NaN', 'width', /all values/],
  ['width=300&width=300', 'width', /all values/],
])('refuses %s, and names the key and the presets', async (query, key, message) => {
  const { url } = await uploaded(app, await image(60, 40));
  const before = stored();
  const { status, body } = await app.agent.get(`${url}?${query}`);
  expect([status, body.error]).toMatchObject([
    400,
    { name: 'ValidationError', details: { key, source: 'query' } },
  ]);
  expect(body.error.message).toMatch(message);
  expect(stored()).toEqual(before);
});

it('refuses files that are no images, damaged images, and files that do not exist', async () => {
  const [head] = [await image(60, 40)];
  const damaged = { ...head, bytes: Buffer.concat([head.bytes.subarray(0, 40), Buffer.alloc(200, 7)]) };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  for (const file of [
    text('a'),
    damaged,
    { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from(svg) },
  ]) {
    const { url } = await uploaded(app, file);
    const { status, body } = await get(url, 'preset=card');
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/no image that can be/)]);
  }
  for (const name of ['lake_0000000000.jpg', 'x', 'card_x.png'])
    expect((await get(`/uploads/${name}`, 'preset=card')).status).toBe(404);
});

it('gets 507 from a full disk, and makes the image when there is space', async () => {
  const { url } = await uploaded(app, await image(60, 40));
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  for (const method of ['copyFile', 'mkdtemp'] as const) {
    jest.spyOn(fsPromises, method).mockRejectedValue(full);
    expect((await get(url, 'preset=card')).status).toBe(507);
    jest.restoreAllMocks();
  }
  expect((await get(url, 'preset=card')).status).toBe(200);
});

const onLinux = process.platform === 'linux' ? it : it.skip;
onLinux('answers 503 when the worker ends, and makes the image at the next request', async () => {
  const { url } = await uploaded(app, await image(60, 40));
  let isAnswered = false;
  const answer = get(url, 'preset=card').then((answered) => {
    isAnswered = true;
    return answered;
  });
  while (!isAnswered) {
    for (const pid of imageWorkers()) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { status, headers } = await answer;
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect((await get(url, 'preset=card')).status).toBe(200);
});

const imageWorkers = () => childrenOf(process.pid).filter(isImageWorker);

it('makes one image for requests that come at once, and keeps it', async () => {
  const { url, hash } = await uploaded(app, await image(1500, 1000));
  const answers = await Promise.all(Array.from({ length: 8 }, () => get(url, 'preset=card')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // The ETag has the time at which the image was stored.
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  const kept = stored().filter((name) => name.startsWith('card-') && name.includes(hash));
  expect(kept).toHaveLength(1);
  const path = join(app.dir, 'public/uploads', kept[0] ?? '');
  const { ino } = statSync(path);
  await get(url, 'preset=card');
  expect(statSync(path).ino).toBe(ino);
});

it('a burst of requests copies an image only when a worker is free', async () => {
  const presets = Array.from({ length: 120 }, (_, n) => [`p${n}`, { width: 100 + n }]);
  const burst = await openApp({ presets: Object.fromEntries(presets) });
  const { url, hash } = await uploaded(burst, await image(300, 200));
  const temporary = join(burst.dir, 'temporary');
  mkdirSync(temporary);
  jest.spyOn(os, 'tmpdir').mockReturnValue(temporary);
  // Works that have a worker wait here, so that the test does not depend on the speed of the machine.
  const { open } = fsPromises;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  jest.spyOn(fsPromises, 'open').mockImplementation(async (path, ...rest) => {
    if (String(path).endsWith(`/${hash}.png`)) await released;
    return open(path, ...rest);
  });
  const ask = (n: number) => burst.agent.get(`${url}?preset=p${n}`).buffer();
  const early: number[] = [];
  const asking = presets.map(async (_, n) => {
    const answer = await ask(n);
    early.push(answer.status);
    return answer;
  });
  try {
    // Fifty works wait, and one or two have a worker.
    while (early.length < 68) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(new Set(early)).toEqual(new Set([503]));
    expect([1, 2]).toContain(readdirSync(temporary).length);
  } finally {
    release();
  }
  const answers = await Promise.all(asking);
  const refused = answers.filter(({ status }) => status === 503);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['5']));
  expect([68, 69]).toContain(refused.length);
  const [late] = refused;
  expect((await ask(answers.indexOf(late as never))).status).toBe(200);
  jest.restoreAllMocks();
  await burst.close();
  // Processes of low priority make fifty images.
});

it('a damaged image is not read at each request, and is read after a replacement', async () => {
  const good = await image(300, 200);
  const damaged = { ...good, bytes: Buffer.concat([good.bytes.subarray(0, 60), Buffer.alloc(200, 7)]) };
  const file = await uploaded(app, damaged);
  expect((await get(file.url, 'preset=card')).status).toBe(400);
  writeFileSync(join(app.dir, 'public', file.url), good.bytes);
  expect((await get(file.url, 'preset=card')).status).toBe(400);
  await upload(app, [good], {}, `?id=${file.id}`);
  expect((await get(file.url, 'preset=card')).status).toBe(200);
});

it('cover crops around the focal point, also after its change', async () => {
  const file = await uploaded(app, await thirds(), { focalPoint: { x: 5, y: 50 } });
  const colours = [await colourOf((await get(file.url, 'preset=card')).body)];
  for (const x of [50, 95, 1000]) {
    await upload(app, [], { fileInfo: JSON.stringify({ focalPoint: { x, y: 50 } }) }, `?id=${file.id}`);
    colours.push(await colourOf((await get(file.url, 'preset=card')).body));
  }
  expect(colours).toEqual(['red', 'green', 'blue', 'blue']);
  // The image of the former focal point is gone.
  expect(stored().filter((name) => name.startsWith('card-') && name.includes(file.hash))).toHaveLength(1);
});

it('a replacement and a deletion remove transformed images; the doctor finds no fault', async () => {
  const file = await uploaded(app, await image(300, 200));
  await get(file.url, 'preset=card');
  await upload(app, [await thirds()], { fileInfo: '{"focalPoint":{"x":95,"y":50}}' }, `?id=${file.id}`);
  expect(await colourOf((await get(file.url, 'preset=card')).body)).toBe('blue');
  expect(await examine(app.kernel)).toEqual([]);
  await app.agent.delete(`/api/upload/files/${file.id}`);
  expect(stored().filter((name) => name.includes(file.hash))).toEqual([]);
});

it('an image has a small blurred placeholder, which no client sets', async () => {
  const info = { fileInfo: '{"placeholder":"x"}' };
  const { body } = await upload(app, [await image(600, 400), text('a')], info);
  expect(body[1].placeholder).toBeNull();
  const [, data = ''] = String(body[0].placeholder).split('data:image/webp;base64,');
  expect(await sizeOf(Buffer.from(data, 'base64'))).toEqual([16, 11, 'webp']);
  expect(body[0].placeholder.length).toBeLessThan(400);
});

it.each([
  [
    { presets: PRESETS, provider: join(__dirname, '../memory-provider.example.js') },
    /presets.*needs the provider "local"/,
  ],
  [{ presets: { 'A b': { width: 1 } } }, /presets/],
  [{ presets: { a: { width: 0 } } }, /presets\.a\.width/],
])('wrong presets stop startup', async (config, message) => {
  await expect(openApp(config)).rejects.toThrow(message);
});
