// Faults of the storage and of the database: bytes and rows stand together or not at all.
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createKernel, definePlugin } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { examine } from '../../../core/testing/examine';
import { createLocalProvider } from '../storage/providers/local';
import { putFiles } from '../storage/providers/put-files';
import { openApp } from './app';
import { image, text, upload, uploaded } from './files';

let app: TestApp;
let folder: string;
beforeEach(async () => {
  isFailing = false;
  pauses = [];
  app = await openApp({ protectUsed: true }, { added: [failing] });
  folder = join(app.dir, 'public/uploads');
});
afterEach(() => app.close());

const stored = () => readdirSync(folder).sort();
/** Milliseconds that the next writes wait between the bytes and the row. */
let pauses: number[] = [];
/** While set, every write fails after its rows. */
let isFailing = false;
const failing = definePlugin({
  name: 'failing',
  register({ hooks }) {
    hooks.documents.prepare(async () => {
      await wait(pauses.shift() ?? 0);
    });
    hooks.documents.written(() => {
      if (isFailing) throw new Error('the database fails');
    });
  },
});
const failWrites = () => {
  isFailing = true;
};

it('stores no bytes when the row fails', async () => {
  failWrites();
  expect((await upload(app, [await image(600, 400), text('a')])).status).toBe(500);
  expect(stored()).toEqual([]);
});

it('restores the bytes when the row of a replacement fails', async () => {
  const file = await uploaded(app, await image(600, 400));
  const before = [stored(), (await app.agent.get(file.url)).body];
  failWrites();
  expect((await upload(app, [await image(900, 900)], {}, `?id=${file.id}`)).status).toBe(500);
  expect([stored(), (await app.agent.get(file.url)).body]).toEqual(before);
});

it('replacements and a deletion at the same time leave row and bytes of one of them', async () => {
  const file = await uploaded(app, text('first'));
  pauses = [80, 40, 20];
  const replaced = await Promise.all(
    [10, 2000, 300, 40_000, 5].map((size) => upload(app, [text('x'.repeat(size))], {}, `?id=${file.id}`)),
  );
  expect(replaced.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { body } = await app.agent.get(`/api/upload/files/${file.id}`);
  const { headers } = await app.agent.get(file.url);
  expect(Math.round(Number(headers['content-length']) / 10) / 100).toBe(body.size);
  const last = await Promise.all([
    upload(app, [text('x'.repeat(2000))], {}, `?id=${file.id}`),
    app.agent.delete(`/api/upload/files/${file.id}`),
    upload(app, [text('x'.repeat(3000))], {}, `?id=${file.id}`),
  ]);
  expect(last.every(({ status }) => [200, 404].includes(status))).toBe(true);
  expect(stored()).toEqual([]);
});

it('stores no file of a request in which one is refused', async () => {
  const { status } = await upload(app, [
    text('good'),
    { ...text('bad'), name: 'bad.png', type: 'image/png' },
  ]);
  expect([status, stored()]).toEqual([400, []]);
});

it('a file in use is protected, and the answer lists its uses', async () => {
  const file = await uploaded(app, await image(10, 10));
  const make = (data: object) => app.agent.post('/api/articles?status=draft').send({ data });
  const made = [
    await make({ cover: file.id }),
    await make({ gallery: [file.id] }),
    await make({ zone: [{ __component: 'shared.seo', image: file.id }] }),
  ].map(({ body }) => body.data.documentId);
  const remove = () => app.agent.delete(`/api/upload/files/${file.id}`);
  const { status, body } = await remove();
  expect(status).toBe(409);
  expect(body.error.details.uses).toEqual(
    ['cover', 'gallery', 'zone'].map((field, index) => ({
      type: 'api::article.article',
      documentId: made[index],
      field,
    })),
  );
  expect((await app.agent.get(file.url)).status).toBe(200);
  for (const documentId of made) await app.agent.delete(`/api/articles/${documentId}`);
  expect((await remove()).status).toBe(200);
});

it('the doctor finds missing bytes and bytes without a file, and removes the latter', async () => {
  const file = await uploaded(app, await image(600, 400));
  const [lost] = stored();
  rmSync(join(folder, lost ?? ''));
  for (const name of ['old.bin', 'young.bin']) writeFileSync(join(folder, name), 'x');
  utimesSync(join(folder, 'old.bin'), new Date(0), new Date(0));
  expect(await examine(app.kernel, true)).toEqual([
    `doctor, uploads: uploads, bytes, 1 found: the bytes ${lost} of the file "${file.name}" are missing; restore them from a backup, or delete the file`,
    'doctor, uploads: uploads, storage, 1 found: the bytes old.bin belong to no file',
  ]);
  expect(stored()).not.toContain('old.bin');
  expect(stored()).toContain('young.bin');
});

it('the doctor finds temporary files of a killed process, and removes them', async () => {
  const temporary = join(app.dir, 'temporary');
  for (const name of ['quire-body-old', 'quire-body-young', 'other'])
    mkdirSync(join(temporary, name), { recursive: true });
  for (const name of ['quire-body-old', 'other']) utimesSync(join(temporary, name), 0, 0);
  const tmpdir = jest.spyOn(os, 'tmpdir').mockReturnValue(temporary);
  try {
    const path = join(temporary, 'quire-body-old');
    expect(await examine(app.kernel, true)).toEqual([
      `doctor, uploads: uploads, temporary files, 1 found: ${path} is of a process that was killed`,
    ]);
    expect(readdirSync(temporary).sort()).toEqual(['other', 'quire-body-young']);
  } finally {
    tmpdir.mockRestore();
  }
});

it('a startup removes what an interrupted upload left behind', async () => {
  for (const name of ['.partial-old', '.partial-new']) writeFileSync(join(folder, name), 'x');
  utimesSync(join(folder, '.partial-old'), new Date(0), new Date(0));
  const provider = await createLocalProvider({ folder }, { dir: app.dir, log: app.kernel.log });
  await provider.cleanUp?.();
  expect(stored()).toEqual(['.partial-new']);
});

it('the local storage stores files and streams alike, and leaves the file', async () => {
  const provider = await createLocalProvider({ folder }, { dir: app.dir, log: app.kernel.log });
  const facts = { mime: 'text/plain', size: 5 };
  const path = join(app.dir, 'given.txt');
  writeFileSync(path, 'bytes', { mode: 0o600 });
  await putFiles(provider, [{ ...facts, name: 'a.txt', path }]);
  await provider.put('b.txt', createReadStream(path), facts);
  await putFiles(provider, [{ ...facts, name: 'a.txt', path }]);
  for (const name of ['a.txt', 'b.txt', '../../given.txt'])
    expect(readFileSync(join(folder, name), 'utf8')).toBe('bytes');
  expect(stored().map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o640, 0o640]);
  const absent = { ...facts, name: 'c.txt', path: join(app.dir, 'absent') };
  await expect(putFiles(provider, [{ ...facts, name: 'd.txt', path }, absent])).rejects.toThrow('ENOENT');
  expect(stored()).toEqual(['a.txt', 'b.txt']);
});

