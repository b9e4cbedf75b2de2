// `app.routes.static`: folders are relative to the application, and a missing folder names its plugin.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp } from '../../testing/start-test-app';
import { definePlugin } from './plugin';

const pages = definePlugin({
  name: 'pages',
  register({ routes }) {
    routes.static({ path: '/app', folder: 'site', fallback: 'index.html' });
  },
});

it('stops startup without the folder', async () => {
  await expect(startTestApp({ contentTypes: [], plugins: [pages] })).rejects.toThrow(
    /pages → GET \/app\/\*file: the folder .*site does not exist; create it/,
  );
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
