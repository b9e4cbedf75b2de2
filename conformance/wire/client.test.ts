import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from './client';

describe('a deployment that limits its requests', () => {
  let server: Server;
  let left = 1;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(left-- > 0 ? 429 : 200, { 'retry-after': '60' });
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('is asked again after an announced wait', async () => {
    const said: string[] = [];
    const announce = (text: string): void => void said.push(text);
    const client = new Client({ timeout: 5_000, insecure: false, sockets: 1, longestWait: 10, announce });
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/plains?a=1`;
    const { status } = await client.send({ method: 'GET', url, headers: {}, body: null });
    client.close();
    expect(status).toBe(200);
    expect(said).toEqual(['GET /api/plains answered 429: waiting 1 s of 61 s (--max-wait)']);
  });
});
