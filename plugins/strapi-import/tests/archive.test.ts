// Archives of `strapi export`: compressed, encrypted, unpacked, and damaged in every way.

import { createCipheriv, scryptSync } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tarMembers } from '../../../core';
import { examine, type TestApp } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { expectAnswersOfStrapi } from './answers-of-strapi';
import {
  foldersOfFiles,
  fullAccess,
  importInto,
  NESTED_NAMES,
  RECORDED_ARCHIVE,
  run,
  targetApp,
} from './strapi-source';

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
  removeTemporary();
});

const archive = readFileSync(RECORDED_ARCHIVE);
const KEY = 'a key of an archive';

async function appWith(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const app = await targetApp('sqlite', {}, undefined, env);
  apps.push(app);
  return app;
}

function file(name: string, bytes: Buffer): string {
  const path = join(temporary(), name);
  writeFileSync(path, bytes);
  return path;
}

function encrypted(): string {
  const cipher = createCipheriv('aes-128-ecb', scryptSync(KEY, '', 16), '');
  return file('export.tar.gz.enc', Buffer.concat([cipher.update(archive), cipher.final()]));
}

async function unpacked(): Promise<string> {
  const folder = temporary();
  for await (const { name, bytes } of tarMembers(Readable.from([gunzipSync(archive)]))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    writeFileSync(path, Buffer.concat(parts));
  }
  return folder;
}

/** A tar file with one member. */
function tarOf(name: string, text: string, type = '0', size = Buffer.byteLength(text)): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${size.toString(8).padStart(11, '0')} `, 124);
  header.write(type, 156);
  header.write('ustar', 257);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
  body.write(text);
  return Buffer.concat([header, body, Buffer.alloc(1024)]);
}

it('answers as Strapi did, with the files of the archive', async () => {
  const app = await appWith();
  const { code, lines } = await importInto(app, RECORDED_ARCHIVE);
  expect([code, lines]).toEqual([
    0,
    expect.arrayContaining([
      'api::article.article: 15 rows, 6 documents, 15 versions, 165 links, 91 components',
      'Bytes of files: 5 objects',
      'API tokens: none; an archive of Strapi has none',
    ]),
  ]);
  await expectAnswersOfStrapi(app, await fullAccess(app));
  expect(await foldersOfFiles(app)).toEqual(['API Uploads', 'API Uploads', 'API Uploads']);
  expect(await examine(app.kernel)).toEqual([]);
});

it('takes over a folder in a folder', async () => {
  const source = await unpacked();
  const folder = (id: number, documentId: string, name: string) => ({
    type: 'plugin::upload.folder',
    id,
    data: { documentId, name, createdAt: '2026-01-02T03:04:05.000Z', updatedAt: '2026-01-02T03:04:05.000Z' },
  });
  const lines = (...rows: readonly object[]) => rows.map((row) => `\n${JSON.stringify(row)}`).join('');
  appendFileSync(
    join(source, 'entities/entities_00001.jsonl'),
    lines(folder(11, 'ponds', 'Ponds'), folder(12, 'small', 'Small')),
  );
  const links = join(source, 'links/links_00001.jsonl');
  // The recorded link of the third file goes to the inner folder. The link of the folders has the same form.
  const recorded =
    '"field":"folder","ref":3},"right":{"type":"plugin::upload.folder","field":"files","ref":1,';
  const text = readFileSync(links, 'utf8');
  expect(text).toContain(recorded);
  const ofFolder = (field: string, ref: number) => ({ type: 'plugin::upload.folder', field, ref });
  writeFileSync(
    links,
    text.replace(recorded, recorded.replace('"ref":1,', '"ref":12,')) +
      lines({
        kind: 'relation.basic',
        relation: 'manyToOne',
        left: ofFolder('parent', 12),
        right: { ...ofFolder('children', 11), pos: 1 },
      }),
  );
  const app = await appWith();
  const { code, lines: said } = await importInto(app, source);
  expect([code, said]).toEqual([0, expect.anything()]);
  expect(await foldersOfFiles(app)).toEqual(NESTED_NAMES);
});

it.each<[string, () => string | Promise<string>, Readonly<Record<string, string>>]>([
  ['a tar file', () => file('export.tar', gunzipSync(archive)), {}],
  ['an encrypted archive', encrypted, { STRAPI_EXPORT_KEY: KEY }],
  ['an unpacked folder', unpacked, {}],
])('reads %s', async (_what, source, env) => {
  const app = await appWith(env);
  const { code, lines } = await importInto(app, await source());
  expect([code, lines]).toEqual([
    0,
    expect.arrayContaining([
      'api::article.article: 15 rows, 6 documents, 15 versions, 165 links, 91 components',
      'Bytes of files: 5 objects',
    ]),
  ]);
});

it.each<[string, () => string, Readonly<Record<string, string>>, RegExp]>([
  ['a wrong key', encrypted, { STRAPI_EXPORT_KEY: 'another' }, /^The key of the archive is wrong\.$/],
  [
    'a cut file',
    () => file('cut.tar.gz', archive.subarray(0, 20_000)),
    {},
    /^The archive is damaged or cut: /,
  ],
  [
    'an archive that ends between two members',
    () => file('short.tar', Buffer.concat([gunzipSync(archive).subarray(0, 512 * 200)])),
    {},
    /^The archive is cut: /,
  ],
  ['another file', () => file('other.tar.gz', gzipSync('text'.repeat(500))), {}, /not a tar archive/],
  [
    'another tar file',
    () => file('other.tar', tarOf('readme.txt', 'text')),
    {},
    /^The archive has no schemas\.$/,
  ],
  [
    'a path to the outside',
    () => file('a.tar', tarOf('schemas/../../x', '{}')),
    {},
    /member outside of it: schemas/,
  ],
  ['an absolute path', () => file('b.tar', tarOf('/etc/x', '{}')), {}, /member outside of it: \/etc\/x/],
  ['a symbolic link', () => file('c.tar', tarOf('schemas/x', '', '2')), {}, /a link or a device: schemas\/x/],
  ['a wrong size', () => file('d.tar', tarOf('schemas/x', '{}', '0', 99_999)), {}, /^The archive is cut/],
  [
    'a line that is no JSON',
    () => file('e.tar', tarOf('schemas/schemas_00001.jsonl', '{"uid":"a.b"}\n{"uid":\n')),
    {},
    /^schemas\/schemas_00001\.jsonl, line 2: it is no JSON object\.$/,
  ],
  ['a folder without schemas', () => temporary(), {}, /not an unpacked archive/],
  ['a missing file', () => join(temporary(), 'none.tar.gz'), {}, /none\.tar\.gz does not exist\.$/],
])('refuses %s', async (_what, source, env, expected) => {
  const app = await appWith(env);
  const { code, lines } = await importInto(app, source());
  expect([code, lines.join('\n')]).toEqual([2, expect.stringMatching(expected)]);
  expect(await app.documents('api::tag.tag').count()).toBe(0);
});

it('asks for the key of an encrypted archive, and knows no argument for it', async () => {
  const app = await appWith();
  const questions: string[] = [];
  const answer = async (question: string): Promise<string> => {
    questions.push(question);
    return KEY;
  };
  const { code, lines } = await run(app, 'import-strapi', [encrypted(), '--dry-run'], answer);
  expect([code, questions, lines.at(-1)]).toEqual([
    0,
    ['Key of the archive: '],
    'Nothing was written (--dry-run).',
  ]);
  expect(Object.keys(app.kernel.commands.get('import-strapi')?.flags ?? {})).not.toContain('key');
});
