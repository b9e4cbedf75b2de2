// U+0000 is a 400 before anything reads the path, the query string or the body.
import { route } from '../routes/route';
import { startTestServer, type TestServer } from '../test-server';

let app: TestServer;
let calls = 0;
beforeAll(async () => {
  const handler = () => {
    calls += 1;
    return { json: 'done' };
  };
  const base = { action: null, summary: '', handler };
  app = await startTestServer({
    routes: [
      route({ ...base, method: 'GET', path: '/items/:id' }),
      route({ ...base, method: 'POST', path: '/items', body: 'json' }),
      route({ ...base, method: 'POST', path: '/files', body: 'multipart' }),
    ],
  });
});
afterAll(() => app.close());

const refused = (key: string, source: string) => ({
  status: 400,
  name: 'ValidationError',
  message: `${key} contains a NUL character (U+0000), which cannot be stored. Remove the character.`,
  details: { key, source },
});

const send = (type: string, body: string) => ({ method: 'POST', headers: { 'Content-Type': type }, body });
const json = (body: string) => send('application/json', body);
const form = (body: string) => send('application/x-www-form-urlencoded', body);
const multipart = (name: string, value: string) =>
  send(
    'multipart/form-data; boundary=B',
    `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--B--\r\n`,
  );

test.each([
  ['/items/%00', {}, 'The path', 'path'],
  ['/unknown/a%00b?x=1', {}, 'The path', 'path'],
  ['/items/1?word=%00', {}, 'word', 'query'],
  ['/items/1?a=1&filters[title][$eq]=a%00b', {}, 'filters[title][$eq]', 'query'],
  ['/items/1?filters%5Btitle%5D=%00', {}, 'filters[title]', 'query'],
  ['/items/1?a%00b=1', {}, 'ab', 'query'],
  ['/items', json('{"identifier":"a\\u0000","password":"x"}'), 'identifier', 'body'],
  ['/items', json('{"data":{"tags":["a",{"b":"\\u0000"}]}}'), 'data.tags.1.b', 'body'],
  ['/items', json('{"a\\u0000b":1}'), 'ab', 'body'],
  ['/items', form('a=1&b[c]=x%00'), 'b.c', 'body'],
  ['/files', multipart('data', 'a\0b'), 'data', 'body'],
] as const)('%s, %j', async (path, init, key, source) => {
  calls = 0;
  const answer = await fetch(app.server.url + path, init as RequestInit);
  expect(await answer.json()).toEqual({ data: null, error: refused(key, source) });
  expect(calls).toBe(0);
});

test.each([
  ['/items/%2500?x=%2500', {}],
  ['/items', json('{"a":"\\\\u0000"}')],
  ['/items', form('a=%2500')],
])('%s has no such character', async (path, init) => {
  expect((await fetch(app.server.url + path, init)).status).toBe(200);
});
