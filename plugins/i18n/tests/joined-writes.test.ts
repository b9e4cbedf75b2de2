// When `documents()` can join each write, all code of the process becomes slower. Built-in plugins must not cause this.
import { randomBytes } from 'node:crypto';
import { definePlugin, type Tx } from '../../../core';
import { openApp } from './testing-app';

it('with all built-in plugins, documents() need not join each write', async () => {
  const seen: (Tx | undefined)[] = [];
  const witness = definePlugin({
    name: 'witness',
    register: (app) =>
      app.hooks.documents.prepare(({ followUps }) => {
        followUps.push({
          name: 'witness',
          joins: false,
          run: async () => void seen.push(app.database.currentTransaction()),
        });
      }),
  });
  const plugins = {
    rest: true,
    openapi: true,
    graphql: true,
    'draft-and-publish': true,
    i18n: { config: { locales: ['en', 'fr'] } },
    'users-permissions': { config: { jwtSecret: randomBytes(36).toString('base64') } },
    'api-tokens': true,
    email: { config: { provider: 'file' } },
  };
  const app = await openApp(undefined, { config: { plugins }, plugins: [witness], listen: false });
  try {
    seen.length = 0;
    await app.documents('api::article.article').create({ data: { title: 'One' } });
    expect(seen).toEqual([undefined]);
  } finally {
    await app.close();
  }
});
