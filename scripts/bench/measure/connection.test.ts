// The client reads every form of answer: whole, in pieces, in chunks, without a body.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeRequest, openConnection } from './connection';

const text = JSON.stringify({ data: 'ä'.repeat(40_000) });

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/whole': (response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
    response.end(text);
  },
  '/chunked': (response) => {
    response.writeHead(200);
    response.write(text.slice(0, 100));
    setTimeout(() => response.end(text.slice(100)), 5);
  },
  '/empty': (response) => void response.writeHead(204).end(),
};

const cases: readonly (readonly [path: string, status: number, body: string])[] = [
  ['/whole', 200, text],
  ['/chunked', 200, text],
  ['/empty', 204, ''],
];

describe('a connection of the client', () => {
  const server = createServer((request, response) => ANSWERS[request.url ?? '']?.(response));
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each(cases)('reads all of %s, twice on one socket', async (path, status, body) => {
    const target = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
    const connection = await openConnection(target);
    const request = encodeRequest({ method: 'GET', path }, target);
    for (let i = 0; i < 2; i++) {
      const answer = await connection.send(request);
      expect([answer.status, answer.body.toString()]).toEqual([status, body]);
    }
    connection.close();
  });
});
