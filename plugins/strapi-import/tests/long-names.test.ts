// A Strapi with names of more than 55 characters, self relations, polymorphic links, entries in three levels, and every attribute type.
// Its process ran in New York: servers store this local time.

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScratchFile } from '../../../core';
import { createTestApp, examine, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { expectAnswersOfStrapi, type RecordedAnswer } from './answers-of-strapi';
import { serverSource, ZONE } from './server-source';
import { fullAccess, importInto, RECORDED } from './strapi-source';

afterAll(removeTemporary);

const FOLDER = join(RECORDED, 'long-names');

function longDatabase(): string {
  const file = join(temporary(), 'data.db');
  const scratch = createScratchFile(file);
  scratch.run(readFileSync(join(FOLDER, 'source.sql'), 'utf8'));
  scratch.close();
  return file;
}

async function longApp(): Promise<TestApp> {
  const application = temporary();
  cpSync(join(FOLDER, 'src'), join(application, 'src'), { recursive: true });
  const names = ['rest', 'i18n', 'draft-and-publish', 'users-permissions', 'api-tokens', 'upload'];
  return createTestApp({
    application,
    env: { JWT_SECRET: 'Zk3vQ9mT1xYb7LhW5nRc8DfG2sJpA4uE' },
    config: { plugins: Object.fromEntries([...names, 'strapi-import'].map((name) => [name, true])) },
  });
}

it.each(testDatabases())('answers every value as Strapi did, from a source on %s', async (database) => {
  const file = longDatabase();
  const source = database === 'sqlite' ? null : await serverSource(database, file);
  try {
    const app = await longApp();
    const words = source === null ? [file] : [source.address, '--timezone', ZONE];
    const { code, lines } = await importInto(app, ...words);
    expect([code, lines.filter((line) => /WRONG|left out/.test(line))]).toEqual([0, []]);
    expect(lines).toContain(
      'api::international-agreement.international-agreement: 9 rows, 4 documents, 9 versions, 157 links, 138 components',
    );
    const answers: readonly RecordedAnswer[] = JSON.parse(readFileSync(join(FOLDER, 'answers.json'), 'utf8'));
    await expectAnswersOfStrapi(app, await fullAccess(app), answers);
    expect((await examine(app.kernel)).filter((line) => !line.includes('the bytes'))).toEqual([]);
    await app.close();
  } finally {
    await source?.drop();
  }
});
