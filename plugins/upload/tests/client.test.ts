// The files API of the peer's client library against a running application.
import { type StrapiClient, strapi } from '@strapi/client';
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp } from './app';
import { image } from './files';

let app: TestApp;
let client: StrapiClient;
beforeAll(async () => {
  app = await openApp();
  client = strapi({ baseURL: `${app.url}/api` });
});
afterAll(() => app.close());

it('uploads, lists, changes and deletes files', async () => {
  const { bytes } = await image(300, 200);
  const options = {
    filename: 'a.png',
    mimetype: 'image/png',
    fileInfo: { alternativeText: 'first', caption: 'of two' },
  };
  const [first] = await client.files.upload(bytes, options);
  const [second] = await client.files.upload(new Blob([new Uint8Array(bytes)], { type: 'image/png' }), {
    fileInfo: { name: 'b.png' },
  });
  expect(first).toMatchObject({ name: 'a.png', alternativeText: 'first', caption: 'of two', width: 300 });
  expect(second).toMatchObject({ name: 'b.png', mime: 'image/png' });
  const listed = await client.files.find({ filters: { name: { $eq: 'a.png' } }, sort: 'name' });
  expect(listed.map(({ id }) => id)).toEqual([first?.id]);
  expect(await client.files.findOne(Number(first?.id))).toEqual(first);
  expect(await client.files.update(Number(first?.id), { caption: 'changed' })).toMatchObject({
    caption: 'changed',
  });
  expect(await client.files.delete(Number(first?.id))).toMatchObject({ id: first?.id });
  await expect(client.files.findOne(Number(first?.id))).rejects.toThrow();
});
