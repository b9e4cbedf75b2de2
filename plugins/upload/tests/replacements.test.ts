// Replacements that stop between row and bytes, and replacements of one file by two processes.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type App, createKernel } from '../../../core';
import { type TestApp, testDatabases } from '../../../core/testing';
import { examine } from '../../../core/testing/examine';
import type { Images } from '../images/image-files';
import { createReplacements } from '../replacements/replacements';
import { createUnfinishedWork } from '../replacements/unfinished-work';
import { createMakeOnce } from '../serving/make-once';
import { createLocalProvider } from '../storage/providers/local';
import { createStorage } from '../storage/storage';
import { openApp } from './app';
import { text, upload, uploaded } from './files';

describe.each(testDatabases())('replacements on %s', (database) => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await openApp({}, { database });
    folder = join(app.dir, 'public/uploads');
  });
  afterAll(() => app.close());

  /** Another process of the same application. */
  const another = async (config: object = {}) => {
    const kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: {
        database: app.kernel.config.database,
        server: { anonymous: 'full', port: 0, host: '127.0.0.1' },
        plugins: { rest: true, 'draft-and-publish': true, i18n: true, upload: { config } },
      } as never,
      writeLog: () => undefined,
    });
    await kernel.listen();
    return kernel;
  };
  const bytesOf = async (url: string) => (await app.agent.get(url)).text;
  const faults = () => examine(app.kernel, false);
  const staged = () => readdirSync(folder).filter((name) => name.startsWith('next-'));

  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await wait(10);
  };
  /** A replacement whose bytes wait, because a folder stands in their place. */
  const waiting = async (content: string) => {
    const file = await uploaded(app, text('first'));
    const place = join(folder, `${file.hash}.txt`);
    rmSync(place);
    mkdirSync(place);
    expect((await upload(app, [text(content)], {}, `?id=${file.id}`)).status).toBe(200);
    return { file, unblock: () => rmSync(place, { recursive: true }) };
  };

  it.each(['stat', 'move'])(
    'startup and shutdown do not wait for a storage whose %s is silent',
    async (method) => {
      const { file, unblock } = await waiting('second');
      unblock();
      const providerOptions = { folder, methods: [method, 'cleanUp'] };
      const silent = await another({ provider: join(__dirname, 'silent-provider.js'), providerOptions });
      // It waits for the storage now.
      await wait(50);
      await silent.stop();
      expect(staged()).toHaveLength(1);
      const restarted = await another();
      await until(() => staged().length === 0);
      expect([await bytesOf(file.url), await faults()]).toEqual(['second', []]);
      await restarted.stop();
    },
  );

  it('writes go on while the storage is silent', async () => {
    const { unblock } = await waiting('second');
    unblock();
    const providerOptions = { folder, methods: ['stat'] };
    const silent = await another({ provider: join(__dirname, 'silent-provider.js'), providerOptions });
    await wait(50);
    expect((await app.agent.post('/api/articles').send({ data: { title: 'a' } })).status).toBe(201);
    await silent.stop();
    const restarted = await another();
    await until(() => staged().length === 0);
    await restarted.stop();
  });

  it('the application tries again until the storage answers', async () => {
    const { file, unblock } = await waiting('second');
    const kernel = app.kernel as unknown as App;
    const local = await createLocalProvider({ folder }, kernel);
    let attempts = 0;
    const stat = async (name: string) => {
      attempts += 1;
      if (attempts < 3) throw new Error('the storage does not answer');
      return local.stat(name);
    };
    const provider = { ...local, stat };
    const replacements = createReplacements(kernel, createStorage(provider, kernel.log));
    const work = createUnfinishedWork({ provider, replacements, log: kernel.log, pause: 10 });
    work.start();
    await until(() => attempts === 4);
    expect(staged()).toHaveLength(1);
    unblock();
    await until(() => staged().length === 0);
    work.close();
    expect([await bytesOf(file.url), await faults()]).toEqual(['second', []]);
  });

  it('a startup gives the latest bytes the name of the file', async () => {
    const file = await uploaded(app, text('first'));
    const place = join(folder, `${file.hash}.txt`);
    // A folder in this place stops the replacement after its row.
    rmSync(place);
    mkdirSync(place);
    for (const content of ['second', 'the third text']) {
      const { status, body } = await upload(app, [text(content)], {}, `?id=${file.id}`);
      expect([status, body.hash]).toEqual([200, file.hash]);
    }
    expect(staged()).toHaveLength(2);
    expect(app.logs.map(({ message }) => message)).toContain(
      'the new bytes of a file wait in the storage; the application tries again',
    );
    rmSync(place, { recursive: true });
    const restarted = await another();
    await until(() => staged().length === 0);
    expect([await bytesOf(file.url), staged(), await faults()]).toEqual(['the third text', [], []]);
    await restarted.stop();
  });

  it('an image that is made of replaced bytes is not stored', async () => {
    const kernel = app.kernel as unknown as App;
    const provider = await createLocalProvider({ folder }, kernel);
    const replacements = createReplacements(kernel, createStorage(provider, kernel.log));
    let between = async (): Promise<unknown> => undefined;
    const images: Pick<Images, 'inTurn'> = {
      inTurn: (work) =>
        work(async (path) => {
          await between();
          return { path, size: 5 };
        }),
    };
    const makeOnce = createMakeOnce(kernel, {
      images: () => images,
      provider: () => provider,
      replacements: () => replacements,
    });
    const file = await uploaded(app, text('first'));
    const making = () =>
      makeOnce({ file, name: `small_${file.hash}.txt`, mime: file.mime, wanted: { format: 'small' } });
    between = async () => upload(app, [text('second')], {}, `?id=${file.id}`);
    await expect(making()).rejects.toMatchObject({ status: 503 });
    const stored = () => readdirSync(folder).filter((name) => name.includes(file.hash));
    expect(stored()).toEqual([`${file.hash}.txt`]);
    between = async () => undefined;
    expect(await making()).toBe(true);
    expect(stored()).toHaveLength(2);
    rmSync(join(folder, `small_${file.hash}.txt`));
  });

  it('two processes leave row and bytes of one replacement', async () => {
    const file = await uploaded(app, text('first'));
    const other = await another();
    const replace = async (url: string, size: number) => {
      const form = new FormData();
      form.append('files', new Blob(['x'.repeat(size)], { type: 'text/plain' }), 'note.txt');
      return (await fetch(`${url}/api/upload?id=${file.id}`, { method: 'POST', body: form })).status;
    };
    const sizes = [10, 2000, 300, 40_000, 5000, 70, 900, 12_000];
    const statuses = await Promise.all(
      sizes.map((size, index) => replace(index % 2 === 0 ? app.url : other.server.url, size)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { body } = await app.agent.get(`/api/upload/files/${file.id}`);
    expect(Math.round((await bytesOf(file.url)).length / 10) / 100).toBe(body.size);
    expect([staged(), await faults()]).toEqual([[], []]);
    await other.stop();
  });
});
