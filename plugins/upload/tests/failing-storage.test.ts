// Storages that fail: what the client gets, what the log says, and that nothing stays behind.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TestApp } from '../../../core/testing/create-test-app';
import { until } from '../../../core/testing/until';
import createMemoryProvider from '../memory-provider.example';
import { putFiles } from '../storage/providers/put-files';
import { createStorage } from '../storage/storage';
import { openApp } from './app';
import { text, upload, uploaded } from './files';

/** Milliseconds: longer than the storage is asked again. */
const LONG = 3_100;

const withFailing = async (providerOptions: object, work: (broken: TestApp) => Promise<void>) => {
  const broken = await openApp({ provider: join(__dirname, 'failing-provider.js'), providerOptions });
  try {
    await work(broken);
  } finally {
    await broken.close();
  }
};

it.each([
  [{ method: 'put', code: 'ENOSPC' }, 507, undefined],
  [{ method: 'put', code: 'EFBIG' }, 507, undefined],
  [{ method: 'put', code: 'ECONNREFUSED' }, 503, '5'],
  [{ method: 'put', throws: true }, 503, '5'],
  [{ method: 'url', throws: true }, 503, '5'],
  [{ method: 'signedUrl' }, 503, '5'],
  [{ method: 'signedUrl', throws: true }, 503, '5'],
  [{ method: 'put', status: 404 }, 503, '5'],
  [{ method: 'url', status: 400, throws: true }, 503, '5'],
])('a storage that fails (%o) gives %d', (failure, status, retryAfter) =>
  withFailing(failure, async (broken) => {
    const answer = await upload(broken, [text('a'), text('b')]);
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
    expect(await broken.documents('plugin::upload.file').count()).toBe(0);
  }),
);

it('a storage that cannot name an address gives 503 to reads, and the log names the provider', () => {
  let isDown = false;
  return withFailing({ method: 'url', throws: true, when: () => isDown }, async (broken) => {
    const { id } = await uploaded(broken, text('a'));
    isDown = true;
    const answer = await broken.agent.get(`/api/upload/files/${id}`);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(broken.logs).toContainEqual(
      expect.objectContaining({
        plugin: 'upload',
        provider: expect.stringContaining('failing-provider'),
        message: 'the storage of files failed',
      }),
    );
  });
});

it.each([{}, { throws: true }])('a storage that cannot remove bytes deletes the row (%o)', (how) =>
  withFailing({ method: 'remove', ...how }, async (broken) => {
    const file = await uploaded(broken, text('a'));
    expect((await broken.agent.delete(`/api/upload/files/${file.id}`)).status).toBe(200);
    expect((await broken.agent.get(`/api/upload/files/${file.id}`)).status).toBe(404);
  }),
);

it.each([
  [{ method: 'get' }, 200],
  [{ method: 'get', throws: true }, 200],
])('a replacement whose bytes cannot be moved yet waits for a startup (%o)', (failure, status) =>
  withFailing(failure, async (broken) => {
    const file = await uploaded(broken, text('first'));
    expect((await upload(broken, [text('second')], {}, `?id=${file.id}`)).status).toBe(status);
    expect(await broken.kernel.database.knex('upload_replacements')).toHaveLength(1);
  }),
);

it('a failure that took long is not repeated, and objects are removed at the same time', () =>
  withFailing({}, async ({ kernel }) => {
    const tried: string[] = [];
    let time = 0;
    const late = async (name: string) => {
      tried.push(name);
      await until(() => tried.length === 4);
      time = LONG;
      throw new Error('the storage is silent');
    };
    const provider = { ...createMemoryProvider(), move: late, remove: late };
    const storage = createStorage(provider, kernel.log, () => time);
    const move = storage.move([{ from: 'moved', name: 'm', mime: 'text/plain', size: 1 }]);
    await Promise.all([expect(move).rejects.toThrow('silent'), storage.remove(['a', 'b', 'c'])]);
    expect(tried).toEqual(['moved', 'a', 'b', 'c']);
  }));

it('a silent storage is asked once for many objects, and the log names the others', () =>
  withFailing({}, async (broken) => {
    const tried: string[] = [];
    let time = 0;
    const remove = async (name: string) => {
      tried.push(name);
      await until(() => tried.length === 50);
      time = LONG;
      throw new Error('the storage is silent');
    };
    const storage = createStorage({ ...createMemoryProvider(), remove }, broken.kernel.log, () => time);
    const names = Array.from({ length: 52 }, (_, index) => `object ${index}`);
    await storage.remove(names);
    expect(tried).toEqual(names.slice(0, 50));
    expect(broken.logs).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining('the storage is silent'),
        files: names.slice(50),
      }),
    );
  }));

it('the files of a deleted folder are removed at the same time', () => {
  const asked: unknown[] = [];
  const when = (name: unknown) => asked.push(name) > 0;
  return withFailing({ method: 'remove', when }, async (broken) => {
    const folder = await broken.documents('plugin::upload.folder').create({ data: { name: 'Full' } });
    for (const name of ['a', 'b', 'c'])
      await uploaded(broken, text(name, `${name}.txt`), { folder: folder.documentId });
    await broken.agent.delete(`/api/upload/folders/${folder.documentId}?files=3`).expect(204);
    expect(new Set(asked.slice(0, 3)).size).toBe(3);
    expect(await broken.documents('plugin::upload.file').count()).toBe(0);
  });
});

it('a provider that fails before it reads leaves no file open', () =>
  withFailing({}, async ({ kernel }) => {
    const given: Readable[] = [];
    const provider = {
      ...createMemoryProvider(),
      put: async (_name: string, bytes: Readable) => {
        given.push(bytes);
        throw new Error('the storage fails');
      },
      get: async () => createReadStream(__filename),
    };
    const facts = { name: 'a.txt', mime: 'text/plain', size: 1 };
    const file = { ...facts, name: 'a.txt', path: __filename };
    await expect(putFiles(provider, [file])).rejects.toThrow('the storage fails');
    const { move } = createStorage(provider, kernel.log);
    await expect(move([{ ...facts, from: 'b.txt' }])).rejects.toThrow('the storage fails');
    expect(given.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true]);
  }));
