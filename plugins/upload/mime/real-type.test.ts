import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayHaveExtension, realTypeOf } from './real-type';

const folder = mkdtempSync(join(tmpdir(), 'quire-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'file');
const CHECK = { realTypes: 'check', deny: [] } as const;
const typeOf = (declared: string, bytes: string, rules: Parameters<typeof realTypeOf>[1] = CHECK) => {
  writeFileSync(path, Buffer.from(bytes, 'latin1'));
  return realTypeOf({ path, name: 'file', type: declared }, rules);
};

const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const JPEG = '\xff\xd8\xff\xe0\0\x10JFIF\0';
const ZIP = 'PK\x03\x04\x14\0\0\0';
const MP4 = '\0\0\0\x18ftypisom\0\0\x02\0isomiso2';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

it.each([
  ['image/png', PNG, 'image/png'],
  ['IMAGE/PNG; q=1', PNG, 'image/png'],
  ['image/jpg', JPEG, 'image/jpg'],
  ['application/octet-stream', PNG, 'image/png'],
  ['application/octet-stream', 'hello', 'application/octet-stream'],
  ['nonsense', JPEG, 'image/jpeg'],
  ['text/plain', 'hello', 'text/plain'],
  ['text/plain', 'BMW is a car', 'text/plain'],
  ['text/csv', 'MZ,a\n1,2', 'text/csv'],
  ['application/json', '{"a":1}', 'application/json'],
  ['image/svg+xml', '<?xml version="1.0"?><svg/>', 'image/svg+xml'],
  [DOCX, ZIP, DOCX],
  ['application/zip', ZIP, 'application/zip'],
  ['video/mp4', MP4, 'video/mp4'],
  ['audio/mp4', MP4, 'audio/mp4'],
  ['application/x-own', 'anything', 'application/x-own'],
])('accepts %s for its bytes', async (declared, bytes, expected) => {
  expect(await typeOf(declared, bytes)).toBe(expected);
});

it.each([
  ['image/png', JPEG, 'image/jpeg'],
  ['image/png', '<html><script>', 'of no known type'],
  ['image/jpeg', 'not an image', 'of no known type'],
  ['text/plain', `${PNG}\0`, 'image/png'],
  ['application/pdf', ZIP, 'application/zip'],
  ['video/mp4', PNG, 'image/png'],
])('refuses %s for other bytes', async (declared, bytes, real) => {
  await expect(typeOf(declared, bytes)).rejects.toMatchObject({ status: 400, details: { declared, real } });
});

it('trusts the client when the configuration says so', async () => {
  expect(await typeOf('image/png', JPEG, { realTypes: 'trust', deny: [] })).toBe('image/png');
});

it.each([
  [{ allow: ['image/*'], deny: [] }, 'image/png', PNG, true],
  [{ allow: ['image/*'], deny: [] }, 'text/plain', 'a', false],
  [{ deny: ['text/html'] }, 'text/html', '<html>', false],
  [{ deny: ['text/html'] }, 'text/plain', 'a', true],
  [{ allow: ['image/*'], deny: ['image/png'] }, 'image/png', PNG, false],
])('holds the lists %o for %s', async (lists, declared, bytes, isAccepted) => {
  const result = typeOf(declared, bytes, { realTypes: 'check', ...lists });
  if (isAccepted) await expect(result).resolves.toBe(declared);
  else await expect(result).rejects.toMatchObject({ status: 400, details: { type: declared } });
});

it.each([
  ['image/gif', '.js', false],
  ['image/png', '.html', false],
  ['audio/mpeg', '.js', false],
  ['image/x-own', '.js', false],
  ['audio/mpeg', '.mp3', true],
  ['image/png', '.svg', false],
  ['application/pdf', '.html', false],
  ['image/png', '.PNG', true],
  ['image/jpeg', '.jpe', true],
  ['image/png', '.own', false],
  ['application/zip', '.own', false],
  ['application/x-7z-compressed', '.own', false],
  ['text/plain', '.own', true],
  ['application/octet-stream', '.own', true],
  ['image/x-own', '.own', true],
  ['video/mp4', '.m4v', true],
  ['video/mp4', '.mov', true],
  ['audio/mp4', '.m4a', true],
  ['audio/wav', '.wav', true],
  ['application/zip', '.docx', true],
  ['text/plain', '.md', true],
])('a file of the type %s with the extension %s: %s', (type, ext, expected) => {
  expect(mayHaveExtension(type, ext)).toBe(expected);
});

it('refuses a denied type that the extension would give', async () => {
  const rules = { realTypes: 'check', deny: ['text/javascript'] } as const;
  writeFileSync(path, 'alert(1)');
  const file = { path, name: 'a.js', type: 'text/plain' };
  await expect(realTypeOf(file, rules)).rejects.toMatchObject({ status: 400 });
  await expect(realTypeOf({ ...file, name: 'a.txt' }, rules)).resolves.toBe('text/plain');
});
