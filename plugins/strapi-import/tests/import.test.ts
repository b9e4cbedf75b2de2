// A whole import of the recorded Strapi: the same answers as Strapi gave, a healthy database, no document twice.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { expectAnswersOfStrapi } from './answers-of-strapi';
import { fullAccess, importInto, strapiDatabase, targetApp } from './strapi-source';

afterAll(removeTemporary);

describe.each(testDatabases())('on %s', (database) => {
  it('answers as Strapi did, is healthy, and is the same after a second run', async () => {
    const app = await targetApp(database);
    const source = strapiDatabase();
    const file = join(temporary(), 'report.json');
    const first = await importInto(app, source, '--report', file);
    expect([first.code, first.lines.filter((line) => line.includes('WRONG'))]).toEqual([0, []]);
    const authorization = await fullAccess(app);
    await expectAnswersOfStrapi(app, authorization);
    // The bytes of the files were not given.
    const faults = (await examine(app.kernel)).filter((line) => !line.includes('the bytes'));
    expect(faults).toEqual([]);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    expect(report.types.find(({ uid }: { uid: string }) => uid === 'api::article.article')).toMatchObject({
      read: 15,
      documents: 6,
      versions: 15,
      links: 165,
      components: 91,
      leftOut: [],
      otherIds: [],
    });

    expect(await importInto(app, source)).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/^This application has content: .*api::article\.article \(15 rows\)/)],
    });
    const second = await importInto(app, source, '--into-non-empty');
    expect(second.code).toBe(0);
    expect(second.lines).toContain(
      'api::article.article: 15 rows, 0 documents, 0 versions, 0 links, 0 components, 15 present before',
    );
    // New documents and entries get ids after the imported ones.
    const made = await app.agent
      .post('/api/articles')
      .set({ authorization })
      .send({ data: { title: 'New one', links: [{ label: 'x' }] } })
      .expect(201);
    expect(made.body.data.id).toBeGreaterThan(16);
    await app.close();
  });
});

it('--dry-run reads everything and writes nothing', async () => {
  const app = await targetApp();
  const { code, lines } = await importInto(app, strapiDatabase(), '--dry-run');
  expect([code, lines.at(-1)]).toEqual([0, 'Nothing was written (--dry-run).']);
  expect(lines).toContain(
    'api::article.article: 15 rows, 6 documents, 15 versions, 165 links, 91 components',
  );
  expect(await app.documents('api::article.article').count({ status: 'draft' })).toBe(0);
  await app.close();
});

it('--only imports the named types', async () => {
  const app = await targetApp();
  const { code, lines } = await importInto(app, strapiDatabase(), '--only', 'api::tag.tag,api::label.label');
  expect(code).toBe(0);
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^api::(tag.tag|label.label): /),
    expect.stringMatching(/^api::(tag.tag|label.label): /),
  ]);
  expect(await app.documents('api::tag.tag').count()).toBe(5);
  expect(await app.documents('api::category.category').count()).toBe(0);
  await app.close();
});
