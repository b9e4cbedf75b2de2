// After a 413 the connection closes, because the client may still send the body that was refused.
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { route } from '../routes/route';
import { startTestServer, type TestServer } from '../test-server';

const MOST = 1_000;

const routes = ['json', 'multipart'] as const;
const open = (middlewares: readonly object[] = []): Promise<TestServer> =>
  startTestServer({
    entries: [{ name: 'body', config: { json: MOST } }, ...middlewares],
    own: { koa: () => (_ctx: unknown, next: () => unknown) => next() },
    routes: routes.map((body) =>
      route({
        method: 'POST',
        path: `/${body}`,
        action: null,
        summary: '',
        body,
        handler: () => ({ json: {} }),
      }),
    ),
  });

/** The text until the server closes the connection. */
const exchange = (app: TestServer, parts: readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(app.server.address?.port ?? 0, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(text));
  });

const head = (more: string): string =>
  `POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
const body = `{"data":"${'x'.repeat(2 * MOST)}"}`;
const packed = gzipSync(body);

const cases: [string, readonly (string | Buffer)[]][] = [
  ['a small body that is sent whole', [head(`Content-Length: ${body.length}`) + body]],
  ['a small body that is not sent', [head(`Content-Length: ${body.length}`), body.slice(0, 10)]],
  ['a packed body', [head(`Content-Encoding: gzip\r\nContent-Length: ${packed.length}`), packed]],
  ['chunks', [head('Transfer-Encoding: chunked'), `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`]],
];

describe.each([
  ['alone', []],
  ['with a koa middleware', [{ name: 'koa', resolve: 'koa' }]],
])('%s', (_name, middlewares) => {
  let app: TestServer;
  beforeAll(async () => {
    app = await open(middlewares);
  });
  afterAll(() => app.close());

  it.each(cases)('closes the connection after the 413 of %s', async (_case, parts) => {
    const text = await exchange(app, parts);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('logs no error when the client leaves during a form', async () => {
    const before = app.lines.length;
    const left = new Promise<void>((resolve) =>
      app.server.node.once('request', (request) => request.once('close', resolve)),
    );
    const socket = connect(app.server.address?.port ?? 0, '127.0.0.1', () => {
      socket.write(
        'POST /multipart HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc',
      );
    });
    app.server.node.once('request', (request) => request.once('data', () => socket.resetAndDestroy()));
    socket.on('error', () => undefined);
    await left;
    // The next request is logged after what the first one logs.
    await app.send('POST', '/json', { 'content-type': 'application/json' }, '{}');
    expect(app.lines.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
  });
});