it('a stream that fails at once leaves no file', async () => {
  const provider = await createLocalProvider({ folder }, { dir: app.dir, log: app.kernel.log });
  const facts = { mime: 'text/plain', size: 5 };
  const failing = () => new Readable({ read: () => undefined }).destroy(new Error('the source fails'));
  const absent = () => createReadStream(join(app.dir, 'absent'));
  // Sometimes the file comes first.
  for (let round = 0; round < 40; round += 1)
    for (const bytesOf of [failing, absent, () => null as unknown as Readable])
      await expect(provider.put('a.txt', bytesOf(), facts)).rejects.toThrow();
  await wait(50);
  expect(stored()).toEqual([]);
});

it('a provider that replaces `put` of the local storage receives all bytes', async () => {
  const wrapped = await openApp({ provider: join(__dirname, 'reversing-provider.js') });
  const places = join(wrapped.dir, 'public/uploads');
  const file = await uploaded(wrapped, text('bytes'));
  expect(readFileSync(join(places, `${file.hash}.txt`), 'utf8')).toBe('setyb');
  expect(readdirSync(places)).toHaveLength(1);
  await wrapped.close();
});

it('a provider of a third party stores the files', async () => {
  const other = await openApp({ provider: join(__dirname, '../memory-provider.example.js') });
  const file = await uploaded(other, text('kept'));
  expect(file.url).toBe(`https://files.example.com/${file.hash}.txt`);
  expect((await other.agent.get(`/uploads/${file.hash}.txt`)).status).toBe(404);
  expect((await other.agent.delete(`/api/upload/files/${file.id}`)).status).toBe(200);
  await other.close();
});

it('a provider that does not exist stops startup', async () => {
  await expect(openApp({ provider: './nothing' })).rejects.toThrow(/upload\.config\.provider/);
  await expect(openApp({ providerOptions: { folde: 'x' } })).rejects.toThrow(/providerOptions.*folde/s);
});

it('`quire doctor` checks the files of an application that is not started', async () => {
  await uploaded(app, await image(600, 400));
  rmSync(folder, { recursive: true });
  const kernel = await createKernel({
    dir: app.dir,
    env: { NODE_ENV: 'test' },
    overrides: { plugins: { rest: true, 'draft-and-publish': true, i18n: true, upload: true } } as never,
    writeLog: () => undefined,
  });
  const { schema, hooks, doctor } = kernel;
  const faults = await examine({ database: app.kernel.database, schema, hooks, doctor });
  expect(faults).toEqual([expect.stringContaining('doctor, uploads: uploads, bytes, 3 found')]);
});
