// The S3 provider against a server of S3: an application of another project, in this process, over HTTP.
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestApp } from '../../../core/testing/create-test-app';
import { examine } from '../../../core/testing/examine';
import { createS3Provider } from '../storage/providers/s3';
import { openApp } from './app';
import { image, text, upload, uploaded } from './files';

interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = require('s3rver') as new (options: object) => S3Server;

let server: S3Server;
let folder: string;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-s3-'));
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  ({ port } = await server.run());
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const s3Options = (own: object = {}) => ({
  region: 'eu-central-1',
  endpoint: `http://127.0.0.1:${port}`,
  forcePathStyle: true,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  ...own,
});
const open = (options: object = {}) =>
  openApp(
    {
      provider: 's3',
      providerOptions: { bucket: 'files', rootPath: 'media', s3Options: s3Options(), ...options },
    },
    { plugins: { graphql: true } },
  );
const withApp = async (work: (app: TestApp) => Promise<void>, options?: object) => {
  const app = await open(options);
  try {
    await work(app);
  } finally {
    await app.close();
  }
};

it('stores a file with its formats in the bucket, and removes them', () =>
  withApp(async (app) => {
    const file = await uploaded(app, await image(600, 400));
    expect(file).toMatchObject({ provider: 's3', isUrlSigned: false });
    expect(file.url).toBe(`http://127.0.0.1:${port}/files/media/${file.hash}.png`);
    const urls = [file.url, file.formats.thumbnail.url, file.formats.small.url];
    for (const url of urls) {
      const found = await fetch(url);
      expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    expect(await examine(app.kernel)).toEqual([]);
    expect((await app.agent.delete(`/api/upload/files/${file.id}`)).status).toBe(200);
    for (const url of urls) expect((await fetch(url)).status).toBe(404);
  }));

it('replaces bytes under the same address', () =>
  withApp(async (app) => {
    const file = await uploaded(app, text('first'));
    await upload(app, [text('second')], {}, `?id=${file.id}`);
    expect(await (await fetch(file.url)).text()).toBe('second');
  }));

it.each([
  ['text/html', '<p>', 'attachment'],
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'attachment'],
  ['text/plain', 'a', null],
])('the bucket sends %s as a download, if it could run scripts', (type, content, disposition) =>
  withApp(async (app) => {
    const file = await uploaded(app, { name: 'a', type, bytes: Buffer.from(content) });
    const shown = async () => (await fetch(file.url)).headers.get('content-disposition');
    expect(await shown()).toBe(disposition);
    await upload(app, [{ name: 'b', type, bytes: Buffer.from(`${content} `) }], {}, `?id=${file.id}`);
    expect(await shown()).toBe(disposition);
  }),
);

/** Every address of a file inside a value. */
const addressesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => (key === 'url' ? [String(each)] : addressesIn(each)))
    : [];

it('signs the addresses of a private bucket, in the upload routes and in documents', () =>
  withApp(
    async (app) => {
      const { agent } = app;
      const note = await uploaded(app, text('private'));
      const file = await uploaded(app, await image(300, 200));
      expect([note.isUrlSigned, file.isUrlSigned]).toEqual([true, true]);
      expect(await (await fetch(note.url)).text()).toBe('private');
      const seo = { words: 'w', image: file.id };
      const created = await agent.post('/api/articles?populate=*').send({
        data: {
          title: 'A',
          cover: file.id,
          gallery: [note.id, file.id],
          seo,
          zone: [{ __component: 'shared.seo', ...seo }],
        },
      });
      const id = created.body.data.documentId;
      const graphql = (query: string) => agent.post('/graphql').send({ query });
      const buckets = 'articles_connection { aggregate { groupBy { title { connection { nodes';
      const answers = [
        ['a write', created, 5],
        ['a list', await agent.get('/api/articles?populate=*'), 5],
        ['a document', await agent.get(`/api/articles/${id}?populate=cover`), 2],
        ['the address alone', await agent.get('/api/articles?populate[cover][fields][0]=url'), 1],
        ['components', await agent.get('/api/articles?populate[seo][populate]=image'), 2],
        ['zones', await agent.get('/api/articles?populate[zone][on][shared.seo][populate]=image'), 2],
        ['files', await agent.get('/api/upload/files'), 3],
        ['a file', await agent.get(`/api/upload/files/${file.id}`), 2],
        [
          'GraphQL',
          await graphql('{ articles { a: cover { url } gallery { url } seo { image { url } } } }'),
          4,
        ],
        ['files over GraphQL', await graphql('{ uploadFiles { url } }'), 2],
        ['buckets', await graphql(`{ ${buckets} { cover { url } } } } } } } }`), 1],
      ] as const;
      for (const [where, { body }, count] of answers) {
        const addresses = addressesIn(body);
        expect([where, addresses.length, addresses.every((url) => url.includes('X-Amz-Signature='))]).toEqual(
          [where, count, true],
        );
      }
      for (const url of addressesIn(created.body)) expect((await fetch(url)).status).toBe(200);
      expect(await app.kernel.database.knex('files').select('url').first()).toEqual({
        url: `http://127.0.0.1:${port}/files/media/${note.hash}.txt`,
      });
      const tags = [1, 2].map(async () => (await agent.get('/api/articles?populate=*')).headers.etag);
      expect(new Set(await Promise.all(tags)).size).toBe(1);
    },
    { private: true },
  ));

