import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestApp } from 'quire-cms/testing';
import oembed from '.';

test('asks the configured site once, and refuses other addresses', async () => {
  let asked = 0;
  const site = createServer((request, response) => {
    asked++;
    const page = new URL(request.url ?? '', 'http://site').searchParams.get('url');
    const isBroken = page?.endsWith('/broken');
    response.end(
      isBroken ? 'no JSON' : JSON.stringify({ type: 'video', html: `<i>${page}</i>`, version: '1.0' }),
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const endpoint = `http://127.0.0.1:${(site.address() as AddressInfo).port}/oembed`;
  const app = await createTestApp({
    plugins: [oembed],
    config: { plugins: { oembed: { config: { sites: { 'https://video.example/': endpoint } } } } },
  });
  const ask = (url: string) => app.as('public').get(`/api/oembed?url=${encodeURIComponent(url)}`);
  try {
    for (const _time of [1, 2]) {
      const { body, headers } = await ask('https://video.example/1').expect(200);
      expect(body).toEqual({ type: 'video', html: '<i>https://video.example/1</i>' });
      expect(headers['cache-control']).toBe('public, max-age=3600');
    }
    expect(asked).toBe(1);
    const other = await ask('https://other.example/1').expect(400);
    expect(other.body.error.message).toContain('Use an address that starts with https://video.example/.');
    await app.as('public').get('/api/oembed').expect(400);
    for (const _time of [1, 2]) await ask('https://video.example/broken').expect(502);
    // A failure is not cached.
    expect(asked).toBe(3);
    const { body } = await app.as('public').get('/api/openapi.json').expect(200);
    expect(body.paths['/api/oembed'].get.parameters).toMatchObject([{ name: 'url', required: true }]);
  } finally {
    await app.close();
    site.close();
  }
});
