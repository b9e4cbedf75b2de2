// Requests that offer an upgrade and reset their connection. The application runs in a process of its own: an error that nothing handles
// must end it.
import { execFileSync } from 'node:child_process';

const ATTACKED = `
  const { connect } = require('node:net');
  const { createTestApp } = require('./dist/core/testing');
  const PATHS = ['/', '/graphql', '/graphql?a=1', '/graphql/', '/other', '/api/pages', '/_health', '/%zz', '*', 'x:443', 'http://x/graphql'];
  const METHODS = ['GET', 'GET', 'GET', 'POST', 'OPTIONS', 'CONNECT'];
  const PROTOCOLS = ['websocket', 'WebSocket', 'h2c', 'websocket, h2c', 'nonsense', ''];
  const MORE = ['', 'Origin: https://foreign.example', 'Origin: null', 'Expect: 100-continue', 'Content-Length: 5', 'Content-Length: x',
    'Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\nSec-WebSocket-Protocol: graphql-transport-ws',
    'Sec-WebSocket-Version: 99\\r\\nSec-WebSocket-Key: x'];
  const BEHIND = ['', 'abcde', '\\x81\\x80\\x00\\x00\\x00\\x00', '\\xff\\xff\\xff', 'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'];
  let seed = Number(process.argv[1]);
  const dice = (sides) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * sides); };
  const one = (list) => list[dice(list.length)];
  const turns = async (count) => { for (let n = 0; n < count; n++) await new Promise(setImmediate); };
  async function attack(port) {
    const text = one(METHODS) + ' ' + one(PATHS) + ' HTTP/1.1\\r\\nHost: x\\r\\nConnection: Upgrade\\r\\nUpgrade: ' + one(PROTOCOLS) + '\\r\\n' + [one(MORE), ''].filter(Boolean).map((line) => line + '\\r\\n').join('') + '\\r\\n' + one(BEHIND);
    const cut = dice(4) === 0 ? dice(text.length) : text.length;
    const patience = dice(12);
    const waitsForAnswer = dice(3) === 0;
    await new Promise((done) => {
      const socket = connect(port, '127.0.0.1', async () => {
        socket.write(text.slice(0, cut), 'latin1');
        await turns(patience);
        socket.write(text.slice(cut), 'latin1');
        await turns(patience);
        if (!waitsForAnswer) socket.resetAndDestroy();
      });
      const reset = () => socket.resetAndDestroy();
      socket.on('data', reset).on('end', reset).on('error', () => undefined).on('close', done);
      if (waitsForAnswer) setTimeout(reset, 300).unref();
    });
  }
  (async () => {
    const app = await createTestApp({
      contentTypes: [{ info: { singularName: 'page', pluralName: 'pages' }, attributes: { name: { type: 'string' } } }],
      config: { plugins: { rest: true, graphql: { config: { subscriptions: true } } } },
    });
    const port = Number(new URL(app.url).port);
    for (let round = 0; round < 50; round++) await Promise.all(Array.from({ length: 20 }, () => attack(port)));
    const { status } = await app.agent.get('/api/pages');
    console.log(JSON.stringify(status));
    await app.close();
  })();
`;

it.each([1, 2])('the process survives 1,000 odd upgrades with resets (seed %d)', (seed) => {
  const output = execFileSync(process.execPath, ['-e', ATTACKED, String(seed)], { encoding: 'utf8' });
  expect(JSON.parse(output)).toBe(200);
});
