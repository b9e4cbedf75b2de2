// Asks the requests of docs/concepts.md: each answers the row that its picture names.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTestApp } from '../core/testing';

const page = readFileSync(join(resolve(__dirname, '..', '..'), 'docs', 'concepts.md'), 'utf8');
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'row 1': ['Tea'],
  'row 2': ['Tea'],
  'row 3': ['Thé'],
  'no row': [],
};

test('each word has a picture', () => {
  const sections = page.split(/^## /m).slice(1);
  const words = ['Document', 'Row', 'Axis', 'Binding', 'Visibility', 'Plan'];
  expect(sections.map((text) => text.split('\n')[0])).toEqual([...words, 'More']);
  for (const text of sections.slice(0, -1)) expect(text.match(/^```text$/gm)).toHaveLength(1);
});

test('each binding reads the row that the page names', async () => {
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'article', pluralName: 'articles' },
        options: { draftAndPublish: true },
        pluginOptions: { i18n: { localized: true } },
        attributes: { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
      },
    ],
    config: {
      server: { anonymous: 'full' },
      plugins: { 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } },
    },
  });
  try {
    const { body } = await app.agent
      .post('/api/articles')
      .send({ data: { title: 'Tea' } })
      .expect(201);
    const { documentId } = body.data;
    const french = `/api/articles/${documentId}?locale=fr&status=draft`;
    await app.agent
      .put(french)
      .send({ data: { title: 'Thé' } })
      .expect(200);
    const asked = [...page.matchAll(/^GET (\S+) +locale (\w+).* status (\w+).*→ (.+)$/gm)];
    expect(asked).toHaveLength(3);
    for (const [, path = '', locale, status, row = ''] of asked) {
      const { data } = (await app.agent.get(path).expect(200)).body;
      expect(data.map(({ title }: { title: string }) => title)).toEqual(ROWS[row]);
      for (const each of data) expect(each).toMatchObject({ documentId, locale });
      for (const { publishedAt } of data) expect(publishedAt !== null).toBe(status === 'published');
    }
    const rows = await app.agent.get(`/api/articles/${documentId}?status=draft`).expect(200);
    expect(rows.body.data.title).toBe('Tea');
  } finally {
    await app.close();
  }
});
