// `app.routes.static`: folders are relative to the application, and a missing folder names its plugin.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp } from '../../testing/start-test-app';
import { definePlugin } from './plugin';

const pages = definePlugin({
  name: 'pages',
  register({ routes }) {
    routes.static({ path: '/app', folder: 'site', fallback: 'index.html', immutable: /^\/?assets\// });
  },
});

it('stops startup without the folder', async () => {
  await expect(startTestApp({ contentTypes: [], plugins: [pages] })).rejects.toThrow(
    /pages → GET \/app\/\*file: the folder .*site does not exist; create it/,
  );
});

it.each([
  ['/a/', 'immutable: expected a regular expression such as /^assets\\//'],
  [
    /^\/assets\//,
    'immutable: fits no path, because paths begin without a slash; write it such as /^assets\\//',
  ],
])('refuses %s for the files that never change', async (immutable, message) => {
  const wrong = definePlugin({
    name: 'pages',
    register: ({ routes }) => routes.static({ path: '/app', folder: 'site', immutable: immutable as RegExp }),
  });
  await expect(startTestApp({ contentTypes: [], plugins: [wrong] })).rejects.toThrow(message);
});

it('serves the folder of the application', async () => {
  const app = await startTestApp({
    contentTypes: [],
    plugins: [
      definePlugin({
        name: 'build',
        register({ dir }) {
          mkdirSync(join(dir, 'site'));
          writeFileSync(join(dir, 'site/index.html'), '<h1>app</h1>');
        },
      }),
      pages,
    ],
  });
  try {
    const answer = await fetch(`${app.url}/app/users/7`, { headers: { accept: 'text/html' } });
    expect([answer.status, await answer.text()]).toEqual([200, '<h1>app</h1>']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  } finally {
    await app.close();
  }
});
