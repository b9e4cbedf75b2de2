// The bytes of the media library: copied once, named when they are missing, never from outside of the folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import {
  foldersOfFiles,
  importInto,
  NESTED_FOLDERS,
  NESTED_NAMES,
  strapiDatabase,
  targetApp,
} from './strapi-source';

afterAll(removeTemporary);

const NAMES = [
  'red_b48280bf50.png',
  'thumbnail_red_b48280bf50.png',
  'blue_pic_435d543fb2.png',
  'thumbnail_blue_pic_435d543fb2.png',
  'note_b7781d1012.txt',
];

function uploads(names: readonly string[]): string {
  const folder = join(temporary(), 'uploads');
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), `bytes of ${name}`);
  return folder;
}

it('copies uploads and formats to the storage, and serves them', async () => {
  const app = await targetApp();
  const folder = uploads(NAMES);
  const first = await importInto(app, strapiDatabase(), '--files', folder);
  expect([first.code, first.lines]).toEqual([0, expect.arrayContaining(['Bytes of files: 5 objects'])]);
  for (const name of NAMES) {
    const { body, text } = await app.agent.get(`/uploads/${name}`).expect(200);
    expect(text ?? String(body)).toBe(`bytes of ${name}`);
  }
  expect(await examine(app.kernel)).toEqual([]);
  const second = await importInto(app, strapiDatabase(), '--files', folder, '--into-non-empty');
  expect(second.code).toBe(0);
  await app.close();
});

it('names missing bytes, and reads nothing outside of the folder', async () => {
  const app = await targetApp();
  const folder = uploads(NAMES.slice(0, 4));
  writeFileSync(join(folder, '..', 'secret.txt'), 'secret');
  const source = strapiDatabase(`UPDATE files SET hash = '../secret' WHERE id = 3`);
  const { code, lines } = await importInto(app, source, '--files', folder);
  expect([code, lines]).toEqual([
    0,
    expect.arrayContaining([
      'Bytes of files: 4 objects',
      '  note: files 3: the bytes ../secret.txt are missing',
    ]),
  ]);
  await app.close();
});

it('imports the folders of the media library, with the files in them', async () => {
  const app = await targetApp();
  const source = strapiDatabase(NESTED_FOLDERS);
  const { code, lines } = await importInto(app, source);
  expect(code).toBe(0);
  expect(lines.filter((line) => /upload.folder\.|upload_folders/.test(line))).toEqual([]);
  const folders = await app.documents('plugin::upload.folder').findMany({ populate: ['parent'], sort: 'id' });
  expect(folders).toMatchObject([
    { id: 1, name: 'API Uploads' },
    { id: 11, documentId: 'ponds', name: 'Ponds', parent: null, createdAt: '2026-01-02T03:04:05.000Z' },
    { id: 12, documentId: 'small', name: 'Small', parent: { documentId: 'ponds' } },
  ]);
  expect(await foldersOfFiles(app)).toEqual(NESTED_NAMES);
  const outside = (all: readonly string[]) => all.filter((line) => /outside of folders/.test(line));
  expect(outside(lines)).toEqual([]);
  // As an import without folders has left it.
  const [file] = await app.documents('plugin::upload.file').findMany({ sort: 'id' });
  await app
    .documents('plugin::upload.file')
    .update({ documentId: String(file?.documentId), data: { folder: null } });
  const again = await importInto(app, source, '--into-non-empty');
  expect([again.code, outside(again.lines)]).toEqual([
    0,
    ['Files that were here before stay outside of folders: 1; move them in the media library'],
  ]);
  await app.close();
});

it('refuses a folder that does not exist', async () => {
  const app = await targetApp();
  expect(await importInto(app, strapiDatabase(), '--files', join(temporary(), 'none'))).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/^--files: .*none is no folder\.$/)],
  });
  await app.close();
});
