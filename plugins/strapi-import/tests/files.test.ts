// The bytes of the media library: copied once, named when they are missing, never from outside of the folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { importInto, strapiDatabase, targetApp } from './strapi-source';

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

it('refuses a folder that does not exist', async () => {
  const app = await targetApp();
  expect(await importInto(app, strapiDatabase(), '--files', join(temporary(), 'none'))).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/^--files: .*none is no folder\.$/)],
  });
  await app.close();
});