it('a server that is down gives 503 and stores nothing', () =>
  withApp(
    async (app) => {
      const { status, headers } = await upload(app, [text('a')]);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(await app.documents('plugin::upload.file').count()).toBe(0);
    },
    {
      s3Options: {
        region: 'eu-central-1',
        endpoint: 'http://127.0.0.1:9',
        maxAttempts: 1,
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      },
    },
  ));

/** A way to the server. A silent one accepts connections, and sends nothing. */
async function openWay() {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let received = 0;
  let look = (_bytes: Buffer, _socket: Socket): void => undefined;
  const way = createServer((client) => {
    const behind = connect(port, '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes: Buffer) => {
      look(bytes, client);
      if (isSilent) received += 1;
      else behind.write(bytes);
    });
    behind.on('data', (bytes) => isSilent || client.write(bytes));
    client.on('close', () => behind.destroy());
    behind.on('close', () => isSilent || client.destroy());
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    setSilent(value: boolean) {
      isSilent = value;
    },
    received: () => received,
    onRequest(then: typeof look) {
      look = then;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      way.close();
    },
  };
}

it('a server that becomes silent gives 503, and stores nothing', async () => {
  const way = await openWay();
  const options = { s3Options: s3Options({ endpoint: way.endpoint }) };
  await withApp(async (app) => {
    const kept = await uploaded(app, text('kept'));
    const deleted = await uploaded(app, await image(600, 400));
    const reader = await createS3Provider({ bucket: 'files', ...options }, app.kernel as never);
    way.setSilent(true);
    const [added, replaced, removed, read] = await Promise.all([
      upload(app, [text('a'), text('b')]),
      upload(app, [text('changed')], {}, `?id=${kept.id}`),
      app.agent.delete(`/api/upload/files/${deleted.id}`),
      reader.get('a.txt').catch(String),
    ]);
    await reader.close?.();
    expect([added, replaced].map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [503, '5'],
      [503, '5'],
    ]);
    expect([removed.status, read]).toEqual([200, expect.stringContaining('timed out')]);
    way.setSilent(false);
    expect(await app.documents('plugin::upload.file').count()).toBe(1);
    expect(await (await fetch(kept.url)).text()).toBe('kept');
  }, options);
  way.close();
});

it('the configuration sets the time of a silence, which ends a request once', async () => {
  const way = await openWay();
  way.setSilent(true);
  const requestHandler = { socketTimeout: 100 };
  const provider = await createS3Provider(
    { bucket: 'files', s3Options: s3Options({ endpoint: way.endpoint, requestHandler }) },
    { dir: folder, log: undefined as never },
  );
  await expect(provider.stat('a.txt')).rejects.toThrow('timed out');
  expect(way.received()).toBe(1);
  await provider.close?.();
  way.close();
});

it('a request whose parts fail does not wait for their removal, nor does shutdown', async () => {
  const way = await openWay();
  let removing = false;
  way.onRequest((bytes) => {
    const head = bytes.toString('latin1', 0, 400);
    if (head.startsWith('PUT') && head.includes('partNumber=')) way.setSilent(true);
    if (head.startsWith('DELETE') && head.includes('uploadId=')) removing = true;
  });
  const failures: unknown[] = [];
  const warn = (_: string, { error }: { error: unknown }) => failures.push(error);
  const requestHandler = { socketTimeout: 2000 };
  const provider = await createS3Provider(
    { bucket: 'files', s3Options: s3Options({ endpoint: way.endpoint, requestHandler }) },
    { dir: folder, log: { warn } as never },
  );
  const size = 6 * 1024 * 1024;
  const bytes = Readable.from([Buffer.alloc(size)]);
  const put = provider.put('large.bin', bytes, { mime: 'text/plain', size });
  await expect(put).rejects.toThrow('timed out');
  while (!removing) await wait(5);
  expect(failures).toEqual([]);
  await provider.close?.();
  while (failures.length === 0) await wait(5);
  // The shutdown ended the removal, before its time was over.
  expect(failures).toEqual([expect.stringContaining('abort')]);
  way.close();
});

it('the parts of an upload that fails are removed', async () => {
  const way = await openWay();
  const removed: string[] = [];
  way.onRequest((bytes) => {
    const head = bytes.toString('latin1', 0, 400);
    if (head.startsWith('DELETE')) removed.push(head);
  });
  const provider = await createS3Provider(
    { bucket: 'files', s3Options: s3Options({ endpoint: way.endpoint }) },
    { dir: folder, log: { warn: () => undefined } as never },
  );
  const bytes = Readable.from(
    (async function* () {
      yield Buffer.alloc(6 * 1024 * 1024);
      throw new Error('the file is gone');
    })(),
  );
  await expect(provider.put('large.bin', bytes, { mime: 'text/plain', size: 1 })).rejects.toThrow('is gone');
  while (removed.length === 0) await wait(5);
  expect(removed[0]).toMatch(/^DELETE \/files\/large.bin\?\S*uploadId=/);
  await provider.close?.();
  way.close();
});

it('wrong options stop startup', async () => {
  await expect(open({ bucket: undefined })).rejects.toThrow(/bucket is required/);
});
