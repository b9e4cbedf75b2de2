// A Strapi on each database: the same answers. Servers store the local time of the Strapi process.

import { testDatabases } from '../../../core/testing';
import { removeTemporary } from '../../../core/testing/temporary';
import { expectAnswersOfStrapi } from './answers-of-strapi';
import { serverSource, ZONE } from './server-source';
import {
  foldersOfFiles,
  fullAccess,
  importInto,
  NESTED_FOLDERS,
  NESTED_NAMES,
  strapiDatabase,
  targetApp,
} from './strapi-source';

afterAll(removeTemporary);

it.each(testDatabases())('answers as Strapi did, from a source on %s', async (database) => {
  const file = strapiDatabase(NESTED_FOLDERS);
  const source = database === 'sqlite' ? null : await serverSource(database, file);
  try {
    const app = await targetApp();
    const words = source === null ? [file] : [source.address, '--timezone', ZONE];
    const { code, lines } = await importInto(app, ...words);
    expect([code, lines.filter((line) => /WRONG|left out/.test(line))]).toEqual([0, expect.anything()]);
    expect(lines).toContain(
      'api::article.article: 15 rows, 6 documents, 15 versions, 165 links, 91 components',
    );
    await expectAnswersOfStrapi(app, await fullAccess(app));
    expect(await foldersOfFiles(app)).toEqual(NESTED_NAMES);
    await app.close();
  } finally {
    await source?.drop();
  }
});

for (const database of testDatabases())
  if (database !== 'sqlite')
    it(`says that times of ${database} are read as UTC, with the newest one`, async () => {
      const source = await serverSource(database);
      try {
        const app = await targetApp();
        const { lines } = await importInto(app, source.address, '--dry-run');
        expect(lines[0]).toMatch(
          /^Times are read as UTC, since --timezone is missing\. The newest document was changed at 2026-/,
        );
        await app.close();
      } finally {
        await source.drop();
      }
    });
